/// Where in a record a rule failed.
struct FaultTrace {
  /// As many places are listed.
  static let placesMaximum = 5
  /// Where all are asked for: each is looked for from the beginning of the record.
  static let allPlacesMaximum = 1000

  /// A value that is at fault, or the place where one should be.
  struct Place {
    /// The number of its node, or -1.
    var node: Int32
    var location: String
  }

  var places: [Place] = []
  /// How many there are in all.
  var count = 0

  mutating func add(_ place: Place) {
    count += 1
    if places.count < FaultTrace.placesMaximum { places.append(place) }
  }
}

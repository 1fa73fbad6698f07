/// The places in a record at which a rule failed.
struct FailureTrace {
  /// The number of places that are listed.
  static let placesMaximum = 5
  /// The number of places where all are asked for: each is looked for from the beginning of the
  /// record.
  static let allPlacesMaximum = 1000

  /// A value that is at fault, or the place where one should be.
  struct Site {
    /// The number of its node, or -1.
    var node: NodeNumber
    var location: String
    /// It is in an element, counted from the end, that its array is too short to have: so what has
    /// the location is the array.
    var isLost = false
  }

  private(set) var places: [Site] = []
  private let maximum: Int
  /// The places that were added: the numbers of nodes, and the locations of values that are not
  /// there.
  private var nodes: Set<NodeNumber> = []
  private var locations: Set<ExactText> = []

  /// - Parameter maximum: as many places are kept.
  init(maximum: Int = FailureTrace.placesMaximum) { self.maximum = maximum }

  /// How many there are in all.
  var count: Int { nodes.count + locations.count }

  /// How often a place was added, those counted again that were there.
  private(set) var additions = 0

  /// Adds a place, once: several constraints may fail there.
  ///
  /// - Parameter insertedNode: of a part of what `default` inserted, maybe at several places.
  mutating func add(_ place: Site, insertedNode: NodeNumber? = nil) {
    additions += 1
    let isNew =
      if let insertedNode {
        locations.insert(ExactText("\(insertedNode) \(place.location)")).inserted
      } else if place.node < 0 {
        locations.insert(ExactText(place.location)).inserted
      } else {
        nodes.insert(place.node).inserted
      }
    guard isNew else { return }
    if places.count < maximum { places.append(place) }
  }
}

extension FailureTrace.Site {
  init(_ node: NodeNumber, _ index: Int32, in place: FailureTrace.Site) {
    self.node = node
    location = InstanceLocation.appending(Int(index), to: place.location)
  }
}

/// The locations at which a rule of a schema failed: `*` means every element, and every member
/// without a name of its own.
package struct FailureLocations: Hashable, Sendable {
  package struct Place: Hashable, Sendable {
    package var location: String
    /// Records in which the rule failed there.
    package var records: Int
  }

  /// At most twenty, by the number of records, then by location.
  package private(set) var first: [Place] = []
  /// How often the rule failed at other locations, each record counted once for each.
  package private(set) var others = 0
  /// False if there were more locations than a run keeps.
  package private(set) var isExact = true

  private static let firstMaximum = 20

  package init() {}

  package init(_ places: [Place], isExact: Bool) {
    let sorted = places.sorted { ($1.records, $0.location) < ($0.records, $1.location) }
    first = Array(sorted.prefix(FailureLocations.firstMaximum))
    others = sorted.dropFirst(FailureLocations.firstMaximum).reduce(0) { $0 + $1.records }
    self.isExact = isExact
  }
}

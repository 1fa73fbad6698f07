/// The places in a value that have nothing although a key path unwraps them by force, or asks for
/// the element there.
package struct LackingPlaces: Sendable {
  /// The paths from the record, by the names that steps have.
  private let paths: Set<ValuePath>
  /// The path of the value that is asked about.
  private var place = ValuePath()

  package init(_ paths: Set<ValuePath> = []) { self.paths = paths }

  package var isEmpty: Bool { paths.isEmpty }

  /// The places as seen from a part of the value.
  package func inside(_ path: ValuePath) -> LackingPlaces {
    if paths.isEmpty { return self }
    var places = self
    places.place = path.prefixed(by: place)
    return places
  }

  func contains(_ step: KeyPathStep) -> Bool {
    !paths.isEmpty && step.mayTrap && paths.contains(step.path.prefixed(by: place))
  }
}

/// The way from a record to a value in it, from the inside out. The keys are put in order only
/// where someone asks.
struct CodingTrail {
  /// The way to the value around; nil for the record itself.
  private final class Outer {
    let trail: CodingTrail
    init(_ trail: CodingTrail) { self.trail = trail }
  }

  private let outer: Outer?
  private let key: (any CodingKey)?

  /// The record.
  init() {
    outer = nil
    key = nil
  }

  private init(_ outer: Outer?, _ key: any CodingKey) {
    self.outer = outer
    self.key = key
  }

  /// The way to a value below.
  ///
  /// Made for each value that is decoded, so that it allocates only below the first level.
  func appending(_ key: some CodingKey) -> CodingTrail {
    CodingTrail(self.key == nil ? nil : Outer(self), key)
  }

  var path: [any CodingKey] {
    (outer?.trail.path ?? []) + (key.map { [$0] } ?? [])
  }
}

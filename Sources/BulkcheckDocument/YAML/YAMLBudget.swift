/// How much aliases may stand for: as much as the text holds itself, and 100,000 values more.
struct YAMLBudget {
  private static let base = 100_000

  /// The weight of all values that the text holds.
  var ownWeight = 0
  private var taken = 0

  init() {}

  /// Whether there is room for a copy of this weight, which is then taken.
  mutating func take(_ weight: Int) -> Bool {
    taken += weight
    return taken <= Self.base + ownWeight
  }

  /// The weight of a scalar: a long text weighs as much as several values.
  static func weight(of node: DocumentNode) -> Int {
    1 + ((node.text ?? node.digits)?.utf8.count ?? 0) / 64
  }
}

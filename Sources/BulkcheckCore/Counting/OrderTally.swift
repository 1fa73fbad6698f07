/// How many records a rule about their order looked at, and how many are out of order.
struct OrderCounts: Hashable, Sendable {
  var judged = 0
  /// A value is missing, so that the record was passed over.
  var skipped = 0
  /// A value can have no order; the record was passed over, too.
  var mistyped = 0
  var outOfOrder = 0

  mutating func add(_ other: OrderCounts) {
    judged += other.judged
    skipped += other.skipped
    mistyped += other.mistyped
    outOfOrder += other.outOfOrder
  }
}

/// What one chunk finds of the order of its records. How its first one follows those before is
/// found out when chunks are added up.
///
/// Only one worker uses it at a time and no method calls back, so the run-time exclusivity checks
/// are switched off for what each record touches.
final class OrderTally {
  let rule: OrderRule
  /// The path numbers of the keys.
  let paths: [Int32]
  @safe @exclusivity(unchecked) var counts = OrderCounts()
  @safe @exclusivity(unchecked) private(set) var first: [OrderValue]?
  private(set) var firstSample: ChunkStatistics.RawSample?
  @safe @exclusivity(unchecked) private(set) var last: [OrderValue]
  /// The first record out of order.
  private(set) var violation: ChunkStatistics.RawSample?
  /// The values of the record at hand.
  @safe @exclusivity(unchecked) var candidate: [OrderValue]

  init(_ rule: OrderRule, paths: [Int32]) {
    self.rule = rule
    self.paths = paths
    last = [OrderValue](repeating: OrderValue(), count: paths.count)
    candidate = last
  }

  func clear() {
    counts = OrderCounts()
    first = nil
    firstSample = nil
    violation = nil
  }

  /// Takes the record at hand; true if it is the first one, or the first out of order, and is to be
  /// noted.
  func take() -> Bool {
    defer { swap(&last, &candidate) }
    if first == nil {
      first = candidate
      return true
    }
    if rule.holds(last, candidate) { return false }
    counts.outOfOrder += 1
    return violation == nil
  }

  func note(_ sample: ChunkStatistics.RawSample) {
    if firstSample == nil { firstSample = sample } else { violation = sample }
  }
}

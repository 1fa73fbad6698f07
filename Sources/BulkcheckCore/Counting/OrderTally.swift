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

/// How a run found its records ordered, for who asks about the last of them.
package struct OrderTrace: Sendable {
  package var outOfOrder: Int
  /// A value is missing, or has no order.
  package var passedOver: Int
  /// The last record that was not passed over.
  package var last: FirstPlace?
  /// The message about records out of order; nil if there are none.
  package var message: String?
}

/// The findings of one chunk about the order of its records. How its first one follows those before
/// is found out when chunks are added up.
///
/// Only one worker uses it at a time and no method calls back, so the run-time exclusivity checks
/// are switched off for what each record touches.
final class OrderTally {
  private struct Key: BitwiseCopyable {
    var path: Int32 = 0
    var temporal: TimeReading?
    var isDescending = false
  }

  let rule: OrderRule
  /// The path numbers of the keys.
  let paths: [Int32]
  private let keys: Storage<Key>
  @safe @exclusivity(unchecked) var counts = OrderCounts()
  private(set) var first: [OrderValue]?
  private(set) var firstSample: Sample?
  /// The first record out of order.
  private(set) var violation: Sample?
  @safe @exclusivity(unchecked) private var hasFirst = false
  /// The values of the record at hand, and those of the last one that was taken.
  @safe @exclusivity(unchecked) private(set) var candidate: Storage<OrderView>
  @safe @exclusivity(unchecked) private var latest: Storage<OrderView>
  /// The position of the last record that was taken.
  @safe @exclusivity(unchecked) private(set) var lastPosition = RecordPosition()
  /// The latest values lie in the batch at hand, not in ``arena``.
  @safe @exclusivity(unchecked) private var isOfBatch = false
  private var arena = ByteArena()

  init(_ rule: OrderRule, paths: [Int32]) {
    self.rule = rule
    self.paths = paths
    let keys = paths.enumerated().map { number, path in
      Key(
        path: path, temporal: rule.times[number], isDescending: rule.keys[number].isDescending)
    }
    self.keys = Storage(keys, padding: Key())
    candidate = Storage(capacity: paths.count, repeating: .none)
    latest = Storage(capacity: paths.count, repeating: .none)
  }

  deinit {
    keys.deallocate()
    candidate.deallocate()
    latest.deallocate()
  }

  var keyCount: Int { keys.capacity }

  @inline(__always)
  func path(_ number: Int) -> Int32 { keys[number].path }

  /// How the dates or times of a key are read, if it is about such.
  @inline(__always)
  func temporal(_ number: Int) -> TimeReading? { keys[number].temporal }

  func clear() {
    counts = OrderCounts()
    first = nil
    firstSample = nil
    violation = nil
    hasFirst = false
    isOfBatch = false
  }

  /// The values of the last record, if there is a first one.
  var last: [OrderValue] { hasFirst ? paths.indices.map { OrderValue(latest[$0]) } : [] }

  /// Takes the record at hand; true if it is the first one, or the first out of order, and is to be
  /// noted.
  @inline(__always)
  func take(_ position: RecordPosition) -> Bool {
    lastPosition = position
    return take()
  }

  private func take() -> Bool {
    swap(&latest, &candidate)
    isOfBatch = true
    guard hasFirst else {
      hasFirst = true
      first = last
      return true
    }
    if holds(candidate, latest) { return false }
    counts.outOfOrder &+= 1
    return violation == nil
  }

  /// Whether two records are in order, as ``OrderRule/holds(_:_:)`` says.
  @inline(__always)
  private func holds(_ before: Storage<OrderView>, _ after: Storage<OrderView>) -> Bool {
    OrderRule.holds(keys: keys.capacity, strictly: rule.strictly) { number in
      let order = OrderView.compare(before[number], after[number], keys[number].temporal)
      return order.map { keys[number].isDescending ? -$0 : $0 }
    }
  }

  /// Keeps what the next batch is compared with.
  func endBatch() {
    guard isOfBatch else { return }
    isOfBatch = false
    arena.reset()
    for number in 0..<keys.capacity {
      arena.begin()
      arena.append(latest[number].bytes)
      latest[number].bytes = arena.finish()
    }
  }

  func note(_ sample: Sample) {
    if firstSample == nil { firstSample = sample } else { violation = sample }
  }
}

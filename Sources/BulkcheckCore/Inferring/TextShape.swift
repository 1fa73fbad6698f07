/// A run of characters in the shape of a text: the same literal again and again, or characters of
/// some classes.
package struct ShapeRun: BitwiseCopyable, Hashable, Sendable {
  /// The classes of ASCII letters and digits.
  package static let digit: UInt8 = 1
  package static let upper: UInt8 = 2
  package static let lower: UInt8 = 4

  /// A printable ASCII character, or 0 if the run is one of classes.
  package var literal: UInt8
  /// The classes that occur in it.
  package var classes: UInt8
  /// How long it is, over all texts of the shape.
  package var minimum: UInt8
  package var maximum: UInt8

  static let none = ShapeRun(literal: 0, classes: 0, minimum: 0, maximum: 0)

  package init(literal: UInt8, classes: UInt8, minimum: UInt8, maximum: UInt8) {
    self.literal = literal
    self.classes = classes
    self.minimum = minimum
    self.maximum = maximum
  }
}

/// The different shapes of a field's texts with their counts, as long as they are few: what a
/// pattern is inferred from.
///
/// Like ``ValueTable`` it gives up for good when there are too many, whatever their order.
package struct ShapeTable: BitwiseCopyable {
  package static let shapesMaximum = 32
  /// A text of more runs has no shape that is worth a pattern.
  static let runsMaximum = 24

  private struct Entry: BitwiseCopyable {
    var hash: UInt64 = 0
    var runCount: Int32 = 0
    var count = 0
  }

  private var entries = Storage<Entry>(capacity: 4, repeating: Entry())
  private var runs = Storage<ShapeRun>(capacity: 4 * runsMaximum, repeating: .none)
  private var shapeCount = 0
  /// The place at which the last text was found: the next one is often alike.
  private var latest = 0
  package private(set) var hasGivenUp = false

  init() {}

  package func deallocate() {
    if hasGivenUp { return }
    entries.deallocate()
    runs.deallocate()
  }

  mutating func giveUp() {
    deallocate()
    hasGivenUp = true
  }

  mutating func clear() {
    if hasGivenUp { return }
    shapeCount = 0
    latest = 0
  }

  /// Counts texts of the shape in the first `runCount` runs of `shape`, and returns where; -1 if
  /// the table has given up.
  ///
  /// Two texts are of one shape if `hash` is the same: it is made of what distinguishes shapes, not
  /// of lengths.
  mutating func add(
    _ shape: Storage<ShapeRun>, _ runCount: Int, hash: UInt64, count: Int
  ) -> Int16 {
    if hasGivenUp { return -1 }
    if let index = find(hash, runCount) {
      latest = index
      widen(index, shape, from: 0, runCount, count)
    } else {
      insert(shape, from: 0, runCount, hash, count)
    }
    return hasGivenUp ? -1 : Int16(truncatingIfNeeded: latest)
  }

  private func find(_ hash: UInt64, _ runCount: Int) -> Int? {
    if latest < shapeCount, isShape(latest, hash, runCount) { return latest }
    return (0..<shapeCount).first { isShape($0, hash, runCount) }
  }

  private func isShape(_ index: Int, _ hash: UInt64, _ runCount: Int) -> Bool {
    entries[index].hash == hash && entries[index].runCount == runCount
  }

  /// Counts texts of a shape that is known, with runs of the same lengths as one that was added
  /// since the table was last cleared: there is nothing to widen.
  ///
  /// - Parameter index: what ``add(_:_:hash:count:)`` returned for it.
  @inline(__always)
  func addAgain(_ index: Int16, count: Int) {
    if !hasGivenUp { entries[Int(index)].count &+= count }
  }

  private mutating func widen(
    _ index: Int, _ shape: Storage<ShapeRun>, from start: Int, _ runCount: Int, _ count: Int
  ) {
    entries[index].count &+= count
    let place = index * ShapeTable.runsMaximum
    for run in 0..<runCount {
      let other = shape[start + run]
      // Hashes that meet by accident: no pattern is better than a wrong one.
      guard runs[place + run].literal == other.literal else { return giveUp() }
      runs[place + run].classes |= other.classes
      runs[place + run].minimum = min(runs[place + run].minimum, other.minimum)
      runs[place + run].maximum = max(runs[place + run].maximum, other.maximum)
    }
  }

  @inline(never)
  private mutating func insert(
    _ shape: Storage<ShapeRun>, from start: Int, _ runCount: Int, _ hash: UInt64, _ count: Int
  ) {
    guard shapeCount < ShapeTable.shapesMaximum, runCount <= ShapeTable.runsMaximum else {
      return giveUp()
    }
    if shapeCount == entries.capacity {
      entries = entries.grown(to: 2 * shapeCount, padding: Entry())
      runs = runs.grown(to: 2 * shapeCount * ShapeTable.runsMaximum, padding: .none)
    }
    entries[shapeCount] = Entry(hash: hash, runCount: Int32(runCount), count: count)
    for run in 0..<runCount {
      runs[shapeCount * ShapeTable.runsMaximum + run] = shape[start + run]
    }
    latest = shapeCount
    shapeCount += 1
  }

  mutating func merge(_ other: ShapeTable) {
    if other.hasGivenUp { return giveUp() }
    for index in 0..<other.shapeCount where !hasGivenUp {
      let entry = other.entries[index]
      let start = index * ShapeTable.runsMaximum
      if let own = find(entry.hash, Int(entry.runCount)) {
        widen(own, other.runs, from: start, Int(entry.runCount), entry.count)
      } else {
        insert(other.runs, from: start, Int(entry.runCount), entry.hash, entry.count)
      }
    }
  }

  /// The runs of the shape at a place; nil if there is none.
  func shape(_ index: Int) -> [ShapeRun]? {
    guard !hasGivenUp, index >= 0, index < shapeCount else { return nil }
    let start = index * ShapeTable.runsMaximum
    return (0..<Int(entries[index].runCount)).map { runs[start + $0] }
  }

  /// The shapes with their counts, the most frequent first; nil if the table has given up.
  package var shapes: [(runs: [ShapeRun], count: Int)]? {
    if hasGivenUp { return nil }
    let found = (0..<shapeCount).map { (runs: shape($0) ?? [], count: entries[$0].count) }
    // Equals by what they look like, so that the order does not depend on that of the input.
    return found.sorted { left, right in
      if left.count != right.count { return left.count > right.count }
      let (a, b) = (left.runs, right.runs)
      return a.map { [$0.literal, $0.classes, $0.minimum, $0.maximum] }.joined()
        .lexicographicallyPrecedes(
          b.map { [$0.literal, $0.classes, $0.minimum, $0.maximum] }.joined())
    }
  }
}

/// A run of characters in the shape of a text: the same literal again and again, or characters of some classes.
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

  package init(literal: UInt8, classes: UInt8, minimum: UInt8, maximum: UInt8) {
    self.literal = literal
    self.classes = classes
    self.minimum = minimum
    self.maximum = maximum
  }
}

/// The classes of bytes that shapes and character sets are made of.
enum ByteClass {
  /// Bits of a set: digit, upper and lower as in ``ShapeRun``.
  static let underscore: UInt8 = 8
  static let hyphen: UInt8 = 16
  static let point: UInt8 = 32
  /// Everything else: blanks, other punctuation, control characters, bytes beyond ASCII.
  static let other: UInt8 = 64

  /// The bit of each byte.
  static let bits: Storage<UInt8> = {
    let table = Storage<UInt8>(capacity: 256, repeating: other)
    for byte in 0x30...0x39 { table[byte] = ShapeRun.digit }
    for byte in 0x41...0x5A { table[byte] = ShapeRun.upper }
    for byte in 0x61...0x7A { table[byte] = ShapeRun.lower }
    table[0x5F] = underscore
    table[0x2D] = hyphen
    table[0x2E] = point
    return table
  }()
}

/// The different shapes of a field's texts with their counts, as long as they are few: what a pattern is inferred from.
///
/// Like ``ValueTable`` it gives up for good when there are too many, whatever their order.
package struct ShapeTable: BitwiseCopyable {
  package static let shapesMaximum = 32
  /// A text of more runs has no shape that is worth a pattern.
  static let runsMaximum = 24

  private struct Entry: BitwiseCopyable {
    var hash: UInt64 = 0
    /// Of the last text counted; those of the same lengths need not widen the runs again.
    var exact: UInt64 = 0
    var runCount: Int32 = 0
    var count = 0
  }

  private var entries = Storage<Entry>(capacity: 4, repeating: Entry())
  private var runs = Storage<ShapeRun>(
    capacity: 4 * runsMaximum,
    repeating: ShapeRun(literal: 0, classes: 0, minimum: 0, maximum: 0))
  private var shapeCount = 0
  /// Where the last text was found: the next one is often alike.
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

  /// Counts texts of the shape in the first `runCount` runs of `shape`.
  ///
  /// Two texts are of one shape if `hash` is the same: it is made of what distinguishes shapes, not of lengths. They have
  /// runs of the same lengths if `exact` is.
  @inline(__always)
  mutating func add(
    _ shape: Storage<ShapeRun>, _ runCount: Int, hash: UInt64, exact: UInt64, count: Int
  ) {
    if hasGivenUp { return }
    if latest < shapeCount, entries[latest].hash == hash, entries[latest].exact == exact {
      entries[latest].count &+= count
    } else {
      addOther(shape, runCount, hash, exact, count)
    }
  }

  private mutating func addOther(
    _ shape: Storage<ShapeRun>, _ runCount: Int, _ hash: UInt64, _ exact: UInt64, _ count: Int
  ) {
    for index in 0..<shapeCount
    where entries[index].hash == hash && entries[index].runCount == runCount {
      latest = index
      entries[index].exact = exact
      return widen(index, shape, from: 0, runCount, count)
    }
    insert(shape, from: 0, runCount, hash, count)
    if !hasGivenUp { entries[latest].exact = exact }
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
      runs = runs.grown(
        to: 2 * shapeCount * ShapeTable.runsMaximum,
        padding: ShapeRun(literal: 0, classes: 0, minimum: 0, maximum: 0))
    }
    entries[shapeCount] = Entry(hash: hash, runCount: Int32(runCount), count: count)
    for run in 0..<runCount {
      runs[shapeCount * ShapeTable.runsMaximum + run] = shape[start + run]
    }
    latest = shapeCount
    shapeCount += 1
  }

  mutating func merge(_ other: ShapeTable) {
    if other.hasGivenUp {
      if !hasGivenUp { giveUp() }
      return
    }
    for index in 0..<other.shapeCount where !hasGivenUp {
      let entry = other.entries[index]
      let start = index * ShapeTable.runsMaximum
      let own = (0..<shapeCount).first {
        entries[$0].hash == entry.hash && entries[$0].runCount == entry.runCount
      }
      if let own {
        widen(own, other.runs, from: start, Int(entry.runCount), entry.count)
      } else {
        insert(other.runs, from: start, Int(entry.runCount), entry.hash, entry.count)
      }
    }
  }

  /// The shapes with their counts, the most frequent first; nil if the table has given up.
  package var shapes: [(runs: [ShapeRun], count: Int)]? {
    if hasGivenUp { return nil }
    let found = (0..<shapeCount).map { index in
      let start = index * ShapeTable.runsMaximum
      return (
        runs: (0..<Int(entries[index].runCount)).map { runs[start + $0] },
        count: entries[index].count
      )
    }
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

/// Reads the shape of one text at a time.
struct ShapeReader: ~Copyable {
  /// A longer text is no code that a pattern would describe.
  static let textBytesMaximum = 24

  /// Held directly: one check less than for a global on every text.
  let bits = ByteClass.bits
  let hashSeed = ByteHash.processSeed
  let formats = TextSummary.formats
  let wordFormats = TextSummary.wordFormats

  /// Runs of one class each: `AB-0142` is upper 2, `-`, digit 4.
  let fine = Storage<ShapeRun>(
    capacity: ShapeTable.runsMaximum + 1,
    repeating: ShapeRun(literal: 0, classes: 0, minimum: 0, maximum: 0))
  private(set) var fineCount = 0
  private(set) var fineHash: UInt64 = 0
  /// The lengths of the fine runs, mixed.
  private var lengths: UInt64 = 0
  /// Runs of letters and digits, mixed: `3f9a-x1` is word 4, `-`, word 2.
  let coarse = Storage<ShapeRun>(
    capacity: ShapeTable.runsMaximum + 1,
    repeating: ShapeRun(literal: 0, classes: 0, minimum: 0, maximum: 0))
  private(set) var coarseCount = 0
  private(set) var coarseHash: UInt64 = 0

  /// Of the text that was added last: its number among the values kept of its field, or -1.
  var valueNumber = -1
  /// Of the text that was added last: the number of its shape in an ``ExactShapeTable``.
  var shapeNumber = ExactShapeTable.shapeless

  deinit {
    fine.deallocate()
    coarse.deallocate()
  }

  /// False if the text has no shape: it is longer than ``textBytesMaximum`` or not all printable ASCII.
  mutating func read(_ text: ByteView) -> Bool {
    guard text.count <= ShapeReader.textBytesMaximum else { return false }
    fineCount = 0
    coarseCount = 0
    fineHash = 0
    coarseHash = 0
    lengths = 0
    var position = 0
    while position < text.count {
      let byte = text[position]
      guard byte &- 0x20 < 0x5F else { return false }
      let classes = bits[Int(byte)] & 7
      var end = position &+ 1
      if classes != 0 {
        while end < text.count, bits[Int(text[end])] == classes { end &+= 1 }
      } else {
        while end < text.count, text[end] == byte { end &+= 1 }
      }
      append(
        literal: classes == 0 ? byte : 0, classes: classes,
        UInt8(truncatingIfNeeded: end &- position))
      position = end
    }
    return true
  }

  private mutating func append(literal: UInt8, classes: UInt8, _ length: UInt8) {
    let run = ShapeRun(literal: literal, classes: classes, minimum: length, maximum: length)
    fine[fineCount] = run
    fineCount &+= 1
    lengths = lengths &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(length)
    fineHash = ShapeReader.mix(fineHash, UInt64(literal) | UInt64(classes) << 8)
    if literal == 0, coarseCount > 0, coarse[coarseCount &- 1].literal == 0 {
      coarse[coarseCount &- 1].classes |= classes
      coarse[coarseCount &- 1].minimum &+= length
      coarse[coarseCount &- 1].maximum &+= length
      return
    }
    coarse[coarseCount] = run
    coarseCount &+= 1
    coarseHash = ShapeReader.mix(coarseHash, UInt64(literal) &+ 1)
  }

  /// A hash of the fine runs with their lengths.
  var exactHash: UInt64 { ShapeReader.mix(fineHash, lengths) }

  /// One-to-one in both arguments, so that different shapes of equal length rarely meet; a meeting would only make one
  /// pattern wider than need be.
  private static func mix(_ hash: UInt64, _ value: UInt64) -> UInt64 {
    let sum = (hash ^ value &+ 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
    return sum ^ sum &>> 32
  }
}

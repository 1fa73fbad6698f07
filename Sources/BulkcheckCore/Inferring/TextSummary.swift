/// The summary of the texts of a field, except for the empty ones, which are only counted.
///
/// Everything in it is a sum, a limit or a table that gives up for good. So the summaries of
/// pieces, merged in any order and cut anywhere, are the summary of the whole.
package struct TextSummary: BitwiseCopyable {
  /// The tables, which take much memory. Behind a pointer, so that a summary is small, and what is
  /// in it is changed in its place.
  private struct Tables: BitwiseCopyable {
    /// How many texts are made of exactly these classes of characters, by the bits of
    /// ``TextClasses``.
    let characterSets = Storage<Int>(capacity: 128, repeating: 0)
    var values = ValueTable()
    var shapes = TextShapes()
    /// Nil before the first text that may be a date.
    var instants: InstantSummary?
    var notations = NotationSummary()
  }

  /// Texts of at least one byte.
  package private(set) var count = 0
  package private(set) var empty = 0
  /// Lengths in code points.
  package private(set) var lengthMinimum = Int.max
  package private(set) var lengthMaximum = 0
  /// How many texts are as long as the longest one.
  package private(set) var lengthMaximumCount = 0
  /// Bits by some of their bytes: how different these are.
  private var longestKinds: UInt64 = 0
  /// Texts that begin or end with a blank.
  package private(set) var withOuterBlanks = 0
  private var formatExceptions = FormatExceptions()
  /// Nil before the first text.
  private var tables: Storage<Tables>?
  /// Whether the numbers of values are wanted.
  var tellsValues = false
  /// The kept values have been described.
  private var isDescribed = false

  init() {}

  func deallocate() {
    guard let tables else { return }
    tables[0].characterSets.deallocate()
    tables[0].values.deallocate()
    tables[0].shapes.deallocate()
    tables[0].instants?.deallocate()
    tables[0].notations.deallocate()
    tables.deallocate()
  }

  /// Forgets what was counted, but keeps the tables' memory and what has been given up.
  mutating func clear() {
    let before = self
    self = TextSummary()
    formatExceptions = before.formatExceptions
    formatExceptions.clear()
    tellsValues = before.tellsValues
    tables = before.tables
    guard let tables else { return }
    tables[0].characterSets.fill(0, count: 128)
    tables[0].values.clear()
    tables[0].shapes.clear()
    tables[0].instants?.clear()
    tables[0].notations.clear()
  }

  // MARK: Adding

  /// Counts a text, or several that are the same.
  @inline(__always)
  mutating func add(_ text: ByteView, times: Int = 1, _ reader: inout ShapeReader) {
    if text.isEmpty {
      empty &+= times
    } else {
      count &+= times
      addSome(text, times, &reader)
    }
  }

  /// Adds a text some times. As long as there are few different values, they are only counted, and
  /// described in the end.
  @inline(__always)
  private mutating func addSome(_ text: ByteView, _ times: Int, _ reader: inout ShapeReader) {
    let tables = tables ?? makeTables()
    reader.valueNumber = -1
    if !tables[0].values.hasGivenUp {
      let hash = ByteHash.hash(text, seed: reader.hashSeed, isPadded: true)
      let slot = tables[0].values.add(text, hash: hash, count: times)
      if slot >= 0 {
        if tellsValues { reader.valueNumber = tables[0].values.number(at: slot) }
        if !isDescribed { return }
      } else {
        giveUpValues(tables, &reader)
      }
    }
    describe(text, times, tables, &reader)
  }

  @inline(never)
  private mutating func makeTables() -> Storage<Tables> {
    let made = Storage(capacity: 1, repeating: Tables())
    tables = made
    return made
  }

  /// There are too many different values: what was put off for them is done now.
  @inline(never)
  private mutating func giveUpValues(_ tables: Storage<Tables>, _ reader: inout ShapeReader) {
    if tables[0].values.hasGivenUp { return }
    if !isDescribed {
      tables[0].values.visit { text, times in describe(text, times, tables, &reader) }
    }
    tables[0].values.giveUp()
  }

  /// Does for values that are only counted what is done at once for others. Nothing can be merged
  /// afterwards.
  mutating func describeValues(_ reader: inout ShapeReader) {
    if isDescribed { return }
    isDescribed = true
    guard let tables else { return }
    tables[0].values.visit { text, times in describe(text, times, tables, &reader) }
  }

  @inline(never)
  private mutating func describe(
    _ text: ByteView, _ times: Int, _ tables: Storage<Tables>, _ reader: inout ShapeReader
  ) {
    reader.read(text)
    tables[0].characterSets[Int(reader.characterSet)] &+= times
    lengthMinimum = min(lengthMinimum, reader.length)
    let isLongest = reader.length >= lengthMaximum
    addLongest(reader.length, times, kinds: isLongest ? TextSummary.kind(of: text) : 0)
    if text[0] <= 0x20 || text[text.count &- 1] <= 0x20 { withOuterBlanks &+= times }
    if formatExceptions.active != 0 {
      formatExceptions.add(text, times, isWord: reader.isWord, reader.formats)
    }
    tables[0].shapes.add(text, times, &reader)
    if InstantSummary.mayBe(text) { TextSummary.addInstant(text, times, tables) }
    if tables[0].notations.active != 0 { tables[0].notations.add(text) }
  }

  @inline(never)
  private static func addInstant(_ text: ByteView, _ times: Int, _ tables: Storage<Tables>) {
    if tables[0].instants == nil { tables[0].instants = InstantSummary() }
    tables[0].instants?.add(text, times)
  }

  @inline(__always)
  private mutating func addLongest(_ length: Int, _ times: Int, kinds: UInt64) {
    if length > lengthMaximum {
      lengthMaximum = length
      lengthMaximumCount = times
      longestKinds = kinds
    } else if length == lengthMaximum {
      lengthMaximumCount &+= times
      longestKinds |= kinds
    }
  }

  /// One bit, which few of the same length have in common.
  @inline(__always)
  private static func kind(of text: ByteView) -> UInt64 {
    var mixed: UInt64 = 0
    var place = 0
    let step = 1 &+ text.count / 16
    while place < text.count {
      mixed = mixed &* 31 &+ UInt64(text[place])
      place &+= step
    }
    return 1 << ((mixed &* 0x9E37_79B9_7F4A_7C15) >> 58)
  }

  /// How many of 64 kinds the longest texts are of: more of them are not the same few texts.
  package var longestKindCount: Int { longestKinds.nonzeroBitCount }

  // MARK: Merging

  mutating func merge(_ other: TextSummary, _ reader: inout ShapeReader) {
    empty += other.empty
    guard let others = other.tables else { return }
    let tables = tables ?? makeTables()
    if others[0].values.hasGivenUp {
      giveUpValues(tables, &reader)
      mergeDescriptions(other, tables, others)
      count += other.count
    } else {
      others[0].values.visit { text, times in add(text, times: times, &reader) }
    }
  }

  private mutating func mergeDescriptions(
    _ other: TextSummary, _ tables: Storage<Tables>, _ others: Storage<Tables>
  ) {
    lengthMinimum = min(lengthMinimum, other.lengthMinimum)
    addLongest(other.lengthMaximum, other.lengthMaximumCount, kinds: other.longestKinds)
    withOuterBlanks += other.withOuterBlanks
    formatExceptions.merge(other.formatExceptions)
    for index in 0..<128 {
      tables[0].characterSets[index] += others[0].characterSets[index]
    }
    tables[0].shapes.mergeCounts(others[0].shapes)
    tables[0].notations.merge(others[0].notations)
    guard let instants = others[0].instants else { return }
    if tables[0].instants == nil { tables[0].instants = InstantSummary() }
    tables[0].instants?.merge(instants)
  }

  /// Tells a summary that goes on counting, but is already merged, what need not be looked at any
  /// longer.
  mutating func giveUp(what other: TextSummary) {
    formatExceptions.giveUp(what: other.formatExceptions)
    guard let tables, let others = other.tables else { return }
    if others[0].values.hasGivenUp, !tables[0].values.hasGivenUp { tables[0].values.giveUp() }
    tables[0].shapes.giveUp(what: others[0].shapes)
    tables[0].notations.giveUp(what: others[0].notations)
  }

  /// The numbers here of the values of another summary that has been merged, by their numbers
  /// there.
  func valueNumbers(of other: TextSummary) -> [Int] {
    guard let tables, let others = other.tables else { return [] }
    return tables[0].values.numbers(of: others[0].values)
  }

  // MARK: Results

  /// The different values by their numbers; none if they are too many or too long.
  package var valuesByNumber: [String] { tables?[0].values.valuesByNumber ?? [] }

  /// How many texts, empty ones not counted, are not of the format; nil if they are too many to be
  /// counted.
  package func exceptions(to format: Format) -> Int? {
    formatExceptions.count(of: format)
  }

  /// How many texts, empty ones not counted, are not date-times without an offset; nil if they are
  /// too many to be counted.
  package var exceptionsToLocalDateTime: Int? { formatExceptions.countOfLocal }

  /// How many texts, empty ones not counted, are not times with or without an offset; nil if they
  /// are too many to be counted.
  package var exceptionsToLocalTime: Int? { formatExceptions.countOfLocalTimes }

  /// How many texts are made of exactly these classes: `digit`, `upper` and `lower` of
  /// ``ShapeRun``, 8 `_`, 16 `-`, 32 `.`; 127 stands for texts with another character, or of more
  /// than 64 bytes.
  package var countsByCharacterSet: [(set: UInt8, count: Int)] {
    guard let sets = tables?[0].characterSets else { return [] }
    return (0..<128).compactMap {
      sets[$0] > 0 ? (UInt8($0), sets[$0]) : nil
    }
  }

  /// The summary of the dates, date-times and times among the texts; nil if no text is one.
  package var instants: InstantSummary? {
    guard let instants = tables?[0].instants, instants.count > 0 else { return nil }
    return instants
  }

  /// The notation of dates and times that all texts, empty ones not counted, have.
  package var notation: FoundNotation? { tables?[0].notations.found }

  /// The different values with their counts; nil if they are too many or too long.
  package var values: [(text: String, count: Int)]? { tables?[0].values.values }

  /// The shapes in runs of one class each; nil if they are too many.
  package var shapes: [(runs: [ShapeRun], count: Int)]? { tables?[0].shapes.shapes }

  /// The shapes in runs of letters and digits, mixed; nil if they are too many.
  package var wordShapes: [(runs: [ShapeRun], count: Int)]? { tables?[0].shapes.wordShapes }
}

/// What is known of the texts of a field, but for the empty ones, which are only counted.
///
/// Everything in it is a sum, a limit or a table that gives up for good, so that summaries of pieces, merged in any order
/// and cut anywhere, are the summary of the whole.
package struct TextSummary: BitwiseCopyable {
  /// Texts of at least one byte.
  package private(set) var count = 0
  package private(set) var empty = 0
  /// Lengths in code points.
  package private(set) var lengthMinimum = Int.max
  package private(set) var lengthMaximum = 0
  /// Texts that begin or end with a blank.
  package private(set) var withOuterBlanks = 0
  private var formatExceptions = FormatExceptions()
  /// How many texts are made of exactly these classes of characters, by the bits of ``TextClasses``; nil before the first.
  private var characterSets: Storage<Int>?
  private var valueTable: ValueTable?
  private var textShapes: TextShapes?
  /// Whether exact shapes are wanted.
  var tellsShapes = false
  /// The kept values have been described.
  private var isDescribed = false

  init() {}

  func deallocate() {
    characterSets?.deallocate()
    valueTable?.deallocate()
    textShapes?.deallocate()
  }

  /// Forgets what was counted, but keeps the tables' memory and what has been given up.
  mutating func clear() {
    let (sets, values, shapes) = (characterSets, valueTable, textShapes)
    let (exceptions, tells) = (formatExceptions, tellsShapes)
    self = TextSummary()
    formatExceptions = exceptions
    formatExceptions.clear()
    tellsShapes = tells
    characterSets = sets
    sets?.fill(0, count: 128)
    valueTable = values
    valueTable?.clear()
    textShapes = shapes
    textShapes?.clear()
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

  /// As long as there are few different values, they are only counted, and described in the end.
  private mutating func addSome(_ text: ByteView, _ times: Int, _ reader: inout ShapeReader) {
    if characterSets == nil { makeTables() }
    reader.valueNumber = -1
    if valueTable?.hasGivenUp == false {
      let hash = ByteHash.hash(text, seed: reader.hashSeed)
      let slot = valueTable?.add(text, hash: hash, count: times) ?? -1
      if slot >= 0 {
        if tellsShapes { tell(text, slot, &reader) }
        if !isDescribed { return }
      } else {
        giveUpValues(&reader)
      }
    }
    describe(text, times, &reader)
  }

  /// Tells the number and the shape of a value that is kept; the shape is found once.
  @inline(__always)
  private mutating func tell(_ text: ByteView, _ slot: Int, _ reader: inout ShapeReader) {
    reader.valueNumber = valueTable?.number(at: slot) ?? -1
    reader.shapeNumber = valueTable?.shape(at: slot) ?? ExactShapeTable.shapeless
    if reader.shapeNumber == 0 {
      findShape(text, &reader)
      valueTable?.setShape(reader.shapeNumber, at: slot)
    }
  }

  @inline(never)
  private mutating func findShape(_ text: ByteView, _ reader: inout ShapeReader) {
    reader.read(text)
    textShapes?.number(text, &reader)
  }

  private mutating func makeTables() {
    characterSets = Storage(capacity: 128, repeating: 0)
    valueTable = ValueTable()
    textShapes = TextShapes(tellsExact: tellsShapes)
  }

  /// There are too many different values: what was put off for them is done now.
  private mutating func giveUpValues(_ reader: inout ShapeReader) {
    guard let table = valueTable, !table.hasGivenUp else { return }
    if !isDescribed { table.visit { text, times in describe(text, times, &reader) } }
    valueTable?.giveUp()
  }

  /// Does for values that are only counted what is done at once for others. Nothing can be merged afterwards.
  mutating func describeValues(_ reader: inout ShapeReader) {
    if isDescribed { return }
    valueTable?.visit { text, times in describe(text, times, &reader) }
    isDescribed = true
  }

  private mutating func describe(_ text: ByteView, _ times: Int, _ reader: inout ShapeReader) {
    reader.read(text)
    characterSets?[Int(reader.characterSet)] &+= times
    lengthMinimum = min(lengthMinimum, reader.length)
    lengthMaximum = max(lengthMaximum, reader.length)
    if text[0] <= 0x20 || text[text.count &- 1] <= 0x20 { withOuterBlanks &+= times }
    if formatExceptions.active != 0 { formatExceptions.add(text, times, reader) }
    textShapes?.add(text, times, &reader)
  }

  // MARK: Merging

  mutating func merge(_ other: TextSummary, _ reader: inout ShapeReader) {
    empty += other.empty
    guard let otherValues = other.valueTable else { return }
    if characterSets == nil { makeTables() }
    if let shapes = other.textShapes { textShapes?.mergeExact(shapes) }
    if otherValues.hasGivenUp {
      giveUpValues(&reader)
      mergeDescriptions(other)
      count += other.count
    } else {
      otherValues.visit { text, times in add(text, times: times, &reader) }
    }
  }

  private mutating func mergeDescriptions(_ other: TextSummary) {
    lengthMinimum = min(lengthMinimum, other.lengthMinimum)
    lengthMaximum = max(lengthMaximum, other.lengthMaximum)
    withOuterBlanks += other.withOuterBlanks
    formatExceptions.merge(other.formatExceptions)
    if let sets = other.characterSets {
      for index in 0..<128 { characterSets?[index] += sets[index] }
    }
    if let shapes = other.textShapes { textShapes?.mergeCounts(shapes) }
  }

  /// Tells a summary that goes on counting, but is already merged, what need not be looked at any longer.
  mutating func giveUp(what other: TextSummary) {
    formatExceptions.giveUp(what: other.formatExceptions)
    if other.valueTable?.hasGivenUp == true, valueTable?.hasGivenUp == false {
      valueTable?.giveUp()
    }
    if let shapes = other.textShapes { textShapes?.giveUp(what: shapes) }
  }

  /// The numbers here of the values of another summary that has been merged, by their numbers there.
  func valueNumbers(of other: TextSummary) -> [Int] {
    guard let otherValues = other.valueTable else { return [] }
    return valueTable?.numbers(of: otherValues) ?? []
  }

  /// The numbers here of the exact shapes of another summary that has been merged, by their numbers there.
  func shapeNumbers(of other: TextSummary) -> [UInt8] {
    ExactShapeTable.numbers(of: other.textShapes?.exact, in: textShapes?.exact)
  }

  // MARK: Results

  /// The different values by their numbers; none if they are too many or too long.
  package var valuesByNumber: [String] { valueTable?.valuesByNumber ?? [] }

  /// The runs of an exact shape; nil if there were too many.
  package func exactShape(_ number: Int) -> [ShapeRun]? { textShapes?.exact?.shape(number) }

  /// Exact shapes were told apart for all texts.
  package var hasExactShapes: Bool { textShapes?.exact?.hasGivenUp == false }

  /// How many texts, empty ones not counted, are not of the format; nil if they are too many to be counted.
  package func exceptions(to format: Format) -> Int? {
    formatExceptions.count(of: format)
  }

  /// How many texts are made of exactly these classes: `digit`, `upper` and `lower` of ``ShapeRun``, 8 `_`, 16 `-`, 32
  /// `.`; 127 stands for texts with another character, or of more than 64 bytes.
  package var countsByCharacterSet: [(set: UInt8, count: Int)] {
    guard let characterSets else { return [] }
    return (0..<128).compactMap {
      characterSets[$0] > 0 ? (UInt8($0), characterSets[$0]) : nil
    }
  }

  /// The different values with their counts; nil if they are too many or too long.
  package var values: [(text: String, count: Int)]? { valueTable?.values }

  /// The shapes in runs of one class each; nil if they are too many.
  package var shapes: [(runs: [ShapeRun], count: Int)]? { textShapes?.shapes }

  /// The shapes in runs of letters and digits, mixed; nil if they are too many.
  package var wordShapes: [(runs: [ShapeRun], count: Int)]? { textShapes?.wordShapes }
}

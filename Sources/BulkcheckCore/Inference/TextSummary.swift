/// What is known of the texts of a field, but for the empty ones, which are only counted.
///
/// Everything in it is a sum, a limit or a table that gives up for good, so that summaries of pieces, merged in any order
/// and cut anywhere, are the summary of the whole.
package struct TextSummary: BitwiseCopyable {
  /// A format with more exceptions is not looked at any longer.
  package static let exceptionsMaximum: Int32 = 10_000

  /// Texts of at least one byte.
  package private(set) var count = 0
  package private(set) var empty = 0
  /// Lengths in code points.
  package private(set) var lengthMinimum = Int.max
  package private(set) var lengthMaximum = 0
  /// Texts that begin or end with a blank.
  package private(set) var withOuterBlanks = 0
  private var formatExceptions = FormatCounts()
  private var activeFormats = TextSummary.allFormats
  /// How many texts are made of exactly these classes of characters, by the bits of ``ByteClass``; nil before the first.
  private var characterSets: Storage<Int>?
  private var valueTable: ValueTable?
  private var fineShapes: ShapeTable?
  private var coarseShapes: ShapeTable?
  private var exactShapes: ExactShapeTable?
  /// Whether exact shapes are wanted.
  var tellsShapes = false
  /// The kept values have been described.
  private var isDescribed = false
  /// Texts without a shape.
  package private(set) var withoutShape = 0

  /// `allCases` makes an array each time it is asked.
  static let formats = Storage(Format.allCases, padding: .email)
  /// The formats of texts that may be of letters, digits, `_`, `-` and `.` alone, as bits.
  static let wordFormats: UInt32 = {
    var bits: UInt32 = 0
    for (number, format) in Format.allCases.enumerated() {
      switch format {
      case .uuid, .date, .duration, .ipv4, .hostname, .base64: bits |= 1 << UInt32(number)
      case .email, .time, .dateTime, .uri, .ipv6, .phone, .jsonPointer: break
      }
    }
    return bits
  }()
  private static let formatCount = Format.allCases.count
  private static let allFormats = (UInt32(1) << UInt32(formatCount)) - 1

  init() {}

  func deallocate() {
    characterSets?.deallocate()
    valueTable?.deallocate()
    fineShapes?.deallocate()
    coarseShapes?.deallocate()
    exactShapes?.deallocate()
  }

  /// Forgets what was counted, but keeps the tables' memory and what has been given up.
  mutating func clear() {
    let (sets, values, fine, coarse) = (characterSets, valueTable, fineShapes, coarseShapes)
    let (exact, active, tells) = (exactShapes, activeFormats, tellsShapes)
    self = TextSummary()
    activeFormats = active
    tellsShapes = tells
    exactShapes = exact
    exactShapes?.clear()
    characterSets = sets
    sets?.fill(0, count: 128)
    valueTable = values
    valueTable?.clear()
    fineShapes = fine
    fineShapes?.clear()
    coarseShapes = coarse
    coarseShapes?.clear()
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
    reader.shapeNumber = ExactShapeTable.shapeless
    if exactShapes?.hasGivenUp == false, reader.read(text) { addExactShape(&reader) }
  }

  @inline(__always)
  private mutating func addExactShape(_ reader: inout ShapeReader) {
    reader.shapeNumber =
      exactShapes?.add(reader.fine, reader.fineCount, hash: reader.exactHash)
      ?? ExactShapeTable.shapeless
  }

  private mutating func makeTables() {
    characterSets = Storage(capacity: 128, repeating: 0)
    valueTable = ValueTable()
    fineShapes = ShapeTable()
    coarseShapes = ShapeTable()
    if tellsShapes { exactShapes = ExactShapeTable() }
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
    let set = characterSet(of: text, reader.bits)
    characterSets?[Int(set)] &+= times
    // Without other characters there are as many as bytes.
    let length = set & ByteClass.other == 0 ? text.count : TextLength.codepoints(text)
    lengthMinimum = min(lengthMinimum, length)
    lengthMaximum = max(lengthMaximum, length)
    if text[0] <= 0x20 || text[text.count &- 1] <= 0x20 { withOuterBlanks &+= times }
    if activeFormats != 0 {
      checkFormats(text, times, isWord: set & ByteClass.other == 0, reader)
    }
    addShape(text, times, &reader)
  }

  /// The classes of characters that occur. Ends at the first one of ``ByteClass/other``.
  @inline(__always)
  private func characterSet(of text: ByteView, _ bits: Storage<UInt8>) -> UInt8 {
    guard text.count <= ValueTable.valueBytesMaximum else { return 127 }
    var set: UInt8 = 0
    var position = 0
    while position < text.count {
      set |= bits[Int(text[position])]
      // What else occurs does not matter then.
      if set & ByteClass.other != 0 { return 127 }
      position &+= 1
    }
    return set
  }

  /// - Parameter isWord: nothing but letters, digits, `_`, `-` and `.`.
  private mutating func checkFormats(
    _ text: ByteView, _ times: Int, isWord: Bool, _ reader: borrowing ShapeReader
  ) {
    var rest = isWord ? activeFormats & reader.wordFormats : activeFormats
    var misfits = activeFormats & ~rest
    while rest != 0 {
      let number = rest.trailingZeroBitCount
      let format = reader.formats[number]
      if !format.isPlausible(for: text) || !FormatChecker.matches(format, text) {
        misfits |= rest & (0 &- rest)
      }
      rest &= rest &- 1
    }
    if misfits != 0 { addExceptions(times, misfits) }
  }

  /// Counts exceptions to several formats.
  private mutating func addExceptions(_ times: Int, _ misfits: UInt32) {
    guard times <= Int(TextSummary.exceptionsMaximum) else {
      for number in 0..<TextSummary.formatCount where misfits >> UInt32(number) & 1 == 1 {
        addExceptions(times, number)
      }
      return
    }
    var rest = misfits
    while rest != 0 {
      let number = rest.trailingZeroBitCount
      // Counters of active formats are no greater than the maximum, so that no sum overflows.
      let sum = formatExceptions[number] &+ Int32(truncatingIfNeeded: times)
      formatExceptions[number] = sum
      if sum > TextSummary.exceptionsMaximum { activeFormats &= ~(1 << UInt32(number)) }
      rest &= rest &- 1
    }
  }

  private mutating func addExceptions(_ times: Int, _ number: Int) {
    let sum = Int(formatExceptions[number]) &+ times
    formatExceptions[number] = Int32(clamping: sum)
    if sum > Int(TextSummary.exceptionsMaximum) { activeFormats &= ~(1 << UInt32(number)) }
  }

  private mutating func addShape(_ text: ByteView, _ times: Int, _ reader: inout ShapeReader) {
    reader.shapeNumber = ExactShapeTable.shapeless
    guard fineShapes?.hasGivenUp == false || coarseShapes?.hasGivenUp == false else { return }
    guard reader.read(text) else {
      withoutShape &+= times
      giveUpShapesIfTooFew()
      return
    }
    let exact = reader.exactHash
    fineShapes?.add(
      reader.fine, reader.fineCount, hash: reader.fineHash, exact: exact, count: times)
    coarseShapes?.add(
      reader.coarse, reader.coarseCount, hash: reader.coarseHash, exact: exact, count: times)
    if exactShapes?.hasGivenUp == false { addExactShape(&reader) }
  }

  private mutating func giveUpShapesIfTooFew() {
    guard withoutShape > Int(TextSummary.exceptionsMaximum) else { return }
    if fineShapes?.hasGivenUp == false { fineShapes?.giveUp() }
    if coarseShapes?.hasGivenUp == false { coarseShapes?.giveUp() }
    if exactShapes?.hasGivenUp == false { exactShapes?.giveUp() }
  }

  // MARK: Merging

  mutating func merge(_ other: TextSummary, _ reader: inout ShapeReader) {
    empty += other.empty
    guard let otherValues = other.valueTable else { return }
    if characterSets == nil { makeTables() }
    if let exact = other.exactShapes { exactShapes?.merge(exact) }
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
    activeFormats &= other.activeFormats
    for number in 0..<TextSummary.formatCount {
      addExceptions(Int(other.formatExceptions[number]), number)
    }
    if let sets = other.characterSets {
      for index in 0..<128 { characterSets?[index] += sets[index] }
    }
    withoutShape += other.withoutShape
    if let fine = other.fineShapes { fineShapes?.merge(fine) }
    if let coarse = other.coarseShapes { coarseShapes?.merge(coarse) }
    giveUpShapesIfTooFew()
  }

  /// Tells a summary that goes on counting, but is already merged, what need not be looked at any longer.
  mutating func giveUp(what other: TextSummary) {
    activeFormats &= other.activeFormats
    if other.valueTable?.hasGivenUp == true, valueTable?.hasGivenUp == false {
      valueTable?.giveUp()
    }
    if other.fineShapes?.hasGivenUp == true, fineShapes?.hasGivenUp == false {
      fineShapes?.giveUp()
    }
    if other.coarseShapes?.hasGivenUp == true, coarseShapes?.hasGivenUp == false {
      coarseShapes?.giveUp()
    }
    if other.exactShapes?.hasGivenUp == true, exactShapes?.hasGivenUp == false {
      exactShapes?.giveUp()
    }
  }

  /// The numbers here of the values of another summary that has been merged, by their numbers there.
  func valueNumbers(of other: TextSummary) -> [Int] {
    guard let otherValues = other.valueTable else { return [] }
    return valueTable?.numbers(of: otherValues) ?? []
  }

  /// The numbers here of the exact shapes of another summary that has been merged, by their numbers there.
  func shapeNumbers(of other: TextSummary) -> [UInt8] {
    ExactShapeTable.numbers(of: other.exactShapes, in: exactShapes)
  }

  // MARK: Results

  /// The different values by their numbers; none if they are too many or too long.
  package var valuesByNumber: [String] { valueTable?.valuesByNumber ?? [] }

  /// The runs of an exact shape; nil if there were too many.
  package func exactShape(_ number: Int) -> [ShapeRun]? { exactShapes?.shape(number) }

  /// Exact shapes were told apart for all texts.
  package var hasExactShapes: Bool { exactShapes?.hasGivenUp == false }

  /// How many texts, empty ones not counted, are not of the format; nil if they are too many to be counted.
  package func exceptions(to format: Format) -> Int? {
    guard let number = Format.allCases.firstIndex(of: format),
      activeFormats >> UInt32(number) & 1 == 1
    else { return nil }
    return Int(formatExceptions[number])
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
  package var shapes: [(runs: [ShapeRun], count: Int)]? { fineShapes?.shapes }

  /// The shapes in runs of letters and digits, mixed; nil if they are too many.
  package var wordShapes: [(runs: [ShapeRun], count: Int)]? { coarseShapes?.shapes }
}

/// A counter for each format.
private struct FormatCounts: BitwiseCopyable {
  private var first = SIMD16<Int32>(repeating: 0)

  subscript(number: Int) -> Int32 {
    @inline(__always) get { first[number] }
    @inline(__always) set { first[number] = newValue }
  }
}

extension Format: BitwiseCopyable {
  /// Whether a text that is not empty could be meant as one of the format. Some formats are so wide that nearly any word
  /// has them: `free` is a hostname, and base64 as well.
  func isPlausible(for text: ByteView) -> Bool {
    let first = text[0]
    return switch self {
    case .uuid: text.count == 36
    case .date: text.count == 10
    case .time: text.count >= 9 && text[2] == Ascii.colon
    case .dateTime: text.count >= 20 && text[4] == Ascii.minus
    case .duration: first == UInt8(ascii: "P")
    case .email: text.firstIndex(of: UInt8(ascii: "@")) != nil
    case .uri: Format.hasScheme(text)
    case .ipv4: text.count <= 15 && Ascii.isDigit(first)
    case .ipv6: text.count <= 45 && text.firstIndex(of: Ascii.colon) != nil
    case .hostname: Format.hasTopLevelName(text)
    case .phone: first == Ascii.plus
    case .base64: text.count >= 16
    case .jsonPointer: first == UInt8(ascii: "/")
    }
  }

  /// Ends with a point and two letters or more: `1.2.0-beta` is a hostname too, but hardly meant as one.
  private static func hasTopLevelName(_ text: ByteView) -> Bool {
    var start = text.count
    while start > 0, ByteClass.bits[Int(text[start - 1])] & (ShapeRun.upper | ShapeRun.lower) != 0 {
      start -= 1
    }
    return start > 0 && text.count - start >= 2 && text[start - 1] == Ascii.point
  }

  /// `://`, or one of the schemes without an authority.
  private static func hasScheme(_ text: ByteView) -> Bool {
    guard let colon = text.firstIndex(of: Ascii.colon), colon + 1 < text.count else { return false }
    if text[colon + 1] == UInt8(ascii: "/") { return true }
    return text[0..<colon].isWord("mailto") || text[0..<colon].isWord("urn")
  }
}

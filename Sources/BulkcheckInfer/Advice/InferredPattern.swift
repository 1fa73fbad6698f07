internal import BulkcheckCore
internal import BulkcheckReport

/// A pattern made of the shapes, or the characters, that texts have in common.
struct InferredPattern {
  /// Fewer texts may be alike by chance: in lengths too, in shape, or in the characters alone.
  private static let textsMinimum = 30
  private static let textsOfShapesMinimum = 50
  /// If all are of one shape with so many digits, or known to be codes or periods.
  private static let textsOfOneShapeMinimum = 10
  private static let digitsMinimum = 3
  private static let codesMinimum = 5
  private static let textsOfCharactersMinimum = 100
  /// Fewer different texts are words, and of the same shape by chance, however often they come.
  static let differentTextsMinimum = 3
  /// More shapes are not a pattern that someone would want to read.
  private static let shapesMaximum = 6
  /// And neither is a longer one.
  private static let patternBytesMaximum = 120
  /// Texts fewer than one in so many are taken for exceptions.
  private static let rare = 100

  var pattern: String
  /// Texts that do not match.
  var exceptions: Int
  /// Every text that matches has one of these lengths, which need not be said again.
  var fixesLength: Bool

  /// The most telling pattern for texts that are not empty; nil if they are not regular.
  static func of(_ texts: TextSummary, _ growth: Growth) -> InferredPattern? {
    let isRegular = texts.isOfOneShape(withDigits: digitsMinimum)
    let minimum =
      growth == .versions || growth == .periods || texts.areQuarters
        || isRegular && growth == .open
      ? codesMinimum : isRegular ? textsOfOneShapeMinimum : textsMinimum
    guard texts.count >= minimum, texts.areDifferent || growth == .periods else { return nil }
    if growth == .cycleWords, texts.areQuarters {
      return InferredPattern(pattern: "^Q[1-4]$", exceptions: 0, fixesLength: true)
    }
    // Other days and months may have longer names.
    if growth == .cycleWords, texts.lengthMaximum > 3 { return nil }
    let shapes =
      mayGetLonger(texts, growth) || growth == .periods
      ? texts.shapes.map { withRoom($0, onlyForMonths: growth == .periods) } : texts.shapes
    return shaped(shapes, texts, growth) ?? shaped(texts.wordShapes, texts, growth)
      ?? characters(texts)
  }

  /// Whether the next texts may have more digits in their numbers.
  static func mayGetLonger(_ texts: TextSummary, _ growth: Growth) -> Bool {
    growth == .versions || growth == .open && texts.countsWithoutPadding
  }

  /// Shapes whose numbers may get more digits.
  ///
  /// - Parameter onlyForMonths: those of one digit after a sign, such as the month of `2026-9`.
  private static func withRoom(
    _ shapes: [(runs: [ShapeRun], count: Int)], onlyForMonths: Bool
  ) -> [(runs: [ShapeRun], count: Int)] {
    shapes.map { shape in
      var runs = shape.runs
      for index in runs.indices where runs[index].classes == ShapeRun.digit {
        let isMonth = index > 0 && runs[index - 1].literal != 0 && runs[index].maximum == 1
        if onlyForMonths, !isMonth { continue }
        runs[index].maximum = max(runs[index].maximum, runs[index].minimum + 1)
      }
      return (runs, shape.count)
    }
  }

  // MARK: Shapes

  private static func shaped(
    _ shapes: [(runs: [ShapeRun], count: Int)]?, _ texts: TextSummary, _ growth: Growth
  ) -> InferredPattern? {
    guard let shapes, !shapes.isEmpty else { return nil }
    // Texts without a shape are strays as well.
    let strays = Strays.count(shapes.map(\.count), of: texts.count, share: 20)
    let regular = shapes.prefix(shapes.count - strays)
    let frequent = shapes.filter { $0.count * rare >= texts.count }
    // Of many shapes that were seen once there are more to come.
    let seenOnce = regular.count { $0.count == 1 }
    let isWhole = regular.count <= shapesMaximum && seenOnce * 20 <= texts.count
    let main = isWhole ? Array(regular) : frequent
    guard !main.isEmpty, main.count <= shapesMaximum,
      main.allSatisfy({ isRegular($0.runs) }),
      main.count == 1 && strays == 0 || Completeness.isLikely(main.map(\.count))
    else { return nil }
    let pattern = "^" + alternatives(main.map(\.runs)) + "$"
    let fixesLength = main.allSatisfy { $0.runs.allSatisfy { $0.minimum == $0.maximum } }
    guard pattern.utf8.count <= patternBytesMaximum,
      fixesLength || growth == .periods || mayGetLonger(texts, growth)
        || texts.count >= textsOfShapesMinimum
    else { return nil }
    let matched = main.reduce(0) { $0 + $1.count }
    return InferredPattern(
      pattern: pattern, exceptions: texts.count - matched, fixesLength: fixesLength)
  }

  /// Something other than words: digits, signs between, or always the same length.
  private static func isRegular(_ runs: [ShapeRun]) -> Bool {
    if runs.allSatisfy({ $0.minimum == $0.maximum }) { return true }
    if runs.contains(where: { $0.literal == Ascii.space }) { return false }
    return runs.contains { $0.classes & ShapeRun.digit != 0 || $0.literal != 0 }
  }

  private static func alternatives(_ shapes: [[ShapeRun]]) -> String {
    if shapes.count == 2 {
      let (longer, shorter) =
        shapes[0].count > shapes[1].count ? (shapes[0], shapes[1]) : (shapes[1], shapes[0])
      if let text = withOptionalPart(longer, shorter) { return text }
    }
    if shapes.count == 1 { return text(shapes[0]) }
    return "(?:" + shapes.map { text($0) }.sorted().joined(separator: "|") + ")"
  }

  /// `\+?[0-9]+`, or `[0-9]{5}(?:-[0-9]{4})?`.
  private static func withOptionalPart(_ longer: [ShapeRun], _ shorter: [ShapeRun]) -> String? {
    guard longer.count > shorter.count else { return nil }
    if longer.count == shorter.count + 1, longer[0].literal != 0, longer[0].maximum == 1,
      let common = widened(Array(longer.dropFirst()), shorter)
    {
      return text([longer[0]]) + "?" + text(common)
    }
    let tail = Array(longer.dropFirst(shorter.count))
    guard tail[0].literal != 0, let common = widened(Array(longer.prefix(shorter.count)), shorter)
    else { return nil }
    return text(common) + "(?:" + text(tail) + ")?"
  }

  /// Runs that hold for both, if they are of one shape.
  private static func widened(_ left: [ShapeRun], _ right: [ShapeRun]) -> [ShapeRun]? {
    guard left.count == right.count else { return nil }
    var runs: [ShapeRun] = []
    for (a, b) in zip(left, right) {
      guard a.literal == b.literal else { return nil }
      runs.append(
        ShapeRun(
          literal: a.literal, classes: a.classes | b.classes, minimum: min(a.minimum, b.minimum),
          maximum: max(a.maximum, b.maximum)))
    }
    return runs
  }

  private static func text(_ runs: [ShapeRun]) -> String {
    runs.map { run in
      let unit = run.literal != 0 ? literal(run.literal) : "[\(ranges(run.classes))]"
      if run.minimum == run.maximum { return run.minimum == 1 ? unit : "\(unit){\(run.minimum)}" }
      return unit + "+"
    }.joined()
  }

  private static func literal(_ byte: UInt8) -> String {
    let character = String(Character(Unicode.Scalar(byte)))
    return #"\^$.|?*+()[]{}"#.contains(character) ? "\\" + character : character
  }

  private static func ranges(_ classes: UInt8) -> String {
    (classes & ShapeRun.upper != 0 ? "A-Z" : "") + (classes & ShapeRun.lower != 0 ? "a-z" : "")
      + (classes & ShapeRun.digit != 0 ? "0-9" : "")
  }

  // MARK: Characters

  /// `^[a-z0-9_]+$`: the characters of all texts, or of nearly all.
  private static func characters(_ texts: TextSummary) -> InferredPattern? {
    guard texts.count >= textsOfCharactersMinimum else { return nil }
    var classes: UInt8 = 0
    var matched = 0
    for (set, count) in texts.countsByCharacterSet
    where set != 127 && count * 1000 >= texts.count {
      classes |= set
    }
    for (set, count) in texts.countsByCharacterSet where set & ~classes == 0 { matched += count }
    let others = texts.countsByCharacterSet.filter { $0.set & ~classes != 0 }
    // Rare sets of characters that are not exceptions, but made of the same kinds and one more.
    if others.allSatisfy({ $0.set != 127 }) {
      for (set, _) in others { classes |= set }
      matched = texts.count
    }
    // Where a kind of characters is rare, there are others to come.
    let supports = (0..<6).map { UInt8(1) << $0 }.filter { classes & $0 != 0 }.map { kind in
      texts.countsByCharacterSet.reduce(0) { $0 + ($1.set & kind != 0 ? $1.count : 0) }
    }
    guard Completeness.isLikely(supports) else { return nil }
    let letters = classes & (ShapeRun.upper | ShapeRun.lower)
    let isTelling = classes & ~7 != 0 || classes & ShapeRun.digit != 0
    let isOneCase = letters == ShapeRun.upper || letters == ShapeRun.lower
    guard matched > 0, isTelling || isOneCase else { return nil }
    let signs =
      (classes & 8 != 0 ? "_" : "") + (classes & 32 != 0 ? "." : "")
      + (classes & 16 != 0 ? "-" : "")
    return InferredPattern(
      pattern: "^[\(ranges(classes & 7))\(signs)]+$", exceptions: texts.count - matched,
      fixesLength: false)
  }
}

extension TextSummary {
  /// All are of one shape and length, and it has so many digits.
  fileprivate func isOfOneShape(withDigits minimum: Int) -> Bool {
    guard let shapes, shapes.count == 1, shapes[0].count == count else { return false }
    let runs = shapes[0].runs
    let digits = runs.reduce(0) { $0 + ($1.classes == ShapeRun.digit ? $1.minimum : 0) }
    return digits >= minimum && runs.allSatisfy { $0.minimum == $0.maximum }
  }

  /// `Q3`
  fileprivate var areQuarters: Bool {
    let quarters = Set((1...4).map { "Q\($0)" })
    return values.map { $0.allSatisfy { quarters.contains($0.text) } } ?? false
  }

  /// Texts such as `D7` and `D410`: letters, and a number without zeros in front.
  fileprivate var countsWithoutPadding: Bool {
    guard let values else { return false }
    return values.allSatisfy { value in
      let number = value.text.drop { !$0.isNumber }
      return number.count < value.text.count && number.count < 5 && number.first != "0"
        && !number.isEmpty && number.allSatisfy { $0.isASCII && $0.isNumber }
    }
  }

  /// Whether there are enough different texts to tell something by what they have in common.
  var areDifferent: Bool {
    values.map { $0.count >= InferredPattern.differentTextsMinimum } ?? true
  }
}

internal import BulkcheckCore
internal import BulkcheckDocument
internal import BulkcheckReport

/// Finds out what is wrong with a value, and what would be right.
///
/// What would pass is not guessed: the value is replaced in the record, and the rule judges it
/// again.
struct ReasonSearch {
  let rule: Rule
  let index: RuleIndex
  let ruleSet: RuleSet
  let record: FoundRecord
  let judge: RecordJudge
  /// The constraints that the rule consists of, as far as all of them must hold.
  let constraints: [Constraint]

  /// A longer text is not tried in other forms.
  private static let textMaximum = 10_000
  private static let choicesMaximum = 5_000

  /// - Parameter keys: those of the object in which the value is, or should be.
  func notes(
    on located: LocatedValue, keys: @autoclosure () -> [String]
  ) -> [RuleExplanation.Note] {
    var notes: [RuleExplanation.Note] = []
    for constraint in constraints {
      notes += deviation(constraint, located.value).map { note("off by", $0) }
      if let broken = broken(constraint, located.value) { notes.append(note("breaks at", broken)) }
    }
    if located.value.kind == .absent, case .key(let name)? = located.path.steps.last,
      let near = nearestKey(name, among: keys())
    {
      notes.append(note("nearest", "the record has \(JSONText.quoted(near))"))
    }
    if let form = acceptedForm(located) {
      notes.append(note("nearest", "would pass \(form.how): \(form.shown)"))
    } else if !judge.canTry {
      notes.append(note("nearest", "not looked for: the record breaks too many rules"))
    } else if let choice = nearestChoice(located.value) {
      notes.append(note("nearest", "the nearest choice is \(JSONText.quoted(choice))"))
    }
    return notes
  }

  private func nearestKey(
    _ name: String, among keys: @autoclosure () -> [String]
  ) -> String? {
    guard judge.canTry else { return nil }
    let keys = keys()
    return judge.mayTry(keys.count * 64) ? NearestWord.of(name, among: keys) : nil
  }

  /// The notes on a value that must not be shown: only reasons that reveal nothing about it.
  func maskedNotes(on located: LocatedValue) -> [RuleExplanation.Note] {
    guard judge.canTry, let form = acceptedForm(located) else { return [] }
    return [note("nearest", "would pass \(form.how)")]
  }

  private func note(_ label: String, _ text: String) -> RuleExplanation.Note {
    RuleExplanation.Note(label: label, text: TerminalText.shortened(text, to: 300))
  }

  /// The constraints that a statement consists of, as far as all of them must hold.
  static func constraints(in expression: Expression) -> [Constraint] {
    switch expression {
    case .constraint(.chain(let steps)):
      // A step behind a change sees another text than the record has.
      if case .check(let first)? = steps.first { [first] } else { [] }
    case .constraint(let constraint): [constraint]
    case .all(let parts): parts.flatMap(constraints)
    case .items(let inner): constraints(in: inner)
    case .keyword(let statement): statement.constraint.map { [$0] } ?? []
    default: []
    }
  }

  // MARK: How far off

  private func deviation(_ constraint: Constraint, _ value: InspectedValue) -> [String] {
    switch constraint {
    case .length(let minimum, let maximum):
      guard let text = value.seenText else { return [] }
      let length = ByteView.withUTF8(of: text) { TextLength.measure($0, lengthUnit) }
      let unit = lengthUnit == .bytes ? "byte" : "character"
      return ReasonSearch.counts(length, minimum, maximum, unit)
    case .itemCount(let minimum, let maximum):
      guard let count = value.elementCount else { return [] }
      return ReasonSearch.counts(count, minimum, maximum, "element")
    case .bounds(let lower, let upper):
      guard value.seenKind == .number || value.seenKind == .cell else { return [] }
      let digits = value.seenText ?? value.seen
      return NumberDistance.text(digits, lower: lower, upper: upper).map { [$0] } ?? []
    default: return []
    }
  }

  /// A schema counts code points, whatever a profile beside it says.
  private var lengthUnit: LengthUnit {
    rule.expression.keyword != nil ? .codepoints : ruleSet.lengthUnit
  }

  private static func counts(
    _ count: Int, _ minimum: Int?, _ maximum: Int?, _ unit: String
  ) -> [String] {
    if let minimum, count < minimum {
      return [
        "\(Figures.counted(minimum - count, unit)) too few: \(Figures.grouped(count)), at least "
          + Figures.grouped(minimum)
      ]
    }
    if let maximum, count > maximum {
      return [
        "\(Figures.counted(count - maximum, unit)) too many: \(Figures.grouped(count)), at most "
          + Figures.grouped(maximum)
      ]
    }
    return []
  }

  /// The character at which a text can no longer match.
  private func broken(_ constraint: Constraint, _ value: InspectedValue) -> String? {
    guard case .pattern(let source) = constraint, let text = value.seenText else { return nil }
    let bytes = OwnedBytes(text)
    return withExtendedLifetime(bytes) {
      guard let viable = Pattern.viablePrefix(of: bytes.view, for: source) else { return nil }
      let place = TextLength.codepoints(bytes.view[0..<viable])
      guard viable < bytes.view.count else {
        return "the end: something is missing after character \(place)"
      }
      let length = ByteView.scalarLength(bytes.view[viable])
      let end = min(viable + length, bytes.view.count)
      let character = bytes.view[viable..<end].text
      // Alone it may look like another one.
      let code = character.unicodeScalars.first.flatMap { $0.isASCII ? nil : $0.value }
      return "character \(place + 1): \(JSONText.quoted(character))"
        + (code.map { " (U+\(VisibleText.hex($0)))" } ?? "")
    }
  }

  private func nearestChoice(_ value: InspectedValue) -> String? {
    guard let seen = value.seenText else { return nil }
    let text = ByteView.withUTF8(of: seen) { TextChanges.trim($0).text }
    for constraint in constraints {
      guard let literals = constraint.choices else { continue }
      guard literals.count <= ReasonSearch.choicesMaximum else { return nil }
      let texts = literals.compactMap { if case .text(let text) = $0 { text } else { nil } }
      return NearestWord.of(text, among: texts)
    }
    return nil
  }

  // MARK: What would pass

  private struct Form {
    var how: String
    /// JSON text.
    var shown: String
  }

  private func acceptedForm(_ located: LocatedValue) -> Form? {
    let value = located.value
    // Another spelling of nothing is not a value either.
    guard let range = value.range, rule.stage != .presence, value.seenKind != .null else {
      return nil
    }
    let repairs = Repairs(of: rule, in: ruleSet, at: located.path)
    if value.kind == .number || !record.format.isJSON,
      let form = otherNumber(value.text ?? value.shown, range)
    {
      return form
    }
    if let text = value.text, text.utf8.count <= ReasonSearch.textMaximum {
      let forms = TextForms.of(
        text, formats: formats, repairs: repairs, keepsValue: isOfNumbers)
      for (how, changed) in forms where changed != text {
        guard let content = written(changed, value), passes(content, in: range) else { continue }
        return Form(how: how, shown: JSONText.quoted(changed))
      }
      let instants = NearestInstant.candidates(
        text, constraints, isLocal: value.isLocalTime, now: judge.now)
      for instant in instants {
        guard let content = written(instant.text, value), passes(content, in: range) else {
          continue
        }
        return Form(
          how: "as the nearest \(instant.name)", shown: JSONText.quoted(instant.text))
      }
      for notation in notations where repairs.contains(.forms) {
        guard let other = OtherNotation.text(text, as: notation), other != text,
          let content = written(other, value), passes(content, in: range)
        else { continue }
        let pattern = notation.pattern.map { "notation \"\($0.text)\"" }
        return Form(
          how: "in the \(pattern ?? "format \(notation)")", shown: JSONText.quoted(other))
      }
    }
    guard record.format.isJSON else { return nil }
    return otherType(value, range, repairs)
  }

  /// The nearest number that would pass: a limit, or a multiple.
  private func otherNumber(_ digits: String, _ range: Range<Int>) -> Form? {
    for number in NearestNumber.candidates(digits, constraints)
    where number.digits != digits && passes(Array(number.digits.utf8), in: range) {
      let how = number.isWhole ? "as the nearest whole number" : "as the nearest number"
      return Form(how: how, shown: number.digits)
    }
    return nil
  }

  /// `"34"` where a number is asked for, or the other way round.
  private func otherType(
    _ value: InspectedValue, _ range: Range<Int>, _ repairs: Repairs
  ) -> Form? {
    if value.kind == .string, let text = value.text, text.utf8.count <= 100 {
      let plain = TextForms.plainWord(text)?.text ?? text
      let isWord = plain == "true" || plain == "false"
      guard repairs.contains(.unquoting), isWord || TextForms.isNumber(plain) else { return nil }
      let whole = (range.lowerBound - 1)..<(range.upperBound + 1)
      guard whole.lowerBound >= 0, whole.upperBound <= record.bytes.count,
        passes(Array(plain.utf8), in: whole)
      else { return nil }
      return Form(how: "without quotes", shown: plain)
    }
    guard repairs.contains(.quoting) else { return nil }
    guard value.kind == .number || value.kind == .true || value.kind == .false else { return nil }
    let quoted = "\"" + value.shown + "\""
    guard passes(Array(quoted.utf8), in: range) else { return nil }
    return Form(how: "in quotes, as a string", shown: quoted)
  }

  /// The rule is about a type, or about numbers: without its point `2.5` would be another value.
  private var isOfNumbers: Bool {
    if case .type? = rule.expression.keyword { return true }
    return rule.stage == .type || constraints.contains(where: NearestNumber.knows)
  }

  private var formats: [Format] {
    constraints.compactMap { if case .format(let format) = $0 { format } else { nil } }
  }

  private var notations: [TemporalNotation] {
    constraints.compactMap {
      switch $0 {
      case .temporal(let notation): notation
      case .format(let format): format.temporalKind.map { TemporalNotation($0) }
      default: nil
      }
    }
  }

  /// The text as the record would write it, between quotes if it has some; nil if it cannot.
  private func written(_ text: String, _ value: InspectedValue) -> [UInt8]? {
    if record.format.isJSON {
      return Array(JSONText.quoted(text).utf8.dropFirst().dropLast())
    }
    let owned = OwnedBytes(text)
    var arena = ByteArena()
    return withExtendedLifetime(owned) {
      record.dialect.written(owned.view, isQuoted: value.isQuoted, into: &arena)?.array
    }
  }

  private func passes(_ content: [UInt8], in range: Range<Int>) -> Bool {
    var changed = record.bytes
    changed.replaceSubrange(range, with: content)
    return judge.passes(index, on: changed)
  }
}

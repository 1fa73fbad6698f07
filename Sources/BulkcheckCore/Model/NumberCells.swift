/// Cells of CSV that are shown as numbers: without quotes.
///
/// A cell is text and number at once. Which of them is meant depends on the rule: `130` is a number
/// for `maximum`, and a text for `pattern`.
extension RuleSet {
  /// Whether a rule takes cells for numbers: by what it requires, or by the type of its field.
  package func takesNumbers(_ rule: Rule) -> Bool {
    if rule.expression.isAboutNumbers { return true }
    guard rule.paths.count == 1, let path = rule.paths.first else { return false }
    return takesNumbers(at: path, in: rule.section)
  }

  /// Whether the values at a path are declared to be numbers.
  func takesNumbers(at path: FieldPath, in section: SectionIndex?) -> Bool {
    guard let types = declaration(of: path, in: section)?.types else { return false }
    return !types.isEmpty && types.allSatisfy { $0 == .integer || $0 == .number }
  }
}

extension Expression {
  /// Whether it is a constraint that numbers alone can satisfy.
  fileprivate var isAboutNumbers: Bool {
    guard case .constraint(let constraint) = self else { return false }
    switch constraint {
    case .bounds, .multipleOf: return true
    case .const, .oneOf, .noneOf:
      return constraint.choices?.allSatisfy { if case .number = $0 { true } else { false } }
        ?? false
    default: return false
    }
  }
}

extension JSONText {
  /// `130` of `"130"`: the number that the text of a cell is, as it is written; other text as it
  /// is.
  package static func withoutQuotesOfNumber(_ text: String) -> String {
    let bytes = text.utf8
    guard bytes.count > 2, bytes.first == Ascii.quote, bytes.last == Ascii.quote else {
      return text
    }
    return isNumber(bytes.dropFirst().dropLast()) ? String(text.dropFirst().dropLast()) : text
  }

  /// By the grammar of JSON.
  private static func isNumber(_ text: some Collection<UInt8>) -> Bool {
    var rest = text.dropFirst(text.first == Ascii.minus ? 1 : 0)
    func takeDigits() -> Int {
      let digits = rest.prefix(while: Ascii.isDigit)
      rest = rest.dropFirst(digits.count)
      return digits.count
    }
    let startsWithZero = rest.first == Ascii.zero
    let whole = takeDigits()
    guard whole > 0, !startsWithZero || whole == 1 else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard takeDigits() > 0 else { return false }
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if rest.first == Ascii.minus || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
      guard takeDigits() > 0 else { return false }
    }
    return rest.isEmpty
  }
}

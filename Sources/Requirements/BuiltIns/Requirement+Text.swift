package import BulkcheckCore
internal import PatternSyntax

/// Requirements for strings.
///
/// Lengths count Characters. Everything else compares code point for code point, as a profile does:
/// "cafe\u{301}" (an e and a combining accent) begins with "cafe", and is not equal to
/// "caf\u{e9}".
extension Requirement where Value == String {
  /// Requires at least one character; a space counts.
  public static func notEmpty() -> Requirement {
    .constraint(.notEmpty, "notEmpty", DefaultReason.emptyString) { !$0.isEmpty }
  }

  /// Requires at least this many characters.
  public static func minLength(_ minimum: Int) -> Requirement {
    length("minLength(\(minimum))", minimum, nil)
  }

  /// Requires at most this many characters.
  public static func maxLength(_ maximum: Int) -> Requirement {
    length("maxLength(\(maximum))", nil, maximum)
  }

  /// Requires `min` to `max` characters.
  public static func length(min: Int, max: Int) -> Requirement {
    length("length(min: \(min), max: \(max))", min, max)
  }

  /// Requires exactly this many characters.
  public static func length(exactly count: Int) -> Requirement {
    length("length(exactly: \(count))", count, count)
  }

  private static func length(_ name: String, _ minimum: Int?, _ maximum: Int?) -> Requirement {
    if let mistake = Limits.mistake(name, minimum, maximum) { return .mistake(mistake) }
    let limits = TextLimits(minimum, maximum)
    return .constraint(
      .length(minimum: minimum, maximum: maximum), name, DefaultReason.length(minimum, maximum)
    ) { limits.holds($0) }
  }

  /// Requires the pattern to match somewhere in the string. Anchor it with `^` and `$` to match
  /// the whole string.
  ///
  /// ```swift
  /// Requirement<String>.matches(pattern: "^[a-z0-9_]+$", options: .caseInsensitive)
  /// ```
  /// The pattern is compiled once, here. If it cannot be compiled, every string fails, and the
  /// pattern is listed under ``Requirement/mistakes``. A string that takes too long to match
  /// fails with the code `pattern-limit`, unless another part decides. That also holds inside `not`
  /// and conditions.
  public static func matches(pattern: String, options: PatternOptions = []) -> Requirement {
    let source = PatternSource(pattern, options: options.options)
    let compiled: CompiledPattern
    do {
      compiled = try CompiledPattern(source)
    } catch {
      return .mistake(
        "Pattern \(String(reflecting: pattern)): \(error.message) at byte \(error.byteOffset)")
    }
    let check: @Sendable (String, Depth) -> [Reason] = { text, _ in
      switch compiled.matches(text) {
      case true?: []
      case false?: DefaultReason.noMatch
      case nil: DefaultReason.patternLimit
      }
    }
    let builtIn = BuiltInCheck(
      name: "matches(\(String(reflecting: pattern)))", reason: DefaultReason.noMatch[0],
      check: OpaqueCheck(check))
    return Requirement(outline: .constraint(.pattern(source), builtIn), check: check)
  }

  /// Requires the string to contain this part. Every string contains the empty one.
  public static func contains(_ part: String) -> Requirement {
    text(.containsText(ExactText(part)), "contains", "contain", part) { $0.contains($1) }
  }

  /// Requires the string to begin with this part.
  public static func hasPrefix(_ part: String) -> Requirement {
    text(.startsWith(ExactText(part)), "hasPrefix", "begin with", part) { $0.hasPrefix($1) }
  }

  /// Requires the string to end with this part.
  public static func hasSuffix(_ part: String) -> Requirement {
    text(.endsWith(ExactText(part)), "hasSuffix", "end with", part) { $0.hasSuffix($1) }
  }

  @inline(__always)
  private static func text(
    _ constraint: Constraint, _ name: String, _ verb: String, _ part: String,
    _ holds: @escaping @Sendable (_ text: ByteView, _ part: ByteView) -> Bool
  ) -> Requirement {
    let bytes = OwnedBytes(part)
    let quoted = String(reflecting: part)
    return .constraint(constraint, "\(name)(\(quoted))", DefaultReason.text(verb, quoted)) { text in
      withExtendedLifetime(bytes) { ByteView.withUTF8(of: text) { holds($0, bytes.view) } }
    }
  }

  /// Requires one of these strings, compared by code points.
  public static func oneOf(_ values: [String]) -> Requirement {
    let choices = TextChoices(values)
    let names = values.map { String(reflecting: $0) }
    return .constraint(
      .oneOf(values.map { .text($0) }), "oneOf(\(names.joined(separator: ", ")))",
      DefaultReason.oneOf(names)
    ) { choices.contains($0) }
  }

  /// Requires one of these strings, compared by code points.
  public static func oneOf(_ values: String...) -> Requirement { oneOf(values) }

  /// Requires an email address (a mailbox of RFC 5321).
  public static func email() -> Requirement { format(.email, "email", "email address") }

  /// Requires a URL with a scheme, such as `https` (RFC 3986).
  public static func url() -> Requirement { format(.uri, "url", "URL") }

  /// Requires a phone number of E.164: `+` and 2 to 15 digits.
  public static func phone() -> Requirement { format(.phone, "phone", "phone number") }

  /// Requires a UUID, in upper or lower case.
  public static func uuid() -> Requirement { format(.uuid, "uuid", "UUID") }

  /// Requires a date of RFC 3339, such as `2024-02-29`.
  public static func date() -> Requirement { format(.date, "date", "date") }

  /// Requires a date and time with an offset (RFC 3339), such as `2024-02-29T10:00:00Z`.
  public static func dateTime() -> Requirement { format(.dateTime, "dateTime", "date and time") }

  private static func format(_ format: Format, _ name: String, _ words: String) -> Requirement {
    .constraint(.format(format), name, DefaultReason.format(words)) { text in
      ByteView.withUTF8(of: text) { FormatChecker.matches(format, $0) }
    }
  }
}

/// Least and greatest numbers of Characters of a text.
struct TextLimits: Sendable {
  private let minimum: Int
  private let maximum: Int

  init(_ minimum: Int?, _ maximum: Int?) {
    self.minimum = minimum ?? 0
    self.maximum = maximum ?? .max
  }

  /// Whether the text has a number of Characters within the limits.
  ///
  /// Most text is plain ASCII, where a byte is a Character; that is told eight bytes at a time.
  /// Only what is not is counted Character by Character, as far as it must be.
  func holds(_ text: String) -> Bool {
    // No more Characters than bytes.
    let count = text.utf8.count
    if count < minimum { return false }
    let isShort = count <= maximum
    // Each byte of a plain beginning is a Character, whatever comes behind: so many of them decide.
    let decisive = isShort ? minimum : maximum + 1
    if decisive <= 0 { return isShort }
    let codepoints = ByteView.withUTF8(of: text) { bytes in
      TextLength.hasByteCharacters(bytes[0..<decisive]) ? nil : TextLength.codepoints(bytes)
    }
    guard let codepoints else { return isShort }
    // Nor more than code points.
    if codepoints < minimum { return false }
    return Limits.holds(text, minimum, codepoints <= maximum ? nil : maximum)
  }
}

/// Changes how a pattern is read. Patterns are always Unicode aware, `\d \w \s` are ASCII, and `$`
/// is the very end.
public struct PatternOptions: OptionSet, Hashable, Sendable {
  /// One bit for each option.
  public let rawValue: Int
  /// The options of these bits; unknown bits change nothing.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Letters match either case.
  public static let caseInsensitive = PatternOptions(rawValue: 1)
  /// `^` and `$` match at each line.
  public static let multiline = PatternOptions(rawValue: 2)
  /// `.` matches a line break too.
  public static let dotAll = PatternOptions(rawValue: 4)
  /// Blanks and comments in the pattern are skipped.
  public static let extended = PatternOptions(rawValue: 8)

  package var options: Set<PatternSource.Option> {
    var options: Set<PatternSource.Option> = []
    if contains(.caseInsensitive) { options.insert(.caseInsensitive) }
    if contains(.multiline) { options.insert(.multiline) }
    if contains(.dotAll) { options.insert(.dotAll) }
    if contains(.extended) { options.insert(.extended) }
    return options
  }
}

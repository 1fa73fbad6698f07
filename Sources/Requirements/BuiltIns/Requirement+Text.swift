/// Requirements for strings.
///
/// Lengths count Characters. Everything else compares code point for code point, as a profile does:
/// "cafe\u{301}" (an e and a combining accent) begins with "cafe", and is not equal to
/// "caf\u{e9}".
extension Requirement where Value == String {
  /// Requires at least one character; a space counts.
  public static func notEmpty() -> Requirement {
    .constraint("notEmpty", Reason(code: ReasonCode.notEmpty, parameters: ["of": "string"])) {
      !$0.isEmpty
    }
  }

  /// Requires at least this many characters.
  public static func minLength(_ minimum: Int) -> Requirement {
    length("minLength(\(minimum))", ReasonCode.minLength, minimum, nil)
  }

  /// Requires at most this many characters.
  public static func maxLength(_ maximum: Int) -> Requirement {
    length("maxLength(\(maximum))", ReasonCode.maxLength, nil, maximum)
  }

  /// Requires `min` to `max` characters.
  public static func length(min: Int, max: Int) -> Requirement {
    length("length(min: \(min), max: \(max))", ReasonCode.length, min, max)
  }

  /// Requires exactly this many characters.
  public static func length(exactly count: Int) -> Requirement {
    length("length(exactly: \(count))", ReasonCode.length, count, count)
  }

  private static func length(
    _ name: String, _ code: String, _ minimum: Int?, _ maximum: Int?
  ) -> Requirement {
    if let mistake = CountLimits.mistake(name, minimum, maximum) { return .mistake(mistake) }
    let limits = CharacterLimits(minimum, maximum)
    let reason = Reason(code: code, parameters: CountLimits.parameters(minimum, maximum))
    return .constraint(name, reason) { limits.holds($0) }
  }

  /// Requires Swift's own regular expression to match somewhere in the string.
  ///
  /// ```swift
  /// Requirement<String>.matches { /[a-z]+[0-9]*/ }
  /// ```
  /// The closure is called for each string, since a `Regex` is not `Sendable`. In a batch, strings
  /// are decoded for it, and it has no limit for the time that a string takes. The module
  /// `RequirementsPatterns` has `matches(pattern:)`, which runs on bytes and has one.
  public static func matches<Output>(
    _ regex: @escaping @Sendable () -> Regex<Output>
  ) -> Requirement {
    .builtIn("matches(regex)", Reason(code: ReasonCode.matches)) {
      (try? regex().firstMatch(in: $0)) != nil
    }
  }

  /// Requires the string to contain this part. Every string contains the empty one.
  public static func contains(_ part: String) -> Requirement {
    text("contains", ReasonCode.contains, part) { $1.occurs(in: $0) }
  }

  /// Requires the string to begin with this part.
  public static func hasPrefix(_ part: String) -> Requirement {
    text("hasPrefix", ReasonCode.hasPrefix, part) { $1.begins($0) }
  }

  /// Requires the string to end with this part.
  public static func hasSuffix(_ part: String) -> Requirement {
    text("hasSuffix", ReasonCode.hasSuffix, part) { $1.ends($0) }
  }

  @inline(__always)
  private static func text(
    _ name: String, _ code: String, _ part: String,
    _ holds: @escaping @Sendable (_ text: String, _ part: TextPart) -> Bool
  ) -> Requirement {
    let bytes = TextPart(part)
    let reason = Reason(code: code, parameters: ["part": .text(part)])
    return .constraint("\(name)(\(String(reflecting: part)))", reason) { holds($0, bytes) }
  }

  /// Requires one of these strings, compared by code points. There must be at least one.
  public static func oneOf(_ values: [String]) -> Requirement {
    if values.isEmpty { return .mistake("oneOf(): no value is allowed") }
    let choices = TextSet(values)
    let names = values.map { String(reflecting: $0) }
    let reason = Reason(
      code: ReasonCode.oneOf, parameters: ["values": .list(values.map { .text($0) })])
    return .constraint("oneOf(\(names.joined(separator: ", ")))", reason) { choices.contains($0) }
  }

  /// Requires one of these strings, compared by code points. There must be at least one.
  public static func oneOf(_ values: String...) -> Requirement { oneOf(values) }

  /// Requires an email address, by the grammar of a mailbox in RFC 5321.
  ///
  /// The part before the `@` has letters and digits of ASCII, single dots between them, and the
  /// signs of `!#$%&'*+-/=?^_{|}~` and the backtick, or it is any text in quotes. It has at most 64
  /// characters. Behind the `@` there is a name such as `example.com` or `localhost`, or an address
  /// in brackets. `Jane <jane@example.com>` is not one. No grammar can tell whether the mailbox
  /// exists.
  public static func email() -> Requirement { format(.email, ReasonCode.email) }

  /// Requires a URL with a scheme, such as `https` (RFC 3986).
  public static func url() -> Requirement { format(.url, ReasonCode.url) }

  /// Requires a URL with one of these schemes, in upper or lower case: `.url(schemes: "https")`.
  public static func url(schemes: String...) -> Requirement { url(schemes: schemes) }

  /// Requires a URL with one of these schemes, in upper or lower case.
  public static func url(schemes: [String]) -> Requirement {
    let name = "url(schemes: \(schemes.map { String(reflecting: $0) }.joined(separator: ", ")))"
    if schemes.isEmpty { return .mistake("\(name): no scheme is allowed") }
    if let bad = schemes.first(where: { !URLSchemes.isScheme($0) }) {
      return .mistake("\(name): \(String(reflecting: bad)) is not a scheme; write \"https\"")
    }
    let reason = Reason(
      code: ReasonCode.url, parameters: ["schemes": .list(schemes.map { .text($0) })])
    let allowed = URLSchemes(schemes)
    return .builtIn(name, reason) { allowed.matches($0) }
  }

  /// Requires a phone number of E.164: `+` and 2 to 15 digits.
  public static func phone() -> Requirement { format(.phone, ReasonCode.phone) }

  /// Requires a UUID, in upper or lower case.
  public static func uuid() -> Requirement { format(.uuid, ReasonCode.uuid) }

  /// Requires a date of RFC 3339, such as `2024-02-29`.
  public static func date() -> Requirement { format(.date, ReasonCode.date) }

  /// Requires a date and time with an offset (RFC 3339), such as `2024-02-29T10:00:00Z`.
  public static func dateTime() -> Requirement { format(.dateTime, ReasonCode.dateTime) }

  private static func format(_ format: PlainFormat, _ code: String) -> Requirement {
    .constraint(code, Reason(code: code)) { format.matches($0) }
  }
}

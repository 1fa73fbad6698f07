internal import BulkcheckCore

/// Requirements for text.
///
/// Lengths count Characters. Everything else compares code point for code point, as a profile does:
/// "cafe\u{301}" (an e with an accent behind it) begins with "cafe", and is not equal to
/// "caf\u{e9}".
extension Requirement where Value == String {
  /// At least one character; a blank is one.
  public static func notEmpty() -> Requirement {
    .constraint(.notEmpty, "notEmpty", DefaultReason.emptyString) { !$0.isEmpty }
  }

  /// At least this many characters.
  public static func minLength(_ minimum: Int) -> Requirement {
    length("minLength(\(minimum))", minimum, nil)
  }

  /// At most this many characters.
  public static func maxLength(_ maximum: Int) -> Requirement {
    length("maxLength(\(maximum))", nil, maximum)
  }

  /// From `min` to `max` characters.
  public static func length(min: Int, max: Int) -> Requirement {
    length("length(min: \(min), max: \(max))", min, max)
  }

  /// Exactly this many characters.
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

  /// The pattern is found in the text (anchor it with `^` and `$` to match the whole).
  ///
  /// ```swift
  /// .matches(pattern: "^[a-z0-9_]+$", options: .caseInsensitive)
  /// ```
  /// The pattern is compiled once, here. One that cannot be compiled fails for every text, and is
  /// listed under ``Requirement/mistakes``. A text on which the match takes too long fails with the
  /// code `pattern-limit`, inside `not` and as a condition too, unless another part decides.
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

  /// The text holds this part; every text holds the empty one.
  public static func contains(_ part: String) -> Requirement {
    let name = "contains(\(String(reflecting: part)))"
    return text(.containsText(part), name, part, DefaultReason.contains(part)) {
      $0.contains($1)
    }
  }

  /// The text begins with this part.
  public static func hasPrefix(_ part: String) -> Requirement {
    let name = "hasPrefix(\(String(reflecting: part)))"
    return text(.startsWith(part), name, part, DefaultReason.hasPrefix(part)) {
      $0.hasPrefix($1)
    }
  }

  /// The text ends with this part.
  public static func hasSuffix(_ part: String) -> Requirement {
    let name = "hasSuffix(\(String(reflecting: part)))"
    return text(.endsWith(part), name, part, DefaultReason.hasSuffix(part)) {
      $0.hasSuffix($1)
    }
  }

  @inline(__always)
  private static func text(
    _ constraint: Constraint, _ name: String, _ part: String, _ reason: Reason,
    _ holds: @escaping @Sendable (_ text: ByteView, _ part: ByteView) -> Bool
  ) -> Requirement {
    let bytes = OwnedBytes(part)
    return .constraint(constraint, name, reason) { text in
      withExtendedLifetime(bytes) { ByteView.withUTF8(of: text) { holds($0, bytes.view) } }
    }
  }

  /// The text is one of these, code point for code point.
  public static func oneOf(_ values: [String]) -> Requirement {
    let choices = TextChoices(values)
    let names = values.map { String(reflecting: $0) }
    return .constraint(
      .oneOf(values.map { .text($0) }), "oneOf(\(names.joined(separator: ", ")))",
      DefaultReason.oneOf(names)
    ) { choices.contains($0) }
  }

  /// The text is one of these, code point for code point.
  public static func oneOf(_ values: String...) -> Requirement { oneOf(values) }

  /// A mailbox by RFC 5321.
  public static func email() -> Requirement { format(.email, "email", "email address") }

  /// A URL with scheme `http`, `https` or another, by RFC 3986.
  public static func url() -> Requirement { format(.uri, "url", "URL") }

  /// A phone number by E.164: `+` and 2 to 15 digits.
  public static func phone() -> Requirement { format(.phone, "phone", "phone number") }

  /// A UUID, in either case.
  public static func uuid() -> Requirement { format(.uuid, "uuid", "UUID") }

  /// A date by RFC 3339: `2024-02-29`.
  public static func date() -> Requirement { format(.date, "date", "date") }

  /// A date and a time with an offset by RFC 3339: `2024-02-29T10:00:00Z`.
  public static func dateTime() -> Requirement { format(.dateTime, "dateTime", "date and time") }

  private static func format(_ format: Format, _ name: String, _ words: String) -> Requirement {
    .constraint(.format(format), name, DefaultReason.format(words)) { text in
      ByteView.withUTF8(of: text) { FormatChecker.matches(format, $0) }
    }
  }
}

internal import BulkcheckCore

/// Patterns of Java's `DateTimeFormatter` as notations of profiles.
///
///     dd.MM.yyyy                     %d.%m.%Y
///     yyyy-MM-dd'T'HH:mm:ss          %Y-%m-%dT%H:%M:%S
///     yyyy-MM-dd'T'HH:mm:ss.SSSXXX   RFC 3339, which has any number of decimals
///     EEE, d MMM                     nothing: profiles have no names of days
///
/// Three spellings are read as they are meant, because the standard uses them itself: a `T` without
/// quotes, `YYYY-MM-DD`, and `Z` for offsets such as `Z` and `+10:00`.
enum JavaDatePattern {
  enum Reading {
    case exact(TimeForm)
    /// A form that accepts more, and what it does not enforce.
    case partly(TimeForm, String)
    /// Why there is no such notation.
    case nothing(String)
  }

  /// A part of a pattern.
  private enum Token: Equatable {
    case literal(String)
    case field(Character, count: Int)
  }

  static func read(_ text: String) -> Reading {
    guard let tokens = tokens(text) else { return .nothing("a quote is not closed") }
    // The examples of the standard have `Z` and `+10:00` where Java would write `+1000`.
    if tokens.contains(.field("Z", count: 1)), let reading = standard(tokens) { return reading }
    if let kind = kind(tokens), let directives = directives(tokens) {
      let notation = directives.joined()
      if kind == "date", notation == "%Y-%m-%d" { return .exact(TimeForm("date")) }
      let form = TimeForm(kind, as: notation)
      if form.reader != nil { return .exact(form) }
    }
    return standard(tokens)
      ?? .nothing("bulkcheck has no notation for it; see `as` in the reference of profiles")
  }

  // MARK: Tokens

  private static func tokens(_ text: String) -> [Token]? {
    var tokens: [Token] = []
    var rest = text[...]
    func append(_ literal: String) {
      if case .literal(let before)? = tokens.last {
        tokens[tokens.count - 1] = .literal(before + literal)
      } else {
        tokens.append(.literal(literal))
      }
    }
    while let character = rest.popFirst() {
      if character == "'" {
        guard let end = rest.firstIndex(of: "'") else { return nil }
        let quoted = rest[..<end]
        // Two quotes stand for one.
        append(quoted.isEmpty ? "'" : String(quoted))
        rest = rest[rest.index(after: end)...]
      } else if character == "T" {
        append("T")
      } else if character.isASCII, character.isLetter || "[]{}#".contains(character) {
        var count = 1
        while rest.first == character {
          rest.removeFirst()
          count += 1
        }
        tokens.append(.field(character, count: count))
      } else {
        append(String(character))
      }
    }
    return meant(tokens)
  }

  /// `YYYY-MM-DD` is the year of the calendar and the day of the month.
  private static func meant(_ tokens: [Token]) -> [Token] {
    tokens.map { token in
      switch token {
      case .field("Y", let count), .field("u", let count): .field("y", count: count)
      case .field("D", 2): .field("d", count: 2)
      case .field("L", let count): .field("M", count: count)
      case .field("x", 2): .field("Z", count: 1)
      case .field("Z", 2), .field("Z", 3): .field("Z", count: 1)
      default: token
      }
    }
  }

  private static func kind(_ tokens: [Token]) -> String? {
    func has(_ letters: String) -> Bool {
      tokens.contains { token in
        if case .field(let letter, _) = token { letters.contains(letter) } else { false }
      }
    }
    let (hasDate, hasTime) = (has("yMd"), has("Hh"))
    return hasDate ? hasTime ? "date-time" : "date" : hasTime ? "time" : nil
  }

  // MARK: Notations

  private static let directives: [Character: [Int: String]] = [
    "y": [4: "%Y", 2: "%y"],
    "M": [1: "%-m", 2: "%m", 3: "%b", 4: "%B"],
    "d": [1: "%-d", 2: "%d"],
    "H": [1: "%-H", 2: "%H"],
    "h": [1: "%-I", 2: "%I"],
    "m": [2: "%M"],
    "s": [2: "%S"],
    "S": [6: "%f"],
    "a": [1: "%p"],
    "Z": [1: "%z"],
  ]

  private static func directives(_ tokens: [Token]) -> [String]? {
    var texts: [String] = []
    for token in tokens {
      switch token {
      case .literal(let text):
        texts.append(text.replacing("%", with: "%%"))
      case .field(let letter, let count):
        guard let directive = directives[letter]?[count] else { return nil }
        texts.append(directive)
      }
    }
    return texts
  }

  // MARK: ISO 8601

  private static let date: [Token] = [
    .field("y", count: 4), .literal("-"), .field("M", count: 2), .literal("-"),
    .field("d", count: 2),
  ]
  private static let time: [Token] = [
    .field("H", count: 2), .literal(":"), .field("m", count: 2), .literal(":"),
    .field("s", count: 2),
  ]

  /// A date-time of ISO 8601 with decimals or an offset for which directives have no word.
  private static func standard(_ tokens: [Token]) -> Reading? {
    let separator = tokens.count > 5 ? tokens[5] : nil
    guard tokens.starts(with: date), separator == .literal("T") || separator == .literal(" "),
      tokens.dropFirst(6).starts(with: time)
    else { return nil }
    var rest = tokens.dropFirst(6 + time.count)
    var open: [String] = []
    if rest.first == .field("[", count: 1) { rest = rest.dropFirst() }
    if rest.first == .literal(".") || rest.first == .literal(","), rest.count > 1,
      case .field("S", let count) = rest[rest.startIndex + 1]
    {
      open.append("that there are \(count) decimals")
      rest = rest.dropFirst(2)
    }
    if rest.first == .field("]", count: 1) { rest = rest.dropFirst() }
    if rest.first == .field("[", count: 1), rest.last == .field("]", count: 1) {
      rest = rest.dropFirst().dropLast()
      open.append("how the offset is written")
      guard rest.count == 1, case .field(let letter, _)? = rest.first, "XxZ".contains(letter)
      else { return nil }
      return .partly(TimeForm("date-time", as: "any-offset"), open.joined(separator: ", and "))
    }
    let form: TimeForm
    if rest.isEmpty {
      form = TimeForm("date-time", as: "local")
    } else if rest.count == 1, separator == .literal("T"),
      rest.first == .field("X", count: 3) || rest.first == .literal("Z")
    {
      form = TimeForm("date-time")
      if rest.first == .literal("Z") { open.append("that the offset is Z") }
    } else if rest.count == 1, case .field(let letter, _)? = rest.first, "XxZ".contains(letter) {
      form = TimeForm("date-time", as: "any-offset")
      open.append("that there is an offset, and how it is written")
    } else {
      return nil
    }
    return open.isEmpty ? .exact(form) : .partly(form, open.joined(separator: ", and "))
  }
}

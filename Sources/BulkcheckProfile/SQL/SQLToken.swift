internal import BulkcheckDocument

/// A token of SQL with its place.
struct SQLToken {
  enum Kind: Equatable {
    /// A word without quotes, in lower case.
    case word(String)
    /// A name in quotes.
    case name(String)
    case text(String)
    /// Digits as JSON has them.
    case number(String)
    case symbol(String)
    /// `{object}` or `${model}`.
    case placeholder(String)
    case end
  }

  var kind: Kind
  /// The word as it is written; of a name, its quote.
  var written = ""
  /// The byte of the text at which it begins.
  var offset: Int

  /// The words with which sentences name it.
  var shown: String {
    switch kind {
    case .word: Complaint.quoted(written)
    case .name(let name): Complaint.quoted(name)
    case .text: "a string"
    case .number(let digits): digits
    case .symbol(let symbol): Complaint.quoted(symbol)
    case .placeholder(let word): Complaint.quoted("{\(word)}")
    case .end: "the end"
    }
  }
}

/// Cuts a text of SQL into tokens.
struct SQLScanner {
  /// Longer texts are refused.
  static let bytesMaximum = 100_000
  static let tokensMaximum = 20_000
  static let digitsMaximum = 1_000

  private let bytes: [UInt8]
  private var index = 0

  static func tokens(of text: String) throws(SQLFault) -> [SQLToken] {
    var scanner = SQLScanner(bytes: Array(text.utf8))
    guard scanner.bytes.count <= bytesMaximum else {
      throw SQLFault(0, "the SQL has more than 100,000 bytes")
    }
    var tokens: [SQLToken] = []
    while let token = try scanner.next() {
      tokens.append(token)
      guard tokens.count <= tokensMaximum else {
        throw SQLFault(token.offset, "the SQL has more than 20,000 words and signs")
      }
    }
    return tokens + [SQLToken(kind: .end, offset: scanner.bytes.count)]
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func byte(_ distance: Int = 0) -> UInt8 {
    index + distance < bytes.count ? bytes[index + distance] : 0
  }

  private func starts(_ text: StaticString) -> Bool {
    bytes[index...].starts(with: "\(text)".utf8)
  }

  private mutating func next() throws(SQLFault) -> SQLToken? {
    try skipBlanks()
    guard index < bytes.count else { return nil }
    let start = index
    switch byte() {
    case UInt8(ascii: "'"): return SQLToken(kind: .text(try quoted("a string")), offset: start)
    case UInt8(ascii: "\""), UInt8(ascii: "`"):
      let quote = String(Unicode.Scalar(byte()))
      return SQLToken(
        kind: .name(try quoted("a quoted name")), written: quote, offset: start)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case UInt8(ascii: ".") where isDigit(byte(1)): return try number()
    case UInt8(ascii: "{"), UInt8(ascii: "$"): return try placeholder()
    case let first where isWord(first): return word()
    default: return try symbol()
    }
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private func isWord(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_")
      || byte >= 0x80
  }

  private mutating func skipBlanks() throws(SQLFault) {
    while index < bytes.count {
      if [0x20, 0x09, 0x0A, 0x0D].contains(byte()) {
        index += 1
      } else if starts("--") {
        while index < bytes.count, byte() != UInt8(ascii: "\n") { index += 1 }
      } else if starts("/*") {
        let start = index
        index += 2
        while index < bytes.count, !starts("*/") { index += 1 }
        guard index < bytes.count else {
          throw SQLFault(start, "a comment is not closed", "*/ at its end")
        }
        index += 2
      } else {
        return
      }
    }
  }

  /// A text or a name; its quote is doubled inside.
  private mutating func quoted(_ what: String) throws(SQLFault) -> String {
    let start = index
    let quote = byte()
    var content: [UInt8] = []
    index += 1
    while index < bytes.count {
      if byte() == quote {
        guard byte(1) == quote else {
          index += 1
          return String(decoding: content, as: UTF8.self)
        }
        index += 1
      }
      content.append(byte())
      index += 1
    }
    let sign = String(Unicode.Scalar(quote))
    throw SQLFault(start, "\(what) is not closed", "\(sign) at its end, and \(sign)\(sign) inside")
  }

  private mutating func number() throws(SQLFault) -> SQLToken {
    let start = index
    func takeDigits() -> String {
      let from = index
      while isDigit(byte()) { index += 1 }
      return String(decoding: bytes[from..<index], as: UTF8.self)
    }
    let whole = takeDigits().drop { $0 == "0" }
    var digits = whole.isEmpty ? "0" : String(whole)
    if byte() == UInt8(ascii: ".") {
      index += 1
      let decimals = takeDigits()
      if !decimals.isEmpty { digits += "." + decimals }
    }
    guard digits.utf8.count(where: isDigit) <= Self.digitsMaximum else {
      throw SQLFault(
        start, "the number has more than 1,000 digits", "fewer, or an exponent such as 1e2000")
    }
    if byte() | 0x20 == UInt8(ascii: "e"),
      isDigit(byte(1)) || "+-".utf8.contains(byte(1)) && isDigit(byte(2))
    {
      let sign = byte(1) == UInt8(ascii: "-") ? "-" : ""
      index += isDigit(byte(1)) ? 1 : 2
      digits += "e" + sign + takeDigits()
    }
    guard !isWord(byte()) else {
      throw SQLFault(
        start, "a number is followed by a letter", "a blank, or double quotes around a name")
    }
    return SQLToken(kind: .number(digits), offset: start)
  }

  private mutating func word() -> SQLToken {
    let start = index
    while index < bytes.count, isWord(byte()) { index += 1 }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    return SQLToken(kind: .word(text.lowercased()), written: text, offset: start)
  }

  private mutating func placeholder() throws(SQLFault) -> SQLToken {
    let start = index
    if starts("{{") || starts("{%") {
      throw SQLFault(
        start, "this is a template of Jinja, which is not filled in", "the SQL that it becomes")
    }
    if byte() == UInt8(ascii: "$") { index += 1 }
    if byte() == UInt8(ascii: "{") {
      index += 1
      let from = index
      while isWord(byte()), index < bytes.count { index += 1 }
      let word = String(decoding: bytes[from..<index], as: UTF8.self)
      if byte() == UInt8(ascii: "}"), !word.isEmpty {
        index += 1
        return SQLToken(kind: .placeholder(word.lowercased()), offset: start)
      }
    }
    throw SQLFault(start, "\(Complaint.quoted(character(at: start))) is not possible here")
  }

  private mutating func symbol() throws(SQLFault) -> SQLToken {
    let start = index
    for symbol in ["<=", ">=", "<>", "!=", "||", "::"]
    where bytes[index...].starts(with: symbol.utf8) {
      index += 2
      return SQLToken(kind: .symbol(symbol), offset: start)
    }
    guard "()+-*/%,.=<>;".utf8.contains(byte()) else {
      throw SQLFault(
        start, "\(Complaint.quoted(character(at: start))) is not an operator that is known",
        remedy(for: byte()))
    }
    index += 1
    return SQLToken(kind: .symbol(character(at: start)), offset: start)
  }

  private func remedy(for byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "~"): "regexp_matches(column, 'pattern')"
    case UInt8(ascii: "["): "double quotes around a name"
    default: nil
    }
  }

  private func character(at start: Int) -> String {
    String(decoding: bytes[start...].prefix(4), as: UTF8.self).first.map(String.init) ?? ""
  }
}

internal import BulkcheckCore

/// The values of plain scalars by the core schema of YAML 1.2 (docs/reference/yaml.md#values).
enum CoreSchema {
  /// Numbers with more hexadecimal or octal digits are refused.
  private static let radixDigitsMaximum = 256

  /// A value, or what cannot be one in JSON.
  enum Value {
    case value(DocumentNode.Kind)
    /// `.inf` or `.nan`.
    case notFinite
    /// A number with too many hexadecimal or octal digits.
    case tooLong
  }

  /// The value of a plain scalar without a tag.
  static func value(ofPlain text: String) -> Value {
    if let word = word(text) { return .value(word) }
    return number(text) ?? .value(.text(text))
  }

  /// `null`, `true` or `false`; nil for any other text.
  static func word(_ text: String) -> DocumentNode.Kind? {
    switch text {
    case "", "~", "null", "Null", "NULL": .null
    case "true", "True", "TRUE": .boolean(true)
    case "false", "False", "FALSE": .boolean(false)
    default: nil
    }
  }

  /// A number; nil for any other text.
  static func number(_ text: String) -> Value? {
    let bytes = Array(text.utf8)
    guard let first = bytes.first,
      Ascii.isDigit(first) || first == UInt8(ascii: ".") || isSign(first)
    else { return nil }
    if bytes.count > 2, first == UInt8(ascii: "0") {
      if bytes[1] == UInt8(ascii: "x") { return number(bytes[2...], radix: 16) }
      if bytes[1] == UInt8(ascii: "o") { return number(bytes[2...], radix: 8) }
    }
    let rest = String(decoding: isSign(first) ? bytes[1...] : bytes[...], as: UTF8.self)
    if [".inf", ".Inf", ".INF"].contains(rest) || [".nan", ".NaN", ".NAN"].contains(text) {
      return .notFinite
    }
    return decimal(bytes).map { .value(.number($0)) }
  }

  private static func isSign(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
  }

  /// A decimal number as JSON writes it: its digits, without a plus sign, leading zeros or a bare
  /// point.
  private static func decimal(_ bytes: [UInt8]) -> String? {
    var index = 0
    func digits() -> ArraySlice<UInt8> {
      let start = index
      while index < bytes.count, Ascii.isDigit(bytes[index]) { index += 1 }
      return bytes[start..<index]
    }
    var text: [UInt8] = []
    if isSign(bytes[0]) {
      if bytes[0] == UInt8(ascii: "-") { text.append(bytes[0]) }
      index = 1
    }
    let whole = digits()
    let zero = UInt8(ascii: "0")
    let significant = whole.drop { $0 == zero }
    text += significant.isEmpty ? [zero] : Array(significant)
    var isNumber = !whole.isEmpty
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      index += 1
      let fraction = digits()
      isNumber = isNumber || !fraction.isEmpty
      text.append(UInt8(ascii: "."))
      text += fraction.isEmpty ? [zero] : Array(fraction)
    }
    guard isNumber else { return nil }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      text.append(bytes[index])
      index += 1
      if index < bytes.count, isSign(bytes[index]) {
        text.append(bytes[index])
        index += 1
      }
      let exponent = digits()
      if exponent.isEmpty { return nil }
      text += exponent
    }
    return index == bytes.count ? String(decoding: text, as: UTF8.self) : nil
  }

  /// Digits of another radix as decimal ones.
  private static func number(_ digits: ArraySlice<UInt8>, radix: UInt64) -> Value? {
    let values = digits.map { Ascii.hexValue($0).map(UInt64.init) }
    guard values.allSatisfy({ $0.map { $0 < radix } ?? false }) else { return nil }
    guard values.count <= radixDigitsMaximum else { return .tooLong }
    // Groups of nine decimal digits, the lowest first.
    let base: UInt64 = 1_000_000_000
    var groups: [UInt64] = [0]
    for value in values {
      var carry = value ?? 0
      for place in groups.indices {
        let sum = groups[place] * radix + carry
        groups[place] = sum % base
        carry = sum / base
      }
      if carry > 0 { groups.append(carry) }
    }
    let lower = groups.dropLast().reversed().map { group in
      let text = String(group)
      return String(repeating: "0", count: 9 - text.utf8.count) + text
    }
    return .value(.number(String(groups[groups.count - 1]) + lower.joined()))
  }
}

/// The tags of the core schema.
enum CoreTag: String {
  case str, null, bool, int, float, seq, map

  static let prefix = "tag:yaml.org,2002:"

  /// nil for any other tag.
  init?(_ tag: String) {
    guard tag.hasPrefix(Self.prefix) else { return nil }
    self.init(rawValue: String(tag.dropFirst(Self.prefix.count)))
  }

  /// A tag as it is usually written.
  static func shown(_ tag: String) -> String {
    tag.hasPrefix(prefix) ? "!!" + tag.dropFirst(prefix.count) : tag
  }
}

package import BulkcheckCore

/// A JSON value, or a CSV cell, as plain data. Texts are bytes: Swift compares strings by canonical
/// equivalence.
package indirect enum DOM: Hashable {
  case null
  case bool(Bool)
  case number(String)
  case text([UInt8])
  case array([DOM])
  /// Members as written, repeated names included.
  case object([Member])
  case cell([UInt8])

  package struct Member: Hashable {
    package var name: [UInt8]
    package var value: DOM

    package init(name: [UInt8], value: DOM) { (self.name, self.value) = (name, value) }
  }

  package var isCell: Bool { if case .cell = self { true } else { false } }

  package static func text(_ text: String) -> DOM { .text(Array(text.utf8)) }

  package init(_ literal: Literal) {
    switch literal {
    case .null: self = .null
    case .boolean(let value): self = .bool(value)
    case .number(let digits): self = .number(digits)
    case .text(let text): self = .text(Array(text.utf8))
    case .array(let elements): self = .array(elements.map { DOM($0) })
    case .object(let members):
      self = .object(members.map { Member(name: Array($0.name.utf8), value: DOM($0.value)) })
    }
  }

  /// The member with the name; the last one counts.
  package func member(_ name: String) -> DOM? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == Array(name.utf8) }?.value
  }

  /// A form in which equal values (docs/reference/values.md#equality) are the same.
  package var canonical: DOM {
    switch self {
    case .number(let digits): .number(SlowNumber(digits)?.canonical ?? digits)
    case .array(let elements): .array(elements.map(\.canonical))
    case .object(let members): .object(DOM.sorted(members))
    case .cell(let bytes): .text(bytes)
    case .null, .bool, .text: self
    }
  }

  private static func sorted(_ members: [Member]) -> [Member] {
    var byName: [[UInt8]: DOM] = [:]
    for member in members { byName[member.name] = member.value.canonical }
    return byName.map { Member(name: $0.key, value: $0.value) }
      .sorted { $0.name.lexicographicallyPrecedes($1.name) }
  }
}

/// An exact decimal number, digit by digit.
package struct SlowNumber {
  package var isNegative: Bool
  /// Without zeros at either end; empty for zero.
  package var digits: [Int]
  /// The power of ten of the last digit.
  package var exponent: Int

  /// Reads `-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?`, of which JSON's numbers are a part.
  package init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    func number(_ rest: inout ArraySlice<UInt8>) -> [Int]? {
      let part = rest.prefix { (48...57).contains($0) }
      rest = rest.dropFirst(part.count)
      return part.isEmpty ? nil : part.map { Int($0) - 48 }
    }
    guard var all = number(&rest) else { return nil }
    exponent = 0
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard let fraction = number(&rest) else { return nil }
      all += fraction
      exponent = -fraction.count
    }
    if let letter = rest.first, letter == UInt8(ascii: "e") || letter == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      let sign = rest.first == UInt8(ascii: "-") ? -1 : 1
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") {
        rest = rest.dropFirst()
      }
      guard let power = number(&rest) else { return nil }
      exponent += sign * power.reduce(0) { $0 * 10 + $1 }
    }
    guard rest.isEmpty else { return nil }
    while all.last == 0 {
      all.removeLast()
      exponent += 1
    }
    digits = Array(all.drop { $0 == 0 })
    if digits.isEmpty {
      exponent = 0
      isNegative = false
    }
  }

  package var canonical: String {
    (isNegative ? "-" : "") + digits.map(String.init).joined() + "e\(exponent)"
  }

  package var isInteger: Bool { exponent >= 0 }

  package static func compare(_ a: SlowNumber, _ b: SlowNumber) -> Int {
    if a.isNegative != b.isNegative { return a.isNegative ? -1 : 1 }
    let power = min(a.exponent, b.exponent)
    var x = a.digits + [Int](repeating: 0, count: a.exponent - power)
    var y = b.digits + [Int](repeating: 0, count: b.exponent - power)
    let width = max(x.count, y.count)
    x = [Int](repeating: 0, count: width - x.count) + x
    y = [Int](repeating: 0, count: width - y.count) + y
    let order = x == y ? 0 : x.lexicographicallyPrecedes(y) ? -1 : 1
    return a.isNegative ? -order : order
  }

  /// By long division; the divisor's digits must be few.
  package func isMultiple(of divisor: SlowNumber) -> Bool {
    if digits.isEmpty { return true }
    // The last digit is none of a multiple of ten times the divisor's.
    if exponent < divisor.exponent { return false }
    let y = divisor.digits.reduce(0) { $0 * 10 + $1 }
    let x = digits + [Int](repeating: 0, count: exponent - divisor.exponent)
    return x.reduce(0) { ($0 * 10 + $1) % y } == 0
  }
}

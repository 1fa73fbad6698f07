import BulkcheckCore

/// Writes random records, and tells what it wrote.
package struct RecordGenerator {
  package var random: SeededGenerator

  package init(random: SeededGenerator) { self.random = random }

  // MARK: JSON lines

  package mutating func line() -> (record: SlowRecord, text: String) {
    if random.oneIn(12) {
      return (.malformed, random.pick(["{", "{\"a\":01}", "nul", "{\"a\" 1}", "\"\\x\"", "[1,]"]))
    }
    let value = random.oneIn(12) ? value(2) : object(0)
    return (.json(value), blanks() + text(value) + blanks())
  }

  private mutating func blanks() -> String {
    random.oneIn(8) ? random.pick([" ", "\t", "  "]) : ""
  }

  private mutating func object(_ depth: Int) -> DOM {
    let names =
      depth == 0
      ? ["a", "b", "c", "o", "l", "m", "d.e", "z"] : ["k", "x", "l", "p", "q", "0", "1"]
    var members: [DOM.Member] = []
    for name in names where random.oneIn(depth == 0 ? 5 : 2) == (depth != 0) {
      members.append(DOM.Member(name: Array(name.utf8), value: value(named: name, depth + 1)))
    }
    if random.oneIn(15), let again = members.first?.name {
      members.append(
        DOM.Member(
          name: again, value: value(named: String(decoding: again, as: UTF8.self), depth + 1)))
    }
    return .object(members)
  }

  private mutating func value(named name: String, _ depth: Int) -> DOM {
    switch name {
    case "o" where !random.oneIn(4): object(depth)
    case "l" where !random.oneIn(4), "m" where !random.oneIn(4): array(depth)
    default: value(depth)
    }
  }

  private mutating func array(_ depth: Int) -> DOM {
    if random.oneIn(3) {
      let text = text()
      return .array((0...random.below(3)).map { _ in .text(random.oneIn(4) ? "a" : text) })
    }
    return .array((0..<random.below(4)).map { _ in value(depth + 1) })
  }

  private mutating func value(_ depth: Int) -> DOM {
    switch random.below(depth < 4 ? 10 : 7) {
    case 0: .null
    case 1: .bool(random.oneIn(2))
    case 2, 3: .number(number())
    case 7: array(depth)
    case 8: object(depth)
    default: .text(text())
    }
  }

  private mutating func text() -> String {
    random.pick(random.oneIn(2) ? ProfileGenerator.times : ProfileGenerator.texts)
  }

  private mutating func number() -> String {
    random.pick([
      "0", "-0", "1", "1.0", "2", "-2", "100", "1e2", "1E+2", "0.5", "5e-1", "0.3", "0.30", "1.5",
      "12345678901234567890.5", "12345678901234567890.50", "100000000000000000000", "1e20",
    ])
  }

  // MARK: JSON text

  package mutating func text(_ value: DOM) -> String {
    switch value {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .number(let digits): digits
    case .text(let bytes), .cell(let bytes): string(bytes)
    case .array(let elements): list("[", elements.map { text($0) }, "]")
    case .object(let members):
      list("{", members.map { string($0.name) + blanks() + ":" + blanks() + text($0.value) }, "}")
    }
  }

  private mutating func list(_ open: String, _ parts: [String], _ close: String) -> String {
    open + blanks() + parts.joined(separator: blanks() + "," + blanks()) + blanks() + close
  }

  /// A string, some of its characters written as escapes.
  private mutating func string(_ bytes: [UInt8]) -> String {
    var out = "\""
    let escapesMore = random.oneIn(6)
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
      if mustEscape || escapesMore && random.oneIn(2) && scalar.value < 0x10000 {
        let hex = String(scalar.value, radix: 16, uppercase: random.oneIn(2))
        out += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      } else {
        out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }

  // MARK: CSV

  package mutating func header() -> [String] {
    var names = ["a", "b", "c", "o.k", "l", "m", "z"].shuffled(using: &random)
    names.removeLast(random.below(4))
    if random.oneIn(10) { names.append(names[0]) }
    return names
  }

  package mutating func row(_ columns: Int) -> (record: SlowRecord, text: String) {
    if random.oneIn(15) {
      return (
        .malformed, random.pick(["a,\"b\"c", String(repeating: ",", count: columns), "x\"y"])
      )
    }
    let cells = (0..<columns).map { _ in cell() }
    // An empty line would not be a record.
    let text = cells.map { written($0) }.joined(separator: ",")
    return (.row(cells.map { Array($0.utf8) }), text.isEmpty ? "\"\"" : text)
  }

  private mutating func cell() -> String {
    switch random.below(8) {
    case 0, 1, 2: text()
    case 3, 4: number()
    case 5: random.pick(["true", "false", "", "N/A"])
    default:
      (0...random.below(3)).map { _ in random.pick(["a", "1", "1.0", "", "true", "b"]) }
        .joined(separator: ";")
    }
  }

  package mutating func written(_ cell: String) -> String {
    let mustQuote = cell.contains { $0 == "\"" || $0 == "," || $0.isNewline }
    guard mustQuote || random.oneIn(4) else { return cell }
    return "\""
      + cell.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}

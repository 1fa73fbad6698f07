import BulkcheckCore

/// Writes random inputs with a secret at one place, and a profile that labels the place and has
/// rules around it.
package struct SecretGenerator {
  package static let recordCount = 3

  private var random: SeededGenerator
  /// From the record to the secret.
  private var place: [PathStep] = []

  package init(_ random: SeededGenerator) { self.random = random }

  // MARK: JSON

  package mutating func lines() -> (profile: String, input: String) {
    place = [.key(random.pick(Self.names))] + (0..<random.below(4)).map { _ in step() }
    let records = (0..<Self.recordCount).map { _ in value(place[...]) }
    return (profile(isCSV: false), records.joined(separator: "\n") + "\n")
  }

  private static let names = ["a", "b", "0", "1", "a.b", "x y", "é"]

  private mutating func step() -> PathStep {
    random.oneIn(2) ? .key(random.pick(Self.names)) : .index(random.below(2))
  }

  /// A value with the secret at the end of the steps.
  private mutating func value(_ steps: ArraySlice<PathStep>) -> String {
    switch steps.first {
    case .index(let position):
      let others = (0..<position).map { _ in other() }
      return list("[", others + [value(steps.dropFirst())] + [other()], "]")
    case .key(let name):
      var members = [name, random.pick(Self.names)].map { member in
        key(member) + ":" + (member == name ? value(steps.dropFirst()) : other())
      }
      if random.oneIn(4) { members.append(key(name) + ":" + value(steps.dropFirst())) }
      return list("{", members.shuffled(using: &random), "}")
    default: return secret()
    }
  }

  private mutating func list(_ open: String, _ parts: [String], _ close: String) -> String {
    open + parts.joined(separator: random.oneIn(3) ? " , " : ",") + close
  }

  private mutating func key(_ name: String) -> String {
    guard random.oneIn(3) else { return JSONText.quoted(name) }
    let escaped = name.utf16.map { unit in
      let hex = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
    }
    return "\"" + escaped.joined() + "\""
  }

  private mutating func secret() -> String {
    random.pick([
      #""zq7Secret""#, #"" Zq7SECRET ""#, #"["zq7Secret",{"a":"zq7Secret"}]"#,
      #"{"0":"zq7Secret"}"#, #"{"zq7Secret":1}"#,
    ])
  }

  private mutating func other() -> String {
    random.pick(["1", "null", #""plain""#, "[1]", #"{"a":2}"#, "[]"])
  }

  // MARK: CSV

  package mutating func table() -> (profile: String, input: String) {
    let columns = ["a", "a.b", "m.0", "0"].shuffled(using: &random)
    let name = columns[0]
    place = name.split(separator: ".").map { .key(String($0)) }
    if random.oneIn(2) { place.append(.index(random.below(2))) }
    let header = (columns + (random.oneIn(5) ? [name] : [])).shuffled(using: &random)
    let rows = (0..<Self.recordCount).map { _ in
      header.map { $0 == name ? cell() : random.pick(["1", "plain", "1|2"]) }.joined(separator: ",")
    }
    return (
      profile(isCSV: true), ([header.joined(separator: ",")] + rows).joined(separator: "\n") + "\n"
    )
  }

  private mutating func cell() -> String {
    guard case .index(let position)? = place.last else {
      return random.pick(["zq7Secret", "\"zq7Secret, \"\"\"", " zq7Secret "])
    }
    let parts = (0..<3).map { $0 == position ? "zq7Secret" : "1" }.joined(separator: "|")
    return random.pick([parts, "\"\(parts)\"", "\"\(parts)|\"\"\""])
  }

  // MARK: Profile

  private mutating func profile(isCSV: Bool) -> String {
    var blocks = [(spelling(place, isCSV: isCSV), #""labels":["pii"]"#)]
    if random.oneIn(3) { blocks[0].1 += "," + rule() }
    for _ in 0...random.below(4) {
      let prefix = Array(place.prefix(1 + random.below(place.count)))
      let path = spelling(prefix, isCSV: isCSV)
      let rule = rule(aboutArrays: isCSV && place.last?.isIndex == true && prefix != place)
      if let known = blocks.firstIndex(where: { $0.0 == path }) {
        // A keyword may stand once in a block.
        let keyword = rule.prefix { $0 != ":" }
        if !blocks[known].1.contains(keyword) { blocks[known].1 += "," + rule }
      } else {
        blocks.append((path, rule))
      }
    }
    if isCSV, case .index? = place.last {
      let column = spelling(place.dropLast(), isCSV: true)
      blocks.removeAll { $0.0 == column }
      blocks.append((column, #""type":"array","separator":"|",\#(rule(aboutArrays: true))"#))
    }
    let paths = [spelling(place, isCSV: isCSV), spelling([place[0]], isCSV: isCSV)]
    let compared = paths.filter { !$0.contains("[*]") }
    let entry = compared.count == 2 ? self.entry(paths, operands: [place, [place[0]]]) : ""
    let off =
      random.oneIn(3)
      ? #","input":{"duplicate-key":{"severity":"off"},"not-an-object":{"severity":"off"}}"# : ""
    let fields = blocks.map { JSONText.quoted($0.0) + ":{" + $0.1 + "}" }.joined(separator: ",")
    return #"{"bulkcheck":1,"fields":{\#(fields)}\#(entry)\#(off)}"#
  }

  private func entry(_ paths: [String], operands: [[PathStep]]) -> String {
    let (place, whole) = (JSONText.quoted(paths[0]), JSONText.quoted(paths[1]))
    let sides = operands.map { JSONText.quoted(Self.operand($0)) }
    return #","rules":[{"id":"r","compare":[\#(sides[0]),"==",\#(sides[1])]},"#
      + #"{"id":"all","all":[{\#(place):{"const":1},\#(whole):{"const":1}}]}]"#
  }

  /// - Parameter aboutArrays: the field is declared as an array: what is about texts and numbers
  ///   alone would be a mistake.
  private mutating func rule(aboutArrays: Bool = false) -> String {
    if aboutArrays {
      return random.pick([
        #""maxItems":0"#, #""const":1"#, #""unique":true"#, #""items":{"const":3}"#,
        #""not":{"notEmpty":true}"#,
      ])
    }
    let path = "{" + spelling(place, isCSV: false).replacing("{", with: "{{") + "}"
    let message = JSONText.quoted("{value} \(path)")
    return random.pick([
      #""maxLength":{"value":1,"message":\#(message)}"#, #""maxItems":0"#, #""const":1"#,
      #""unique":true"#, #""pattern":"^x$""#, #""enum":["zq7secre"]"#,
      #""items":{"const":3}"#, #""format":"email""#, #""contains":"never""#,
      #""not":{"notEmpty":true}"#, #""minimum":{"value":1e9,"message":\#(message)}"#,
    ])
  }

  /// One of the ways to write a path that leads to a place.
  private mutating func spelling(_ steps: [PathStep], isCSV: Bool) -> String {
    let hasIndex = steps.contains(where: \.isIndex)
    if random.oneIn(3), !(isCSV && hasIndex) {
      return steps.map { "/" + Self.name($0) }.joined()
    }
    if isCSV, random.oneIn(3) {
      let names = steps.filter { if case .key = $0 { true } else { false } }.map(Self.name)
      return JSONText.quoted(names.joined(separator: "."))
        + steps.dropFirst(names.count).map { "[\(Self.name($0))]" }.joined()
    }
    var text = ""
    for step in steps {
      switch step {
      case .index(let position): text += random.oneIn(3) ? "[*]" : "[\(position)]"
      default:
        let name = Self.name(step)
        let isQuoted = name.contains(".") || random.oneIn(3)
        text += (text.isEmpty ? "" : ".") + (isQuoted ? JSONText.quoted(name) : name)
      }
    }
    return text
  }

  /// A path as an operand of `compare`, in which numbers and names with blanks are quoted.
  private static func operand(_ steps: [PathStep]) -> String {
    var text = ""
    for step in steps {
      if step.isIndex {
        text += "[\(name(step))]"
      } else {
        text += (text.isEmpty ? "" : ".") + JSONText.quoted(name(step))
      }
    }
    return text
  }

  private static func name(_ step: PathStep) -> String {
    switch step {
    case .key(let name), .keyOrIndex(let name, _): name
    case .index(let position): "\(position)"
    case .everyElement, .everyMember, .recordKey, .previous: "*"
    }
  }
}

extension PathStep {
  fileprivate var isIndex: Bool { if case .index = self { true } else { false } }
}

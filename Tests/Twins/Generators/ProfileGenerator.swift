import BulkcheckCore

/// Writes random profiles. Most of them have no mistake; the linter sorts out the others.
package struct ProfileGenerator {
  package var random: SeededGenerator
  package let isCSV: Bool
  private var ids = 0
  /// The types that each path may be declared to have, by its text: what is about none of them
  /// would be a mistake, in whatever block it stands.
  private var declarable: [String: [String]?] = [:]
  /// The notations that paths have been declared to have, by their place in the list.
  private var temporal: [String: Int] = [:]

  package static let texts = [
    "", "a", "ab", "abc", "b", "1", "1.0", "01", "-2", "true", " a ", "N/A", "é", "2024-01-01",
    "a;1",
    "1;1.0", ";", "a\u{0}b", "A b\u{a0}", "\"", SlowPattern.endlessText, "aaa",
    "23:59:60Z", "2024-02-30T00:00:00+01:00", "P1Y2D", "PT1M", "a@[IPv6:::1]", "\"a\"@b.c",
    "::1.2.3.4",
    "1:2:3:4:5:6:7::", "01.2.3.4", "a://b@[::1]:8/c?d#e", "a-.b", "+491", "YQ==", "/~2",
    "6F1C2A30-8d3e-4b7a-9a51-0c2f8f6f7b11",
    "GB29NWBK60161331926819", "GB29NWBK6016133192681", "NO9386011117947", "0-306-40615-2",
    "0 306-40615-2 ", "080442957X", "9780306406157", "73513537", "4111111111111111",
    "5493001KJTIIGC8Y1R12", "79444", "00",
  ]
  /// Values of random fields of dates and times.
  package static let times = [
    "2024-06-01", "2024-05-31", "0000-02-29", "2024-06-01T00:00:00.5Z", "2024-06-01t02:00:00+02:00",
    "2024-05-31T23:59:60Z", "2024-05-31T22:59:60.25-01:00", "2024-06-01T00:00:00.5000Z",
    "2024-06-01T00:00:00.50000000000000000000001Z", "00:00:00Z", "02:00:00.5+02:00", "23:59:60Z",
    "12:00:00z", "01.06.2024", "31.05.2024", "29.02.2023", "1 June 24 12:30 AM",
    "31 MAY 24 11:30 pm",
    "Jun 01 2024 00:00:00.500000 +0000", "may 31 2024 23:59:60.000000 -0000",
    "Jun 01 2024 01:59:59.999999 +0200", "2024-06-01 00:00:00", "2024-06-01T02:00:00.50",
    "2024-06-01t01:59:60.5", "2024-06-01 00:00", "61/2024", "0601/2024", "1131/2024", "222/2024",
    "1322/2024", "0000", "1200", "2400",
  ]
  /// Formats of dates and times, with limits.
  private static let kinds = [
    "date", "date-time", "time", "date", "date-time", "date-time", "time", "date", "date-time",
  ]
  private static let notations: [(format: String, limits: [String])] = [
    ("\"date\"", ["2024-06-01", "now", "today", "now-1s", "today-1d", "now+2w", "0000-02-29"]),
    (
      "\"date-time\"",
      ["2024-06-01T00:00:00.5Z", "2024-05-31T22:59:60Z", "now", "today", "now-500s", "today+1s"]
    ),
    ("\"time\"", ["00:00:00Z", "12:00:00+00:00", "23:59:60Z", "02:00:00.5+02:00"]),
    ("{\"value\":\"date\",\"as\":\"%d.%m.%Y\"}", ["01.06.2024", "now", "today-1d"]),
    (
      "{\"value\":\"date-time\",\"as\":\"%e %B %y %I:%M %p\",\"timeZone\":\"+02:00\"}",
      ["1 June 24 12:30 AM", "now", "today-90m"]
    ),
    (
      "{\"value\":\"date-time\",\"as\":\"%b %d %Y %H:%M:%S.%f %z\"}",
      ["Jun 01 2024 00:00:00.500000 +0000", "now+1h", "now"]
    ),
    ("{\"value\":\"time\",\"as\":\"%H%M\",\"timeZone\":\"-01:00\"}", ["0000", "1200"]),
    ("{\"value\":\"date\",\"as\":\"%-m%-d/%Y\"}", ["61/2024", "now", "1231/2023"]),
    (
      "{\"value\":\"date-time\",\"as\":\"local\",\"timeZone\":\"+02:00\"}",
      ["2024-06-01 00:00:00.5", "2024-05-31T23:59:59", "now", "today-1s"]
    ),
  ]
  package static let literals = [
    "0", "1", "1.0", "-2", "1e2", "0.5", "true", "false", "\"a\"", "\"1\"", "\"\"", "\"ab\"", "[]",
    "[1]", "[1,\"1\"]", "[1,1]", "[true,\"b\"]", "[\"a\",\"1\"]", "{}", "{\"k\":1}",
    "{\"k\":null,\"x\":\"a\"}", "12345678901234567890.5",
  ]

  /// Many with parts to which the paths lead, and with texts and nulls that `normalize` changes.
  private static let defaults = [
    #""a""#, "1", "true", #""""#, #""N/A""#, #""a;1""#, #"" a ;;B""#, "[]", "{}",
    #"["a",1,null,"N/A"]"#, ##"["é""," a ",""]"##, #"[[1,"a"],[{"k":"b"}],null]"#,
    #"{"k":"N/A","l":[{"k":1},null,{}],"z":0}"#, #"{"k":["a",{"x":" b "}],"x":null}"#,
    #"[{"k":" a"},{},{"l":[1,1]}]"#, #"{"p":{"q":"ab"},"k":{"x":[2]}}"#,
  ]

  package init(random: SeededGenerator, isCSV: Bool) {
    self.random = random
    self.isCSV = isCSV
  }

  private var paths: [String] {
    isCSV
      ? ["a", "b", "c", "o.k", "l", "l[*]", "l[0]", "l[-1]", "m[*]", "m", "/l/0"]
      : [
        "a", "b", "c", "o", "o.k", "\"d.e\"", "l", "l[*]", "l[0]", "l[*].k", "m[*][*]", "m[1].x",
        "/l/1",
        "o.l[*].k", "o.l", "m[*][0]", "o.p.q", "l[-1]", "l[-2].k", "m[*][-1]", "m[-1].x",
      ]
  }

  package mutating func profile() -> String {
    var members = ["\"bulkcheck\":1", "\"records\":{\"min\":0}"]
    var input: [String] = []
    if random.oneIn(3) {
      input.append("\"missingValues\":[\"N/A\",\"\(random.pick(["", "-", "1"]))\"]")
    }
    if random.oneIn(3) { input.append("\"lengthUnit\":\"\(random.pick(["bytes", "graphemes"]))\"") }
    if random.oneIn(6) { input.append("\"duplicate-key\":{\"severity\":\"\(severity())\"}") }
    if random.oneIn(6) { input.append("\"not-an-object\":{\"severity\":\"\(severity())\"}") }
    if !input.isEmpty { members.append("\"input\":{\(input.joined(separator: ","))}") }
    if random.oneIn(6) { members.append("\"additionalFields\":false") }
    members.append("\"fields\":{\(fields(paths, count: 1 + random.below(5), depth: 0))}")
    if random.oneIn(2) {
      let rules = (0...random.below(4)).map { _ in entry() }
      members.append("\"rules\":[\(rules.joined(separator: ","))]")
    }
    return "{" + members.joined(separator: ",\n ") + "}"
  }

  private mutating func severity() -> String { random.pick(["error", "warning", "info", "off"]) }

  private mutating func fields(
    _ paths: [String], of outer: String = "", count: Int, depth: Int
  ) -> String {
    let chosen = paths.shuffled(using: &random).prefix(count)
    return chosen.map { path in
      "\(quoted(path)):{\(block(.field, at: Self.joined(outer, path), depth: depth))}"
    }.joined(separator: ",")
  }

  private static func joined(_ outer: String, _ path: String) -> String {
    outer + (outer.isEmpty || path.hasPrefix("[") ? "" : ".") + path
  }

  private mutating func types(at path: String) -> [String]? {
    if let known = declarable[path] { return known }
    let chosen = random.oneIn(3) ? nil : anyTypes()
    declarable[path] = .some(chosen)
    return chosen
  }

  private mutating func anyTypes() -> [String] {
    var types = ["string", "integer", "number", "boolean", "array", "object"]
    types.shuffle(using: &random)
    return Array(types.prefix(1 + random.below(3)))
  }

  private mutating func mayBe(_ kinds: String..., at path: String) -> Bool {
    types(at: path)?.contains { kinds.contains($0) } ?? true
  }

  private func quoted(_ text: String) -> String { JSONText.quoted(text) }

  // MARK: Blocks

  private enum Area {
    /// Each constraint is a rule.
    case field
    /// Part of one rule, below `fields`: may declare nothing.
    case operand
    /// Part of one rule below `items` or `fields` in long form: declares.
    case inner
    /// In `rules`.
    case rules
  }

  private mutating func block(_ area: Area, at path: String, depth: Int) -> String {
    var members: [String] = []
    if area == .field || area == .inner, random.oneIn(4), mayBe("string", at: path) {
      let number = temporal[path] ?? random.below(Self.notations.count)
      temporal[path] = number
      members.append(time(area, number))
    }
    for _ in 0...random.below(depth == 0 ? 4 : 2) { members += constraint(area, path, depth) }
    var seen: Set<String> = []
    return members.filter { seen.insert(String($0.prefix { $0 != ":" })).inserted }
      .joined(separator: ",")
  }

  private mutating func constraint(_ area: Area, _ path: String, _ depth: Int) -> [String] {
    if depth < 3, random.oneIn(4) { return nested(area, path, depth) }
    switch random.below(area == .rules || area == .operand ? 10 : 13) {
    case 0: return [form("required", "true", area)]
    case 1:
      return [form(random.pick(["present", "nullable"]), random.pick(["true", "false"]), area)]
    case 2, 3: return [text(area, path)]
    case 4: return [number(area, path)]
    case 5, 6: return [choice(area)]
    case 7:
      guard mayBe("array", at: path) else { return [choice(area)] }
      let name = random.pick(["minItems", "maxItems", "uniqueItems"])
      return [form(name, name == "uniqueItems" ? "true" : "\(random.below(3))", area)]
    case 8: return [form("chain", chain(path), area)]
    case 9:
      return area == .rules || area == .operand
        ? [type(area, path)] : [type(area, path), text(area, path)]
    case 10: return [type(area, path)]
    case 11:
      return area == .field && random.oneIn(2)
        ? [form("unique", "true", area)] : [text(area, path)]
    default:
      return random.oneIn(3) || path.contains("[-")
        ? ["\"separator\":\";\"", type(area, path)]
        : ["\"normalize\":[\(changes(mayBeDefault: true))]"]
    }
  }

  private mutating func form(_ keyword: String, _ value: String, _ area: Area) -> String {
    guard area == .field, random.oneIn(3) else { return "\"\(keyword)\":\(value)" }
    var members = ["\"value\":\(value)"] + attributes()
    if random.oneIn(2) {
      ids += 1
      members.append("\"id\":\"r\(ids)\"")
    }
    return "\"\(keyword)\":{\(members.joined(separator: ","))}"
  }

  private mutating func attributes() -> [String] {
    var members: [String] = []
    if random.oneIn(3) { members.append("\"severity\":\"\(severity())\"") }
    if random.oneIn(3) {
      members.append("\"tag\":\"\(random.pick(["t", "u"]))\"")
      members.append("\"priority\":\(random.below(1000))")
    }
    return members
  }

  private mutating func type(_ area: Area, _ path: String) -> String {
    // Where it declares nothing it may ask for any type.
    let declares = area != .rules && area != .operand
    let asked = declares ? types(at: path) : anyTypes()
    guard let types = asked else { return choice(area) }
    let chosen = types.map { "\"\($0)\"" }
    return form("type", chosen.count == 1 ? chosen[0] : "[\(chosen.joined(separator: ","))]", area)
  }

  private mutating func text(_ area: Area, _ path: String) -> String {
    guard mayBe("string", at: path) else {
      return mayBe("array", "object", at: path) ? form("notEmpty", "true", area) : choice(area)
    }
    switch random.below(7) {
    case 0: return form("minLength", "\(random.below(4))", area)
    case 1: return form("maxLength", "\(random.below(4))", area)
    case 2:
      let pattern = quoted(random.pick(SlowPattern.all).source)
      return form(random.pick(["pattern", "notPattern"]), pattern, area)
    case 3:
      let name = random.pick(["contains", "startsWith", "endsWith"])
      return form(name, quoted(random.pick(["a", "b", "1", ""])), area)
    case 4: return form("notEmpty", "true", area)
    case 5:
      if let number = temporal[path] { return limit(number, area) }
      return form("format", "\"\(random.pick(Format.inProfiles).rawValue)\"", area)
    default: return form("length", random.pick(["[0,2]", "[1,1]", "[2,5]"]), area)
    }
  }

  /// A format of dates or times, which gets no further attributes where it is in long form.
  private mutating func time(_ area: Area, _ number: Int) -> String {
    let format = Self.notations[number].format
    return format.hasPrefix("{") ? "\"format\":\(format)" : form("format", format, area)
  }

  private mutating func limit(_ number: Int, _ area: Area) -> String {
    let limits = Self.notations[number].limits.map(quoted)
    let name = random.pick(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "range"])
    guard name == "range" else { return form(name, random.pick(limits), area) }
    return form(name, "[\(random.pick(limits)),\(random.pick(limits))]", area)
  }

  private mutating func number(_ area: Area, _ path: String) -> String {
    if let number = temporal[path] { return limit(number, area) }
    guard mayBe("integer", "number", at: path) else { return choice(area) }
    let name = random.pick([
      "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "range",
    ])
    if name == "range" { return form(name, random.pick(["[0,1]", "[-2,100]", "[0.5,0.5]"]), area) }
    if name == "multipleOf" { return form(name, random.pick(["1", "0.5", "2", "0.3"]), area) }
    return form(name, random.pick(["0", "1", "1.0", "-2", "0.5", "100"]), area)
  }

  private mutating func choice(_ area: Area) -> String {
    if random.oneIn(2) { return "\"const\":{\"value\":\(random.pick(Self.literals))}" }
    let values = (0...random.below(random.oneIn(4) ? 12 : 3)).map { _ in random.pick(Self.literals)
    }
    return form(random.pick(["enum", "notEnum"]), "[\(values.joined(separator: ","))]", area)
  }

  private mutating func changes(mayBeDefault: Bool) -> String {
    (0...random.below(3)).map { _ in change(mayBeDefault: mayBeDefault) }.joined(separator: ",")
  }

  private mutating func change(mayBeDefault: Bool) -> String {
    switch random.below(mayBeDefault ? 4 : 3) {
    case 0:
      return quoted(
        random.pick(["trim", "lowercase", "uppercase", "collapseWhitespace", "digits"]))
    case 1:
      let (source, with, _) = random.pick(SlowPattern.replacements)
      return "{\"replace\":[\(quoted(source)),\(quoted(with))]}"
    case 2: return "{\"mask\":\"\(random.pick(["X-X", "(X)", "XXX"]))\"}"
    default: return "{\"default\":\(random.pick(Self.defaults))}"
    }
  }

  private mutating func chain(_ path: String) -> String {
    let steps = (0...random.below(3)).map { _ -> String in
      if random.oneIn(2) { return change(mayBeDefault: false) }
      return "{" + (random.oneIn(3) ? choice(.operand) : text(.operand, path)) + "}"
    }
    return "[" + steps.joined(separator: ",") + "]"
  }

  // MARK: Blocks in blocks

  private mutating func nested(_ area: Area, _ path: String, _ depth: Int) -> [String] {
    let below = area == .rules ? Area.rules : .operand
    switch random.below(isCSV ? 6 : 8) {
    case 0, 1:
      let blocks = (0...random.below(2)).map { _ in "{\(block(below, at: path, depth: depth + 1))}"
      }
      let name = random.pick(["all", "any", "none"])
      return [form(name, "[\(blocks.joined(separator: ","))]", area)]
    case 2: return [form("not", "{\(block(below, at: path, depth: depth + 1))}", area)]
    case 3:
      var members = [form("when", "{\(block(below, at: path, depth: depth + 1))}", area)]
      let branches = random.below(3)
      if branches != 1 {
        members.append("\"then\":{\(block(below, at: path, depth: depth + 1))}")
      }
      if branches != 0 {
        members.append("\"else\":{\(block(below, at: path, depth: depth + 1))}")
      }
      return members
    case 4:
      guard mayBe("array", at: path) else { return [choice(area)] }
      return ["\"contains\":{\(block(below, at: path + "[*]", depth: depth + 1))}"]
    case 5: return mayBe("array", at: path) ? items(area, path, depth) : [choice(area)]
    default: return mayBe("object", at: path) ? members(area, path, depth) : [choice(area)]
    }
  }

  private mutating func members(_ area: Area, _ path: String, _ depth: Int) -> [String] {
    let paths = ["k", "x", "l[*]", "k.x", "[0]", "[*]", "[-1]", "l"]
    guard area == .field else {
      return ["\"fields\":{\(blocks(paths.shuffled(using: &random).prefix(2), area, path, depth))}"]
    }
    guard random.oneIn(3) else {
      return ["\"fields\":{\(fields(paths, of: path, count: 2, depth: depth + 1))}"]
    }
    let inner = blocks(paths.prefix(2), .inner, path, depth)
    ids += 1
    return ["\"fields\":{\"id\":\"f\(ids)\",\"value\":{\(inner)}}"]
  }

  private mutating func blocks(
    _ paths: ArraySlice<String>, _ area: Area, _ outer: String, _ depth: Int
  ) -> String {
    paths.map { path in
      "\"\(path)\":{\(block(area, at: Self.joined(outer, path), depth: depth + 1))}"
    }.joined(separator: ",")
  }

  private mutating func items(_ area: Area, _ path: String, _ depth: Int) -> [String] {
    let elements = path + "[*]"
    guard area == .field else {
      return ["\"items\":{\(block(area, at: elements, depth: depth + 1))}"]
    }
    if random.oneIn(3) {
      ids += 1
      let inner = block(.inner, at: elements, depth: depth + 1)
      return ["\"items\":{\"id\":\"i\(ids)\",\"value\":{\(inner)}}"]
    }
    return ["\"items\":{\(block(.field, at: elements, depth: depth + 1))}"]
  }

  // MARK: Rules

  private mutating func entry() -> String {
    ids += 1
    var members = ["\"id\":\"e\(ids)\""] + attributes()
    switch random.below(6) {
    case 0: members.append("\"unique\":[\(random.pick(["\"a\"", "\"a\",\"b\"", "\"l\",\"c\""]))]")
    case 1: members.append(comparison())
    case 2:
      members.append("\"when\":{\(pathBlock(1))}")
      members.append("\"then\":{\(pathBlock(1))}")
      if random.oneIn(2) { members.append("\"else\":{\(pathBlock(1))}") }
    case 3: members.append("\"not\":{\(pathBlock(1))}")
    default:
      let blocks = (0...random.below(2)).map { _ in "{\(pathBlock(1))}" }
      members.append(
        "\"\(random.pick(["all", "any", "none"]))\":[\(blocks.joined(separator: ","))]")
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  private mutating func comparison() -> String {
    let operation = random.pick(["<", "<=", ">", ">=", "==", "!="])
    let left = random.pick(paths.filter { !$0.contains("*") })
    // A date is compared with a date.
    func kind(_ path: String) -> String? {
      temporal[path].map { Self.kinds[$0] }
    }
    let right = random.pick(paths.filter { !$0.contains("*") && kind($0) == kind(left) })
    return "\"compare\":[\(quoted(left)),\"\(operation)\",\(quoted(right))]"
  }

  private mutating func pathBlock(_ depth: Int) -> String {
    var members: [String] = []
    for path in paths.shuffled(using: &random).prefix(1 + random.below(2)) {
      members.append("\(quoted(path)):{\(block(.rules, at: path, depth: depth))}")
    }
    if random.oneIn(5) { members.append(comparison()) }
    if random.oneIn(5), ids > 1 { members.append("\"rule\":\"e\(1 + random.below(ids))\"") }
    if depth < 2, random.oneIn(4) { members.append("\"not\":{\(pathBlock(depth + 1))}") }
    return members.joined(separator: ",")
  }
}

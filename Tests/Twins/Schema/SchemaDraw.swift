/// Random schemas, and records that are about what they say.
package struct SchemaDraw {
  private var random: SeededGenerator
  let draft: Int
  private let names = ["a", "b", "c", "ab"]

  package init(_ random: SeededGenerator, draft: Int) {
    (self.random, self.draft) = (random, draft)
  }

  /// A schema as JSON text, with two definitions that refer to each other.
  package mutating func schema() -> String {
    var members = objectMembers(depth: 3)
    let keyword = draft >= 2019 ? "$defs" : "definitions"
    // Refers to definitions only below `properties` and `items`, so that no circle consumes
    // nothing.
    let first = object(objectMembers(depth: 2))
    let second = object(objectMembers(depth: 2))
    members.append("\"\(keyword)\": {\"x\": \(first), \"y\": \(second)}")
    return object(members)
  }

  private func object(_ members: [String]) -> String { "{" + members.joined(separator: ", ") + "}" }

  private mutating func subschema(_ depth: Int) -> String {
    if draft > 4, random.oneIn(9) { return random.pick(["false", "true"]) }
    if random.oneIn(20) { return "{}" }
    return depth == 0 ? object([assertion()]) : object(objectMembers(depth: depth - 1))
  }

  /// A subschema of a part of the value.
  private mutating func part(_ depth: Int) -> String {
    let keyword = draft >= 2019 ? "$defs" : "definitions"
    if random.oneIn(4) {
      return "{\"$ref\": \"\(random.pick(["#", "#/\(keyword)/x", "#/\(keyword)/y"]))\"}"
    }
    return draft == 4 && random.oneIn(2) ? object([assertion()]) : subschema(depth)
  }

  private mutating func objectMembers(depth: Int) -> [String] {
    var members: [String: String] = [:]
    for _ in 0...random.below(4) {
      let text = random.oneIn(2) || depth == 0 ? assertion() : applicator(depth)
      // One keyword is there once.
      members[String(text.prefix { $0 != ":" })] = text
    }
    return members.sorted { $0.key < $1.key }.map(\.value)
  }

  private mutating func assertion() -> String {
    switch random.below(15) {
    case 0, 1:
      let types = ["null", "boolean", "object", "array", "number", "string", "integer"]
      let one = random.pick(types)
      let other = random.pick(types.filter { $0 != one })
      return "\"type\": " + random.pick(["\"\(one)\"", "[\"\(one)\", \"\(other)\"]"])
    case 2: return "\"enum\": [\(scalar()), [\(scalar())], {\"a\": \(scalar())}]"
    case 3: return draft >= 6 ? "\"const\": \(scalar())" : "\"enum\": [\(scalar())]"
    case 4: return "\"minimum\": \(random.pick(["0", "1.0", "2"]))"
    case 5: return draft >= 6 ? "\"exclusiveMaximum\": 2" : "\"maximum\": 2"
    case 6: return "\"multipleOf\": \(random.pick(["2", "0.5", "1e-1"]))"
    case 7: return "\"minLength\": \(random.below(3))"
    case 8: return "\"maxLength\": \(random.below(3))"
    case 9: return "\"pattern\": \"\(random.pick(["^a", "b$", "^[a-c]+$", "é"]))\""
    case 10: return "\"\(random.pick(["minItems", "maxItems"]))\": \(random.below(3))"
    case 11: return "\"uniqueItems\": true"
    case 12: return "\"\(random.pick(["minProperties", "maxProperties"]))\": \(random.below(3))"
    case 13: return "\"required\": [\"\(random.pick(names))\"]"
    default:
      return draft >= 2019
        ? "\"dependentRequired\": {\"a\": [\"b\"], \"c\": [\"a\", \"ab\"]}"
        : "\"dependencies\": {\"a\": [\"b\"], \"b\": \(object([minimumOfMembers()]))}"
    }
  }

  private mutating func minimumOfMembers() -> String { "\"minProperties\": \(random.below(3) + 1)" }

  private mutating func applicator(_ depth: Int) -> String {
    func list(_ name: String, _ parts: [String]) -> String {
      "\"\(name)\": [" + parts.joined(separator: ", ") + "]"
    }
    switch random.below(19) {
    case 0, 1, 2:
      let (one, two) = (random.pick(["a", "b"]), random.pick(["c", "ab"]))
      return "\"properties\": {\"\(one)\": \(part(depth)), \"\(two)\": \(part(depth))}"
    case 3: return "\"patternProperties\": {\"^a\": \(part(depth)), \"b\": \(part(depth))}"
    case 4: return "\"additionalProperties\": \(booleans(depth))"
    case 5:
      return draft >= 6
        ? "\"propertyNames\": \(subschema(0))" : list("allOf", [object([assertion()])])
    case 6, 7: return "\"items\": \(draft == 4 ? object([assertion()]) : part(depth))"
    case 8:
      return list(draft == 2020 ? "prefixItems" : "items", [safe(depth), safe(depth)])
    case 9: return "\"additionalItems\": \(booleans(depth))"
    case 10: return list("allOf", [safe(depth), safe(depth)])
    case 11: return list("anyOf", [safe(depth), safe(depth)])
    case 12: return list("oneOf", [safe(depth), safe(depth)])
    case 13: return "\"not\": \(safe(depth))"
    case 14 where draft >= 6: return "\"contains\": \(safe(depth))"
    case 15 where draft >= 7:
      return "\"if\": \(safe(depth)), \"then\": \(safe(depth)), \"else\": \(safe(depth))"
    case 16 where draft >= 2019:
      return "\"dependentSchemas\": {\"a\": \(safe(depth)), \"b\": \(safe(depth))}"
    case 17 where draft >= 2019: return "\"unevaluatedProperties\": \(booleans(depth))"
    case 18 where draft >= 2019: return "\"unevaluatedItems\": \(booleans(depth))"
    default: return "\"contains\": \(safe(depth)), \"minContains\": \(random.below(3))"
    }
  }

  private mutating func booleans(_ depth: Int) -> String {
    random.oneIn(2) ? "false" : part(depth)
  }

  /// Draft 4 has booleans only for a few keywords.
  private mutating func safe(_ depth: Int) -> String {
    draft == 4 ? object(objectMembers(depth: max(0, depth - 1))) : subschema(depth)
  }

  // MARK: Records

  private mutating func scalar() -> String {
    random.pick([
      "null", "true", "false", "0", "1", "1.0", "2", "0.5", "-3", "\"a\"", "\"ab\"", "\"\"",
      "\"é\"", "\"b\"", "10e-1",
    ])
  }

  package mutating func record(_ depth: Int = 3) -> String {
    switch depth == 0 ? 0 : random.below(5) {
    case 0: return scalar()
    case 1, 2:
      let count = random.below(4)
      return "[" + (0..<count).map { _ in record(depth - 1) }.joined(separator: ", ") + "]"
    default:
      let count = random.below(4)
      let members = (0..<count).map { _ in "\"\(random.pick(names))\": " + record(depth - 1) }
      return "{" + members.joined(separator: ", ") + "}"
    }
  }
}

internal import BulkcheckCore
internal import BulkcheckReport

/// An entry of the profile's `rules`: what one or several fields must be under a condition.
struct ConditionRule {
  var evidence: String
  /// JSON text, without commas.
  var members: [String] = []
  /// Nearly holds: written as a comment, or as a warning.
  var isNearMiss = false
  /// Holds, but may do so by chance: written as a comment.
  var isComment = false

  /// An id is cut off before its last part.
  static let nameMaximum = 60
  /// Words that are not fields in a block of `rules`.
  private static let operators: Set<String> = [
    "all", "any", "none", "not", "when", "then", "else", "compare", "rule",
  ]

  /// The rules that the data suggests, with ids that no other rule has.
  static func rules(_ findings: Findings) -> [ConditionRule] {
    var groups: [[Condition]] = []
    for condition in ConditionAdvisor(findings).conditions() {
      if let place = groups.firstIndex(where: { isAlike($0[0], condition) }) {
        groups[place].append(condition)
      } else {
        groups.append([condition])
      }
    }
    var taken = Set(derivedIDs(findings))
    return groups.map { ConditionRule($0, objects: findings.objects, &taken) }
  }

  /// Fields that are always there under the same condition make one rule.
  private static func isAlike(_ left: Condition, _ right: Condition) -> Bool {
    left.place == right.place && left.values == right.values && left.exceptions == 0
      && right.exceptions == 0 && left.pattern == nil && right.pattern == nil
      && left.isExclusive == right.isExclusive && left.isCertain == right.isCertain
  }

  /// The ids that rules of fields get.
  private static func derivedIDs(_ findings: Findings) -> [String] {
    var paths: [FieldPath] = [FieldPath()]
    for node in 1..<max(1, findings.tree.count) {
      let parent = paths[Int(findings.tree.nodes[node].parent)]
      paths.append(
        findings.tree.nodes[node].kind == .member
          ? parent.appending(.key(findings.tree.key(of: SummaryNumber(node)).text)) : parent)
    }
    return paths.flatMap { ["\($0).required", "\($0).pattern"] }
  }

  // MARK: Text

  private init(_ group: [Condition], objects: Int, _ taken: inout Set<String>) {
    let first = group[0]
    evidence = ConditionRule.evidence(group, objects)
    isNearMiss = first.exceptions > 0
    isComment = !isNearMiss && !first.isCertain
    if isComment { evidence += "; this may be chance" }
    let keyword = first.pattern == nil ? "required" : "pattern"
    var name = ConditionRule.name(first)
    if group.count == 1 { name += "." + ConditionRule.word(first.needed) }
    let field = JSONText.quoted(ConditionRule.spelled(first.field))
    let value =
      first.values.count == 1
      ? "\"const\": \(first.values[0])" : "\"enum\": [\(first.values.joined(separator: ", "))]"
    let id = ConditionRule.unique(name, keyword, &taken)
    members = [
      "\"id\": \(JSONText.quoted(id))",
      "\"when\": { \(field): { \(value) } }",
      "\"then\": { \(group.map(ConditionRule.block).joined(separator: ", ")) }",
    ]
    if first.isExclusive {
      let blocks = group.map(ConditionRule.block)
      let none =
        blocks.count == 1
        ? "\"not\": { \(blocks[0]) }"
        : "\"none\": [\(blocks.map { "{ \($0) }" }.joined(separator: ", "))]"
      members.append("\"else\": { \(none) }")
    }
    if isNearMiss {
      let tolerance = NeededTolerance.percent(first.exceptions, of: first.evaluated)
      members.append("\"tolerance\": \(tolerance)")
    }
  }

  private static func block(_ condition: Condition) -> String {
    var parts: [String] = []
    if condition.isRequired { parts.append("\"required\": true") }
    if let pattern = condition.pattern { parts.append("\"pattern\": \(JSONText.quoted(pattern))") }
    let path = JSONText.quoted(spelled(condition.needed))
    return "\(path): { \(parts.joined(separator: ", ")) }"
  }

  private static func spelled(_ path: String) -> String {
    operators.contains(path) ? "/" + path : path
  }

  private static func evidence(_ group: [Condition], _ objects: Int) -> String {
    let first = group[0]
    let start =
      Figures.counted(first.exceptions, "exception") + " in "
      + Figures.counted(first.evaluated, "record")
    let others = Figures.grouped(objects - first.records)
    let counts = group.map(\.elsewhere)
    let (least, most) = (counts.min() ?? 0, counts.max() ?? 0)
    let range =
      least == most
      ? Figures.grouped(least) : "\(Figures.grouped(least)) to \(Figures.grouped(most))"
    let what = first.pattern == nil ? "have a value" : "match"
    return "\(start); of the other \(others), \(most == 0 ? "none" : range) \(what)"
  }

  // MARK: Ids

  /// `country-US`: the field of the condition and its values.
  private static func name(_ condition: Condition) -> String {
    let values = condition.values.count <= 3 ? condition.values : [condition.values[0], "etc"]
    let name = ([condition.field] + values.map(word)).joined(separator: "-")
    return String(word(name).prefix(nameMaximum))
  }

  /// The text with nothing but what an id may hold.
  static func word(_ text: String) -> String {
    let words = text.split { character in
      !(character.isASCII
        && (character.isLetter || character.isNumber || "._-".contains(character)))
    }
    return words.joined(separator: "-")
  }

  private static func unique(_ name: String, _ keyword: String, _ taken: inout Set<String>)
    -> String
  {
    let begins = name.first.map { $0.isLetter || $0.isNumber } ?? false
    let start = begins && !name.hasPrefix("bulkcheck.") ? name : "when-" + name
    return taken.insertFree(start, end: "." + keyword)
  }
}

internal import BulkcheckCore
internal import BulkcheckDocument

/// Notes about conditions of several parts one of which can be missing: that part is left out, and
/// the others decide, as in the `if` of JSON Schema (docs/reference/rules.md#truth,
/// docs/reference/rules.md#conditions).
extension ProfileReader {
  /// What a part of a condition is about.
  struct ConditionPart {
    var path: FieldPath
    var name: String
    var nameOffset: Int
    /// Where a rule says that the value must be there, the condition hardly meets a missing one.
    var asksForPresence: Bool
  }

  /// Notes the parts of a block of `when`.
  mutating func noteCondition(_ node: DocumentNode) {
    guard !isFirstReading, let members = node.members, members.count > 1 else { return }
    for member in members where Operator(rawValue: member.name) == nil {
      guard let block = member.value.members, let path = try? PathParser.path(member.name) else {
        continue
      }
      let words = ["required", "present", "nullable"]
      conditionParts.append(
        ConditionPart(
          path: path, name: member.name, nameOffset: member.nameOffset,
          asksForPresence: block.contains { words.contains($0.name) }))
    }
  }

  /// The notes, when all rules are known.
  mutating func noteMissingParts() {
    let required = Set(
      ruleSet.rules.filter { rule in
        rule.expression == .constraint(.required) && rule.isRun
          && rule.attributes.severity == .error
      }.flatMap(\.paths))
    for part in conditionParts where !part.asksForPresence && !required.contains(part.path) {
      notes.append((part.nameOffset, .partCanBeMissing(part.name)))
    }
  }
}

extension Complaint {
  fileprivate static func partCanBeMissing(_ name: String) -> Complaint {
    Complaint(
      "where \(quoted(name)) is missing, the other parts of the condition decide alone; to ask for "
        + "it too, write \(JSONText.quoted(name)): { \"required\": true, … }")
  }
}

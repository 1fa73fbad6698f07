internal import BulkcheckCore
internal import BulkcheckDocument

/// Notes about conditions of several parts one of which can be missing: that part is left out, and
/// the others decide, as in the `if` of JSON Schema (docs/reference/rules.md#truth,
/// docs/reference/rules.md#conditions).
extension ProfileReader {
  /// The subject of a part of a condition.
  struct ConditionPart {
    var path: FieldPath
    var section: SectionIndex?
    var name: String
    var nameOffset: Int
    /// Whether the part asks for the value to be there. Where a rule says that it must be, the
    /// condition hardly meets a missing one.
    var asksForPresence: Bool
    /// Below `not` or `none`, where what holds is turned round.
    var isNegated: Bool
  }

  /// Notes the parts of a block of `when`.
  mutating func noteCondition(_ node: DocumentNode) {
    guard !isFirstReading else { return }
    var parts: [ConditionPart] = []
    var count = 0
    gatherParts(node, isNegated: false, &parts, &count)
    if count > 1 { conditionParts += parts }
  }

  /// The parts on every level of `all`, `any`, `none` and `not`.
  ///
  /// - Parameter count: of all parts, also of those that are about no path.
  private func gatherParts(
    _ node: DocumentNode, isNegated: Bool, _ parts: inout [ConditionPart], _ count: inout Int
  ) {
    for member in node.members ?? [] {
      let word = Operator(rawValue: member.name)
      let turnsRound = isNegated || word == .not || word == Operator.none
      switch word {
      case .all?, .any?, Operator.none?:
        for element in member.value.elements ?? [] {
          gatherParts(element, isNegated: turnsRound, &parts, &count)
        }
        continue
      case .not?:
        gatherParts(member.value, isNegated: turnsRound, &parts, &count)
        continue
      case nil: break
      default:
        count += 1
        continue
      }
      count += 1
      guard let block = member.value.members, let path = try? PathParser.path(member.name) else {
        continue
      }
      parts.append(
        ConditionPart(
          path: path, section: section, name: member.name, nameOffset: member.nameOffset,
          asksForPresence: block.contains { $0.name == "required" || $0.name == "present" },
          isNegated: isNegated))
    }
  }

  /// The notes, when all rules are known.
  mutating func noteMissingParts() {
    let required = Set(
      ruleSet.rules.filter { rule in
        rule.expression == .constraint(.required) && rule.isRun
          && rule.attributes.severity == .error
      }.flatMap { rule in rule.paths.map { NamedField($0, in: rule.section) } })
    for part in conditionParts {
      if part.path.leadsToSeveral {
        let container = part.isNegated ? FieldPath() : part.path.fixedPart
        notes.append((part.nameOffset, .partCanHaveNoValue(part.name, container)))
      } else if !part.asksForPresence, !required.contains(NamedField(part.path)),
        !required.contains(NamedField(part.path, in: part.section))
      {
        notes.append((part.nameOffset, .partCanBeMissing(part.name, isNegated: part.isNegated)))
      }
    }
  }
}

extension Complaint {
  /// - Parameter container: what has the elements or members; the record: no advice.
  fileprivate static func partCanHaveNoValue(_ name: String, _ container: FieldPath) -> Complaint {
    let advice =
      container.steps.isEmpty
      ? ""
      : "; to require one, add " + quoted(container.description)
        + ": { \"required\": true, \"notEmpty\": true }"
    return Complaint(
      "if \(quoted(name)) has no value, the other parts of the condition decide" + advice)
  }

  fileprivate static func partCanBeMissing(_ name: String, isNegated: Bool) -> Complaint {
    let advice =
      isNegated ? "" : "; to require it too, write \(quoted(name)): { \"required\": true, … }"
    return Complaint(
      "if \(quoted(name)) is missing, the other parts of the condition decide" + advice)
  }
}

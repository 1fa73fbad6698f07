internal import BulkcheckCore
internal import BulkcheckDocument

/// The key `input`: how records are read, and the built-in rules.
extension ProfileReader {
  private static let inputKeys =
    ["missingValues", "lengthUnit", "csv"] + BuiltInRule.allCases.map(\.rawValue)

  mutating func readInput(_ node: DocumentNode) {
    for member in members(node, "`input`", keys: Self.inputKeys) {
      switch member.name {
      case "missingValues":
        ruleSet.missingValues = texts(member.value, "`missingValues`", mayBeEmpty: true)
      case "lengthUnit":
        if let unit = word(member.value, "`lengthUnit`", as: LengthUnit.self) {
          ruleSet.lengthUnit = unit
        }
      case "csv": ruleSet.csv = csvOptions(member.value)
      case let name: BuiltInRule(rawValue: name).map { readBuiltIn($0, member.value) }
      }
    }
  }

  private mutating func readBuiltIn(_ rule: BuiltInRule, _ node: DocumentNode) {
    var settings = BuiltInSettings()
    for member in members(
      node, "`\(rule.rawValue)`", in: "the settings of a built-in rule",
      keys: ["severity", "tolerance"])
    {
      switch member.name {
      case "severity":
        settings.severity = severity(member.value) ?? settings.severity
        settings.severityIsGiven = true
      default: settings.tolerance = tolerance(member.value) ?? settings.tolerance
      }
    }
    settings.isRun = settings.severity != .off
    ruleSet.builtIns[rule] = settings
  }
}

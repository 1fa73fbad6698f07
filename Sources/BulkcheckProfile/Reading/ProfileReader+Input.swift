internal import BulkcheckCore
internal import BulkcheckDocument

/// The key `input`: how records are read, and the built-in rules.
extension ProfileReader {
  private static let inputKeys =
    ["missingValues", "lengthUnit", "nan", "encoding", "records", "csv"]
    + BuiltInRule.allCases.map(\.rawValue)

  mutating func readInput(_ node: DocumentNode) {
    for member in members(node, "`input`", keys: Self.inputKeys) {
      switch member.name {
      case "missingValues":
        ruleSet.missingValues = texts(member.value, "`missingValues`", mayBeEmpty: true)
      case "lengthUnit":
        if let unit = word(member.value, "`lengthUnit`", as: LengthUnit.self) {
          ruleSet.lengthUnit = unit
        }
      case "nan": ruleSet.nan = word(member.value, "`nan`", as: NaNMeaning.self)
      case "records": ruleSet.records = recordPointer(member.value)
      case "encoding": ruleSet.encoding = encoding(member.value)
      case "csv": ruleSet.csv = csvOptions(member.value)
      case let name: BuiltInRule(rawValue: name).map { readBuiltIn($0, member.value) }
      }
    }
  }

  mutating func recordPointer(_ node: DocumentNode) -> RecordPointer? {
    guard let text = node.text else {
      complain(node, "`records`", expected: "a JSON Pointer, such as \"/data/*\"")
      return nil
    }
    do throws(RecordPointerError) {
      return try RecordPointer(text)
    } catch {
      return refuse(node.offset, .recordPointer(error.description))
    }
  }

  mutating func encoding(_ node: DocumentNode) -> EncodingChoice? {
    if let choice = node.text.flatMap(EncodingChoice.init(label:)) { return choice }
    return refuse(
      node.offset,
      Complaint(
        "`encoding` is \(node.summary)",
        expected: "the name of an encoding, such as \"UTF-16\" or \"windows-1252\"",
        suggestion: node.text.flatMap { NearestWord.of($0, among: EncodingChoice.names) }))
  }

  private mutating func readBuiltIn(_ rule: BuiltInRule, _ node: DocumentNode) {
    var settings = BuiltInSettings(of: rule)
    if rule == .noSection { noSectionOffset = node.offset }
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

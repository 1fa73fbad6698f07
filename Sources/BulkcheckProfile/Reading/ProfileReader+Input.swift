internal import BulkcheckCore
internal import BulkcheckDocument

/// The key `input`: how records are read, and the built-in rules.
extension ProfileReader {
  private static let inputKeys =
    ["missingValues", "lengthUnit", "encoding", "records", "csv"]
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
      case "records": readRecords(member.value)
      case "encoding": ruleSet.encoding = encoding(member.value)
      case "csv": readCSV(member.value)
      case let name: BuiltInRule(rawValue: name).map { readBuiltIn($0, member.value) }
      }
    }
  }

  private mutating func readRecords(_ node: DocumentNode) {
    guard let text = node.text else {
      complain(node, "`records`", expected: "a JSON Pointer, such as \"/data/*\"")
      return
    }
    do throws(RecordPointerError) {
      ruleSet.records = try RecordPointer(text)
    } catch {
      complain(node.offset, .recordPointer(error.description))
    }
  }

  private mutating func encoding(_ node: DocumentNode) -> EncodingChoice? {
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

  private enum CSVNumbers: String, CaseIterable { case plain, lenient }

  private enum CSVStrayQuotes: String, CaseIterable { case malformed, text }

  private mutating func readCSV(_ node: DocumentNode) {
    let members = members(
      node, "`csv`", keys: ["delimiter", "header", "columns", "strayQuotes", "numbers"])
    var hasHeader = true
    for member in members {
      switch member.name {
      case "delimiter": ruleSet.csv.delimiter = delimiter(member.value)
      case "header": hasHeader = boolean(member.value, "`header`") ?? hasHeader
      case "columns":
        ruleSet.csv.columns = texts(member.value, "`columns`", mayBeEmpty: false)
      case "numbers":
        ruleSet.csv.numbersAreLenient =
          word(member.value, "`numbers`", as: CSVNumbers.self) == .lenient
      default:
        ruleSet.csv.strayQuotesAreText =
          word(member.value, "`strayQuotes`", as: CSVStrayQuotes.self) == .text
      }
    }
    let columns = members.named("columns")
    if hasHeader, let columns {
      complain(columns.nameOffset, .columnsBesideHeader)
    } else if !hasHeader, columns == nil {
      complain(members.named("header")?.nameOffset ?? node.offset, .columnsMissing)
    }
  }

  private mutating func delimiter(_ node: DocumentNode) -> UInt8? {
    guard let byte = node.text.flatMap(CSVOptions.delimiter) else {
      return refuse(
        node, "`delimiter`",
        expected: "one ASCII character other than a quote or a line end, such as \",\" or \"\\t\"")
    }
    return byte
  }
}

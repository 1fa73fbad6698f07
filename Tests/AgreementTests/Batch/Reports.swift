import Bulkcheck

/// The differences of two reports, apart from time, the profile's name, the order in which rules
/// and fields were given, and the rule that a record can be decoded, which no profile has.
func differences(_ expected: Report, _ actual: Report) -> [String] {
  var found: [String] = []
  func compare<Part: Equatable>(_ name: String, _ expected: Part, _ actual: Part) {
    if expected != actual { found.append("\(name)\n- \(expected)\n+ \(actual)") }
  }
  compare("outcome", expected.outcome, actual.outcome)
  compare("exit code", expected.exitCode, actual.exitCode)
  compare("records", expected.records, actual.records)
  compare("inputs", expected.inputs, actual.inputs)
  compare("bytes", expected.bytesJudged, actual.bytesJudged)
  compare("limit", expected.limitReached, actual.limitReached)
  compare("fields", Set(expected.fields), Set(actual.fields))
  compare(
    "ids", expected.rules.map(\.id).sorted(),
    actual.rules.map(\.id).filter { $0 != "record.decodable" }.sorted())
  for rule in expected.rules {
    let other = actual.rules.first { $0.id == rule.id } ?? rule
    compare(rule.id, withoutStatement(rule), withoutStatement(other))
  }
  return found
}

/// All that a report says of a rule but how its statement is put, and whether the author gave the
/// message: a requirement has closures and messages where a profile has constraints.
private func withoutStatement(_ rule: Report.Rule) -> String {
  let statement = #/statement: "(\\.|[^"\\])*", |hasOwnMessage: \w+, /#
  return "\(rule)".replacing(statement, with: "")
}

internal import BulkcheckCore

/// Writes a report as JUnit XML, for Jenkins, GitLab, and test reporters of GitHub.
///
/// It has one suite for the run, and one test case for each rule. It agrees with the exit code: a
/// test case fails if and only if its rule fails the run, and an input that cannot be read is an
/// error. It follows the schema of Jenkins' xUnit plug-in (`junit-10.xsd`).
public enum JUnitReport {
  /// Returns an XML document with a line end after it.
  public static func text(_ report: Report) -> String {
    let cases = self.cases(report)
    let failures = cases.count { $0.element?.name == "failure" }
    let errors = cases.count { $0.element?.name == "error" }
    let skipped = cases.count { $0.element?.name == "skipped" }
    let time = Figures.seconds(report.timing.seconds)
    let totals =
      "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<testsuites name=\"bulkcheck\" \(totals) time=\"\(time)\">",
      "  <testsuite name=\"\(suiteName(report))\" \(totals) skipped=\"\(skipped)\""
        + " time=\"\(time)\">",
    ]
    lines += properties(report)
    for testCase in cases { lines += testCase.lines(className: className(report)) }
    let hints = MarkupText.escaped(report.hintTexts.joined(separator: "\n"), multiline: true)
    if !hints.isEmpty { lines.append("    <system-out>\(hints)</system-out>") }
    lines += ["  </testsuite>", "</testsuites>"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// Test reports follow a test through time by its names: they hold nothing that changes from run
  /// to run.
  private static func className(_ report: Report) -> String {
    "bulkcheck." + (report.profile.name ?? "profile")
  }

  private static func suiteName(_ report: Report) -> String {
    MarkupText.escaped("\(report.profile.name ?? "bulkcheck"): \(report.inputsName)")
  }

  private static func properties(_ report: Report) -> [String] {
    var properties = [
      ("outcome", report.outcome.rawValue), ("profile.sha256", report.profile.sha256),
      ("records.total", "\(report.records.total)"),
    ]
    properties += report.records.states.map { ("records." + $0.name, "\($0.count)") }
    properties.append(("failOn", report.failOn.rawValue))
    if let contract = report.contract {
      properties.append(("contract.notEnforced", "\(contract.notEnforced.count)"))
    }
    if let comparison = report.comparison { properties.append(("baseline", comparison.path)) }
    properties += report.inputs.map { ("input", $0.path) }
    return ["    <properties>"]
      + properties.map { name, value in
        "      <property name=\"\(name)\" value=\"\(MarkupText.escaped(value))\"/>"
      } + ["    </properties>"]
  }

  // MARK: Test cases

  private static func cases(_ report: Report) -> [JUnitCase] {
    var cases = report.rules.map { testCase($0, report) }
    let names = DistinctNames.of(report.rules.map(\.id)) { TerminalText.escaped($0) }
    for (index, name) in names.enumerated() { cases[index].name = name }
    if !report.complete {
      cases.append(
        JUnitCase(
          name: "bulkcheck.complete",
          element: .init("error", "incomplete", "not everything was read"),
          body: incompleteness(report)))
    }
    if !report.unreadFields.isEmpty {
      let message = "no record has: " + report.unreadFields.joined(separator: ", ")
      cases += strictCase("bulkcheck.unread-fields", "unread", message, report)
    }
    if let caveat = report.profile.schemaCaveat {
      cases += strictCase("bulkcheck.schema", "schema", caveat, report)
    }
    if let note = report.contractNote {
      cases += strictCase("bulkcheck.contract", "contract", note, report)
    }
    return cases
  }

  /// A test case for something that fails with `--strict`.
  private static func strictCase(
    _ name: String, _ type: String, _ message: String, _ report: Report
  ) -> [JUnitCase] {
    guard report.strict else { return [] }
    return report.failOn == .never
      ? [JUnitCase(name: name, element: nil, body: [message])]
      : [JUnitCase(name: name, element: .init("failure", type, message))]
  }

  private static func incompleteness(_ report: Report) -> [String] {
    (report.interrupted ? ["interrupted: the counts cover only what was read"] : [])
      + report.failureTexts + report.hintTexts
  }

  private static func testCase(_ rule: Report.Rule, _ report: Report) -> JUnitCase {
    switch rule.status {
    case .off:
      let words =
        switch rule.mutedBy {
        case .severity: "off in the profile"
        case .selection: "not selected"
        case nil: "for profiles only"
        }
      return JUnitCase(name: rule.id, element: .init("skipped", "off", words))
    case .idle:
      let reason = report.idleReason(rule)
      let name = report.fails(rule) ? "failure" : "skipped"
      return JUnitCase(name: rule.id, element: .init(name, "idle", reason))
    case .fail, .warn, .info, .pass: break
    }
    guard rule.kind == .aboutRecords else { return countingCase(rule, report) }
    guard rule.failed > 0 else { return JUnitCase(name: rule.id, element: nil) }
    let body =
      (rule.plainMessage.map { [$0] } ?? []) + RuleDetails.plain(rule, in: report, .unfolded)
      + (rule.isBuiltIn ? report.hintTexts : [])
    guard report.fails(rule) else {
      return JUnitCase(name: rule.id, element: nil, body: [rule.sentence] + body)
    }
    return JUnitCase(
      name: rule.id, element: .init("failure", rule.constraint, rule.sentence), body: body)
  }

  /// Too few records are not a failure of the data where not everything was read.
  private static func countingCase(_ rule: Report.Rule, _ report: Report) -> JUnitCase {
    guard rule.isBeyondTolerance else { return JUnitCase(name: rule.id, element: nil) }
    let groups =
      (rule.table?.groupWords(in: report).map { $0.words + $0.first } ?? [])
      + (rule.kind == .tooFewRecords ? report.hintTexts : [])
    let sentence = report.sentence(ofCountingRule: rule)
    guard report.complete || rule.kind != .tooFewRecords else {
      return JUnitCase(
        name: rule.id, element: .init("skipped", "incomplete", "not everything was read"),
        body: [])
    }
    return report.fails(rule)
      ? JUnitCase(
        name: rule.id, element: .init("failure", rule.constraint, sentence), body: groups)
      : JUnitCase(name: rule.id, element: nil, body: [sentence] + groups)
  }
}

/// One test case as XML.
private struct JUnitCase {
  /// The element inside a case that did not pass.
  struct Element {
    /// `failure`, `error` or `skipped`.
    let name: String
    let type: String
    let message: String

    init(_ name: String, _ type: String, _ message: String) {
      self.name = name
      self.type = type
      self.message = message
    }
  }

  var name: String
  /// nil: passed.
  let element: Element?
  /// Details, a line each.
  var body: [String] = []

  func lines(className: String) -> [String] {
    // A rule has no time of its own; without the attribute some readers show `NaN`.
    let start =
      "    <testcase classname=\"\(MarkupText.escaped(className))\" "
      + "name=\"\(MarkupText.escaped(name))\" time=\"0\""
    let text = MarkupText.escaped(body.joined(separator: "\n"), multiline: true)
    guard let element else {
      guard !body.isEmpty else { return [start + "/>"] }
      return [start + ">", "      <system-out>\(text)</system-out>", "    </testcase>"]
    }
    let tag =
      "<\(element.name) type=\"\(MarkupText.escaped(element.type))\" "
      + "message=\"\(MarkupText.escaped(element.message))\""
    let whole = body.isEmpty ? tag + "/>" : tag + ">\(text)</\(element.name)>"
    return [start + ">", "      " + whole, "    </testcase>"]
  }
}

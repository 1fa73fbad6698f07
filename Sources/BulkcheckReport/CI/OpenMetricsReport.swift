internal import BulkcheckCore

/// Writes a report as OpenMetrics, which Prometheus also reads: figures of the latest run, for
/// dashboards and alerts.
///
/// All are gauges, because a run is a new measurement and adds to nothing. Labels contain nothing
/// that changes from run to run, and no values of records.
public enum OpenMetricsReport {
  /// Returns metrics with their descriptions, and the mark of the end.
  public static func text(_ report: Report) -> String {
    let families = [records(report)] + rules(report) + [fields(report)] + figures(report)
    return families.map(\.text).joined() + "# EOF\n"
  }

  /// Every sample has it: reports of several profiles are read side by side.
  private static func profile(_ report: Report) -> (String, String) {
    ("profile", shown(report.profile.name ?? ""))
  }

  private static func records(_ report: Report) -> Family {
    Family(
      "records", "Records by state.",
      report.records.states.map { Sample([profile(report), ("state", $0.name)], "\($0.count)") })
  }

  private static func rules(_ report: Report) -> [Family] {
    let rules = report.rules.filter { $0.status != .off }
    let labels = zip(rules, DistinctNames.of(rules.map(\.id), shown: shown)).map { rule, name in
      [profile(report), ("rule", name), ("severity", rule.severity.rawValue)]
    }
    let labelled = zip(rules, labels)
    let outcomes = labelled.flatMap { rule, labels in
      rule.outcomes.map { Sample(labels + [("outcome", $0.name)], "\($0.count)") }
    }
    let allowed = labelled.map { Sample($1, "\($0.allowed.count)") }
    let failing = labelled.map { Sample($1, $0.isBeyondTolerance ? "1" : "0") }
    return [
      Family("rule_records", "Records by rule and outcome.", outcomes),
      Family(
        "rule_allowed_records", "Failures that the rule's tolerance allows in this run.", allowed),
      Family("rule_failing", "1 if the rule is beyond its tolerance.", failing),
    ]
  }

  private static func fields(_ report: Report) -> Family {
    let names = DistinctNames.of(report.fields.map(\.name), shown: shown)
    let samples = zip(report.fields, names).flatMap { field, name -> [Sample] in
      field.states.map {
        Sample([profile(report), ("field", name), ("state", $0.name)], "\($0.count)")
      }
    }
    return Family("field_records", "Records by field and state.", samples)
  }

  private static func figures(_ report: Report) -> [Family] {
    let bytes = report.inputs.reduce(0) { $0 + $1.bytesRead }
    var figures: [(name: String, help: String, value: String)] = [
      ("exit_code", "Exit code of the run.", "\(report.exitCode)"),
      ("complete", "1 if everything was read.", report.complete ? "1" : "0"),
      ("input_bytes", "Stored bytes read.", "\(bytes)"),
      ("duration_seconds", "Duration of the run.", Figures.seconds(report.timing.seconds)),
    ]
    if let contract = report.contract {
      figures.append(
        (
          "contract_parts_not_enforced", "Parts of the contract that no rule enforces.",
          "\(contract.notEnforced.count)"
        ))
    }
    return figures.map { Family($0.name, $0.help, [Sample([profile(report)], $0.value)]) }
  }

  // MARK: Text

  /// A name without what steers a terminal, line ends apart: the format has an escape for them.
  private static func shown(_ name: String) -> String {
    name.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { TerminalText.escaped(String($0)) }.joined(separator: "\n")
  }

  /// A metric with its samples; without samples it is left out.
  private struct Family {
    let name: String
    let help: String
    let samples: [Sample]

    init(_ name: String, _ help: String, _ samples: [Sample]) {
      self.name = "bulkcheck_" + name
      self.help = help
      self.samples = samples
    }

    var text: String {
      guard !samples.isEmpty else { return "" }
      return "# TYPE \(name) gauge\n# HELP \(name) \(help)\n"
        + samples.map { "\(name){\($0.labels)} \($0.value)\n" }.joined()
    }
  }

  private struct Sample {
    let labels: String
    let value: String

    init(_ labels: [(String, String)], _ value: String) {
      self.labels = labels.map { "\($0)=\"\(Sample.escaped($1))\"" }.joined(separator: ",")
      self.value = value
    }

    private static func escaped(_ text: String) -> String {
      text.unicodeScalars.map { scalar in
        switch scalar {
        case "\n": "\\n"
        case "\\": "\\\\"
        case "\"": "\\\""
        default: String(scalar)
        }
      }.joined()
    }
  }
}

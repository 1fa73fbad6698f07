internal import BulkcheckCore

/// Writes a report as SARIF 2.1.0, for code scanning and editors.
///
/// Each result is a failing example of a rule beyond its tolerance, with the line on which its
/// record begins. A rule without an example is a result without a place. The first result of a rule
/// says how often it failed.
public enum SARIFReport {
  /// Returns JSON text with a line end after it.
  public static func text(_ report: Report) -> String {
    var writer = JSONWriter()
    writer.object { log in
      log.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      log.member("version", "2.1.0")
      log.objects("runs", [report], oneLine: false) { run, report in write(report, &run) }
    }
    return writer.text + "\n"
  }

  private static func write(_ report: Report, _ run: inout JSONWriter) {
    run.object("tool") { tool in
      tool.object("driver") { driver in
        driver.member("name", report.tool.name)
        driver.member("version", report.tool.version)
        driver.objects("rules", report.rules, oneLine: false) { entry, rule in
          write(rule, &entry)
        }
      }
    }
    run.objects("invocations", [report], oneLine: false) { invocation, report in
      writeInvocation(report, &invocation)
    }
    run.objects("artifacts", report.inputs) { artifact, input in
      artifact.object("location") { $0.member("uri", uri(input)) }
    }
    run.objects("results", results(report), oneLine: false) { entry, result in
      result.write(report, &entry)
    }
  }

  private static func write(_ rule: Report.Rule, _ entry: inout JSONWriter) {
    entry.member("id", raw: idText(rule))
    writeMessage(
      "shortDescription", rule.message.isEmpty ? rule.constraint : rule.message, &entry)
    entry.object("defaultConfiguration", oneLine: true) { configuration in
      configuration.member("enabled", rule.status != .off)
      configuration.member("level", level(rule.severity))
    }
    entry.object("properties", oneLine: true) { properties in
      properties.member("tags", rule.labels.map { TerminalText.escaped($0) })
      properties.member("status", rule.status.rawValue)
      properties.member("evaluated", rule.evaluated)
      properties.member("failed", rule.failed)
      properties.member("allowed", rule.allowed.count)
    }
  }

  /// Inputs that could not be read are notifications of the run, not results about the data. So are
  /// parts of a contract that are not enforced.
  private static func writeInvocation(_ report: Report, _ invocation: inout JSONWriter) {
    invocation.member("executionSuccessful", report.complete)
    invocation.member("exitCode", report.exitCode)
    let failures = report.failureTexts.map { (level: "error", text: $0) }
    let leftovers = (report.contract?.notEnforced ?? []).map { part in
      "line \(part.line) of the contract is not enforced: \(part.message)"
    }
    let notifications =
      failures + (report.hintTexts + leftovers).map { (level: "note", text: $0) }
    guard !notifications.isEmpty else { return }
    invocation.objects("toolExecutionNotifications", notifications, oneLine: false) {
      $0.member("level", $1.level)
      writeMessage("message", $1.text, &$0)
    }
  }

  // MARK: Results

  /// One result: an example of a rule, or the rule alone.
  private struct Result {
    let rule: Report.Rule
    let ruleIndex: Int
    let sample: Report.Sample?
    let text: String

    func write(_ report: Report, _ entry: inout JSONWriter) {
      entry.member("ruleId", raw: SARIFReport.idText(rule))
      entry.member("ruleIndex", ruleIndex)
      entry.member("level", SARIFReport.level(rule.severity))
      SARIFReport.writeMessage("message", text, &entry)
      guard let sample, report.inputs.indices.contains(sample.input) else { return }
      entry.objects("locations", [sample]) { location, sample in
        SARIFReport.writePlace(report, sample.input, sample.line, &location)
        guard let within = sample.instanceLocation else { return }
        location.objects("logicalLocations", [within]) {
          $0.member("fullyQualifiedName", TerminalText.escaped($1))
        }
      }
      guard let other = sample.first ?? sample.previous,
        report.inputs.indices.contains(other.input)
      else { return }
      entry.objects("relatedLocations", [other]) { location, other in
        SARIFReport.writePlace(report, other.input, other.line, &location)
        SARIFReport.writeMessage("message", other.words(in: report), &location)
      }
    }
  }

  private static func writePlace(
    _ report: Report, _ input: Int, _ line: Int?, _ location: inout JSONWriter
  ) {
    location.object("physicalLocation") { place in
      place.object("artifactLocation") { artifact in
        artifact.member("uri", uri(report.inputs[input]))
        artifact.member("index", input)
      }
      guard let line else { return }
      place.object("region") { region in region.member("startLine", line) }
    }
  }

  private static func results(_ report: Report) -> [Result] {
    // By bytes: two strings that `String` calls equal may be two ids.
    let indices = Dictionary(
      report.rules.enumerated().map { (Array($1.id.utf8), $0) },
      uniquingKeysWith: { first, _ in first })
    return report.failingRules.flatMap { rule -> [Result] in
      let index = indices[Array(rule.id.utf8)] ?? 0
      guard rule.kind == .aboutRecords else {
        let text = report.sentence(ofCountingRule: rule)
        return [Result(rule: rule, ruleIndex: index, sample: nil, text: text)]
      }
      guard let first = rule.samples.first else {
        return [Result(rule: rule, ruleIndex: index, sample: nil, text: rule.sentence)]
      }
      return [
        Result(
          rule: rule, ruleIndex: index, sample: first, text: "\(first.message) (\(rule.sentence))")
      ]
        + rule.samples.dropFirst().map {
          Result(rule: rule, ruleIndex: index, sample: $0, text: $0.message)
        }
    }
  }

  /// The id as JSON, in which everything that steers a terminal, or that nobody sees, is an escape
  /// of JSON: programs find a rule by its id.
  private static func idText(_ rule: Report.Rule) -> String {
    JSONText.quoted(rule.id).unicodeScalars.map { scalar in
      let text = String(scalar)
      guard TerminalText.escaped(text) != text else { return text }
      return text.utf16.map { unit in
        "\\u" + DigitText.padded(String(unit, radix: 16), to: 4)
      }.joined()
    }.joined()
  }

  private static func level(_ severity: Report.Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    case .off: "none"
    }
  }

  private static func writeMessage(_ name: String, _ text: String, _ writer: inout JSONWriter) {
    writer.object(name, oneLine: true) { $0.member("text", TerminalText.escaped(text)) }
  }

  /// A path as a URI: relative ones stay so, which viewers resolve against the repository.
  private static func uri(_ input: Report.Input) -> String {
    if input.path == "-" { return "stdin" }
    let name = PathText.name(input.location).dropLast()
    let escaped = DigitText.percentEncoded(name.map { UInt8(bitPattern: $0) })
    return escaped.hasPrefix("/") ? "file://" + escaped : escaped
  }
}

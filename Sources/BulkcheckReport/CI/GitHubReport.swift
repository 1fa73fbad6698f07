internal import BulkcheckCore

/// Writes a report as annotations of GitHub Actions: workflow commands for standard output.
///
/// There is one for each failing rule, at its first failing line. There are at most ten, because
/// GitHub shows no more for one step.
public enum GitHubReport {
  static let annotationsMaximum = 10

  /// Returns one command per line; empty if there is nothing to report.
  public static func text(_ report: Report) -> String {
    var annotations = self.annotations(report)
    if annotations.count > annotationsMaximum {
      let rest = annotations.dropFirst(annotationsMaximum - 1)
      let gravest = rest.map(\.level).min { $0.rank < $1.rank } ?? .notice
      annotations.removeSubrange((annotationsMaximum - 1)...)
      annotations.append(
        Annotation(
          level: gravest, title: "bulkcheck",
          message: "and \(rest.count) more: the summary and the other reports list them all"))
    }
    return annotations.map { $0.command + "\n" }.joined()
  }

  /// Gravest first: what could not be read, then rules as in the other reports.
  private static func annotations(_ report: Report) -> [Annotation] {
    var annotations: [Annotation] = []
    if report.interrupted {
      annotations.append(
        Annotation(
          level: .error, title: "bulkcheck: interrupted",
          message: "the counts cover only what was read"))
    }
    annotations += report.failures.map { failure in
      Annotation(
        level: .error, title: "bulkcheck: incomplete", message: Report.remarkText(failure),
        file: file(failure.input))
    }
    annotations += report.failingRules.map { annotation($0, report) }
    let level: Annotation.Level = report.failOn == .never || !report.strict ? .warning : .error
    if let caveat = report.profile.schemaCaveat {
      annotations.append(Annotation(level: level, title: "bulkcheck: schema", message: caveat))
    }
    if let note = report.contractNote {
      annotations.append(Annotation(level: level, title: "bulkcheck: contract", message: note))
    }
    guard report.strict else { return annotations }
    annotations += report.idleRules.map {
      Annotation(
        level: level, title: "\($0.id): idle", message: report.idleReason($0))
    }
    if !report.unreadFields.isEmpty {
      annotations.append(
        Annotation(
          level: level, title: "bulkcheck: unread fields",
          message: "no record has: " + report.unreadFields.joined(separator: ", ")))
    }
    return annotations
  }

  private static func annotation(_ rule: Report.Rule, _ report: Report) -> Annotation {
    guard rule.kind == .aboutRecords else {
      return Annotation(
        level: Annotation.Level(rule.status), title: rule.id,
        message: report.sentence(ofCountingRule: rule))
    }
    let place = rule.samples.first.flatMap { sample in
      report.inputs.indices.contains(sample.input) ? (report.inputs[sample.input], sample) : nil
    }
    return Annotation(
      level: Annotation.Level(rule.status), title: rule.id,
      message: ([rule.sentence] + RuleDetails.plain(rule, in: report, .unfolded)).joined(
        separator: "\n"),
      file: place.flatMap { file($0.0) }, line: place?.1.line)
  }

  private static func file(_ input: Report.Input) -> String? {
    input.path == "-" ? nil : input.path
  }
}

/// One workflow command.
///
/// Escaped as `@actions/core` does: `%`, CR and LF everywhere, in properties `:` and `,` too.
private struct Annotation {
  enum Level: String {
    case error, warning, notice

    init(_ status: Report.Status) {
      self = status == .fail ? .error : status == .warn ? .warning : .notice
    }

    var rank: Int { self == .error ? 0 : self == .warning ? 1 : 2 }
  }

  var level: Level
  var title: String
  var message: String
  var file: String?
  var line: Int?

  var command: String {
    var properties: [String] = []
    if let file { properties.append("file=" + Annotation.property(file)) }
    // A line without a file would be one of the workflow.
    if file != nil, let line { properties.append("line=\(line)") }
    properties.append("title=" + Annotation.property(title))
    // A log shows the message as a terminal does.
    let data = Annotation.data(TerminalText.escapedLines(message))
    return "::\(level.rawValue) \(properties.joined(separator: ","))::\(data)"
  }

  private static func data(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      default: String(scalar)
      }
    }.joined()
  }

  private static func property(_ text: String) -> String {
    // Else the end of a property or of all properties; a terminal's control characters have no
    // business there.
    data(TerminalText.escaped(text)).split(separator: ":", omittingEmptySubsequences: false)
      .joined(separator: "%3A").split(separator: ",", omittingEmptySubsequences: false)
      .joined(separator: "%2C")
  }
}

/// The formats in which a report can be written.
public enum ReportFormat: String, CaseIterable, Hashable, Sendable {
  case text, json, junit, markdown, github, html, sarif, openmetrics

  /// Finds the format by the suffix of a file's name; nil if the suffix is not one of a report.
  public init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    switch name[dot...].lowercased() {
    case ".json": self = .json
    case ".xml": self = .junit
    case ".md", ".markdown": self = .markdown
    case ".html", ".htm": self = .html
    case ".txt": self = .text
    case ".sarif": self = .sarif
    case ".prom": self = .openmetrics
    default: return nil
    }
  }

  /// Returns the report in this format. `style` applies to ``text``; of it, ``html`` takes only the
  /// options of commands that explain.
  ///
  /// ```swift
  /// print(ReportFormat.markdown.render(report))
  /// ```
  public func render(_ report: Report, style: TextStyle = .plain) -> String {
    switch self {
    case .text: TextReport.text(report, style: style)
    case .json: JSONReport.text(report)
    case .junit: JUnitReport.text(report)
    case .markdown: MarkdownReport.text(report)
    case .github: GitHubReport.text(report)
    case .html: HTMLReport.text(report, explainOptions: style.explainOptions)
    case .sarif: SARIFReport.text(report)
    case .openmetrics: OpenMetricsReport.text(report)
    }
  }
}

/// The JSON Schemas (draft 2020-12) that ship inside the tool.
public enum EmbeddedSchema: String, CaseIterable, Sendable {
  /// The schema of profiles.
  case profile
  /// The schema of JSON reports.
  case report

  /// The schema's text.
  public var text: String {
    let bytes =
      switch self {
      case .profile: PackageResources.profile_schema_json
      case .report: PackageResources.report_schema_json
      }
    return String(decoding: bytes, as: UTF8.self)
  }
}

internal import BulkcheckCore
internal import BulkcheckDocument

extension Baseline {
  /// Reads a JSON report (`bulkcheck-report-1`).
  ///
  /// - Parameter name: what reports and errors call it: the path of its file.
  /// - Throws: ``BaselineError`` if it is not a report, of another version, or not of a whole run.
  public init(json: some Sequence<UInt8>, name: String) throws(BaselineError) {
    let root = try Self.document(Array(json), name).root
    try Self.checkVersion(root, name)
    guard let report = BaselineParts(root) else {
      throw BaselineError(.notAReport, name, "parts of the report are missing. \(Self.remedy)")
    }
    guard report.complete else {
      throw BaselineError(
        .notWhole, name,
        "its run did not read everything (\"complete\": false), so its rates cover only a part. "
          + Self.remedy)
    }
    // No run could be worse than one of an empty input, so that every one would pass.
    if report.rules.contains(where: { $0.id == "bulkcheck.empty-input" && $0.failed > 0 }) {
      throw BaselineError(
        .notWhole, name, "its run had too few records. \(Self.remedy)")
    }
    self.init(
      name: name, profileName: report.profileName, profileSHA256: report.profileSHA256,
      referenceSHA256: report.referenceSHA256, recordsTotal: report.recordsTotal,
      rules: report.rules)
  }

  private static let remedy = "Create one with --write-baseline"

  /// Examples of values are in a report as they were: as deep as records may be nested.
  private static let documentKind = Document.Kind(
    "report", content: "a JSON report", nestingMaximum: 600)

  private static func document(
    _ bytes: [UInt8], _ name: String
  ) throws(BaselineError) -> Document {
    let source = SourceText(bytes)
    let mistakes: DocumentMistakes
    do throws(DocumentFault) {
      let document = try Document(source, kind: documentKind)
      guard let repeated = document.repetitions.first else { return document }
      mistakes = DocumentMistakes(
        fileName: name, source: source,
        complaints: [
          (
            repeated.offset,
            .repeatedKey(repeated.name, firstLine: source.line(of: repeated.firstOffset))
          )
        ])
    } catch {
      mistakes = DocumentMistakes(fileName: name, source: source, error)
    }
    let mistake = mistakes.mistakes[0]
    throw BaselineError(
      .notAReport, name,
      "it is not JSON (line \(mistake.line), column \(mistake.column): \(mistake.sentence)). "
        + remedy)
  }

  private static func checkVersion(_ root: DocumentNode, _ name: String) throws(BaselineError) {
    guard let schema = root["schema"]?.text, schema.hasPrefix("bulkcheck-report-") else {
      throw BaselineError(
        .notAReport, name,
        "it is JSON, but not a bulkcheck report (no \"schema\": \"\(JSONReport.schemaName)\"). "
          + remedy)
    }
    guard schema == JSONReport.schemaName else {
      throw BaselineError(
        .otherVersion, name,
        "it has the format \(JSONText.quoted(schema)), but this version reads "
          + "\"\(JSONReport.schemaName)\". \(remedy)")
    }
  }
}

/// The parts of a JSON report that a comparison needs.
private struct BaselineParts {
  let complete: Bool
  let profileName: String?
  let profileSHA256: String
  let referenceSHA256: [String]
  let recordsTotal: Int
  let rules: [Baseline.Entry]

  /// nil if a part is missing or of another kind.
  init?(_ root: DocumentNode) {
    guard let complete = root["complete"]?.boolean,
      let digest = root["profile"]?["sha256"]?.text, let total = root["records"]?["total"]?.count,
      let entries = root["rules"]?.elements
    else { return nil }
    var rules: [Baseline.Entry] = []
    for entry in entries {
      guard let id = entry["id"]?.text, let evaluated = entry["evaluated"]?.count,
        let failed = entry["failed"]?.count, failed <= evaluated
      else { return nil }
      rules.append(
        Baseline.Entry(
          id: id, evaluated: evaluated, failed: failed, measured: entry["measured"]?.figure))
    }
    self.complete = complete
    profileName = root["profile"]?["name"]?.text
    profileSHA256 = digest
    let references = root["profile"]?["references"]?.elements ?? []
    referenceSHA256 = references.compactMap { $0["sha256"]?.text }
    recordsTotal = total
    self.rules = rules
  }
}

extension DocumentNode {
  /// A number or a text as JSON.
  fileprivate var figure: String? { digits ?? text.map(JSONText.quoted) }

  /// A whole number from 0 on.
  fileprivate var count: Int? { digits.flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil } }
}

internal import BulkcheckCore

extension Baseline {
  /// Reads a JSON report (`bulkcheck-report-1`).
  ///
  /// - Parameter name: what reports and errors call it: the path of its file.
  /// - Throws: ``BaselineError`` if it is no report, of another version, or not of a whole run.
  public init(json: some Sequence<UInt8>, name: String) throws(BaselineError) {
    var bytes = Array(json)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    let root: JSONTree
    do throws(JSONTree.Fault) {
      root = try JSONTree.read(bytes)
    } catch {
      throw BaselineError(
        .notAReport, name, "it is not JSON (line \(error.line)). \(Self.remedy)")
    }
    try Self.checkVersion(root, name)
    guard let report = BaselineParts(root) else {
      throw BaselineError(.notAReport, name, "parts of the report are missing. \(Self.remedy)")
    }
    guard report.complete else {
      throw BaselineError(
        .notWhole, name,
        "its run did not read everything (\"complete\": false), so its rates are of a part only. "
          + Self.remedy)
    }
    // No run could be worse than one of an empty input, so that every one would pass.
    if report.rules.contains(where: { $0.id == "bulkcheck.empty-input" && $0.failed > 0 }) {
      throw BaselineError(
        .notWhole, name, "its run had too few records to be one to measure by. \(Self.remedy)")
    }
    self.init(
      name: name, profileName: report.profileName, profileSHA256: report.profileSHA256,
      referenceSHA256: report.referenceSHA256, recordsTotal: report.recordsTotal,
      rules: report.rules)
  }

  private static let remedy = "Make one with --write-baseline"

  private static func checkVersion(_ root: JSONTree, _ name: String) throws(BaselineError) {
    guard let schema = root["schema"]?.text, schema.hasPrefix("bulkcheck-report-") else {
      throw BaselineError(
        .notAReport, name,
        "it is JSON, but no report of bulkcheck (no \"schema\": \"\(JSONReport.schemaName)\"). "
          + remedy)
    }
    guard schema == JSONReport.schemaName else {
      throw BaselineError(
        .otherVersion, name,
        "it has the format \(JSONText.quoted(schema)), this version reads "
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
  init?(_ root: JSONTree) {
    guard case .boolean(let complete)? = root["complete"],
      let digest = root["profile"]?["sha256"]?.text, let total = root["records"]?["total"]?.count,
      case .array(let entries)? = root["rules"]
    else { return nil }
    var rules: [Baseline.Entry] = []
    for entry in entries {
      guard let id = entry["id"]?.text, let evaluated = entry["evaluated"]?.count,
        let failed = entry["failed"]?.count, failed <= evaluated
      else { return nil }
      rules.append(Baseline.Entry(id: id, evaluated: evaluated, failed: failed))
    }
    self.complete = complete
    profileName = root["profile"]?["name"]?.text
    profileSHA256 = digest
    if case .array(let references)? = root["profile"]?["references"] {
      referenceSHA256 = references.compactMap { $0["sha256"]?.text }
    } else {
      referenceSHA256 = []
    }
    recordsTotal = total
    self.rules = rules
  }
}

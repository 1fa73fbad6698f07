internal import BulkcheckCore
internal import BulkcheckDocument

/// An earlier report to compare a run with. With it, a rule fails only if it got worse.
///
/// ```swift
/// var options = ProfileValidator.Options()
/// options.verdict.baseline = try Baseline(json: bytes, name: "baseline.json")
/// ```
public struct Baseline: Hashable, Sendable {
  /// Its name: the path of its file.
  public let name: String
  /// The name that its profile gives itself.
  public let profileName: String?
  /// SHA-256 of its profile, which may differ from that of this run.
  public let profileSHA256: String
  /// SHA-256 of each reference file of its profile, in their order.
  let referenceSHA256: [String]
  /// Records of all its inputs.
  public let recordsTotal: Int
  /// Its rules in their order.
  let rules: [Entry]
  /// The position of each rule by the bytes of its id: two strings that `String` calls equal may be
  /// two ids.
  private let positions: [[UInt8]: Int]

  /// A rule of the earlier report.
  struct Entry: Hashable, Sendable {
    let id: String
    let evaluated: Int
    let failed: Int
    /// The figure of a rule about the table, as JSON.
    let measured: String?

    /// nil if a part is missing or of another kind.
    fileprivate init?(_ node: DocumentNode) {
      guard let id = node["id"]?.text, let evaluated = node["evaluated"]?.count,
        let failed = node["failed"]?.count, failed <= evaluated
      else { return nil }
      self.id = id
      self.evaluated = evaluated
      self.failed = failed
      measured = node["measured"]?.figure
    }
  }

  /// The rule of this report with that id.
  func entry(_ id: String) -> Entry? {
    positions[Array(id.utf8)].map { rules[$0] }
  }

  /// The figures in this report of a rule that now has `counts`: under its id, otherwise under its
  /// former one.
  func before(id: String, was: String?, counts: RuleCounts) -> Report.Before? {
    let entry = self.entry(id) ?? was.flatMap(self.entry)
    return Report.Before(entry, counts: counts)
  }
}

/// Says why a file cannot serve as a baseline.
public struct BaselineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  public let code: Code
  /// The message for people: the file, what is wrong, and what to do.
  public let description: String

  /// A kind of error. More may be added, so a `switch` needs a default.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code.
    public let description: String

    /// The file is not a JSON report of this tool.
    public static let notAReport = Code(description: "notAReport")
    /// The report is of another version of the format.
    public static let otherVersion = Code(description: "otherVersion")
    /// The run of the report did not read everything, or checked no record.
    public static let notWhole = Code(description: "notWhole")
  }

  init(_ code: Code, _ name: String, _ reason: String) {
    self.code = code
    description = "\(name) cannot be used as a baseline: \(reason)"
  }
}

extension Baseline {
  /// Reads a JSON report (`bulkcheck-report-1`).
  ///
  /// - Parameter name: what reports and errors call it: the path of its file.
  /// - Throws: ``BaselineError`` if it is not a report, of another version, or not of a whole run.
  public init(json: some Sequence<UInt8>, name: String) throws(BaselineError) {
    let root = try Self.document(Array(json), name).root
    try Self.checkVersion(root, name)
    let entries = root["rules"]?.elements?.map(Entry.init)
    guard let complete = root["complete"]?.boolean, let profile = root["profile"],
      let digest = profile["sha256"]?.text, let total = root["records"]?["total"]?.count,
      let rules = entries?.compactMap({ $0 }), rules.count == entries?.count
    else {
      throw BaselineError(.notAReport, name, "parts of the report are missing. \(Self.remedy)")
    }
    guard complete else {
      throw BaselineError(
        .notWhole, name,
        "its run did not read everything (\"complete\": false), so its rates cover only a part. "
          + Self.remedy)
    }
    // No run could be worse than one of an empty input, so that every one would pass.
    if rules.contains(where: { $0.id == "bulkcheck.empty-input" && $0.failed > 0 }) {
      throw BaselineError(
        .notWhole, name, "its run had too few records. \(Self.remedy)")
    }
    self.name = name
    profileName = profile["name"]?.text
    profileSHA256 = digest
    referenceSHA256 = (profile["references"]?.elements ?? []).compactMap { $0["sha256"]?.text }
    recordsTotal = total
    self.rules = rules
    positions = Dictionary(
      rules.enumerated().map { (Array($0.element.id.utf8), $0.offset) },
      uniquingKeysWith: { first, _ in first })
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

extension DocumentNode {
  /// A number or a text as JSON.
  fileprivate var figure: String? { digits ?? text.map(JSONText.quoted) }

  /// A whole number from 0 on.
  fileprivate var count: Int? { digits.flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil } }
}

extension Report {
  /// The figures of a rule in an earlier report.
  public struct Before: Hashable, Sendable {
    /// The rule's id in the earlier report; nil if the report does not have the rule.
    public let id: String?
    /// Records evaluated then; 0 if the rule is not in the report.
    public let evaluated: Int
    public let failed: Int
    /// The figure of a rule about the table then, as JSON.
    public let measured: String?
    /// How the rate of this run compares.
    public let change: Change

    /// `failed` / `evaluated`, the nearest double; nil when nothing was evaluated.
    public var failureRate: Double? {
      evaluated == 0 ? nil : Double(failed) / Double(evaluated)
    }
  }

  /// How a rule's failure rate compares with that of an earlier report.
  public enum Change: String, CaseIterable, Hashable, Sendable {
    case worse, same, better
    /// The earlier report does not have the rule, or did not evaluate it: its rate counts as 0.
    case new
    /// No record was evaluated now.
    case unjudged

    /// Whether a rule beyond its tolerance fails.
    var mayFail: Bool { self == .worse || self == .new }
  }

  /// A run compared with an earlier report.
  public struct Comparison: Hashable, Sendable {
    /// The path of the earlier report.
    public let path: String
    /// The earlier run's profile.
    public let profile: Profile
    /// Whether the reference files are those of the earlier run.
    public let hasSameReferences: Bool
    /// Records of the earlier run.
    public let recordsTotal: Int
    /// Rules of the earlier report that this run no longer has.
    public let removed: [String]

    /// - Parameter ids: those of this run's rules, and the former ones that they name.
    init(_ baseline: Baseline, ids: [String], references: [ReferenceFile]) {
      path = PathText.shown(baseline.name)
      profile = Profile(name: baseline.profileName, sha256: baseline.profileSHA256)
      hasSameReferences = baseline.referenceSHA256 == references.map(\.sha256)
      recordsTotal = baseline.recordsTotal
      // A rule that is off has no comparison, but is still there under its ids.
      let present = Set(ids.map { Array($0.utf8) })
      removed = baseline.rules.map(\.id).filter {
        !present.contains(Array($0.utf8)) && !$0.hasPrefix("bulkcheck.")
      }
    }
  }

  /// Returns the rules with this change, in the order of the report; none without an earlier
  /// report.
  public func rules(changed change: Change) -> [Rule] {
    rules.filter { $0.before?.change == change }
  }
}

extension Report.Before {
  init(_ entry: Baseline.Entry?, counts: RuleCounts) {
    id = entry?.id
    evaluated = entry?.evaluated ?? 0
    failed = entry?.failed ?? 0
    measured = entry?.measured
    if counts.evaluated == 0 {
      change = .unjudged
    } else if evaluated == 0 {
      change = .new
    } else {
      // Cross-multiplied: rates compare exactly, and 128 bits hold the product of any two counts.
      let now = UInt128(counts.failed) * UInt128(evaluated)
      let then = UInt128(failed) * UInt128(counts.evaluated)
      change = now > then ? .worse : now < then ? .better : .same
    }
  }
}

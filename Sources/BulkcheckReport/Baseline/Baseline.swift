internal import BulkcheckCore

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
  /// By the bytes of the id: two strings that `String` calls equal may be two ids.
  private let positions: [[UInt8]: Int]

  /// A rule of the earlier report.
  struct Entry: Hashable, Sendable {
    let id: String
    let evaluated: Int
    let failed: Int
    /// The figure of a rule about the table, as JSON.
    var measured: String?
  }

  init(
    name: String, profileName: String?, profileSHA256: String, referenceSHA256: [String],
    recordsTotal: Int, rules: [Entry]
  ) {
    self.referenceSHA256 = referenceSHA256
    self.name = name
    self.profileName = profileName
    self.profileSHA256 = profileSHA256
    self.recordsTotal = recordsTotal
    self.rules = rules
    positions = Dictionary(
      rules.enumerated().map { (Array($0.element.id.utf8), $0.offset) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The rule of this report with that id.
  func entry(_ id: String) -> Entry? {
    positions[Array(id.utf8)].map { rules[$0] }
  }

  /// What this report says of a rule that now has `counts`: under its id, otherwise under its
  /// former one.
  func before(id: String, was: String?, counts: RuleCounts) -> Report.Before? {
    let entry = self.entry(id) ?? was.flatMap(self.entry)
    return Report.Before(entry, counts: counts)
  }
}

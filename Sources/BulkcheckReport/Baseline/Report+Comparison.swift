internal import BulkcheckCore

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

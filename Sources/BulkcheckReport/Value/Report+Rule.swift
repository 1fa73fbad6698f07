internal import BulkcheckCore

extension Report {
  /// The outcome of a rule: its counts, its status, and examples.
  ///
  /// `passed` + `failed` + `missing` + `blocked` + `notApplicable` + `overridden` is the number of
  /// well-formed records, for rules of the profile that are run.
  public struct Rule: Hashable, Sendable {
    let subject: Subject
    /// The name of its field as ``Report/Field/name``; nil for rules over several.
    var fieldName: String? { field.map { Field.name(of: $0, in: subject.section) } }
    let counts: RuleCounts
    public var id: String { subject.id }
    /// The path in dotted form; nil for built-in rules and for rules over several paths.
    public var field: String? { subject.field }
    /// The keyword as the profile writes it.
    public var constraint: String { subject.constraint }
    public var severity: Severity { Severity(subject.attributes.severity) }
    public let status: Status
    /// Records on which the rule was evaluated: `passed` + `failed`.
    public var evaluated: Int { counts.evaluated }
    public var passed: Int { counts.passed }
    public var failed: Int { counts.failed }
    /// The value was absent or null and not required.
    public var missing: Int { counts.missing }
    /// An earlier presence or type rule of the same field failed.
    public var blocked: Int { counts.blocked }
    /// The rule's condition did not hold.
    public var notApplicable: Int { counts.notApplicable }
    /// A rule of the same tag with a higher priority applied instead.
    public var overridden: Int { counts.overridden }
    /// How often the rule's condition was decided with a part left out because its value was
    /// missing; nil for rules without a condition.
    public let partLeftOut: Int?
    /// `failed` / `evaluated`, the nearest double; nil when nothing was evaluated.
    public let failureRate: Double?
    public let allowed: Allowed
    public var labels: [String] { subject.attributes.labels }
    /// The code that the profile gives the rule, for programs to read.
    public var code: String? { subject.attributes.code }
    /// The message as the profile writes it, with its placeholders.
    public var message: String { VisibleText.shown(subject.attributes.message.source) }
    /// The requirement in the words of `bulkcheck expand`; cut if it is long. Empty for built-in
    /// rules, which have messages.
    public var statement: String { subject.statement }
    /// The first failing examples in input order.
    public let samples: [Sample]
    /// The positions of the failures in the inputs; nil if the rule did not fail, is not about
    /// single records, or failed in more than 4096 inputs.
    public let spread: Spread?
    /// Values of other fields that most failures come with and few other records have, the most
    /// striking first; empty unless the run counted them.
    public let companions: [Companion]
    /// Whether there were more failures than samples kept.
    public let samplesTruncated: Bool
    /// The most frequent failing values.
    public let topValues: [TopValue]
    /// The places at which a rule of a JSON Schema failed; nil for other rules, and if it did not
    /// fail.
    public let places: Places?
    /// Parse errors by kind; only of `bulkcheck.malformed`.
    public let kinds: [KindCount]?
    /// Whether the rule comes with the tool.
    public var isBuiltIn: Bool { subject.builtIn != nil }
    /// The measurement of a rule about the table; nil for other rules, and if it was not run.
    public let table: Table?
    /// The figures of the rule in the earlier report; nil without a baseline, and if the rule is
    /// off.
    public let before: Before?

    /// Whether the rule is beyond its tolerance, at any severity. With a baseline, it must also be
    /// worse than in the baseline.
    public var isBeyondTolerance: Bool { status == .fail || status == .warn || status == .info }

    /// False for the rule of profiles that records are objects, if there is only a schema.
    package var isApplicable: Bool { subject.isApplicable }

    /// Why the rule was not run; nil if it was, or if it does not apply.
    public var mutedBy: MutedBy? {
      status != .off || !isApplicable ? nil : severity == .off ? .severity : .selection
    }
  }

  /// The places at which a rule of a JSON Schema failed.
  public struct Places: Hashable, Sendable {
    let places: FailureLocations
    /// The places, the most frequent first; twenty at most.
    public var first: [PlaceCount] { places.first.map(PlaceCount.init) }
    /// The number of failures at further places, each record counted once for each place.
    public var others: Int { places.others }
    /// False if there were more different places than a run keeps: others may be as frequent.
    public var isExact: Bool { places.isExact }
  }

  /// A place and how many records fail there.
  public struct PlaceCount: Hashable, Sendable {
    let counted: FailureLocations.Place
    /// A JSON Pointer in which `*` stands for every element of an array, and for every member that
    /// the schema does not name: `/items/*/sku`.
    public var place: String { counted.location }
    /// Records in which the rule failed at the place.
    public var failed: Int { counted.records }
  }

  /// How serious a failure of a rule is.
  public enum Severity: String, CaseIterable, Hashable, Sendable {
    case error, warning, info, off
  }

  /// The verdict on one rule.
  public enum Status: String, CaseIterable, Hashable, Sendable {
    /// Within tolerance.
    case pass
    /// An error rule beyond its tolerance.
    case fail
    /// A warning rule beyond its tolerance.
    case warn
    /// An info rule beyond its tolerance.
    case info
    /// Evaluated no record.
    case idle
    /// Not run: off, skipped or not selected.
    case off
  }

  /// The reason why a rule was switched off.
  public enum MutedBy: String, CaseIterable, Hashable, Sendable {
    /// The profile: `"severity": "off"`.
    case severity
    /// The command: `--skip`, or an `--only` that does not name it.
    case selection
  }

  /// The failures that a rule may have.
  public struct Allowed: Hashable, Sendable {
    /// The failures allowed in this run, inclusive.
    public let count: Int
    /// The count that the profile gives, if it gives one.
    public let profileCount: Int?
    /// The percentage that the profile gives, in decimal digits, if it gives one.
    public let percent: String?
  }

  /// Malformed records of one kind.
  public struct KindCount: Hashable, Sendable {
    /// `syntax encoding depth length quote ragged`.
    public let kind: String
    public let count: Int
  }
}

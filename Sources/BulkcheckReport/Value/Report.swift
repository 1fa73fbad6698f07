/// The result of a run as a value, with everything that the command's JSON report shows.
///
/// Counts are totals, even if a display shows fewer rows. Two runs over the same inputs with the
/// same profile give the same report, except for ``timing``.
public struct Report: Hashable, Sendable {
  /// Whether the data passed.
  public let outcome: Outcome
  /// 0 passed, 1 the data failed, 2 no verdict, 130 interrupted.
  public let exitCode: Int
  /// Whether every input was read to its end (or to the limit asked for).
  public let complete: Bool
  /// Whether the run was stopped from outside; the counts are those up to then.
  public let interrupted: Bool
  /// Whether the run stopped at the limit of records although there were more.
  public let limitReached: Bool
  /// Whether idle rules, unread fields, and a schema that asserts nothing fail this run.
  public let strict: Bool
  /// The date-time that rules used as now; nil if no rule did.
  public let now: String?
  /// Whether a rule that ran says of a record what only others tell.
  let asksForOtherRecords: Bool
  /// Whether what it says may depend on later records.
  let asksForLaterRecords: Bool
  /// The lowest severity of a rule beyond its tolerance that fails this run.
  public let failOn: VerdictOptions.FailLevel
  /// The comparison with an earlier run, if there is a baseline.
  public let comparison: Comparison?
  /// The tool that wrote the report.
  public let tool: Tool
  /// The profile that was run.
  public let profile: Profile
  /// The inputs in the order given.
  public let inputs: [Input]
  /// Records of all inputs.
  public let records: Records
  /// How often each path of the profile had a value, in order of first mention. Paths with `[*]`
  /// are left out.
  public let fields: [Field]
  /// The built-in rules, then the rules in the order of the profile.
  public let rules: [Rule]
  /// How long the run took. Differs between runs.
  public let timing: Timing
  /// Decompressed bytes of the records that were checked.
  public let bytesJudged: Int

  /// The paths of the profile that no record had, including those with `[*]`; empty if there were
  /// no records.
  public let unreadFields: [String]
}

extension Report {
  /// The verdict on the data.
  public enum Outcome: String, CaseIterable, Hashable, Sendable {
    /// No rule of the requested severity, or above, is beyond its tolerance.
    case passed
    /// A rule has gone beyond its tolerance.
    case failed
    /// Nothing failed in what was read, but not everything was read.
    case incomplete
  }

  /// The program that wrote a report.
  public struct Tool: Hashable, Sendable {
    public let name: String
    public let version: String
  }

  /// The profile of a run.
  public struct Profile: Hashable, Sendable {
    /// The name that the profile gives itself.
    public let name: String?
    /// SHA-256 of the profile and of what it extends, in hexadecimal digits.
    public let sha256: String
    /// The columns of other files that its rules refer to, in order of first mention.
    public let references: [Reference]
    /// How many `format` keywords of its JSON Schema are annotations, which nothing asserts.
    public let unassertedFormats: Int
    /// Of a JSON Schema that no record can fail: a sentence that says so; otherwise nil.
    public let schemaCaveat: String?

    public init(
      name: String?, sha256: String, references: [Reference] = [], unassertedFormats: Int = 0,
      schemaCaveat: String? = nil
    ) {
      self.name = name
      self.sha256 = sha256
      self.references = references
      self.unassertedFormats = unassertedFormats
      self.schemaCaveat = schemaCaveat
    }
  }

  /// A column of another file, as it was when the profile was read.
  public struct Reference: Hashable, Sendable {
    /// As the profile names it.
    public let file: String
    public let column: String
    /// SHA-256 of the file's stored bytes in hexadecimal digits.
    public let sha256: String
    /// Different values.
    public let values: Int
  }

  /// Number of records by verdict: `total` = `valid` + `invalid` + `malformed`.
  public struct Records: Hashable, Sendable {
    public let total: Int
    /// Well-formed and without a failing rule of severity error.
    public let valid: Int
    /// Well-formed, and at least one rule of severity error failed, tolerated or not.
    public let invalid: Int
    /// Could not be parsed.
    public let malformed: Int
  }

  /// How long a run took and with what.
  public struct Timing: Hashable, Sendable {
    public let seconds: Double
    /// When the run ended: seconds since the beginning of 1970; nil if unknown.
    public let ended: Int?
    /// Decompressed bytes checked in a second.
    public let bytesPerSecond: Int
    public let threads: Int
  }
}

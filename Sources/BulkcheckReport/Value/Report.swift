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
    /// A sentence that says that no record can fail the JSON Schema; nil if one can.
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
    /// The file's name in the profile.
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

  /// One input of a run.
  public struct Input: Hashable, Sendable {
    /// The path as given; `-` is standard input. Bytes of a name that are not UTF-8 are shown as
    /// `\xE9`.
    public let path: String
    /// The path as the system knows it: see ``PathText``.
    let location: String
    /// `jsonl`, `csv` or `tsv`.
    public let format: String
    /// `none` or `gzip`.
    public let compression: String
    /// How CSV was read; nil for JSON lines, and if the input could not be opened.
    public let dialect: Dialect?
    /// Stored (compressed) bytes read.
    public let bytesRead: Int
    /// Stored size, nil where it is unknown.
    public let bytes: Int?
    /// Well-formed and malformed records.
    public let records: Int
    public let malformed: Int
    /// Well-formed records in which a rule of severity error failed.
    public let invalid: Int
    /// Whether the input was read to its end.
    public let complete: Bool
    /// Why the input could not be read to its end.
    public let failure: String?
    /// A hint for an input with trouble whose content seems to be something else, or whose header
    /// names columns a little differently than the profile.
    public let hint: String?
  }

  /// How CSV was read.
  public struct Dialect: Hashable, Sendable {
    /// The character between cells; nil if the input was read as one column.
    public let delimiter: String?
  }

  /// How often the value at a path was absent, null, empty or present, over the object records.
  public struct Field: Hashable, Sendable {
    /// The path in dotted form.
    public let path: String
    public let absent: Int
    /// Null, or a missing value that is not empty.
    public let null: Int
    /// `""`, `[]` or `{}`.
    public let empty: Int
    public let present: Int
  }

  /// A failing example of a rule.
  public struct Sample: Hashable, Sendable {
    /// The position of the input in ``Report/inputs``.
    public let input: Int
    /// The line on which the record begins, from 1, in the decompressed input.
    public let line: Int
    /// The record's number from 1; malformed records count, blank lines and a header do not.
    public let record: Int
    /// The position of the record's first byte, from 0, in the decompressed input.
    public let byteOffset: Int
    /// The JSON Pointer of the value at fault, or of the place where it should be (in CSV
    /// `/column`); nil where the record could not be parsed.
    public let instanceLocation: String?
    /// The JSON Pointer of the failing keyword from the root of the schema, through references; nil
    /// for rules of a profile.
    public let keywordLocation: String?
    /// The first places at fault, if there are several: five at most.
    public let places: [Place]
    /// How many places at fault there are beyond ``places``.
    public let morePlaces: Int
    /// Whether the location says more than the rule's own path.
    let showsLocation: Bool
    /// JSON text of the raw value; nil when it is absent.
    public let value: String?
    /// Whether the value was longer than a report shows.
    public let valueTruncated: Bool
    /// The rule's message, with its placeholders filled.
    public let message: String
    /// Why the record could not be parsed; only of malformed records.
    public let kind: String?
    /// The byte of the fault, from 1, within the record; only of malformed records.
    public let column: Int?
    /// A word for programs, if the rule alone does not say why: `pattern-limit`, if matching was
    /// given up.
    public let reason: String?
    /// The record whose value this one repeats; only of `unique` rules.
    public let first: First?

    /// A value at fault.
    public struct Place: Hashable, Sendable {
      /// The JSON Pointer of the value, or of the place where it should be.
      public let instanceLocation: String
      /// JSON text of the raw value; nil when it is absent.
      public let value: String?
    }

    /// The first record that has a value.
    public struct First: Hashable, Sendable {
      /// The position of the input in ``Report/inputs``.
      public let input: Int
      /// The line on which the record begins, from 1, in the decompressed input.
      public let line: Int
    }
  }

  /// A failing value and how often it occurred.
  public struct TopValue: Hashable, Sendable {
    /// JSON text.
    public let value: String
    public let count: Int
    /// False if there were more different values than a run keeps: others may be as frequent.
    public let exact: Bool
  }
}

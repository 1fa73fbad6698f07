internal import BulkcheckCore

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
  /// The number of the first input of each part, and behind them that of all inputs.
  let inputStarts: [Int]
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
  /// The contract that the rules come from; nil: they come from a profile or a schema.
  public let contract: Contract?
  /// The inputs in the order given.
  public let inputs: [Input]
  /// Records of all inputs.
  public let records: Records
  /// How often each path of the profile had a value, in order of first mention. Paths with `[*]`
  /// are left out.
  public let fields: [Field]
  /// The sections of the profile in its order.
  public let sections: [Section]
  /// The built-in rules, then the rules in the order of the profile.
  public let rules: [Rule]
  /// How long the run took. Differs between runs.
  public let timing: Timing
  /// Decompressed bytes of the records that were checked.
  public let bytesJudged: Int

  /// The paths of the profile that no record had, including those with `[*]`; empty if there were
  /// no records. Those of a section begin with its name, and are left out if it has no records.
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

  /// The contract that the rules of a run were translated from.
  public struct Contract: Hashable, Sendable {
    let origin: ContractOrigin
    /// The name of its standard, such as `Data Package`.
    public var standard: String { origin.standard }
    /// The parts of it that no rule enforces, in their order.
    public var notEnforced: [NotEnforced] { origin.notEnforced.map(NotEnforced.init) }
  }

  /// A part of a contract that no rule enforces.
  public struct NotEnforced: Hashable, Sendable {
    let part: ContractOrigin.NotEnforced
    /// The object of the contract; nil if it has no name.
    public var object: String? { part.object }
    /// The line in the contract's file, from 1.
    public var line: Int { part.line }
    /// The column in characters, from 1.
    public var column: Int { part.column }
    /// The words of the part, and why it is not enforced.
    public var message: String { VisibleText.shown(part.sentence) }
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
    let summary: InputSummary
    /// The path as given; `-` is standard input. Bytes of a name that are not UTF-8 are shown as
    /// `\xE9`.
    public var path: String { PathText.shown(summary.path) }
    /// The path as the system knows it: see ``PathText``.
    var location: String { summary.path }
    /// `jsonl`, `json`, `csv`, `tsv` or `arrow`.
    public var format: String { summary.format.rawValue }
    /// `none` or `gzip`.
    public var compression: String { summary.compression.rawValue }
    /// How the text was read; nil if the input could not be opened.
    public var dialect: Dialect? { summary.dialect.map(Dialect.init) }
    /// Stored (compressed) bytes read.
    public var bytesRead: Int { summary.bytesRead }
    /// Stored size, nil where it is unknown.
    public var bytes: Int? { summary.bytes }
    /// Well-formed and malformed records.
    public var records: Int { summary.records }
    public var malformed: Int { summary.malformed }
    /// Well-formed records in which a rule of severity error failed.
    public let invalid: Int
    /// JSON documents: its records by where they are.
    public var sets: [RecordSet] { summary.sets.map { RecordSet($0, of: self) } }
    /// CSV: quoted cells of more than 10 lines; nil if there are none, or the profile says how many
    /// lines cells may have.
    public var longCells: LongCells? {
      summary.longCells.count > 0 ? LongCells(cells: summary.longCells) : nil
    }
    /// Its records are rows of CSV.
    var hasCells: Bool { !summary.format.isJSON }
    /// Its records are told by line and offset.
    var hasLines: Bool { summary.hasLines }
    /// Whether the input was read to its end.
    public var complete: Bool { summary.complete && summary.failure == nil }
    /// Why the input could not be read to its end.
    public var failure: String? { summary.failure.map(PathText.shown) }
    /// A hint for an input with trouble whose content seems to be something else, or whose header
    /// names columns a little differently than the profile.
    public var hint: String? { summary.hint.map { VisibleText.shown(PathText.shown($0)) } }
  }

  /// The records of a JSON document that are at one place, or at places that a pattern describes.
  public struct RecordSet: Hashable, Sendable {
    /// A JSON Pointer in which `*` stands for each element or member; empty for the whole document.
    public let records: String
    public let total: Int
    public let valid: Int
    public let invalid: Int
    public let malformed: Int
    /// Places that are absent or null.
    public let without: Int

    init(_ set: BulkcheckCore.RecordSet, of input: Input) {
      records = set.pointer
      if let counts = set.counts {
        (total, valid) = (counts.total, counts.valid)
        (invalid, malformed) = (counts.invalid, counts.malformed)
      } else {
        total = input.records
        valid = input.records - input.invalid - input.malformed
        invalid = input.invalid
        malformed = input.malformed
      }
      without = set.without
    }
  }

  /// How the text of an input was read.
  public struct Dialect: Hashable, Sendable {
    let dialect: InputDialect
    /// The name of the encoding, such as `UTF-8`.
    public var encoding: String { dialect.encoding.rawValue }
    var isUTF8: Bool { dialect.encoding == .utf8 }
    /// The character between cells; nil for JSON lines, and for CSV that was read as one column.
    public var delimiter: String? {
      guard let byte = dialect.delimiter, byte != CSVOptions.noDelimiter else { return nil }
      return String(Unicode.Scalar(byte))
    }
    /// CSV: the lines before the first record, 0 if there is no header; nil for JSON lines.
    public var headerLines: Int? { dialect.headerLines }
  }

  /// Records of CSV with quoted cells of very many lines, which a quote too many may have
  /// swallowed.
  public struct LongCells: Hashable, Sendable {
    let cells: BulkcheckCore.LongCells
    /// How many records have such cells.
    public var records: Int { cells.count }
    /// The number of the record with the longest, and its lines.
    public var record: Int { cells.record + 1 }
    public var lines: Int { cells.lines }
  }

  /// A section of the profile.
  public struct Section: Hashable, Sendable {
    public let id: String
    /// The records that belong to it.
    public let records: Int
  }

  /// How often the value at a path was absent, null, empty or present, over the object records of
  /// the run or of a section.
  public struct Field: Hashable, Sendable {
    let statistics: FieldStatistics
    /// The section whose records are counted; nil: those of the run.
    public let section: String?
    /// The path in dotted form.
    public var path: String { statistics.field.path.description }
    /// The path, behind the name of its section.
    var name: String { Field.name(of: path, in: section) }

    static func name(of path: String, in section: String?) -> String {
      section.map { BulkcheckCore.Section.idPrefix(of: $0) + path } ?? path
    }

    public var absent: Int { statistics.absent }
    /// Null, or a missing value that is not empty.
    public var null: Int { statistics.null }
    /// `""`, `[]` or `{}`.
    public var empty: Int { statistics.empty }
    public var present: Int { statistics.present }
    /// NaN in a column of floats. It is `present`, or `null` if the profile says so.
    public var nan: Int { statistics.nan }
  }

  /// A failing example of a rule.
  public struct Sample: Hashable, Sendable {
    let sample: BulkcheckCore.Sample
    /// The position of the input in ``Report/inputs``.
    public var input: Int { sample.input }
    /// The line on which the record begins, from 1, in the decompressed input; of a malformed
    /// record of a JSON document the line of the fault; nil if the input has no lines.
    public var line: Int? { sample.line > 0 ? sample.line : nil }
    /// The record's number from 1; malformed records count, blank lines and a header do not.
    public var record: Int { sample.record }
    /// The position of the record's first byte, from 0, in the decompressed input; nil if the input
    /// has no lines.
    public var byteOffset: Int? { sample.line > 0 ? sample.byteOffset : nil }
    /// In a JSON document, the JSON Pointer of the record; nil in other inputs.
    public var recordPointer: String? { sample.recordPointer }
    /// The JSON Pointer of the value at fault, or of the place where it should be (in CSV
    /// `/column`); nil where the record could not be parsed.
    public var instanceLocation: String? { sample.instanceLocation }
    /// The JSON Pointer of the failing keyword from the root of the schema, through references; nil
    /// for rules of a profile.
    public var keywordLocation: String? { sample.keywordLocation }
    /// The first places at fault, if there are several: five at most.
    public var places: [Place] { sample.places.map(Place.init) }
    /// How many places at fault there are beyond ``places``.
    public var morePlaces: Int { sample.morePlaces }
    /// The record, if the run has kept it; cut if it is long.
    var recordText: RecordText? { sample.recordText }
    /// Whether the location says more than the rule's own path.
    let showsLocation: Bool
    /// JSON text of the raw value; nil when it is absent.
    public var value: String? { sample.value }
    /// Whether the value was longer than a report shows.
    public var valueTruncated: Bool { sample.valueIsTruncated }
    /// The rule's message, with its placeholders filled.
    public var message: String { VisibleText.shown(sample.message, withControls: true) }
    /// Why the record could not be parsed; only of malformed records.
    public var kind: String? { sample.kind?.rawValue }
    /// The byte of the fault, from 1, within the record, or on the ``line`` of a JSON document;
    /// only of malformed records.
    public var column: Int? { sample.column }
    /// A word for programs, if the rule alone does not say why: `pattern-limit`, if matching was
    /// given up.
    public var reason: String? { sample.reason }
    /// The record whose value this one repeats; only of `unique` rules.
    public var first: First? { sample.first.flatMap { $0.isPrevious ? nil : First(place: $0) } }
    /// The record before this one in its group; only of rules that read it.
    public var previous: First? { sample.first.flatMap { $0.isPrevious ? First(place: $0) : nil } }

    /// A value at fault.
    public struct Place: Hashable, Sendable {
      let place: FailureLocation
      /// The JSON Pointer of the value, or of the place where it should be.
      public var instanceLocation: String { place.instanceLocation }
      /// JSON text of the raw value; nil when it is absent.
      public var value: String? { place.value }
    }

    /// The place of another record: of the first one that has a value, or of the one before.
    public struct First: Hashable, Sendable {
      let place: FirstOccurrence
      /// `first` or `previous`: the name of the member that has it in JSON.
      var name: String { place.name }
      /// The position of the input in ``Report/inputs``.
      public var input: Int { place.input }
      /// The line on which the record begins, from 1, in the decompressed input; nil in a JSON
      /// document, and in an input without lines.
      public var line: Int? { place.isRecord ? nil : place.number }
      /// The number of the record, from 1, if the input has no lines.
      public var record: Int? { place.isRecord ? place.number : nil }
    }
  }

  /// A failing value and how often it occurred.
  public struct TopValue: Hashable, Sendable {
    let entry: BulkcheckCore.TopValue
    /// JSON text.
    public var value: String { entry.value }
    public var count: Int { entry.count }
    /// False if there were more different values than a run keeps: others may be as frequent.
    public var exact: Bool { entry.isExact }
  }
}

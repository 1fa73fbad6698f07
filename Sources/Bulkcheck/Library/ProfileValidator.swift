internal import BulkcheckCore
internal import BulkcheckInput
internal import BulkcheckProfile
@_exported public import BulkcheckReport
public import BulkcheckReport

/// Checks data against a profile: files, bytes in memory, or records one after another.
///
/// ```swift
/// let profile = try Profile(contentsOfFile: "users.json")
/// let validator = try ProfileValidator(profile)
/// let report = validator.validate(file: "users.jsonl.gz")
/// print(report.records.invalid, report.outcome)
/// print(TextReport.text(report, style: TextStyle()))
/// ```
///
/// You can use a validator any number of times and from any thread. Making one compiles the rules.
/// A run uses all cores unless ``Options/threads`` says otherwise. Its memory does not grow with
/// the input. The same inputs give the same report at any number of threads, except for timing.
///
/// Wrong data is counted, never thrown. An input that cannot be read to its end is reported as such
/// (`failure`). The others are still checked.
public struct ProfileValidator: Sendable {
  /// The profile that this validator was made from.
  public let profile: Profile
  /// How records are read, and what the report keeps.
  public let options: Options
  let check: Check

  /// Compiles the rules of a profile.
  ///
  /// - Throws: ``ProfileError`` with ``ProfileError/Code/cannotCompile``; with
  ///   ``ProfileError/Code/invalidOption`` for an option that cannot be read; with
  ///   ``ProfileError/Code/mistakes`` if the profile reads `$key`, but neither it nor
  ///   ``Options/records`` says where records are.
  public init(_ profile: Profile, options: Options = Options()) throws(ProfileError) {
    self.profile = profile
    self.options = options
    let run: RunOptions
    do throws(OptionFault) {
      run = try options.runOptions()
    } catch {
      throw ProfileError(code: .invalidOption, text: error.description)
    }
    do throws(ProfileMistakes) {
      try profile.unplacedKeys?.require(run.reading.places.pointer)
    } catch {
      throw ProfileError(error)
    }
    do throws(RunSetupError) {
      check = try Check(
        ruleSet: profile.ruleSet, options: run,
        profile: Report.Profile(name: profile.name, sha256: profile.sha256),
        verdict: options.verdict)
    } catch {
      throw ProfileError(code: .cannotCompile, text: error.description)
    }
  }

  /// Checks inputs one after another, and returns one report about all of them.
  ///
  /// - Parameters:
  ///   - inputs: checked one after another.
  ///   - shouldStop: asked between batches of chunks. True ends the run: the report then covers
  ///     what was read so far, with `interrupted` set.
  ///   - progress: called between batches, on the calling thread.
  public func validate(
    _ inputs: [Input], shouldStop: @Sendable () -> Bool = { false },
    progress: (Progress) -> Void = { _ in }
  ) -> Report {
    check.validate(inputs, shouldStop: shouldStop, progress: progress)
  }

  /// Checks a plain or gzip file, or the files of a folder. The format of each is decided by its
  /// suffix, otherwise by its content.
  public func validate(file path: String) -> Report {
    validate([.file(path)])
  }

  /// Checks bytes in memory, plain or gzip. Copies them unless they are an array.
  ///
  /// - Parameters:
  ///   - bytes: JSON lines or CSV.
  ///   - name: what reports call them; its suffix decides the format, as a file's would.
  public func validate(bytes: some Sequence<UInt8>, name: String = "bytes") -> Report {
    validate([.bytes(bytes, name: name)])
  }

  /// Checks JSON records one after another, and takes them from the sequence while others are
  /// checked.
  ///
  /// ```swift
  /// let report = validator.validate(records: rows.lazy.map(\.json))
  /// ```
  ///
  /// The records are read as lines of a JSONL input. One with a line feed counts as several, and an
  /// empty one does not count. Memory does not grow with their number.
  ///
  /// The sequence may be read on other threads than the caller's, but only by one at a time, and
  /// only before this returns. So it need not be `Sendable`.
  public func validate<Records: Sequence & SendableMetatype>(
    records: Records, name: String = "records"
  ) -> Report
  where Records.Element: StringProtocol & SendableMetatype, Records.Iterator: SendableMetatype {
    check.validate(records: records, name: name)
  }

  /// Checks a single JSON record, and returns the ids of the rules that fail, built-in ones
  /// included.
  ///
  /// Makes a new worker each time. For many records use ``validate(records:name:)``.
  public func failures(ofRecord text: some StringProtocol) -> [String] {
    check.failures(ofRecord: Array(text.utf8))
  }

  /// Sets how inputs are read and what a report keeps.
  ///
  /// Impossible numbers (no thread, a negative number of samples) are replaced by the nearest
  /// possible ones. A pointer, encoding or delimiter that cannot be read is an error of the
  /// validator.
  public struct Options: Hashable, Sendable {
    /// The format of an input.
    public enum Format: String, CaseIterable, Hashable, Sendable {
      case jsonl, json, csv, tsv
    }

    /// nil: decided for each input by suffix, then by content.
    public var format: Format?
    /// The places of the records of a JSON document: a JSON Pointer in which `*` stands for each
    /// element or member, such as `/data/*`. The whole document is `""`. nil: those that the
    /// profile names, otherwise the elements of an array, or the document.
    public var records: String?
    /// The character between cells of CSV, an ASCII character that can separate them; nil: the one
    /// that the profile names, or the rows show.
    public var csvDelimiter: Character?
    /// The encoding of inputs without a byte-order mark, by a name such as `windows-1252`, in any
    /// case; nil: the one that the profile names, or UTF-8.
    public var encoding: String?
    /// Failing examples kept for each rule: the first ones in input order.
    public var samplesMaximum = 5
    /// Workers; nil: one for each core.
    public var threads: Int?
    /// Stop after this many records of all inputs, malformed ones included; nil: read all.
    public var recordsMaximum: Int?
    /// A longer record is malformed.
    public var recordBytesMaximum = 64 << 20
    /// The largest window of Zstandard that is allowed, in bytes. An input that needs more cannot
    /// be read.
    public var windowBytesMaximum = 128 << 20
    /// The memory for the keys of `unique` rules and for rules about the table, in bytes; nil: 1
    /// GiB, or a quarter of the machine's memory if that is less. Other keys and groups go to
    /// unnamed files.
    public var memoryBytes: Int?
    /// The folder for these unnamed files; nil: the one that `TMPDIR` names, or `/tmp`.
    public var temporaryFolder: String?
    /// The date-time that rules use as now, in the form of RFC 3339; nil: the time at which a run
    /// begins. Any other string counts as nil.
    public var now: String?
    /// Count which values of other fields the failures of a rule come with
    /// (`Report.Rule.companions`). This takes time, and the HTML report is the only one that
    /// shows it.
    public var countsCompanions = false
    /// The options that make a run fail, besides the profile.
    public var verdict = VerdictOptions()

    /// The defaults.
    public init() {}
  }
}

extension ProfileValidator {
  /// Names something to check: a file, standard input, or bytes. Gzip is recognised by content,
  /// whatever the name.
  public struct Input: Sendable {
    let location: InputLocation

    /// A file, given by its path; or a folder, which stands for the files in it and below whose
    /// names end as those of a format do, sorted by path. Hidden files and folders are passed over.
    ///
    /// Keep the profile elsewhere: a folder's files are all inputs. One without such files cannot
    /// be read, as a file that is not there.
    public static func file(_ path: String) -> Input { Input(location: .file(path)) }

    /// Standard input; reports call it `-`. Can be read once in a process.
    public static var standardInput: Input { Input(location: .standardInput) }

    /// Bytes in memory. Copies them unless they are an array.
    ///
    /// - Parameters:
    ///   - bytes: JSON lines or CSV, plain or gzip.
    ///   - name: what reports call them; its suffix decides the format, as a file's would.
    public static func bytes(_ bytes: some Sequence<UInt8>, name: String = "bytes") -> Input {
      Input(location: .bytes(Array(bytes), name: name))
    }

    /// The name in reports.
    public var name: String { location.name }
  }

  /// Says how far a run has come.
  public struct Progress: Hashable, Sendable {
    /// The input that is being read.
    public let inputName: String
    /// Stored (compressed) bytes of all inputs so far.
    public let bytesRead: Int
    /// The stored size of all inputs; nil if it is unknown.
    public let bytesTotal: Int?
    /// Records checked so far, malformed ones included.
    public let records: Int

    init(_ progress: ReadingProgress) {
      inputName = progress.inputPath
      bytesRead = progress.bytesRead
      bytesTotal = progress.bytesTotal
      records = progress.records
    }
  }

  /// Checks inputs without blocking a thread of the caller's executor.
  ///
  /// ```swift
  /// let task = Task { await validator.validate([.file("big.jsonl")]) { print($0.records) } }
  /// task.cancel()  // the report is that of what was read, with `interrupted` set
  /// ```
  ///
  /// Cancelling the task ends the run at the next batch.
  ///
  /// - Parameters:
  ///   - inputs: checked one after another.
  ///   - progress: called between batches, on a thread of the run.
  public func validate(
    _ inputs: [Input], progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async -> Report {
    await check.validate(inputs, progress: progress)
  }
}

@_exported public import BulkcheckReport

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
  /// - Throws: ``ProfileError`` with ``ProfileError/Code/cannotCompile``.
  public init(_ profile: Profile, options: Options = Options()) throws(ProfileError) {
    self.profile = profile
    self.options = options
    do throws(RunSetupError) {
      check = try Check(
        ruleSet: profile.ruleSet, options: options.runOptions,
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

  /// Checks a plain or gzip file. The format is decided by the suffix, otherwise by the content.
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
}

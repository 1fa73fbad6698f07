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
/// A value that may be used any number of times and from any thread. Making one compiles the rules;
/// a run uses all cores unless ``Options/threads`` says otherwise, and a fixed amount of memory,
/// whatever the size of the input. The same inputs give the same report, timing aside, at any
/// number of threads.
///
/// Wrong data is counted, never thrown. An input that cannot be read to its end is reported as
/// such (`failure`); the others are judged all the same.
public struct ProfileValidator: Sendable {
  /// The profile that this validator was made from.
  public let profile: Profile
  /// How it reads and what it keeps.
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

  /// Judges inputs one after another; the report is about all of them.
  ///
  /// - Parameters:
  ///   - inputs: checked one after another.
  ///   - shouldStop: asked between batches of chunks. True ends the run: the report is that of what
  ///     was read until then, with `interrupted` set.
  ///   - progress: told between batches, on the calling thread.
  public func validate(
    _ inputs: [Input], shouldStop: @Sendable () -> Bool = { false },
    progress: (Progress) -> Void = { _ in }
  ) -> Report {
    check.validate(inputs, shouldStop: shouldStop, progress: progress)
  }

  /// Judges a plain or gzip file; the suffix decides the format, then the content.
  public func validate(file path: String) -> Report {
    validate([.file(path)])
  }

  /// Judges bytes in memory, plain or gzip. Copies them unless they are an array.
  ///
  /// - Parameters:
  ///   - bytes: JSON lines or CSV.
  ///   - name: what reports call them; its suffix tells the format, as a file's would.
  public func validate(bytes: some Sequence<UInt8>, name: String = "bytes") -> Report {
    validate([.bytes(bytes, name: name)])
  }

  /// Judges JSON records one after another, taking them from the sequence while others are judged.
  ///
  /// ```swift
  /// let report = validator.validate(records: rows.lazy.map(\.json))
  /// ```
  ///
  /// The records are read as the lines of a JSONL input: one that holds a line feed counts as
  /// several, an empty one as none. Memory does not grow with their number.
  ///
  /// The sequence may be asked on other threads than the caller's, by one at a time and only before
  /// this returns: it need not be `Sendable`.
  public func validate<Records: Sequence & SendableMetatype>(
    records: Records, name: String = "records"
  ) -> Report
  where Records.Element: StringProtocol & SendableMetatype, Records.Iterator: SendableMetatype {
    check.validate(records: records, name: name)
  }

  /// The ids of the rules, built-in ones included, that fail on one JSON record judged alone.
  ///
  /// Costs the making of a worker: for many records use ``validate(records:name:)``.
  public func failures(ofRecord text: some StringProtocol) -> [String] {
    check.failures(ofRecord: Array(text.utf8))
  }
}

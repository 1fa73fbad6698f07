internal import BulkcheckCore
internal import BulkcheckInput
public import BulkcheckReport

extension ProfileValidator {
  /// Sets how inputs are read and what a report keeps.
  ///
  /// Impossible values (no thread, a negative number of samples) are replaced by the nearest
  /// possible ones.
  public struct Options: Hashable, Sendable {
    /// The format of an input.
    public enum Format: String, CaseIterable, Hashable, Sendable {
      case jsonl, csv, tsv
    }

    /// nil: decided for each input by suffix, then by content.
    public var format: Format?
    /// What separates the cells of CSV; nil: what the profile says, or the rows show. Anything but
    /// an ASCII character that can separate cells counts as nil.
    public var csvDelimiter: Character?
    /// Failing examples kept for each rule: the first ones in input order.
    public var samplesMaximum = 5
    /// Workers; nil: one for each core.
    public var threads: Int?
    /// Stop after this many records of all inputs, malformed ones included; nil: read all.
    public var recordsMaximum: Int?
    /// A longer record is malformed.
    public var recordBytesMaximum = 64 << 20
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
    /// What makes a run fail, besides the profile.
    public var verdict = VerdictOptions()

    /// The defaults.
    public init() {}
  }
}

extension ProfileValidator.Options {
  var runOptions: RunOptions {
    var options = RunOptions()
    options.reading.format = format.flatMap { InputFormat(rawValue: $0.rawValue) }
    options.reading.delimiter = csvDelimiter.flatMap { CSVOptions.delimiter(String($0)) }
    options.samplesMaximum = max(0, samplesMaximum)
    options.reading.threads = threads.map { max(1, $0) }
    options.reading.limit = recordsMaximum.map { max(0, $0) }
    // The bound keeps sums with a chunk's size far from overflow.
    options.reading.recordBytesMaximum = min(max(1, recordBytesMaximum), 1 << 40)
    options.memoryBytes = memoryBytes.map { min(max(0, $0), 1 << 50) }
    options.temporaryFolder = temporaryFolder
    options.countsCompanions = countsCompanions
    options.now = now.flatMap { text in
      ByteView.withUTF8(of: text) { Instant(dateTime: $0) != nil } ? text : nil
    }
    return options
  }
}

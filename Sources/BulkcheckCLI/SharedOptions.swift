public import ArgumentParser
package import Bulkcheck
internal import BulkcheckCore
internal import BulkcheckInput
internal import BulkcheckOutput
public import BulkcheckReport

/// The value of `--input-format`.
enum InputFormatChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, jsonl, json, csv, tsv, arrow

  /// nil: decided for each input.
  var format: InputFormat? { InputFormat(rawValue: rawValue) }
}

/// The value of `--records`.
extension RecordPointer: ExpressibleByArgument {
  package init?(argument: String) { try? self.init(argument) }
}

/// The value of `--delimiter`.
struct DelimiterChoice: ExpressibleByArgument {
  let byte: UInt8

  init?(argument: String) {
    if argument == "tab" || argument == "\\t" {
      byte = Ascii.tab
    } else if let only = CSVOptions.delimiter(argument) {
      byte = only
    } else {
      return nil
    }
  }

  /// The delimiter as the option takes it.
  var word: String { byte == Ascii.tab ? "tab" : String(Unicode.Scalar(byte)) }
}

/// The value of `--reader`: `.odd=read-odd`.
struct ReaderChoice: ExpressibleByArgument {
  let suffix: String
  let command: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[0] != ".", !parts[0].contains("/"),
      !parts[1].isEmpty
    else { return nil }
    suffix = String(parts[0])
    command = String(parts[1])
  }

  /// Throws if there is no such program.
  func reader() throws -> InputReaders.Named {
    guard let reader = InputReader(command: command) else {
      throw ValidationError(
        "--reader \(suffix)=\(command): "
          + (command.contains("/")
            ? "\(command) is not a file that may be run"
            : "no absolute folder of PATH has a program \(command)"))
    }
    return InputReaders.Named(suffix: suffix, reader)
  }
}

/// The value of `--encoding`.
extension EncodingChoice: ExpressibleByArgument {
  public init?(argument: String) { self.init(label: argument) }
}

/// The value of `--fail-on`.
extension VerdictOptions.FailLevel: ExpressibleByArgument {}

/// The value of `--emit`.
extension RecordOutputs.Emission: ExpressibleByArgument {}

/// The value of `--failures-format`.
extension RecordOutputs.FailureFormat: ExpressibleByArgument {}

/// The name that `schema` takes.
extension EmbeddedSchema: ExpressibleByArgument {}

/// The value of `--progress` and `--color`.
enum SwitchMode: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never

  func isOn(auto: Bool) -> Bool { self == .always || (self == .auto && auto) }
}

/// A number of bytes: `65536`, `64K`, `64MiB`, `1G` with binary suffixes, `64MB` with a decimal
/// one.
struct ByteCount: ExpressibleByArgument {
  var value: Int

  /// A sentence for the help of options.
  static let suffixes = "Suffixes K, M, G (or KiB, MiB, GiB) are binary, KB, MB, GB decimal."

  init(_ value: Int) { self.value = value }

  init?(argument: String) {
    let digits = argument.prefix { $0 == "-" || $0.isNumber }
    guard let number = Int(digits),
      let unit = ByteCount.unit(argument.dropFirst(digits.count).uppercased())
    else { return nil }
    let (value, overflow) = number.multipliedReportingOverflow(by: unit)
    guard !overflow else { return nil }
    self.value = value
  }

  /// The factor of a suffix, as in GNU's tools.
  private static func unit(_ suffix: String) -> Int? {
    switch suffix {
    case "": 1
    case "K", "KIB": 1 << 10
    case "M", "MIB": 1 << 20
    case "G", "GIB": 1 << 30
    case "KB": 1_000
    case "MB": 1_000_000
    case "GB": 1_000_000_000
    default: nil
    }
  }

  var defaultValueDescription: String {
    value % (1 << 20) == 0 ? "\(value >> 20)M" : "\(value)"
  }
}

/// How records are found in an input, in every command that reads data.
struct RecordArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The format of the input; auto looks at suffix, then content.", valueName: "format"))
  var inputFormat = InputFormatChoice.auto

  @Option(
    help: ArgumentHelp(
      "Where the records of a JSON document are: a JSON Pointer in which * stands for each element "
        + "or member, such as /data/*, instead of what the profile says. The whole document is ''.",
      valueName: "pointer"))
  var records: RecordPointer?

  @Option(
    help: ArgumentHelp(
      "What separates the cells of CSV, instead of what the profile says or the rows show: one "
        + "character, or tab.", valueName: "character"))
  var delimiter: DelimiterChoice?

  @Option(
    help: ArgumentHelp(
      "The encoding of inputs that begin with no byte-order mark, such as UTF-16 or windows-1252. "
        + "(default: the profile's, or UTF-8)", valueName: "encoding"))
  var encoding: EncodingChoice?

  @Option(
    help: ArgumentHelp(
      "The longest record allowed; longer ones are malformed. " + ByteCount.suffixes,
      valueName: "bytes"))
  var maxRecordBytes = ByteCount(64 << 20)

  @Option(
    help: ArgumentHelp(
      "The largest window of Zstandard that is allowed; a frame that needs more is refused. "
        + ByteCount.suffixes, valueName: "bytes"))
  var maxWindow = ByteCount(OpenedInput.windowBytesDefault)

  @Option(
    name: .customLong("reader"),
    help: ArgumentHelp(
      "Read the files with this suffix from the standard output of a program (JSONL or CSV), which "
        + "gets the path and the wanted columns. Repeatable.", valueName: "suffix=command"))
  var readers: [ReaderChoice] = []

  @Flag(
    name: .customLong("no-readers"),
    help: "Call no program to read an input, not even the one for Parquet.")
  var areReadersOff = false

  /// The programs that read inputs. Throws if there is none of a name.
  func inputReaders() throws -> InputReaders {
    InputReaders(try readers.map { try $0.reader() }, areOff: areReadersOff)
  }

  var options: ReadingOptions {
    var options = ReadingOptions()
    options.format = inputFormat.format
    options.places.pointer = records
    options.encoding = encoding
    options.delimiter = delimiter?.byte
    options.recordBytesMaximum = maxRecordBytes.value
    options.windowBytesMaximum = maxWindow.value
    options.readers = try? inputReaders()
    return options
  }

  /// The options as they would be given, those that differ from their defaults.
  var given: [String] {
    let bytes = maxRecordBytes.value
    let window = maxWindow.value
    var words: [String] = inputFormat == .auto ? [] : ["--input-format", inputFormat.rawValue]
    if let records { words += ["--records", records.description] }
    if let delimiter { words += ["--delimiter", delimiter.word] }
    if let encoding { words += ["--encoding", encoding.name] }
    if bytes != 64 << 20 { words += ["--max-record-bytes", "\(bytes)"] }
    if window != OpenedInput.windowBytesDefault { words += ["--max-window", "\(window)"] }
    words += readers.flatMap { ["--reader", "\($0.suffix)=\($0.command)"] }
    if areReadersOff { words.append("--no-readers") }
    return words
  }

  func validate() throws {
    try OptionLimits.require("--max-record-bytes", maxRecordBytes.value, atLeast: 1)
    try OptionLimits.require("--max-window", maxWindow.value, atLeast: 1)
    let suffixes = try inputReaders().named.map(\.suffix)
    if let twice = suffixes.first(where: { one in suffixes.count { $0 == one } > 1 }) {
      throw ValidationError("--reader names two programs for files that end in \(twice).")
    }
  }
}

/// How whole inputs are read, in `check` and `infer`.
struct ReadingArguments: ParsableArguments {
  @Option(help: ArgumentHelp("Number of workers. (default: all cores)", valueName: "n"))
  var threads: Int?

  @Option(help: ArgumentHelp("Stop after N records; the report says so.", valueName: "n"))
  var limit: Int?

  @Option(help: .hidden)
  var chunkBytes: ByteCount?

  func options(_ records: RecordArguments) -> ReadingOptions {
    var options = records.options
    options.threads = threads
    options.limit = limit
    options.chunkBytes = chunkBytes?.value
    return options
  }

  func validate() throws {
    try OptionLimits.require("--threads", threads, atLeast: 1)
    try OptionLimits.require("--limit", limit, atLeast: 1)
    try OptionLimits.require("--chunk-bytes", chunkBytes?.value, atLeast: 1)
  }
}

/// The options of `check` and `merge` that compare a run with an earlier one.
struct BaselineOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      An earlier JSON report: a rule beyond its tolerance fails only if its failure rate rose.
      """,
      valueName: "report"), completion: .file())
  var baseline: String?

  @Option(
    help: ArgumentHelp(
      """
      Write this run as a baseline: counts, no values. Not written if the run is incomplete, or \
      fails against --baseline.
      """,
      valueName: "path"), completion: .file())
  var writeBaseline: String?

  /// The files of both, each under its option.
  var named: [(name: String, path: String)] {
    (baseline.map { [("--baseline", $0)] } ?? [])
      + (writeBaseline.map { [("--write-baseline", $0)] } ?? [])
  }

  /// The files of both.
  var paths: [String] { named.map(\.path) }

  /// Throws if the options contradict other ones, or the file would replace one that the run reads
  /// or writes.
  func check(
    limit: Int?, reports: [ReportDestination], _ read: ReadFiles
  ) throws {
    if let baseline, let report = reports.first(where: { Self.same($0.path, baseline) }) {
      throw ValidationError(
        "The report \(report.path ?? "") would replace the baseline: use --write-baseline.")
    }
    guard let writeBaseline else { return }
    if limit != nil {
      throw ValidationError(
        "--write-baseline needs the whole input: rates of the first records say nothing about the "
          + "rest, so it cannot be used with --limit.")
    }
    if writeBaseline.hasSuffix(".gz") {
      throw ValidationError("A baseline is not compressed: name a file without .gz.")
    }
    if FileIdentity.isSpecial(writeBaseline) || writeBaseline == "-" {
      throw ValidationError("--write-baseline needs the path of a file, not \(writeBaseline).")
    }
    if reports.contains(where: { Self.same($0.path, writeBaseline) }) {
      throw ValidationError(
        "A report and the baseline would both be written to \(writeBaseline).")
    }
    try read.keep(from: writeBaseline, "The baseline \(writeBaseline)")
  }

  private static func same(_ one: String?, _ other: String) -> Bool {
    one.map { FileIdentity.same($0, other) } ?? false
  }

  /// The earlier report. Throws an ending with code 2 if it cannot be read or is not a baseline.
  func read() throws(CommandEnding) -> Baseline? {
    guard let baseline else { return nil }
    let bytes: [UInt8]
    do {
      bytes = try SystemCalls.contents(ofFile: baseline)
    } catch {
      let reason = error.isMissing ? "no such file" : "\(error)"
      throw .failed(
        error, "cannot read the baseline \(baseline): \(reason); create one with --write-baseline")
    }
    return try CommandEnding.judging { try Baseline(json: bytes, name: baseline) }
  }

  /// The file of the new baseline, opened before the run.
  func openFile() throws -> ReportFile? { try writeBaseline.map { try ReportFile(path: $0) } }

  /// Puts the new baseline in its place, or says why the old one stays.
  func write(_ report: Report, to file: ReportFile?) throws(CommandEnding) {
    guard let file, let writeBaseline else { return }
    if let reason = reasonToKeep(report) {
      return Diagnostics.write("the baseline \(writeBaseline) was not written: \(reason)")
    }
    try file.write(JSONReport.text(report, examples: false))
  }

  private func reasonToKeep(_ report: Report) -> String? {
    if !report.complete { return "not everything was read" }
    if report.rules.contains(where: { $0.id == "bulkcheck.empty-input" && $0.failed > 0 }) {
      return "there were too few records"
    }
    return baseline != nil && report.outcome == .failed
      ? "the run failed against the earlier one" : nil
  }
}

/// The options that decide the verdict, of `check` and `merge`.
struct VerdictArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The lowest severity of a failing rule that makes the exit code 1.", valueName: "level"))
  var failOn = VerdictOptions.FailLevel.error

  @Flag(
    help: """
      Also fail on rules that never applied, fields that never appeared, and a schema that asserts \
      nothing.
      """)
  var strict = false

  @OptionGroup var baselines: BaselineOptions

  /// The options with the earlier report. Throws as ``BaselineOptions/read()``.
  func options() throws(CommandEnding) -> VerdictOptions {
    var options = VerdictOptions()
    options.baseline = try baselines.read()
    options.failOn = failOn
    options.strict = strict
    return options
  }
}

/// The time that rules take for now.
struct ClockOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The time that rules use as now, such as 2024-05-01T00:00:00Z. (default: the clock)",
      valueName: "date-time"))
  var now: String?

  func validate() throws {
    guard let now, ByteView.withUTF8(of: now, { Instant(dateTime: $0) == nil }) else { return }
    throw ValidationError(
      "--now must be a date-time with an offset, such as 2024-05-01T00:00:00Z, not \(now).")
  }

  /// Read once, where it is not given.
  var time: String { now ?? Instant.nowText }
}

/// The options for storing keys of `unique` rules and groups of table rules, in `check` and
/// `merge`.
struct KeyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Memory for the keys of unique rules, the names of records and rules about the table; \
      beyond it, keys, names and groups go to files, and quantiles are estimated. \
      \(ByteCount.suffixes) \
      (default: 1G, or a quarter of the machine's memory)
      """,
      valueName: "size"))
  var memory: ByteCount?

  @Option(
    help: ArgumentHelp(
      "The folder for temporary files. (default: TMPDIR, or /tmp)",
      valueName: "folder"), completion: .directory)
  var tempDir: String?

  /// The least memory in which a file of keys can be read in blocks.
  private static let memoryMinimum = 64 << 10

  func validate() throws {
    try OptionLimits.require("--memory", memory?.value, atLeast: KeyOptions.memoryMinimum)
    if let tempDir, !FileIdentity.isWritableFolder(tempDir) {
      throw ValidationError("--temp-dir \(tempDir) is not a writable folder.")
    }
  }
}

/// Limits on option values that several commands share.
enum OptionLimits {
  static func require(_ option: String, _ value: Int?, atLeast least: Int) throws {
    guard let value, value < least else { return }
    throw ValidationError("\(option) must be at least \(least), not \(value).")
  }

  /// Throws unless there are files to read, and standard input is at most one of them.
  ///
  /// - Parameter missing: what is said where there is none.
  static func check(files: [String], missing: String) throws {
    if files.isEmpty { throw ValidationError(missing) }
    if files.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Standard input (-) can be read only once.")
    }
  }
}

internal import ArgumentParser
internal import BulkcheckCore
internal import BulkcheckInput

/// How records are found in an input, in every command that reads data.
struct RecordArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The format of the input; auto looks at suffix, then content.", valueName: "format"))
  var inputFormat = InputFormatChoice.auto

  @Option(
    help: ArgumentHelp(
      "What separates the cells of CSV, instead of what the profile says or the rows show: one "
        + "character, or tab.", valueName: "character"))
  var delimiter: DelimiterChoice?

  @Option(
    help: ArgumentHelp(
      "The longest record allowed; longer ones are malformed. " + ByteCount.suffixes,
      valueName: "bytes"))
  var maxRecordBytes = ByteCount(64 << 20)

  var options: ReadingOptions {
    var options = ReadingOptions()
    options.format = inputFormat.format
    options.delimiter = delimiter?.byte
    options.recordBytesMaximum = maxRecordBytes.value
    return options
  }

  /// The options as they would be given, those that differ from their defaults.
  var given: [String] {
    let bytes = maxRecordBytes.value
    return (inputFormat == .auto ? [] : ["--input-format", inputFormat.rawValue])
      + (delimiter.map { ["--delimiter", $0.word] } ?? [])
      + (bytes == 64 << 20 ? [] : ["--max-record-bytes", "\(bytes)"])
  }

  func validate() throws {
    try OptionLimits.require("--max-record-bytes", maxRecordBytes.value, atLeast: 1)
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

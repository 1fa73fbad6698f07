internal import BulkcheckCore
internal import BulkcheckDocument
internal import BulkcheckInput

/// Says which option cannot be read, and what to give instead.
struct OptionFault: Error {
  var option: String
  var reason: String

  var description: String { "the option `\(option)`: \(reason)" }
}

extension ProfileValidator.Options {
  func runOptions() throws(OptionFault) -> RunOptions {
    var options = RunOptions()
    options.reading.format = format.flatMap { InputFormat(rawValue: $0.rawValue) }
    options.reading.places.pointer = try recordPointer()
    options.reading.delimiter = try delimiter()
    options.reading.encoding = try encodingChoice()
    options.samplesMaximum = max(0, samplesMaximum)
    options.reading.threads = threads.map { max(1, $0) }
    options.reading.limit = recordsMaximum.map { max(0, $0) }
    // The bound keeps sums with a chunk's size far from overflow.
    options.reading.recordBytesMaximum = min(max(1, recordBytesMaximum), 1 << 40)
    options.reading.windowBytesMaximum = max(1, windowBytesMaximum)
    options.memoryBytes = memoryBytes.map { min(max(0, $0), 1 << 50) }
    options.temporaryFolder = temporaryFolder
    options.countsCompanions = countsCompanions
    options.now = now.flatMap { text in
      ByteView.withUTF8(of: text) { Instant(dateTime: $0) != nil } ? text : nil
    }
    return options
  }

  private func recordPointer() throws(OptionFault) -> RecordPointer? {
    guard let records else { return nil }
    do throws(RecordPointerError) {
      return try RecordPointer(records)
    } catch {
      throw OptionFault(option: "records", reason: error.description)
    }
  }

  private func delimiter() throws(OptionFault) -> UInt8? {
    guard let csvDelimiter else { return nil }
    if let byte = CSVOptions.delimiter(String(csvDelimiter)) { return byte }
    throw OptionFault(
      option: "csvDelimiter",
      reason: "\(JSONText.quoted(String(csvDelimiter))) cannot separate cells: give a tab, or an "
        + "ASCII character other than a quote or a line end")
  }

  private func encodingChoice() throws(OptionFault) -> EncodingChoice? {
    guard let encoding else { return nil }
    if let choice = EncodingChoice(label: encoding) { return choice }
    let nearest = NearestWord.of(encoding, among: EncodingChoice.names)
    throw OptionFault(
      option: "encoding",
      reason: "\(JSONText.quoted(encoding)) is not the name of an encoding: "
        + (nearest.map { "did you mean \($0)?" } ?? "give one such as windows-1252 or UTF-16"))
  }
}

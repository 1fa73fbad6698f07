internal import BulkcheckCore
internal import BulkcheckInput
internal import BulkcheckOutput
internal import BulkcheckProfile

/// Reads the blocks of a partial result one after another, each only when its checksum is right.
final class PartialReader {
  let name: String
  private let source: any ByteSource
  private var block = ByteBlock(capacity: PartialReader.readBytes)
  private var checksum: UInt32 = 0
  private var offset = 0
  private var hasEnded = false

  /// The number of bytes asked for at a time, so that memory grows only with what is there.
  private static let readBytes = 1 << 16

  init(_ location: InputLocation) throws(PartialError) {
    name = location.name
    do throws(InputError) {
      source = try OpenedInput(location).source
    } catch {
      throw PartialError(
        .unreadable, "cannot read the partial result \(location.name): \(error.reason)")
    }
    let start = try take(PartialFormat.magic.count + 2)
    guard start.starts(with: PartialFormat.magic) else {
      throw PartialError(
        .notAPartial,
        "\(name) is not a partial result of bulkcheck; create one with check --partial")
    }
    guard start.count == PartialFormat.magic.count + 2 else { throw cutOff }
    let version = UInt16(start[8]) | UInt16(start[9]) << 8
    guard version == PartialFormat.version else {
      throw PartialError(
        .otherVersion,
        "\(name) has the format \(version) of partial results, and this version of bulkcheck "
          + "reads \(PartialFormat.version): merge it with the version that wrote it")
    }
  }

  /// The next block; nil behind the last one.
  func next() throws(PartialError) -> PartialBlock? {
    if hasEnded {
      guard try take(1).isEmpty else {
        throw PartialError.damaged(name, "it continues after its end")
      }
      return nil
    }
    let place = offset
    let head = try take(5)
    guard head.count == 5 else { throw cutOff }
    let length = Int(PartialReader.word(head[1...]))
    guard length <= PartialFormat.blockBytesMaximum,
      let kind = PartialBlock.Kind(rawValue: head[0])
    else { throw damaged(at: place) }
    let bytes = try take(length)
    let expected = checksum
    let stored = try take(4)
    guard stored.count == 4 else { throw cutOff }
    guard PartialReader.word(stored[...]) == expected else { throw damaged(at: place) }
    hasEnded = kind == .end
    return PartialBlock(kind, bytes)
  }

  func damaged(at place: Int) -> PartialError {
    .damaged(name, "the checksum of the block at byte \(place) is wrong")
  }

  /// The error for a block whose content is impossible, although its checksum is right.
  var impossible: PartialError { .damaged(name, "the block before byte \(offset) makes no sense") }

  private var cutOff: PartialError { .damaged(name, "it ends too early, at byte \(offset)") }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The next bytes; fewer only at the end of the file.
  private func take(_ count: Int) throws(PartialError) -> [UInt8] {
    var taken: [UInt8] = []
    while taken.count < count {
      let wanted = min(PartialReader.readBytes, count - taken.count)
      let read: Int
      do throws(InputError) {
        read = try source.read(into: block.room(from: 0, to: wanted))
      } catch {
        throw PartialError(.unreadable, "cannot read the partial result \(name): \(error.reason)")
      }
      if read == 0 { break }
      taken.append(block.view(from: 0, to: read))
    }
    offset += taken.count
    checksum = CRC32.update(checksum, taken)
    return taken
  }
}

/// How an input begins: what the next piece of it has to be like.
struct PartialInputStart: Hashable, Sendable {
  var format: InputFormat
  var hasByteOrderMark: Bool
  /// CSV: what separates cells.
  var delimiter: UInt8
  /// CSV: a digest of the columns' names.
  var columns: String
  /// CSV: everything before the first row, and the lines in it.
  var headerBytes: Int
  var headerLines: Int
}

extension PartialInputStart {
  init(_ start: InputStart) {
    format = start.format
    hasByteOrderMark = start.hasByteOrderMark
    delimiter = start.delimiter
    let names = start.columns.flatMap { Array("\($0.utf8.count):".utf8) + Array($0.utf8) }
    columns = names.isEmpty ? "" : SHA256.hexadecimal(names)
    headerBytes = start.headerBytes
    headerLines = start.headerLines
  }

  func encoded() -> [UInt8] {
    var encoder = PartialEncoder()
    encoder.add(format.rawValue)
    encoder.add(hasByteOrderMark)
    encoder.add(byte: delimiter)
    encoder.add(columns)
    encoder.add(headerBytes)
    encoder.add(headerLines)
    return encoder.take()
  }

  init(_ bytes: [UInt8]) throws(PartialDamage) {
    var decoder = PartialDecoder(bytes)
    guard let format = InputFormat(rawValue: try decoder.text()) else { throw PartialDamage() }
    self.format = format
    hasByteOrderMark = try decoder.flag()
    delimiter = try decoder.byte()
    columns = try decoder.text()
    headerBytes = try decoder.number()
    headerLines = try decoder.number()
    guard decoder.isAtEnd else { throw PartialDamage() }
  }
}

/// How far an input was judged.
struct PartialExtent: Hashable, Sendable {
  /// Line ends, one behind a last line that has none included.
  var lines = 0
  /// Decompressed.
  var bytes = 0
  /// Another piece may follow: the last line has its end, or there is none.
  var endsInLineEnd = true
}

/// An input of a partial result: what the report says of it, and how far it was judged.
struct PartialInput: Sendable {
  var summary: InputSummary
  var extent: PartialExtent
  /// The stored bytes begin with the header's as they are: those of a later piece can be left out
  /// of the sum.
  var headerIsStored: Bool

  init(summary: InputSummary, extent: PartialExtent) {
    self.summary = summary
    self.extent = extent
    headerIsStored = summary.compression == .none
  }

  func encoded() -> [UInt8] {
    var encoder = PartialEncoder()
    encoder.add(summary.path)
    encoder.add(summary.format.rawValue)
    encoder.add(summary.compression.rawValue)
    encoder.add(summary.bytesRead)
    encoder.add(summary.bytes != nil)
    encoder.add(summary.bytes ?? 0)
    encoder.add(summary.delimiter != nil)
    encoder.add(byte: summary.delimiter ?? 0)
    encoder.add(summary.records)
    encoder.add(summary.malformed)
    encoder.add(summary.complete)
    encoder.add(summary.failure)
    encoder.add(summary.contentHint)
    encoder.add(summary.contentIsForeign)
    encoder.add(summary.columnHint)
    encoder.add(summary.repeatedColumns != nil)
    if let repeated = summary.repeatedColumns { repeated.write(to: &encoder) }
    encoder.add(summary.hasOtherValues)
    encoder.add(summary.encodingFaults)
    encoder.add(extent.lines)
    encoder.add(extent.bytes)
    encoder.add(extent.endsInLineEnd)
    encoder.add(headerIsStored)
    return encoder.take()
  }

  init(_ bytes: [UInt8]) throws(PartialDamage) {
    var decoder = PartialDecoder(bytes)
    let path = try decoder.text()
    guard let format = InputFormat(rawValue: try decoder.text()),
      let compression = InputCompression(rawValue: try decoder.text())
    else { throw PartialDamage() }
    summary = InputSummary(
      path: path, format: format, compression: compression, bytesRead: try decoder.number())
    let isKnown = try decoder.flag()
    let size = try decoder.number()
    summary.bytes = isKnown ? size : nil
    let isSeparated = try decoder.flag()
    let delimiter = try decoder.byte()
    summary.delimiter = isSeparated ? delimiter : nil
    summary.records = try decoder.number()
    summary.malformed = try decoder.number()
    summary.complete = try decoder.flag()
    summary.failure = try decoder.optionalText()
    summary.contentHint = try decoder.optionalText()
    summary.contentIsForeign = try decoder.flag()
    summary.columnHint = try decoder.optionalText()
    if try decoder.flag() { summary.repeatedColumns = try RepeatedColumns(from: &decoder) }
    summary.hasOtherValues = try decoder.flag()
    summary.encodingFaults = try decoder.number()
    extent = PartialExtent(
      lines: try decoder.number(), bytes: try decoder.number(),
      endsInLineEnd: try decoder.flag())
    headerIsStored = try decoder.flag()
    guard decoder.isAtEnd else { throw PartialDamage() }
  }
}

extension RepeatedColumns {
  func write(to encoder: inout PartialEncoder) {
    encoder.add(first.count)
    for column in first {
      encoder.add(column.name)
      encoder.add(column.times)
    }
    encoder.add(count)
    encoder.add(isRead)
    encoder.add(line)
    encoder.add(byteOffset)
  }

  init(from decoder: inout PartialDecoder) throws(PartialDamage) {
    self.init()
    for _ in 0..<(try decoder.number(below: RepeatedColumns.firstMaximum + 1)) {
      first.append(Column(name: try decoder.text(), times: try decoder.number()))
    }
    count = try decoder.number()
    isRead = try decoder.flag()
    line = try decoder.number()
    byteOffset = try decoder.number()
    guard count >= first.count, first.isEmpty == (count == 0) else { throw PartialDamage() }
  }
}

/// How a run ended.
struct PartialEnd: Hashable, Sendable {
  var limitReached = false
  var interrupted = false
  var outputFailed = false
  var seconds = 0.0
  var threads = 1
  var bytesJudged = 0

  /// No run took longer: 30,000 years.
  static let secondsMaximum = 1e12

  init(_ summary: RunSummary) {
    limitReached = summary.limitReached
    interrupted = summary.interrupted
    outputFailed = summary.outputFailed
    seconds = summary.seconds
    threads = summary.threads
    bytesJudged = summary.bytesJudged
  }

  func encoded() -> [UInt8] {
    var encoder = PartialEncoder()
    encoder.add(limitReached)
    encoder.add(interrupted)
    encoder.add(outputFailed)
    encoder.add(word: seconds.bitPattern)
    encoder.add(threads)
    encoder.add(bytesJudged)
    return encoder.take()
  }

  init(_ bytes: [UInt8]) throws(PartialDamage) {
    var decoder = PartialDecoder(bytes)
    limitReached = try decoder.flag()
    interrupted = try decoder.flag()
    outputFailed = try decoder.flag()
    let seconds = Double(bitPattern: try decoder.word())
    guard seconds >= 0, seconds <= PartialEnd.secondsMaximum else { throw PartialDamage() }
    self.seconds = seconds
    threads = try decoder.number()
    bytesJudged = try decoder.number()
    guard decoder.isAtEnd else { throw PartialDamage() }
  }

  /// Why inputs were not read to their ends although they could be read.
  var reason: String {
    if interrupted { return "its run was interrupted" }
    if limitReached { return "its run stopped at --limit" }
    return outputFailed
      ? "its run could not write its outputs" : "its run did not read it to its end"
  }
}

/// Keys of hashes that all runs with the same profile share, so that their results can be merged.
enum PartialKeys {
  /// - Parameter secret: makes them unknown to those who know the profile; empty: none.
  static func keys(profileSHA256: String, secret: String) -> HashKeys {
    let digits = digest(profileSHA256: profileSHA256, secret: secret)
    func word(_ number: Int) -> UInt64 {
      UInt64(digits.dropFirst(number * 16).prefix(16), radix: 16) ?? 0
    }
    return HashKeys(first: word(0), second: word(1), values: word(2))
  }

  /// Tells whether two runs have the same keys, and not which.
  static func check(profileSHA256: String, secret: String) -> String {
    String(
      SHA256.hexadecimal(Array(digest(profileSHA256: profileSHA256, secret: secret).utf8))
        .prefix(16))
  }

  private static func digest(profileSHA256: String, secret: String) -> String {
    SHA256.hexadecimal(Array("bulkcheck partial \(profileSHA256) \(secret)".utf8))
  }
}

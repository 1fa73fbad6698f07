package import BulkcheckCore
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
struct PartialInputStart: PartialCodable, Hashable, Sendable {
  var format = InputFormat.jsonl
  var encoding = TextEncoding.utf8
  var hasByteOrderMark = false
  /// CSV: what separates cells.
  var delimiter: UInt8 = 0
  /// CSV: a digest of the columns' names.
  var columns = ""
  /// CSV: everything before the first row, and the lines in it.
  var headerBytes = 0
  var headerLines = 0
  /// See ``ChunkStart/hasLines``.
  var hasLines = true

  mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&format)
    try coder.code(&encoding)
    try coder.code(&hasByteOrderMark)
    try coder.code(&delimiter)
    try coder.code(&columns)
    try coder.code(&headerBytes)
    try coder.code(&headerLines)
    try coder.code(&hasLines)
  }
}

extension PartialInputStart {
  init(_ start: InputStart) {
    format = start.format
    encoding = start.encoding
    hasByteOrderMark = start.hasByteOrderMark
    delimiter = start.delimiter
    let names = start.columns.flatMap { Array("\($0.utf8.count):".utf8) + Array($0.utf8) }
    columns = names.isEmpty ? "" : SHA256.hexadecimal(names)
    headerBytes = start.headerBytes
    headerLines = start.headerLines
    hasLines = start.hasLines
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
struct PartialInput: PartialCodable, Sendable {
  var summary = InputSummary(path: "", format: .jsonl, compression: .none)
  var extent = PartialExtent()
  /// The stored bytes begin with the header's as they are: those of a later piece can be left out
  /// of the sum.
  var headerIsStored = false

  init() {}

  init(summary: InputSummary, extent: PartialExtent) {
    self.summary = summary
    self.extent = extent
    headerIsStored = summary.compression == .none
  }

  mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&summary.path)
    try coder.code(&summary.format)
    try coder.code(&summary.compression)
    try coder.code(&summary.bytesRead)
    try coder.code(padded: &summary.bytes)
    try coder.code(padded: &summary.dialect)
    try coder.code(&summary.records)
    try coder.code(&summary.malformed)
    try coder.code(&summary.sets)
    try coder.code(&summary.complete)
    try coder.code(&summary.hasLines)
    try coder.code(&summary.failure)
    try coder.code(&summary.contentHint)
    try coder.code(&summary.contentIsForeign)
    try coder.code(&summary.columnHint)
    try coder.code(&summary.repeatedColumns)
    try coder.code(&summary.longCells)
    try coder.code(&summary.hasOtherValues)
    try coder.code(&summary.encodingFaults)
    try coder.code(&extent.lines)
    try coder.code(&extent.bytes)
    try coder.code(&extent.endsInLineEnd)
    try coder.code(&headerIsStored)
  }
}

extension PartialCoder {
  /// Writes or reads an optional thing that takes its place even where it is nil.
  fileprivate mutating func code<Part: PartialCodable>(padded part: inout Part?) throws(Failure) {
    var isThere = part != nil
    var found = part ?? Part()
    try code(&isThere)
    try code(&found)
    part = isThere ? found : nil
  }
}

extension RecordSet: PartialCodable {
  package mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&pointer)
    try coder.code(&without)
    try coder.code(padded: &counts)
  }
}

extension SetCounts: PartialCodable {
  package mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&valid)
    try coder.code(&invalid)
    try coder.code(&malformed)
  }
}

extension LongCells: PartialCodable {
  package mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&count)
    try coder.code(&record)
    try coder.code(&lines)
    try coder.check([count, record, lines].allSatisfy { $0 >= 0 && $0 < LongCells.figureMaximum })
  }
}

extension InputDialect: PartialCodable {
  package init() { self.init(encoding: .utf8) }

  package mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&encoding)
    try coder.code(padded: &delimiter)
    try coder.code(padded: &headerLines)
  }
}

extension RepeatedColumns: PartialCodable {
  package mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&first, atMost: RepeatedColumns.firstMaximum)
    try coder.code(&count)
    try coder.code(&isRead)
    try coder.code(&line)
    try coder.code(&byteOffset)
    try coder.check(count >= first.count && first.isEmpty == (count == 0))
  }
}

extension RepeatedColumns.Column: PartialCodable {
  package mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&name)
    try coder.code(&times)
  }
}

/// How a run ended.
struct PartialEnd: PartialCodable, Hashable, Sendable {
  var limitReached = false
  var interrupted = false
  var outputFailed = false
  var seconds = 0.0
  var threads = 1
  var bytesJudged = 0

  /// No run took longer: 30,000 years.
  static let secondsMaximum = 1e12

  init() {}

  init(_ summary: RunSummary) {
    limitReached = summary.limitReached
    interrupted = summary.interrupted
    outputFailed = summary.outputFailed
    seconds = summary.seconds
    threads = summary.threads
    bytesJudged = summary.bytesJudged
  }

  mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&limitReached)
    try coder.code(&interrupted)
    try coder.code(&outputFailed)
    var secondsBits = seconds.bitPattern
    try coder.code(&secondsBits)
    seconds = Double(bitPattern: secondsBits)
    try coder.check(seconds >= 0 && seconds <= PartialEnd.secondsMaximum)
    try coder.code(&threads)
    try coder.code(&bytesJudged)
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

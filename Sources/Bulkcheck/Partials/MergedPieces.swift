internal import BulkcheckCore

/// Inputs that are successive pieces of one: what comes before each of them in the whole.
///
/// Pieces of CSV either have no header (the profile names the columns), or all have the same one.
/// The whole has only the first.
struct MergedPieces {
  private var summary: InputSummary
  /// The bytes of the headers of all pieces but the first.
  private(set) var headerBytesRepeated = 0
  /// The part of ``headerBytesRepeated`` in pieces that are not compressed.
  private var storedHeaderBytesRepeated = 0
  private var first: (start: PartialInputStart, name: String)?
  /// How far the whole goes up to now.
  private var extent = PartialExtent()
  private var headerIsStored = true
  private var records = 0
  /// The piece before, as messages call it: its partial result.
  private var last = ""
  private var hasInputs = false

  init(name: String) {
    summary = InputSummary(path: name, format: .jsonl, compression: .none)
  }

  /// The position in the whole at which a piece begins.
  ///
  /// - Parameter name: of the partial result that it is in.
  mutating func begin(
    _ start: PartialInputStart, of name: String
  ) throws(PartialError) -> ChunkStart {
    if start.format == .json {
      throw PartialError(
        .notSuccessive,
        "the input in \(name) is a JSON document, which has no pieces: merge without --as")
    }
    guard start.hasLines else {
      throw PartialError(
        .notSuccessive,
        "the input in \(name) has no lines and cannot be a piece: merge without --as")
    }
    guard let first else {
      first = (start, name)
      return ChunkStart(input: 0)
    }
    if let reason = reasonToRefuse(start, first.start, first.name) {
      throw PartialError(
        .notSuccessive, "the input in \(name) cannot be a piece of \(summary.path): \(reason)")
    }
    return ChunkStart(
      input: 0, offset: extent.bytes - start.headerBytes,
      lines: extent.lines - start.headerLines, records: records)
  }

  private func reasonToRefuse(
    _ start: PartialInputStart, _ first: PartialInputStart, _ firstName: String
  ) -> String? {
    if start.format != first.format {
      return "it was read as \(start.format.rawValue), but the one in \(firstName) as "
        + "\(first.format.rawValue); set --input-format"
    }
    if start.encoding != first.encoding {
      return "it was read as \(start.encoding.rawValue), but the one in \(firstName) as "
        + "\(first.encoding.rawValue); set --encoding"
    }
    if start.hasByteOrderMark {
      return "it begins with a byte-order mark, which only the first piece may have"
    }
    if !start.columns.isExactly(first.columns) {
      return "its columns differ from those in \(firstName); all pieces of CSV need the same "
        + "header, or none and a profile with \"columns\""
    }
    if start.delimiter != first.delimiter {
      return "its delimiter differs from that of \(firstName); set --delimiter, or \"delimiter\" "
        + "in the profile"
    }
    if !extent.endsInLineEnd {
      return "the one before it, in \(last), ends within a line; cut between records, and end each "
        + "piece with a line end"
    }
    return nil
  }

  /// Notes how far a piece went.
  ///
  /// - Parameter start: nil if it could not be opened, or is CSV without a header.
  mutating func end(
    _ input: PartialInput, _ start: PartialInputStart?, of name: String
  ) throws(PartialDamage) {
    summary.longCells.add(input.summary.longCells, behind: records)
    records = try PartialDecoder.total(records, input.summary.records)
    last = name
    guard let start else {
      if first == nil { beginLike(input.summary) }
      return
    }
    if input.extent.bytes == 0 {
      // An empty one, or a run that ended in front of it.
      guard !hasInputs else { return }
      // The next is the first about which anything is known.
      first = nil
      beginLike(input.summary)
      return
    }
    let isFirst = !hasInputs
    hasInputs = true
    let repeated = (
      bytes: isFirst ? 0 : start.headerBytes, lines: isFirst ? 0 : start.headerLines
    )
    let storedRepeated = input.headerIsStored ? repeated.bytes : 0
    guard input.extent.bytes >= repeated.bytes, input.extent.lines >= repeated.lines,
      input.summary.bytesRead >= storedRepeated
    else { throw PartialDamage() }
    extent.bytes = try PartialDecoder.total(extent.bytes, input.extent.bytes - repeated.bytes)
    extent.lines = try PartialDecoder.total(extent.lines, input.extent.lines - repeated.lines)
    if input.extent.bytes > repeated.bytes { extent.endsInLineEnd = input.extent.endsInLineEnd }
    headerBytesRepeated = try PartialDecoder.total(headerBytesRepeated, repeated.bytes)
    storedHeaderBytesRepeated += storedRepeated
    if isFirst {
      beginLike(input.summary)
      headerIsStored = input.headerIsStored
    }
  }

  /// The whole begins as this piece does.
  private mutating func beginLike(_ piece: InputSummary) {
    summary.format = piece.format
    summary.dialect = piece.dialect
    summary.contentHint = piece.contentHint
    summary.contentIsForeign = piece.contentIsForeign
    summary.columnHint = piece.columnHint
    summary.repeatedColumns = piece.repeatedColumns
  }

  /// Adds what reports say of the inputs of one partial result.
  mutating func finish(_ inputs: [InputSummary]) throws(PartialDamage) {
    for input in inputs {
      summary.bytesRead = try PartialDecoder.total(summary.bytesRead, input.bytesRead)
      summary.malformed = try PartialDecoder.total(summary.malformed, input.malformed)
      summary.records = try PartialDecoder.total(summary.records, input.records)
      if input.compression != .none { summary.compression = input.compression }
      summary.complete = summary.complete && input.complete
      if let failure = input.failure, summary.failure == nil {
        // A merge of some of the pieces, under the same name, has named the one that failed.
        let isNamed = input.path.utf8.elementsEqual(summary.path.utf8)
        summary.failure = isNamed ? failure : "\(input.path): \(failure)"
      }
      summary.hasOtherValues = summary.hasOtherValues || input.hasOtherValues
      summary.encodingFaults = PartialDecoder.sum(summary.encodingFaults, input.encodingFaults)
    }
  }

  /// The whole, as a report lists it.
  var whole: InputSummary {
    var whole = summary
    whole.bytesRead -= storedHeaderBytesRepeated
    whole.bytes = whole.complete ? whole.bytesRead : nil
    return whole
  }

  /// The whole, as a partial result lists it.
  var input: PartialInput {
    var input = PartialInput(summary: whole, extent: extent)
    input.headerIsStored = headerIsStored
    return input
  }
}

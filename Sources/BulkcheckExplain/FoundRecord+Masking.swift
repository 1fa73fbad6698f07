internal import BulkcheckCore

extension FoundRecord {
  /// Whether a well-formed record is an object; also if `bulkcheck.not-an-object` is off.
  var isObject: Bool {
    format != .jsonl || bytes.first { !Ascii.isBlank($0) } == Ascii.openBrace
  }

  /// The positions of masked values in the record, in order; of texts, those between the quotes.
  func maskedRanges(at place: MaskedLocation) -> [Range<Int>] {
    let text = OwnedBytes(bytes)
    return withExtendedLifetime(text) {
      if format == .jsonl { return MaskedText.ranges(text.view, at: place) }
      let cells = cellRanges(text.view)
      return zip(columns, cells).filter { name, _ in
        place.advanced(by: .key(name)).masking != .none
      }.map { $0.1 }
    }
  }

  /// The JSON text in a range as reports show it, masked.
  func text(in range: Range<Int>?, without masked: [Range<Int>]) -> String {
    guard let range else { return MaskedText.stars }
    let inside = masked.filter { range.contains($0.lowerBound) }.map {
      $0.lowerBound - range.lowerBound..<$0.upperBound - range.lowerBound
    }
    let text = OwnedBytes(Array(bytes[range]))
    return withExtendedLifetime(text) {
      MaskedText.shown(MaskedText.text(text.view, without: inside)).text
    }
  }

  /// The cells of a well-formed row, without their quotes.
  func cellRanges(_ row: ByteView) -> [Range<Int>] {
    var cells: [Range<Int>] = []
    var position = 0
    while true {
      let isQuoted = position < row.count && row[position] == Ascii.quote
      let start = position + (isQuoted ? 1 : 0)
      let quote = isQuoted ? closingQuote(row, from: start) : nil
      position = delimiterPlace(row, from: quote ?? start)
      // Behind the quote nothing stands, unless stray quotes are text.
      cells.append(start..<(position == quote.map { $0 + 1 } ? position - 1 : position))
      guard position < row.count else { return cells }
      position += 1
    }
  }

  private func delimiterPlace(_ row: ByteView, from start: Int) -> Int {
    row.firstIndex(of: delimiter, from: start) ?? row.count
  }

  /// A quote that is not doubled.
  private func closingQuote(_ row: ByteView, from start: Int) -> Int? {
    var position = start
    while let quote = row.firstIndex(of: Ascii.quote, from: position) {
      guard quote + 1 < row.count, row[quote + 1] == Ascii.quote else { return quote }
      position = quote + 2
    }
    return nil
  }
}

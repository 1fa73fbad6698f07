internal import BulkcheckCore

extension FoundRecord {
  /// Whether a well-formed record is an object; also if `bulkcheck.not-an-object` is off.
  var isObject: Bool {
    !format.isJSON || bytes.first { !Ascii.isBlank($0) } == Ascii.openBrace
  }

  /// The positions of masked values in the record, in order; of texts, those between the quotes.
  func maskedRanges(at place: MaskedLocation) -> [Range<Int>] {
    let text = OwnedBytes(bytes)
    return withExtendedLifetime(text) {
      if format.isJSON { return MaskedText.ranges(text.view, at: place) }
      var cells = CSVRowCells(text.view, dialect)
      return columns.compactMap { name in
        guard let cell = cells.next()?.bytes, place.advanced(by: .key(name)).masking != .none
        else { return nil }
        let start = text.view.position(of: cell)
        return start..<start + cell.count
      }
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
}

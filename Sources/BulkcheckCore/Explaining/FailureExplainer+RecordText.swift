extension FailureExplainer {
  /// The record at hand as a report shows it; nil if nobody knows which bytes are to be masked, and
  /// of records that are not text: rows of a table, and the pieces of a document.
  mutating func recordText() -> RecordText? {
    guard engine.core.values.cells == nil, engine.core.values.document?.pieces == nil else {
      return nil
    }
    let position = engine.core.values.record
    let chunk = engine.core.values.chunk
    guard position.start >= 0, position.start <= position.end, position.end <= chunk.count else {
      return nil
    }
    let record = chunk[position.start..<position.end]
    let ruleSet = engine.program.ruleSet
    guard !ruleSet.maskedPaths.isEmpty else { return RecordText(record) }
    let place = MaskedLocation(record: ruleSet, isCSV: engine.isCSV)
    guard !place.isMasked else { return nil }
    if engine.isCSV {
      return ByteView.with(maskedRow(record, place)) { RecordText($0) }
    }
    guard record.firstIndex(of: Ascii.openBrace) != nil,
      engine.core.values.objects.contains(engine.lane)
    else { return nil }
    let ranges = MaskedText.ranges(record, at: place)
    return ByteView.with(MaskedText.text(record, without: ranges)) { RecordText($0) }
  }

  private mutating func maskedRow(_ row: ByteView, _ place: MaskedLocation) -> [UInt8] {
    let layout = engine.core.values.layout
    var cells = CSVRowCells(row, layout.dialect)
    var text: [UInt8] = []
    var position = 0
    for name in layout.header {
      guard let cell = cells.next()?.bytes else { break }
      guard place.advanced(by: .key(name)).masking != .none else { continue }
      let start = row.position(of: cell)
      text += row[position..<start].array + Array(MaskedText.stars.utf8)
      position = start + cell.count
    }
    return text + row[position..<row.count].array
  }
}

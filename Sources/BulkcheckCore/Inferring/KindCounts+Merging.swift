/// Adding up the counts of chunks, each of which has numbered fields and values in its own way.
extension KindCounts {
  /// The numbers that a field of a chunk and its values have here.
  struct Translation {
    /// Its number, or -1 if it was turned away.
    var field: Int16 = -1
    /// The numbers of its values, if they are texts; -1 for those that were one too many.
    var values: [Int] = []

    /// The row of a value, given that of the chunk; nil if there are too many.
    fileprivate func row(_ row: Int, _ kind: Kind) -> Int? {
      let own = kind == .text ? values[row] : row
      return own >= 0 && own < KindCounts.choicesMaximum ? own : nil
    }
  }

  /// How often something occurred while a field had one of its values.
  private struct Row {
    var field: Int
    var number: Int
  }

  /// Adds the counts of a chunk. Here only states of fields that have a value are counted, all of
  /// them.
  ///
  /// - Parameter translations: of each field of the chunk.
  mutating func merge(_ other: borrowing KindCounts, _ translations: [Translation]) {
    for field in 0..<other.fieldCount where translations[field].field >= 0 {
      let own = Int(translations[field].field)
      let table = other.tables[field]
      if table.hasGivenUp { giveUp(own) }
      if tables[own].hasGivenUp || table.kind == .none { continue }
      guard tables[own].kind == .none || tables[own].kind == table.kind else {
        giveUp(own)
        continue
      }
      tables[own].kind = table.kind
      for row in 0..<table.rowCount where table.counts[row * table.stride] > 0 {
        guard let ownRow = translations[field].row(row, table.kind) else {
          giveUp(own)
          break
        }
        add(
          Row(field: field, number: row), of: other, to: Row(field: own, number: ownRow),
          translations)
      }
    }
  }

  private mutating func add(
    _ row: Row, of other: borrowing KindCounts, to own: Row, _ translations: [Translation]
  ) {
    let table = other.tables[row.field]
    let start = row.number * table.stride
    let total = table.counts[start]
    // What was not counted apart was in its usual state.
    var usual = [Int](repeating: total, count: other.fieldCount)
    for cell in 0..<min(other.cellCount, table.stride - 1) {
      let count = table.counts[start + 1 + cell]
      if count == 0 { continue }
      let field = Int(other.cells[cell].field)
      usual[field] -= count
      add(count, to: own, translations[field], Int(other.cells[cell].state))
    }
    for field in 0..<other.fieldCount where usual[field] > 0 {
      add(usual[field], to: own, translations[field], other.usualState(field))
    }
    if own.number >= tables[own.field].rowCount { grow(own.field, rows: own.number + 1) }
    tables[own.field].counts[own.number * tables[own.field].stride] += total
  }

  private func usualState(_ field: Int) -> Int {
    Int(usualStates[field >> 3] >> UInt64((field & 7) * 8) & 0xFF)
  }

  private mutating func add(
    _ count: Int, to row: Row, _ translation: Translation, _ state: Int
  ) {
    guard translation.field >= 0, state != 0 else { return }
    let cell = Int(cell(Int(translation.field), UInt8(truncatingIfNeeded: state)))
    if row.number >= tables[row.field].rowCount || cellCount >= tables[row.field].stride {
      grow(row.field, rows: row.number + 1)
    }
    tables[row.field].counts[row.number * tables[row.field].stride + 1 + cell] += count
  }
}

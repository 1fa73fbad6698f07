package import BulkcheckCore

/// The mapping of containers, and of what is in them: JSON text.
extension ArrowRows {
  /// Writes loaded rows of some columns as an object, one key for each column.
  package mutating func writeRecord(_ row: Int, columns: [Int], into arena: inout ByteArena) {
    cellFault = nil
    guard let batch else { return }
    arena.append(Ascii.openBrace)
    for (index, column) in columns.enumerated() {
      if index > 0 { arena.append(Ascii.comma) }
      let entry = batch.layout.columns[column]
      writeKey(entry, batch, &arena)
      write(arrays.table, entry, row, batch, &arena)
      noteColumn(column)
    }
    arena.append(Ascii.closeBrace)
  }

  /// Writes the value of a row of an entry.
  private mutating func write(
    _ arrays: LoadedTable, _ entry: Int, _ row: Int, _ batch: ArrowBatch,
    _ arena: inout ByteArena
  ) {
    guard let place = resolve(arrays, entry, row, batch) else {
      arena.append(StaticBytes.null)
      return
    }
    let array = place.arrays[place.entry]
    switch array.code {
    case .text:
      if let text = text(place, array, isText: true) { arena.append(quoted: text) }
    case .list, .fixedList, .structure, .map: writeContainer(place, array, batch, &arena)
    case .binary, .fixedBinary, .uuid, .date, .time, .timestamp:
      arena.append(Ascii.quote)
      _ = writeScalar(place, array, &arena)
      arena.append(Ascii.quote)
    case .float: writeFloat(place, array, &arena)
    default: _ = writeScalar(place, array, &arena)
    }
  }

  mutating func writeContainer(
    _ place: Place, _ array: LoadedArray, _ batch: ArrowBatch, _ arena: inout ByteArena
  ) {
    if array.code == .structure {
      writeStructure(place, array, batch, &arena)
      return
    }
    let (start, end) = elements(array, place.row)
    let element = Int(batch.layout.children[array.children])
    if array.code == .map {
      writeMap(place.arrays, element, start..<end, isObject: array.isObject, batch, &arena)
      return
    }
    arena.append(Ascii.openBracket)
    for row in start..<end {
      if row > start { arena.append(Ascii.comma) }
      write(place.arrays, element, row, batch, &arena)
      if !isFine || isTooLong(&arena) { return }
    }
    arena.append(Ascii.closeBracket)
  }

  /// The elements of a list.
  func elements(_ array: LoadedArray, _ row: Int) -> (Int, Int) {
    if array.code == .fixedList { return (row * array.width, (row + 1) * array.width) }
    let start = array.offset(row)
    return (start, array.hasViews ? start + array.size(row) : array.offset(row + 1))
  }

  private mutating func writeStructure(
    _ place: Place, _ array: LoadedArray, _ batch: ArrowBatch, _ arena: inout ByteArena
  ) {
    arena.append(Ascii.openBrace)
    for part in 0..<array.childCount {
      if part > 0 { arena.append(Ascii.comma) }
      let entry = Int(batch.layout.children[array.children + part])
      writeKey(entry, batch, &arena)
      write(place.arrays, entry, place.row, batch, &arena)
      if !isFine || isTooLong(&arena) { return }
    }
    arena.append(Ascii.closeBrace)
  }

  private mutating func writeMap(
    _ arrays: LoadedTable, _ entries: Int, _ rows: Range<Int>, isObject: Bool,
    _ batch: ArrowBatch, _ arena: inout ByteArena
  ) {
    let parts = arrays[entries].children
    let key = Int(batch.layout.children[parts])
    let value = Int(batch.layout.children[parts + 1])
    arena.append(isObject ? Ascii.openBrace : Ascii.openBracket)
    for row in rows {
      if row > rows.lowerBound { arena.append(Ascii.comma) }
      if isObject {
        writeMapKey(arrays, key, row, batch, &arena)
        arena.append(Ascii.colon)
        write(arrays, value, row, batch, &arena)
      } else {
        arena.append(ByteView("{\"key\":"))
        write(arrays, key, row, batch, &arena)
        arena.append(ByteView(",\"value\":"))
        write(arrays, value, row, batch, &arena)
        arena.append(Ascii.closeBrace)
      }
      if !isFine || isTooLong(&arena) { return }
    }
    arena.append(isObject ? Ascii.closeBrace : Ascii.closeBracket)
  }

  private mutating func writeMapKey(
    _ arrays: LoadedTable, _ key: Int, _ row: Int, _ batch: ArrowBatch, _ arena: inout ByteArena
  ) {
    guard let place = resolve(arrays, key, row, batch) else {
      note(.buffer(.nullKey(row: row)))
      return
    }
    let array = place.arrays[place.entry]
    if array.code == .text {
      if let text = text(place, array, isText: true) { arena.append(quoted: text) }
    } else {
      arena.append(Ascii.quote)
      _ = writeScalar(place, array, &arena)
      arena.append(Ascii.quote)
    }
  }

  // MARK: Text

  private func writeKey(_ entry: Int, _ batch: ArrowBatch, _ arena: inout ByteArena) {
    let key = batch.layout.keys[entry]
    arena.append(batch.layout.names.view(from: Int(key.start), count: Int(key.count)))
  }

  /// A number, or the name of NaN or an infinity as a string. NaN that is null has a space in
  /// front, by which it is told from other nulls where it is counted.
  private mutating func writeFloat(
    _ place: Place, _ array: LoadedArray, _ arena: inout ByteArena
  ) {
    let float = FloatParts(array, place.row)
    if float.isFinite {
      _ = writeScalar(place, array, &arena)
    } else if readsNaNAsNull && float.isNaN {
      arena.append(Ascii.space)
      _ = writeScalar(place, array, &arena)
    } else {
      arena.append(Ascii.quote)
      _ = writeScalar(place, array, &arena)
      arena.append(Ascii.quote)
    }
  }
}

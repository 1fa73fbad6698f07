internal import BulkcheckCore

/// Loads rows of a batch, with all parts of their values, and checks what is to be checked of them.
///
/// Of a batch in memory nothing is copied. Of one in a file only the bytes of these rows are read:
/// of a text the offsets between them, and then the bytes between the first offset and the last;
/// of a list in the same way its elements, which are rows of another entry. So a batch can be of
/// any size.
struct ArrayLoader {
  /// So many ends of runs are in memory while they are checked.
  private static let runsTogether = 1 << 14

  let batch: ArrowBatch
  let arrays: LoadedArrays
  var memory = SliceMemory()

  init(_ batch: ArrowBatch, _ arrays: LoadedArrays) {
    self.batch = batch
    self.arrays = arrays
  }

  private var layout: TableLayout { batch.layout }
  private var isBigEndian: Bool { batch.layout.schema.isBigEndian }

  /// Loads the rows of an entry and of its parts.
  mutating func load(_ entry: Int, rows: Range<Int>) throws(ArrowError) {
    let node = batch.metadata.nodes[batch.place(entry).node]
    guard rows.upperBound <= node.length else {
      throw ArrowError(.batch(.tooFewValues(needed: rows.upperBound, has: node.length)))
    }
    var array = LoadedArray()
    let description = layout.entries[entry]
    array.code = description.code
    array.base = rows.lowerBound
    array.count = rows.count
    array.isBigEndian = isBigEndian
    array.children = description.children.lowerBound
    array.childCount = description.children.count
    var buffer = batch.place(entry).buffer
    if batch.hasValidity(description) {
      // What has no nulls may do without the bits.
      if node.nullCount > 0 || batch.size(ofBuffer: buffer) > 0, !rows.isEmpty {
        (array.validity, array.validityBase) = try bits(buffer, rows)
        if node.nullCount == 0 {
          guard array.hasNoNulls(rows) else { throw ArrowError(.batch(.hiddenNulls)) }
          array.validity = StaticBytes.emptyView
        }
      }
      buffer += 1
    }
    if let index = description.index {
      array.dictionary = description.dictionary
      array.isSigned = index.isSigned
      try loadNumbers(buffer, rows, bits: index.indexBits, into: &array)
    } else {
      try load(description.type, entry, buffer, rows, into: &array)
    }
    arrays[entry] = array
  }

  private mutating func load(
    _ type: ArrowType, _ entry: Int, _ buffer: Int, _ rows: Range<Int>,
    into array: inout LoadedArray
  ) throws(ArrowError) {
    switch type {
    case .null: break
    case .bool: if !rows.isEmpty { (array.data, array.dataBase) = try bits(buffer, rows) }
    case .int(bits: 128, let isSigned):
      array.isSigned = isSigned
      try loadFixed(buffer, rows, width: 16, into: &array)
    case .int(let bits, let isSigned):
      array.isSigned = isSigned
      try loadNumbers(buffer, rows, bits: bits, into: &array)
    case .float(let bits): try loadNumbers(buffer, rows, bits: bits, into: &array)
    case .date(let bits):
      array.isSigned = true
      try loadNumbers(buffer, rows, bits: bits, into: &array)
    case .time(let unit, let bits):
      array.isSigned = true
      array.scale = unit.rawValue
      try loadNumbers(buffer, rows, bits: bits, into: &array)
    case .timestamp(let unit, let hasZone):
      array.isSigned = true
      array.scale = unit.rawValue
      array.hasZone = hasZone
      try loadNumbers(buffer, rows, bits: 64, into: &array)
    case .duration(let unit):
      array.isSigned = true
      array.scale = unit.rawValue
      try loadNumbers(buffer, rows, bits: 64, into: &array)
    case .decimal(let bits, _, let scale):
      array.isSigned = true
      array.scale = scale
      try loadFixed(buffer, rows, width: bits / 8, into: &array)
    case .fixedBinary(let width): try loadFixed(buffer, rows, width: width, into: &array)
    case .interval(let unit): try loadFixed(buffer, rows, width: unit.bits / 8, into: &array)
    case .text(let layout):
      try loadTexts(layout, entry, buffer, rows, isText: true, into: &array)
    case .binary(let layout):
      try loadTexts(layout, entry, buffer, rows, isText: false, into: &array)
    case .list(let layout): try loadList(layout, buffer, rows, into: &array)
    case .map:
      array.isObject = isObject(array)
      try loadList(.offsets, buffer, rows, into: &array)
    case .fixedList(let count):
      array.width = count
      let (lower, isOver) = rows.lowerBound.multipliedReportingOverflow(by: count)
      let (upper, isOverToo) = rows.upperBound.multipliedReportingOverflow(by: count)
      guard !isOver, !isOverToo else { throw ArrowError(.batch(.length(rows.upperBound))) }
      try load(child(0, of: array), rows: lower..<upper)
    case .structure:
      for part in 0..<array.childCount { try load(child(part, of: array), rows: rows) }
    case .union(let isDense, _): try loadUnion(isDense, entry, buffer, rows, into: &array)
    case .runEnds: try loadRuns(entry, rows, into: &array)
    }
  }

  /// Whether the entries of a map make an object.
  private func isObject(_ map: LoadedArray) -> Bool {
    let entries = layout.entries[child(0, of: map)]
    return layout.entries[Int(layout.children[entries.children.lowerBound])].isObjectKey
  }

  private func child(_ part: Int, of array: LoadedArray) -> Int {
    Int(layout.children[array.children + part])
  }

  // MARK: Layouts

  private mutating func loadNumbers(
    _ buffer: Int, _ rows: Range<Int>, bits: Int, into array: inout LoadedArray
  ) throws(ArrowError) {
    array.bits = UInt8(bits)
    try loadFixed(buffer, rows, width: bits / 8, into: &array)
  }

  private mutating func loadFixed(
    _ buffer: Int, _ rows: Range<Int>, width: Int, into array: inout LoadedArray
  ) throws(ArrowError) {
    array.width = width
    array.data = try elements(buffer, rows, width: width)
  }

  private mutating func loadTexts(
    _ layout: ArrowType.TextLayout, _ entry: Int, _ buffer: Int, _ rows: Range<Int>, isText: Bool,
    into array: inout LoadedArray
  ) throws(ArrowError) {
    if layout == .views {
      try loadViews(entry, buffer, rows, into: &array)
      return
    }
    array.isWide = layout == .largeOffsets
    let range = try loadOffsets(buffer, rows, limit: batch.size(ofBuffer: buffer + 1), into: &array)
    array.data = try bytes(buffer + 1, from: range.lowerBound, count: range.count)
    array.dataBase = range.lowerBound
    guard isText else { return }
    switch array.data.encoding() {
    case .ascii: array.isWellFormed = true
    case .others: array.isWellFormed = beginWithCharacters(array, rows)
    case nil: array.isWellFormed = false
    }
  }

  /// Whether no text begins amid a character. If all of them together are well-formed, each is.
  private func beginWithCharacters(_ array: LoadedArray, _ rows: Range<Int>) -> Bool {
    let (places, data, base) = (array.places, array.data, array.dataBase)
    for row in rows {
      let start = places[row] &- base
      if start < data.count, data[start] & 0xC0 == 0x80 { return false }
    }
    return true
  }

  private mutating func loadList(
    _ layout: ArrowType.ListLayout, _ buffer: Int, _ rows: Range<Int>,
    into array: inout LoadedArray
  ) throws(ArrowError) {
    let element = child(0, of: array)
    let count = batch.metadata.nodes[batch.place(element).node].length
    array.isWide = layout == .largeOffsets || layout == .largeViews
    switch layout {
    case .offsets, .largeOffsets:
      try load(element, rows: loadOffsets(buffer, rows, limit: count, into: &array))
    case .views, .largeViews:
      array.hasViews = true
      let width = array.isWide ? 8 : 4
      array.offsets = try elements(buffer, rows, width: width)
      array.sizes = try elements(buffer + 1, rows, width: width)
      var range: Range<Int>?
      for row in rows where !array.isNull(row) {
        let (start, size) = (array.offset(row), array.size(row))
        guard start >= 0, size >= 0, start <= count, size <= count - start else {
          throw ArrowError(.buffer(.entry(row: row)))
        }
        if size == 0 { continue }
        range = union(range, start..<start + size)
      }
      try load(element, rows: range ?? 0..<0)
    }
  }

  /// Loads the offsets around rows, checks their order, and returns what is between the first and
  /// the last.
  private mutating func loadOffsets(
    _ buffer: Int, _ rows: Range<Int>, limit: Int, into array: inout LoadedArray
  ) throws(ArrowError) -> Range<Int> {
    // The offsets of no rows may be missing.
    if rows.isEmpty { return 0..<0 }
    array.offsets = try elements(
      buffer, rows.lowerBound..<rows.upperBound + 1, width: array.isWide ? 8 : 4)
    let places = array.places
    let first = places[rows.lowerBound]
    var last = first
    guard first >= 0 else { throw ArrowError(.buffer(.offsets(row: rows.lowerBound))) }
    for row in rows {
      let next = places[row &+ 1]
      guard next >= last else { throw ArrowError(.buffer(.offsets(row: row))) }
      last = next
    }
    guard last <= limit else { throw ArrowError(.buffer(.offsets(row: rows.upperBound - 1))) }
    return first..<last
  }

  /// Loads views, and the parts of buffers to which those of these rows lead.
  private mutating func loadViews(
    _ entry: Int, _ buffer: Int, _ rows: Range<Int>, into array: inout LoadedArray
  ) throws(ArrowError) {
    array.hasViews = true
    array.data = try elements(buffer, rows, width: 16)
    let count = batch.place(entry).variadics
    var wanted = [Range<Int>?](repeating: nil, count: count)
    for row in rows where !array.isNull(row) {
      let view = TextView(array, row)
      if view.isInline { continue }
      guard view.count >= 0, view.buffer >= 0, view.buffer < count, view.offset >= 0,
        view.count <= batch.size(ofBuffer: buffer + 1 + view.buffer) - view.offset
      else { throw ArrowError(.buffer(.entry(row: row))) }
      wanted[view.buffer] = union(wanted[view.buffer], view.offset..<view.offset + view.count)
    }
    array.ranges = arrays.rangeCount
    array.rangeCount = count
    for (number, range) in wanted.enumerated() {
      guard let range else {
        arrays.append(ViewRange())
        continue
      }
      let bytes = try bytes(buffer + 1 + number, from: range.lowerBound, count: range.count)
      arrays.append(ViewRange(base: range.lowerBound, bytes: bytes))
    }
  }

  private mutating func loadUnion(
    _ isDense: Bool, _ entry: Int, _ buffer: Int, _ rows: Range<Int>,
    into array: inout LoadedArray
  ) throws(ArrowError) {
    array.isDense = isDense
    array.data = try elements(buffer, rows, width: 1)
    array.children = layout.entries[entry].union
    let parts = layout.entries[entry].children.map { Int(layout.children[$0]) }
    var ranges = [Range<Int>?](repeating: isDense ? nil : rows, count: parts.count)
    if isDense { array.offsets = try elements(buffer + 1, rows, width: 4) }
    for row in rows where !array.isNull(row) {
      let number = Int(Int8(bitPattern: array.data[row - array.base]))
      guard number >= 0, layout.unions[array.children + number] >= 0 else {
        throw ArrowError(.buffer(.typeID(number, row: row)))
      }
      if !isDense { continue }
      let part = parts.firstIndex(of: Int(layout.unions[array.children + number])) ?? 0
      let place = array.offset(row)
      guard place >= 0, place < batch.metadata.nodes[batch.place(parts[part]).node].length else {
        throw ArrowError(.buffer(.entry(row: row)))
      }
      ranges[part] = union(ranges[part], place..<place + 1)
    }
    for (part, range) in zip(parts, ranges) { try load(part, rows: range ?? 0..<0) }
  }

  private mutating func loadRuns(
    _ entry: Int, _ rows: Range<Int>, into array: inout LoadedArray
  ) throws(ArrowError) {
    let (ends, values) = (child(0, of: array), child(1, of: array))
    if rows.isEmpty {
      try load(ends, rows: 0..<0)
      try load(values, rows: 0..<0)
      return
    }
    try checkRuns(entry, ends)
    let first = try run(of: rows.lowerBound, ends)
    let last = try run(of: rows.upperBound - 1, ends)
    try load(ends, rows: first..<last + 1)
    try load(values, rows: first..<last + 1)
  }

  /// Checks, once for a batch, that all ends rise and that the last one is behind the last row.
  /// Otherwise a row would be in one run or another, depending on where the search begins.
  private mutating func checkRuns(_ entry: Int, _ ends: Int) throws(ArrowError) {
    if arrays.hasCheckedRuns(of: entry) { return }
    let count = batch.metadata.nodes[batch.place(ends).node].length
    // What is taken for the check is given back.
    let before = memory
    var end = 0
    var next = 0
    while next < count {
      let part = next..<min(count, next + ArrayLoader.runsTogether)
      try load(ends, rows: part)
      for run in part {
        guard !arrays[ends].isNull(run), arrays[ends].number(run) > end else {
          throw ArrowError(.buffer(.offsets(row: run)))
        }
        end = Int(arrays[ends].number(run))
      }
      next = part.upperBound
      memory = before
    }
    guard end >= batch.metadata.nodes[batch.place(entry).node].length else {
      throw ArrowError(.buffer(.offsets(row: count - 1)))
    }
    arrays.noteCheckedRuns(of: entry)
  }

  /// The run in which a row is.
  private mutating func run(of row: Int, _ ends: Int) throws(ArrowError) -> Int {
    var lower = 0
    var upper = batch.metadata.nodes[batch.place(ends).node].length
    while lower < upper {
      let middle = (lower + upper) / 2
      try load(ends, rows: middle..<middle + 1)
      if Int(arrays[ends].number(middle)) > row { upper = middle } else { lower = middle + 1 }
    }
    return lower
  }

  private func union(_ range: Range<Int>?, _ other: Range<Int>) -> Range<Int> {
    guard let range else { return other }
    return min(range.lowerBound, other.lowerBound)..<max(range.upperBound, other.upperBound)
  }

  // MARK: Buffers

  /// The bits of rows, and the row of the first one.
  private mutating func bits(
    _ buffer: Int, _ rows: Range<Int>
  ) throws(ArrowError) -> (ByteView, Int) {
    let start = rows.lowerBound / 8
    let end = (rows.upperBound + 7) / 8
    return (try bytes(buffer, from: start, count: end - start), start * 8)
  }

  /// The numbers or other elements of rows.
  private mutating func elements(
    _ buffer: Int, _ rows: Range<Int>, width: Int
  ) throws(ArrowError) -> ByteView {
    if rows.isEmpty { return StaticBytes.emptyView }
    let (end, isOver) = rows.upperBound.multipliedReportingOverflow(by: width)
    guard !isOver else { throw ArrowError(.batch(.length(rows.upperBound))) }
    return try bytes(buffer, from: rows.lowerBound * width, count: end - rows.lowerBound * width)
  }

  private mutating func bytes(
    _ buffer: Int, from start: Int, count: Int
  ) throws(ArrowError) -> ByteView {
    let size = batch.size(ofBuffer: buffer)
    guard start <= size, count <= size - start else {
      throw ArrowError(.buffer(.tooShort(needed: start + count, has: size)))
    }
    if count == 0 { return StaticBytes.emptyView }
    switch batch.body {
    case .resident(let blocks):
      guard let block = blocks[buffer] else { throw ArrowError(.buffer(.outside)) }
      return block.view[start..<start + count]
    case .stored(let bytes, let offset):
      let place = offset + batch.metadata.buffers[buffer].offset + start
      return try memory.take(count) { room throws(ArrowError) in try bytes.fill(room, at: place) }
    }
  }
}

/// A text as a view says where it is: its length, and its bytes if there are at most twelve, else
/// its first four bytes, the number of a buffer and the place there.
struct TextView {
  let count: Int
  let buffer: Int
  let offset: Int

  var isInline: Bool { (0...12).contains(count) }

  @inline(__always)
  init(_ array: LoadedArray, _ row: Int) {
    let start = (row &- array.base) &* 16
    count = TextView.number(array, start)
    buffer = TextView.number(array, start &+ 8)
    offset = TextView.number(array, start &+ 12)
  }

  @inline(__always)
  private static func number(_ array: LoadedArray, _ start: Int) -> Int {
    let word = array.data.littleEndian32(at: start)
    return Int(Int32(bitPattern: array.isBigEndian ? word.byteSwapped : word))
  }
}

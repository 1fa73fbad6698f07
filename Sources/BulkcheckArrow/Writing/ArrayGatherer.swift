internal import BulkcheckCore

/// Gathers rows of an entry and of all its parts, so that they make a batch of their own.
///
/// Ranges of loaded rows are appended one after another. Bytes are copied as they are, in the byte
/// order of the input; only what leads to other bytes is written anew, since these have moved:
/// offsets of texts and lists, views, ends of runs, places of dense unions.
///
/// Lists that share their elements (views) each get their own, so the result can be larger than the
/// batch. It is limited for that reason.
struct ArrayGatherer {
  /// Buffers to which views lead are no longer than this, since their places have 31 bits.
  private static let textBytesMaximum = 1 << 30

  private let layout: TableLayout
  private let entries: Range<Int>
  private let bytesMaximum: Int
  private var parts: [GatheredPart]
  private var bytes = 0

  init(_ layout: TableLayout, _ entries: Range<Int>, bytesMaximum: Int) {
    self.layout = layout
    self.entries = entries
    self.bytesMaximum = bytesMaximum
    parts = entries.map { _ in GatheredPart() }
  }

  private var isBigEndian: Bool { layout.schema.isBigEndian }

  // MARK: Appending

  /// Appends rows of an entry, which are loaded.
  mutating func append(
    _ entry: Int, _ rows: Range<Int>, of arrays: LoadedTable
  ) throws(ArrowError) {
    if rows.isEmpty { return }
    let part = entry - entries.lowerBound
    let array = arrays[entry]
    parts[part].length += rows.count
    try check(parts[part].length, bits: 32)
    switch array.code {
    case .null: parts[part].nullCount += rows.count
    case .union:
      for row in rows where array.isNull(row) {
        throw ArrowError(.type(.layout("a union of metadata V4 with nulls cannot be written")))
      }
    case .runEnds: break
    default:
      try take(rows.count / 8)
      parts[part].appendValidity(array, rows)
    }
    if layout.entries[entry].index != nil {
      try appendFixed(part, array, rows)
      return
    }
    switch layout.entries[entry].type {
    case .null: break
    case .bool:
      try take(rows.count / 8)
      for row in rows { parts[part].bits.append(array.bit(row)) }
    case .int, .float, .decimal, .fixedBinary, .date, .time, .timestamp, .duration, .interval:
      try appendFixed(part, array, rows)
    case .text(.views), .binary(.views): try appendViews(part, array, rows, arrays)
    case .text, .binary:
      let range = try appendOffsets(part, array, rows)
      let start = range.lowerBound - array.dataBase
      try append(array.data[start..<start + range.count], to: part)
    case .list(.views), .list(.largeViews): try appendListViews(entry, array, rows, arrays)
    case .list, .map:
      try append(child(0, of: entry), appendOffsets(part, array, rows), of: arrays)
    case .fixedList(let count):
      try append(
        child(0, of: entry), rows.lowerBound * count..<rows.upperBound * count, of: arrays)
    case .structure:
      for number in 0..<array.childCount { try append(child(number, of: entry), rows, of: arrays) }
    case .union(let isDense, _): try appendUnion(isDense, entry, array, rows, arrays)
    case .runEnds: try appendRuns(entry, rows, arrays)
    }
  }

  private func child(_ number: Int, of entry: Int) -> Int {
    Int(layout.children[layout.entries[entry].children.lowerBound + number])
  }

  private mutating func appendFixed(
    _ part: Int, _ array: LoadedArray, _ rows: Range<Int>
  ) throws(ArrowError) {
    let start = (rows.lowerBound - array.base) * array.width
    try append(array.data[start..<start + rows.count * array.width], to: part)
  }

  /// Appends the offsets behind rows, and returns what is between the first and the last.
  private mutating func appendOffsets(
    _ part: Int, _ array: LoadedArray, _ rows: Range<Int>
  ) throws(ArrowError) -> Range<Int> {
    let width = array.isWide ? 8 : 4
    try take(rows.count * width)
    if parts[part].offsets.isEmpty {
      parts[part].offsets.append(0, width: width, isBigEndian: isBigEndian)
    }
    let first = array.offset(rows.lowerBound)
    let last = array.offset(rows.upperBound)
    let distance = parts[part].end - first
    try check(last + distance, bits: 8 * width)
    for row in rows {
      parts[part].offsets.append(
        array.offset(row + 1) + distance, width: width, isBigEndian: isBigEndian)
    }
    parts[part].end = last + distance
    return first..<last
  }

  private mutating func appendListViews(
    _ entry: Int, _ array: LoadedArray, _ rows: Range<Int>, _ arrays: LoadedTable
  ) throws(ArrowError) {
    let part = entry - entries.lowerBound
    let element = child(0, of: entry)
    let width = array.isWide ? 8 : 4
    for row in rows {
      let size = array.isNull(row) ? 0 : array.size(row)
      let start = parts[element - entries.lowerBound].length
      try take(2 * width)
      parts[part].offsets.append(start, width: width, isBigEndian: isBigEndian)
      parts[part].sizes.append(size, width: width, isBigEndian: isBigEndian)
      if size > 0 {
        try append(element, array.offset(row)..<array.offset(row) + size, of: arrays)
      }
    }
  }

  private mutating func appendViews(
    _ part: Int, _ array: LoadedArray, _ rows: Range<Int>, _ arrays: LoadedTable
  ) throws(ArrowError) {
    try take(16 * rows.count)
    for row in rows {
      if array.isNull(row) {
        parts[part].data.append(contentsOf: repeatElement(0, count: 16))
        continue
      }
      let start = (row - array.base) * 16
      let view = TextView(array, row)
      if view.isInline {
        parts[part].data.append(array.data[start..<start + 16])
        continue
      }
      let range = arrays.ranges[array.ranges + view.buffer]
      let place = view.offset - range.base
      if parts[part].texts.isEmpty
        || parts[part].texts[parts[part].texts.count - 1].count
          > ArrayGatherer.textBytesMaximum - view.count
      {
        parts[part].texts.append([])
      }
      let buffer = parts[part].texts.count - 1
      // The length and the first bytes stay.
      parts[part].data.append(array.data[start..<start + 8])
      parts[part].data.append(buffer, width: 4, isBigEndian: isBigEndian)
      parts[part].data.append(
        parts[part].texts[buffer].count, width: 4, isBigEndian: isBigEndian)
      try take(view.count)
      parts[part].texts[buffer].append(range.bytes[place..<place + view.count])
    }
  }

  private mutating func appendUnion(
    _ isDense: Bool, _ entry: Int, _ array: LoadedArray, _ rows: Range<Int>,
    _ arrays: LoadedTable
  ) throws(ArrowError) {
    let part = entry - entries.lowerBound
    let start = rows.lowerBound - array.base
    try append(array.data[start..<start + rows.count], to: part)
    guard isDense else {
      for child in layout.entries[entry].children {
        try append(Int(layout.children[child]), rows, of: arrays)
      }
      return
    }
    try take(4 * rows.count)
    for row in rows {
      let number = Int(array.data[row - array.base] & 0x7F)
      let child = Int(layout.unions[array.children + number])
      let place = array.offset(row)
      parts[part].offsets.append(
        parts[child - entries.lowerBound].length, width: 4, isBigEndian: isBigEndian)
      try append(child, place..<place + 1, of: arrays)
    }
  }

  /// Appends the runs in which rows are. Rows of one run that are not appended together still make
  /// one run.
  private mutating func appendRuns(
    _ entry: Int, _ rows: Range<Int>, _ arrays: LoadedTable
  ) throws(ArrowError) {
    let part = entry - entries.lowerBound
    let (ends, values) = (child(0, of: entry), child(1, of: entry))
    let endsPart = ends - entries.lowerBound
    let array = arrays[ends]
    let width = Int(array.bits) / 8
    var row = rows.lowerBound
    var run = array.run(of: row)
    while row < rows.upperBound {
      let end = min(Int(array.number(run)), rows.upperBound)
      parts[part].end += end - row
      try check(parts[part].end, bits: 8 * width)
      if parts[part].run == run {
        parts[endsPart].data.removeLast(width)
      } else {
        try take(width)
        parts[endsPart].length += 1
        parts[part].run = run
        try append(values, run..<run + 1, of: arrays)
      }
      parts[endsPart].data.append(parts[part].end, width: width, isBigEndian: isBigEndian)
      row = end
      run += 1
    }
  }

  private mutating func append(_ view: ByteView, to part: Int) throws(ArrowError) {
    try take(view.count)
    parts[part].data.append(view)
  }

  // MARK: Limits

  private mutating func take(_ count: Int) throws(ArrowError) {
    bytes += count
    guard bytes <= bytesMaximum else {
      throw ArrowError(.tooLarge(bytes: bytes, maximum: bytesMaximum))
    }
  }

  /// Checks that a length or an offset fits its width. Only lists that share elements become longer
  /// than they were.
  private func check(_ number: Int, bits: Int) throws(ArrowError) {
    guard bits == 64 || number < 1 << (bits - 1) else { throw ArrowError(.batch(.length(number))) }
  }

  // MARK: The batch

  /// The rows as a batch of the columns or of a dictionary.
  func batch() -> GatheredBatch {
    var batch = GatheredBatch(length: parts.first?.length ?? 0)
    for entry in entries { append(entry, to: &batch) }
    return batch
  }

  private func append(_ entry: Int, to batch: inout GatheredBatch) {
    let part = parts[entry - entries.lowerBound]
    let description = layout.entries[entry]
    batch.nodes.append(
      BatchMetadata.Node(length: part.length, nullCount: part.nullCount))
    switch description.code {
    case .null, .union, .runEnds: break
    default: batch.buffers.append(part.validity.bytes)
    }
    if description.index != nil {
      batch.buffers.append(part.data)
      return
    }
    switch description.type {
    case .null, .runEnds, .structure, .fixedList: break
    case .bool: batch.buffers.append(part.bits.bytes)
    case .int, .float, .decimal, .fixedBinary, .date, .time, .timestamp, .duration, .interval:
      batch.buffers.append(part.data)
    case .text(.views), .binary(.views):
      batch.buffers.append(part.data)
      batch.buffers += part.texts
      batch.variadicCounts.append(part.texts.count)
    case .text(let layout), .binary(let layout):
      batch.buffers += [offsets(part, width: layout == .offsets ? 4 : 8), part.data]
    case .list(.views), .list(.largeViews): batch.buffers += [part.offsets, part.sizes]
    case .list(let layout):
      batch.buffers.append(offsets(part, width: layout == .offsets ? 4 : 8))
    case .map: batch.buffers.append(offsets(part, width: 4))
    case .union(let isDense, _):
      batch.buffers.append(part.data)
      if isDense { batch.buffers.append(part.offsets) }
    }
  }

  /// The offsets, of which there is one even if there are no values.
  private func offsets(_ part: GatheredPart, width: Int) -> [UInt8] {
    part.offsets.isEmpty ? [UInt8](repeating: 0, count: width) : part.offsets
  }
}

/// A batch as it is written: its lengths and buffers, in the order of the layout.
struct GatheredBatch: Sendable {
  var length: Int
  var nodes: [BatchMetadata.Node] = []
  var buffers: [[UInt8]] = []
  /// How many buffers the columns of views have beside the first two.
  var variadicCounts: [Int] = []
}

internal import BulkcheckCore

/// The rows of an entry that are in memory.
///
/// Rows keep the numbers that they have in the batch: ``base`` is that of the first one. Everything
/// has been checked that does not depend on a single value: a row between `base` and `base + count`
/// has its bits, bytes, offsets and index. What a value leads to is checked when it is followed.
struct LoadedArray: BitwiseCopyable {
  var code = CellCode.null
  var base = 0
  var count = 0

  /// A bit for each row, of which the first is `validityBase`; empty: no row is null.
  var validity = StaticBytes.emptyView
  var validityBase = 0
  /// Numbers, bits (from `bitsBase` on), bytes of texts (from `dataBase` on), type numbers, views.
  var data = StaticBytes.emptyView
  var dataBase = 0
  /// One more than there are rows; for views as many.
  var offsets = StaticBytes.emptyView
  var sizes = StaticBytes.emptyView

  var bits: UInt8 = 0
  var isSigned = false
  var isBigEndian = false
  var hasViews = false
  /// Offsets have 64 bits.
  var isWide = false
  var isDense = false
  var hasZone = false
  /// Maps: the entries make an object.
  var isObject = false
  /// The texts of all rows are well-formed.
  var isWellFormed = false
  /// Digits behind the point, of a decimal or a time.
  var scale = 0
  /// Bytes or elements of each row.
  var width = 0
  /// The numbers of the parts, among ``TableLayout/children``; of a union those of its types, among
  /// ``TableLayout/unions``.
  var children = 0
  var childCount = 0
  var dictionary = -1
  /// Among ``LoadedArrays/ranges``.
  var ranges = 0
  var rangeCount = 0

  /// A value of it is where its row is: neither in a dictionary nor in a run or a part of a union.
  @inline(__always)
  var isDirect: Bool { code != .dictionary && code != .runEnds && code != .union }

  @inline(__always)
  func isNull(_ row: Int) -> Bool {
    if validity.isEmpty { return false }
    let bit = row &- validityBase
    return validity[bit &>> 3] &>> UInt8(truncatingIfNeeded: bit & 7) & 1 == 0
  }

  /// Whether none of the rows, which are not empty, is null. There are bits for them.
  func hasNoNulls(_ rows: Range<Int>) -> Bool {
    let bits = rows.lowerBound &- validityBase..<rows.upperBound &- validityBase
    // Bits outside of the rows mean nothing.
    let before = UInt8(truncatingIfNeeded: 1 &<< (bits.lowerBound & 7) &- 1)
    let behind = UInt8(truncatingIfNeeded: 0xFE &<< ((bits.upperBound &- 1) & 7))
    let bytes = bits.lowerBound &>> 3...(bits.upperBound &- 1) &>> 3
    for byte in bytes {
      var word = validity[byte]
      if byte == bytes.lowerBound { word |= before }
      if byte == bytes.upperBound { word |= behind }
      if word != 0xFF { return false }
    }
    return true
  }

  /// The bit of a row.
  @inline(__always)
  func bit(_ row: Int) -> Bool {
    let bit = row &- dataBase
    return data[bit &>> 3] &>> UInt8(truncatingIfNeeded: bit & 7) & 1 != 0
  }

  /// The number of a row, in 64 bits.
  @inline(__always)
  func number(_ row: Int) -> Int64 {
    LoadedArray.number(
      data, row &- base, bits: bits, isSigned: isSigned, isBigEndian: isBigEndian)
  }

  /// The number at an index; unsigned ones of 64 bits keep their bits.
  @inline(__always)
  static func number(
    _ bytes: ByteView, _ index: Int, bits: UInt8, isSigned: Bool, isBigEndian: Bool
  ) -> Int64 {
    switch bits {
    case 64:
      let word = bytes.word(at: index &* 8)
      return Int64(bitPattern: isBigEndian ? word.byteSwapped : word)
    case 32:
      let word = bytes.littleEndian32(at: index &* 4)
      let value = isBigEndian ? word.byteSwapped : word
      return isSigned ? Int64(Int32(bitPattern: value)) : Int64(value)
    case 16:
      let low = UInt16(bytes[index &* 2])
      let high = UInt16(bytes[index &* 2 &+ 1])
      let value = isBigEndian ? low &<< 8 | high : high &<< 8 | low
      return isSigned ? Int64(Int16(bitPattern: value)) : Int64(value)
    default:
      return isSigned ? Int64(Int8(bitPattern: bytes[index])) : Int64(bytes[index])
    }
  }

  /// The offset before a row, or the one behind the last row.
  @inline(__always)
  func offset(_ row: Int) -> Int { places[row] }

  /// The offsets of the rows.
  @inline(__always)
  var places: Offsets {
    Offsets(bytes: offsets, base: base, isWide: isWide, isBigEndian: isBigEndian)
  }

  /// The run in which a row is; the array has the ends of runs.
  func run(of row: Int) -> Int {
    var lower = base
    var upper = base + count
    while lower < upper {
      let middle = (lower + upper) / 2
      if Int(number(middle)) > row { upper = middle } else { lower = middle + 1 }
    }
    return lower
  }

  /// The size of a row of a list whose offsets need no order.
  @inline(__always)
  func size(_ row: Int) -> Int {
    Offsets(bytes: sizes, base: base, isWide: isWide, isBigEndian: isBigEndian)[row]
  }
}

/// The offsets or sizes of rows, apart from the array: loops that store cells keep them in
/// registers.
struct Offsets: BitwiseCopyable {
  var bytes: ByteView
  /// The row of the first one.
  var base: Int
  var isWide: Bool
  var isBigEndian: Bool

  @inline(__always)
  subscript(row: Int) -> Int {
    if isWide {
      let word = bytes.word(at: (row &- base) &* 8)
      return Int(Int64(bitPattern: isBigEndian ? word.byteSwapped : word))
    }
    let word = bytes.littleEndian32(at: (row &- base) &* 4)
    return Int(Int32(bitPattern: isBigEndian ? word.byteSwapped : word))
  }
}

/// A part of a buffer to which views lead.
struct ViewRange: BitwiseCopyable {
  /// The place of the first byte in the buffer.
  var base = 0
  var bytes = StaticBytes.emptyView
}

/// The rows that are in memory, of all entries of a batch, as their reader sees them.
///
/// Trivial: its owner, a ``LoadedArrays``, outlives every use.
struct LoadedTable: BitwiseCopyable {
  var arrays: Storage<LoadedArray>
  /// The number of the first entry.
  var first: Int
  /// The parts of buffers to which views lead.
  var ranges: Storage<ViewRange>

  @inline(__always)
  subscript(entry: Int) -> LoadedArray { arrays[entry &- first] }
}

/// Owns the rows that are in memory, of all entries of a batch.
final class LoadedArrays {
  private(set) var table: LoadedTable
  private(set) var rangeCount = 0
  /// The entries whose ends of runs have been checked, all of the batch.
  private var checkedRuns: Set<Int> = []

  init(_ entries: Range<Int>) {
    table = LoadedTable(
      arrays: Storage(capacity: entries.count, repeating: LoadedArray()),
      first: entries.lowerBound, ranges: Storage(capacity: 8, repeating: ViewRange()))
  }

  deinit {
    table.arrays.deallocate()
    table.ranges.deallocate()
  }

  subscript(entry: Int) -> LoadedArray {
    get { table[entry] }
    set { table.arrays[entry &- table.first] = newValue }
  }

  func append(_ range: ViewRange) {
    if rangeCount == table.ranges.capacity {
      table.ranges = table.ranges.grown(to: 2 * rangeCount, keeping: rangeCount)
    }
    table.ranges[rangeCount] = range
    rangeCount += 1
  }

  func removeRanges() { rangeCount = 0 }

  func hasCheckedRuns(of entry: Int) -> Bool { checkedRuns.contains(entry) }

  func noteCheckedRuns(of entry: Int) { checkedRuns.insert(entry) }
}

internal import BulkcheckCore

/// The values of an entry that have been gathered so far: its buffers, not padded.
struct GatheredPart: Sendable {
  var length = 0
  var nullCount = 0
  /// Empty until the first null.
  var validity = BitList()
  /// Numbers, bytes of texts, type numbers, views; of booleans see `bits`.
  var data: [UInt8] = []
  var bits = BitList()
  var offsets: [UInt8] = []
  var sizes: [UInt8] = []
  /// The bytes of texts to which views lead.
  var texts: [[UInt8]] = []
  /// The offset behind the last text or list; of runs the row behind the last one.
  var end = 0
  /// The run of which the last value is.
  var run = -1

  /// Takes note of rows, and says which of them are null.
  mutating func appendValidity(_ array: LoadedArray, _ rows: Range<Int>) {
    let before = length - rows.count
    if array.validity.isEmpty {
      if nullCount > 0 { validity.append(ones: rows.count) }
      return
    }
    for row in rows {
      let isNull = array.isNull(row)
      if isNull, nullCount == 0 { validity.append(ones: before + row - rows.lowerBound) }
      if isNull { nullCount += 1 }
      if nullCount > 0 { validity.append(!isNull) }
    }
  }
}

/// Bits, of which the first is the lowest of its byte.
struct BitList: Sendable {
  private(set) var bytes: [UInt8] = []
  private var count = 0

  mutating func append(_ bit: Bool) {
    if count % 8 == 0 { bytes.append(0) }
    if bit { bytes[count / 8] |= 1 << UInt8(count % 8) }
    count += 1
  }

  mutating func append(ones: Int) {
    var left = ones
    while left > 0, count % 8 != 0 {
      append(true)
      left -= 1
    }
    bytes.append(contentsOf: repeatElement(0xFF, count: left / 8))
    count += left / 8 * 8
    for _ in 0..<left % 8 { append(true) }
  }
}

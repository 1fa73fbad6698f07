internal import BulkcheckCore

/// A table of a flatbuffer (https://flatbuffers.dev/internals), checked as it is read.
///
/// A flatbuffer is a tree of tables, strings and vectors that lead to one another by offsets.
/// Nothing of it is copied or believed: every offset must lead forward and to bytes that are there,
/// and what it leads to must lie there whole and aligned. A vector is never longer than its bytes,
/// so what is made from it takes no more memory than they do.
///
/// A table begins with the distance to its vtable, which has the places of its fields:
///
///     vtable  0a 00 | 10 00 | 04 00 08 00 00 00   sizes of both; fields at 4, at 8, and one absent
///     table   0a 00 00 00 | field 0 | field 1     the vtable is 10 bytes before
///
/// Offsets to tables lead forward only, so there are no cycles. Several could still lead to the
/// same table, again and again on every level; ``FlatVisits`` refuses that.
struct FlatTable {
  private let bytes: ByteView
  let position: Int
  private let size: Int
  private let vtable: Int
  private let vtableSize: Int

  /// The root of a flatbuffer.
  init(rootOf bytes: ByteView) throws(ArrowError) {
    try self.init(bytes, at: FlatTable.target(of: 0, in: bytes))
  }

  private init(_ bytes: ByteView, at position: Int) throws(ArrowError) {
    guard position % 4 == 0 else { throw ArrowError(.flatbuffer(.alignment)) }
    let distance = Int(Int32(bitPattern: try FlatTable.load32(bytes, at: position)))
    let vtable = position - distance
    guard vtable >= 0, vtable + 4 <= bytes.count else { throw ArrowError(.flatbuffer(.outside)) }
    guard vtable % 2 == 0 else { throw ArrowError(.flatbuffer(.alignment)) }
    vtableSize = FlatTable.load16(bytes, at: vtable)
    size = FlatTable.load16(bytes, at: vtable + 2)
    guard vtableSize >= 4, vtableSize % 2 == 0, size >= 4, vtable + vtableSize <= bytes.count,
      position + size <= bytes.count
    else { throw ArrowError(.flatbuffer(.outside)) }
    self.bytes = bytes
    self.position = position
    self.vtable = vtable
  }

  // MARK: Fields

  func byte(_ field: Int, default value: UInt8 = 0) throws(ArrowError) -> UInt8 {
    guard let place = try place(field, width: 1) else { return value }
    return bytes[place]
  }

  func bool(_ field: Int, default value: Bool = false) throws(ArrowError) -> Bool {
    try byte(field, default: value ? 1 : 0) != 0
  }

  func short(_ field: Int, default value: Int = 0) throws(ArrowError) -> Int {
    guard let place = try place(field, width: 2) else { return value }
    return Int(Int16(truncatingIfNeeded: FlatTable.load16(bytes, at: place)))
  }

  func int(_ field: Int, default value: Int = 0) throws(ArrowError) -> Int {
    guard let place = try place(field, width: 4) else { return value }
    return Int(Int32(bitPattern: bytes.littleEndian32(at: place)))
  }

  func long(_ field: Int, default value: Int = 0) throws(ArrowError) -> Int {
    guard let place = try place(field, width: 8) else { return value }
    return Int(Int64(bitPattern: bytes.word(at: place)))
  }

  func table(_ field: Int) throws(ArrowError) -> FlatTable? {
    guard let place = try place(field, width: 4) else { return nil }
    return try FlatTable(bytes, at: FlatTable.target(of: place, in: bytes))
  }

  /// The bytes of a string, behind which there is a zero; nil if there is none.
  func string(_ field: Int) throws(ArrowError) -> ByteView? {
    guard let found = try vector(field, elementBytes: 1) else { return nil }
    let end = found.start + found.count
    guard end < bytes.count, bytes[end] == 0 else { throw ArrowError(.flatbuffer(.string)) }
    return bytes[found.start..<end]
  }

  /// Checks pairs of strings that nothing here needs, since damage can be anywhere.
  func checkPairs(_ field: Int) throws(ArrowError) { _ = try value(of: "", in: field) }

  /// The value of a name among pairs of strings, all of which are checked; nil if there is none.
  func value(of name: String, in field: Int) throws(ArrowError) -> String? {
    guard let pairs = try vector(field, elementBytes: 4) else { return nil }
    var found: String?
    for index in 0..<pairs.count {
      let pair = try table(index, of: pairs)
      let (key, value) = (try pair.string(0), try pair.string(1))
      if found == nil, key?.text == name { found = value?.text }
    }
    return found
  }

  /// A vector of numbers or structs of so many bytes each, or of offsets to tables; nil if there is
  /// none.
  func vector(_ field: Int, elementBytes: Int) throws(ArrowError) -> FlatVector? {
    guard let place = try place(field, width: 4) else { return nil }
    let target = try FlatTable.target(of: place, in: bytes)
    guard target % 4 == 0 else { throw ArrowError(.flatbuffer(.alignment)) }
    let count = Int(try FlatTable.load32(bytes, at: target))
    let start = target + 4
    guard count <= (bytes.count - start) / elementBytes else {
      throw ArrowError(.flatbuffer(.outside))
    }
    return FlatVector(bytes: bytes, start: start, count: count)
  }

  /// The table that an element of a vector leads to.
  func table(_ index: Int, of vector: FlatVector) throws(ArrowError) -> FlatTable {
    try FlatTable(bytes, at: FlatTable.target(of: vector.start + 4 * index, in: bytes))
  }

  /// The position of a field of so many bytes; nil if the table lacks it.
  func place(_ field: Int, width: Int) throws(ArrowError) -> Int? {
    let entry = 4 + 2 * field
    guard entry + 2 <= vtableSize else { return nil }
    let distance = FlatTable.load16(bytes, at: vtable + entry)
    if distance == 0 { return nil }
    guard distance >= 4, distance + width <= size else { throw ArrowError(.flatbuffer(.outside)) }
    // Polars before 1.31 aligns numbers of eight bytes to four.
    guard (position + distance) % min(width, 4) == 0 else {
      throw ArrowError(.flatbuffer(.alignment))
    }
    return position + distance
  }

  // MARK: Bytes

  private static func target(of place: Int, in bytes: ByteView) throws(ArrowError) -> Int {
    let distance = Int(try load32(bytes, at: place))
    guard distance >= 4, place + distance <= bytes.count - 4 else {
      throw ArrowError(.flatbuffer(.outside))
    }
    return place + distance
  }

  private static func load32(_ bytes: ByteView, at place: Int) throws(ArrowError) -> UInt32 {
    guard place >= 0, place + 4 <= bytes.count else { throw ArrowError(.flatbuffer(.outside)) }
    return bytes.littleEndian32(at: place)
  }

  /// Precondition: both bytes are there.
  private static func load16(_ bytes: ByteView, at place: Int) -> Int {
    Int(bytes[place]) | Int(bytes[place + 1]) << 8
  }
}

/// The elements of a vector of a flatbuffer, which lie within its bytes.
struct FlatVector {
  fileprivate let bytes: ByteView
  fileprivate let start: Int
  let count: Int

  /// A number of 32 bits, from the start of the vector on.
  func int(at offset: Int) -> Int {
    Int(Int32(bitPattern: bytes.littleEndian32(at: start + offset)))
  }

  /// A number of 64 bits, from the start of the vector on.
  func long(at offset: Int) -> Int { Int(Int64(bitPattern: bytes.word(at: start + offset))) }
}

/// The tables of a tree that have been read: each may be reached once.
struct FlatVisits {
  private var places: Set<Int> = []

  mutating func visit(_ table: FlatTable) throws(ArrowError) {
    guard places.insert(table.position).inserted else { throw ArrowError(.flatbuffer(.overlap)) }
  }
}

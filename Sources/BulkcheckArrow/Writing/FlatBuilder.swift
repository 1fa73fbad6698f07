internal import BulkcheckCore

/// Builds a flatbuffer from front to back: what a table leads to comes behind it, and its offset is
/// filled in then. ``FlatTable`` reads it.
struct FlatBuilder {
  /// A field of a table: its number and its value.
  enum Field {
    case byte(Int, UInt8)
    case short(Int, Int)
    case long(Int, Int)
    /// Filled in by ``FlatBuilder/lead(from:to:)``.
    case offset(Int)

    fileprivate var number: Int {
      switch self {
      case .byte(let number, _), .short(let number, _), .long(let number, _), .offset(let number):
        number
      }
    }

    fileprivate var width: Int {
      switch self {
      case .byte: 1
      case .short: 2
      case .offset: 4
      case .long: 8
      }
    }

    fileprivate var value: Int {
      switch self {
      case .byte(_, let value): Int(value)
      case .short(_, let value), .long(_, let value): value
      case .offset: 0
      }
    }
  }

  /// A table that has been appended, and the positions of its fields by number.
  struct Table {
    let position: Int
    let fields: [Int]
  }

  /// It begins with the offset of the root.
  private(set) var bytes: [UInt8] = [0, 0, 0, 0]

  /// Appends a table. Its start is a multiple of eight, and so every field can be aligned.
  mutating func table(_ fields: [Field]) -> Table {
    let count = (fields.map(\.number).max() ?? -1) + 1
    var places = [Int](repeating: 0, count: count)
    var size = 4
    for field in fields {
      size = (size + field.width - 1) / field.width * field.width
      places[field.number] = size
      size += field.width
    }
    let vtableSize = 4 + 2 * count
    while (bytes.count + vtableSize) % 8 != 0 { bytes.append(0) }
    append(vtableSize, width: 2)
    append(size, width: 2)
    for place in places { append(place, width: 2) }
    let position = bytes.count
    append(vtableSize, width: 4)
    for field in fields {
      while bytes.count < position + places[field.number] { bytes.append(0) }
      append(field.value, width: field.width)
    }
    return Table(position: position, fields: places.map { position + $0 })
  }

  /// Appends the start of a vector whose elements are structs or numbers of 64 bits. They follow.
  mutating func vector(count: Int) -> Int {
    while bytes.count % 8 != 4 { bytes.append(0) }
    append(count, width: 4)
    return bytes.count - 4
  }

  /// Appends bytes at a multiple of eight; returns where they begin.
  mutating func append(_ part: [UInt8]) -> Int {
    pad()
    bytes += part
    return bytes.count - part.count
  }

  mutating func append(_ number: Int, width: Int) {
    bytes.append(number, width: width, isBigEndian: false)
  }

  /// Fills in the offset at a position.
  mutating func lead(from position: Int, to target: Int) {
    let distance = target - position
    for byte in 0..<4 {
      bytes[position + byte] = UInt8(truncatingIfNeeded: distance >> (8 * byte))
    }
  }

  /// Makes the size a multiple of eight.
  mutating func pad() {
    while bytes.count % 8 != 0 { bytes.append(0) }
  }
}

extension [UInt8] {
  /// Appends the lowest bytes of a number.
  mutating func append(_ number: Int, width: Int, isBigEndian: Bool) {
    for byte in 0..<width {
      let place = isBigEndian ? width - 1 - byte : byte
      append(UInt8(truncatingIfNeeded: number >> (8 * place)))
    }
  }
}

internal import BulkcheckCore

/// The mapping of values that have no parts.
extension ArrowRows {
  /// Writes the text of a scalar, without quotes, and returns its kind.
  ///
  /// Precondition: it is not null, and neither a text nor a container.
  mutating func writeScalar(
    _ place: Place, _ array: LoadedArray, _ arena: inout ByteArena
  ) -> ValueKind {
    switch array.code {
    case .bool:
      arena.append(ByteView(array.bit(place.row) ? "true" : "false"))
      return array.bit(place.row) ? .true : .false
    case .int:
      writeInteger(array, place.row, &arena)
      return .number
    case .float: return writeFloat(array, place.row, &arena)
    case .decimal:
      writeDecimal(array, place.row, &arena)
      return .number
    case .date:
      let number = array.number(place.row)
      let days =
        array.bits == 32 ? number : ByteArena.floorDivide(number, by: 86_400_000).0
      if !arena.appendDate(days) { note(.value(.year)) }
      return .string
    case .time:
      arena.appendTime(array.number(place.row), scale: array.scale)
      return .string
    case .timestamp:
      let isWritten = arena.appendTimestamp(
        array.number(place.row), scale: array.scale, hasZone: array.hasZone)
      if !isWritten { note(.value(.year)) }
      return .string
    case .duration:
      arena.appendSeconds(array.number(place.row), scale: array.scale)
      return .number
    case .binary, .fixedBinary:
      if let bytes = text(place, array, isText: false) { writeBase64(bytes, &arena) }
      return .string
    case .uuid:
      if let bytes = text(place, array, isText: false) { writeUUID(bytes, &arena) }
      return .string
    case .interval:
      note(.value(.interval))
      return .null
    case .null, .text, .list, .fixedList, .structure, .map, .union, .runEnds, .dictionary:
      return .null
    }
  }

  func writeInteger(_ array: LoadedArray, _ row: Int, _ arena: inout ByteArena) {
    let number = array.number(row)
    if array.isSigned {
      arena.append(number)
    } else {
      arena.append(digits: UInt64(bitPattern: number))
    }
  }

  /// NaN is null only if it was asked for.
  private mutating func writeFloat(
    _ array: LoadedArray, _ row: Int, _ arena: inout ByteArena
  ) -> ValueKind {
    let float = FloatParts(array, row)
    if !float.isFinite {
      if float.isNaN, readsNaNAsNull {
        arena.append(ByteView("null"))
        return .null
      }
      arena.append(
        ByteView(float.isNaN ? "NaN" : float.isNegative ? "-Infinity" : "Infinity"))
      return .string
    }
    if float.isZero {
      arena.append(ByteView(float.isNegative ? "-0.0" : "0.0"))
    } else {
      arena.append(float.shortest, isNegative: float.isNegative)
    }
    return .number
  }

  private func writeDecimal(_ array: LoadedArray, _ row: Int, _ arena: inout ByteArena) {
    let number = WideInteger(
      array.data, at: (row &- array.base) &* array.width, count: array.width,
      isSigned: array.isSigned, isBigEndian: array.isBigEndian)
    if number.isNegative { arena.append(Ascii.minus) }
    let start = number.writeDigits(scratch)
    let digits = scratch.view(from: start, count: scratch.capacity - start)
    // Digits beyond these are told by an exponent.
    guard (0...100).contains(array.scale) else {
      arena.append(digits)
      arena.append(UInt8(ascii: "e"))
      arena.append(-Int64(array.scale))
      return
    }
    let whole = digits.count - array.scale
    if whole > 0 {
      arena.append(digits[0..<whole])
    } else {
      arena.append(Ascii.zero)
    }
    if array.scale == 0 { return }
    arena.append(Ascii.point)
    for _ in 0..<max(0, -whole) { arena.append(Ascii.zero) }
    arena.append(digits[max(0, whole)..<digits.count])
  }

  private mutating func writeBase64(_ bytes: ByteView, _ arena: inout ByteArena) {
    let alphabet = ByteView("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var position = 0
    while position < bytes.count {
      let left = bytes.count - position
      let second = left > 1 ? bytes[position + 1] : 0
      let third = left > 2 ? bytes[position + 2] : 0
      let word = UInt32(bytes[position]) << 16 | UInt32(second) << 8 | UInt32(third)
      arena.append(alphabet[Int(word >> 18)])
      arena.append(alphabet[Int(word >> 12 & 63)])
      arena.append(left > 1 ? alphabet[Int(word >> 6 & 63)] : UInt8(ascii: "="))
      arena.append(left > 2 ? alphabet[Int(word & 63)] : UInt8(ascii: "="))
      position += 3
    }
    _ = isTooLong(&arena)
  }

  private func writeUUID(_ bytes: ByteView, _ arena: inout ByteArena) {
    let digits = ByteView("0123456789abcdef")
    for index in 0..<bytes.count {
      if index == 4 || index == 6 || index == 8 || index == 10 { arena.append(Ascii.minus) }
      arena.append(digits[Int(bytes[index] >> 4)])
      arena.append(digits[Int(bytes[index] & 15)])
    }
  }
}

/// A float in its parts.
struct FloatParts {
  private let fraction: UInt64
  private let exponent: Int
  private let fractionBits: Int
  private let bias: Int
  let isNegative: Bool

  @inline(__always)
  init(_ array: LoadedArray, _ row: Int) {
    switch array.bits {
    case 16: (fractionBits, bias) = (10, 15)
    case 32: (fractionBits, bias) = (23, 127)
    default: (fractionBits, bias) = (52, 1_023)
    }
    let bits = UInt64(bitPattern: array.number(row))
    fraction = bits & (1 &<< UInt64(fractionBits) &- 1)
    exponent = Int(truncatingIfNeeded: bits &>> UInt64(fractionBits)) & (2 &* bias &+ 1)
    isNegative = bits &>> UInt64(array.bits &- 1) & 1 != 0
  }

  var isFinite: Bool { exponent != 2 * bias + 1 }
  var isNaN: Bool { !isFinite && fraction != 0 }
  var isZero: Bool { exponent == 0 && fraction == 0 }

  var shortest: ShortestFloat {
    ShortestFloat(
      fraction: fraction, exponentBits: exponent, fractionBits: fractionBits, bias: bias)
  }
}

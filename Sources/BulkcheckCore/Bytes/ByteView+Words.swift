/// Reading several bytes at once, as little-endian numbers.
extension ByteView {
  /// The eight bytes at `position`, which must all lie within the view.
  @inlinable @inline(__always)
  public func word(at position: Int) -> UInt64 {
    assert(position >= 0 && position + 8 <= count)
    // SAFETY: eight readable bytes by the precondition; the load needs no alignment.
    return unsafe UInt64(
      littleEndian: UnsafeRawPointer(start).loadUnaligned(fromByteOffset: position, as: UInt64.self)
    )
  }

  /// The four bytes at `position`, which must all lie within the view.
  @inlinable @inline(__always)
  public func littleEndian32(at position: Int) -> UInt32 {
    assert(position >= 0 && position + 4 <= count)
    // SAFETY: four readable bytes by the precondition; the load needs no alignment.
    return unsafe UInt32(
      littleEndian: UnsafeRawPointer(start).loadUnaligned(fromByteOffset: position, as: UInt32.self)
    )
  }

  /// The last `count - position` bytes, eight at most, filled up with zeros.
  @inline(__always)
  package func lastWord(from position: Int) -> UInt64 {
    let left = count - position
    assert(left >= 0 && left <= 8)
    if left == 0 { return 0 }
    if count >= 8 {
      // The eight bytes that end with the view, without those before `position`.
      return word(at: count - 8) >> UInt64(8 * (8 - left))
    }
    var word: UInt64 = 0
    var index = count
    while index > position {
      index -= 1
      word = word << 8 | UInt64(self[index])
    }
    return word
  }

  /// The eight bytes at `position`. Some of them may be behind the view's end.
  ///
  /// Precondition: the view lies in a chunk, behind which 64 bytes are readable.
  @inline(__always)
  package func paddedWord(at position: Int) -> UInt64 {
    assert(position >= 0 && position <= count)
    // SAFETY: readable by the precondition.
    return unsafe UInt64(
      littleEndian: UnsafeRawPointer(start).loadUnaligned(fromByteOffset: position, as: UInt64.self)
    )
  }

  /// The four bytes at `position`; otherwise as ``paddedWord(at:)``.
  @inline(__always)
  package func paddedHalfWord(at position: Int) -> UInt32 {
    assert(position >= 0 && position <= count)
    // SAFETY: readable by the precondition.
    return unsafe UInt32(
      littleEndian: UnsafeRawPointer(start).loadUnaligned(fromByteOffset: position, as: UInt32.self)
    )
  }

  /// The first bytes as a number, and behind them zeros: of a view of at most eight bytes all there
  /// is to know but its length. Otherwise as ``paddedWord(at:)``.
  @inline(__always)
  func paddedRest(from position: Int) -> UInt64 {
    let left = count &- position
    if left <= 0 { return 0 }
    let unused = UInt64(truncatingIfNeeded: max(0, 64 &- 8 &* left))
    return (paddedWord(at: position) &<< unused) &>> unused
  }

  /// Whether two views are equal, behind each of which eight bytes are readable: in a chunk, an
  /// arena or a pool.
  @inline(__always)
  func equalsPadded(_ other: ByteView) -> Bool {
    guard count == other.count else { return false }
    var position = 0
    while position &+ 8 < count {
      if paddedWord(at: position) != other.paddedWord(at: position) { return false }
      position &+= 8
    }
    return paddedRest(from: position) == other.paddedRest(from: position)
  }

  /// A part of the view. Unlike the subscript with a range it cannot trap: the caller has found
  /// both places in order.
  ///
  /// Precondition: `0 <= lower <= upper <= count`, checked in debug builds.
  @inlinable @inline(__always)
  public func unchecked(from lower: Int, to upper: Int) -> ByteView {
    assert(lower >= 0 && upper <= count)
    // SAFETY: within the view by the precondition.
    return unsafe ByteView(start: start + lower, count: upper &- lower)
  }
}

/// Searching short texts, where a call of a vectorised function would take longer than the search.
///
/// Precondition of all: as of ``ByteView/paddedWord(at:)``.
extension ByteView {
  /// How often `byte` occurs.
  @inline(__always)
  package func paddedCount(of byte: UInt8) -> Int {
    let repeated = UInt64(byte) &* UInt64.eachByte
    var found = 0
    var position = 0
    while position < count {
      var equal = (paddedWord(at: position) ^ repeated).zeroBytes
      if count &- position < 8 { equal &= UInt64.max &>> UInt64(64 &- 8 &* (count &- position)) }
      found &+= Int(truncatingIfNeeded: ((equal &>> 7) &* UInt64.eachByte) &>> 56)
      position &+= 8
    }
    return found
  }

  /// The position of the first such byte at or after `position`, or the view's count.
  @inline(__always)
  package func paddedIndex(of byte: UInt8, from position: Int) -> Int {
    let repeated = UInt64(byte) &* UInt64.eachByte
    var position = position
    while position < count {
      let equal = (paddedWord(at: position) ^ repeated).zeroBytes
      if equal != 0 { return Swift.min(count, position &+ equal.trailingZeroBitCount &>> 3) }
      position &+= 8
    }
    return count
  }
}

extension UInt64 {
  /// A one in each byte.
  fileprivate static var eachByte: UInt64 { 0x0101_0101_0101_0101 }

  /// The high bit of each byte that is zero.
  @inline(__always)
  fileprivate var zeroBytes: UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    // Nothing is carried from one byte into the next.
    return ~((self & low) &+ low | self | low)
  }

  /// How many of the eight bytes, from the lowest on, are decimal digits.
  @inline(__always)
  package var leadingDigits: Int {
    let difference = self ^ 0x3030_3030_3030_3030
    // A byte above 9 gets its high bit; a carry out of one only disturbs bytes behind it.
    let others = (difference &+ 0x7676_7676_7676_7676 | difference) & 0x8080_8080_8080_8080
    return others.trailingZeroBitCount &>> 3
  }

  /// How many of the eight bytes, from the lowest on, come before the first backslash.
  @inline(__always)
  package var bytesBeforeBackslash: Int {
    let difference = self ^ 0x5C5C_5C5C_5C5C_5C5C
    // The lowest byte that is zero gets its high bit; a borrow only disturbs bytes behind it.
    let zeros = (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
    return zeros.trailingZeroBitCount &>> 3
  }

  /// How many of the eight bytes, from the lowest on, come before the first that a JSON string has
  /// to escape: a quote, a backslash or a control character.
  @inline(__always)
  var bytesBeforeEscaped: Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = self ^ 0x2222_2222_2222_2222
    let backslashes = self ^ 0x5C5C_5C5C_5C5C_5C5C
    // The lowest byte that is below the limit gets its high bit; a borrow only disturbs bytes
    // behind it.
    let found =
      (self &- 32 &* ones) & ~self | (quotes &- ones) & ~quotes
      | (backslashes &- ones) & ~backslashes
    return (found & 0x8080_8080_8080_8080).trailingZeroBitCount &>> 3
  }
}

/// Four characters, the first one in the lowest byte.
extension UInt32 {
  /// Whether all are hexadecimal digits.
  @inline(__always)
  var isFourHexDigits: Bool {
    let high: UInt32 = 0x8080_8080
    if self & high != 0 { return false }
    let folded = self | 0x2020_2020
    // The sums set the high bit of a byte from '0', ':', 'a' and 'g' on, and reach no other byte.
    let digits = (self &+ 0x5050_5050) & ~(self &+ 0x4646_4646)
    let letters = (folded &+ 0x1F1F_1F1F) & ~(folded &+ 0x1919_1919)
    return (digits | letters) & high == high
  }

  /// The number that they are, if they are hexadecimal digits.
  @inline(__always)
  var fourHexDigits: UInt32 {
    // A letter has bit 6, and its low half counts from 1: 9 is missing to its value.
    let values = (self & 0x0F0F_0F0F) &+ 9 &* (self >> 6 & 0x0101_0101)
    // Bytes in pairs, then the pairs: the first digit, in the lowest byte, counts most.
    let pairs = values << 4 | values >> 8
    return (pairs & 0xFF) << 8 | pairs >> 16 & 0xFF
  }
}

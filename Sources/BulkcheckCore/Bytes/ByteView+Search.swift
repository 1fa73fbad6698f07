internal import CLibrary

/// Comparing and searching bytes, on the C library's vectorised functions.
extension ByteView {
  @inline(__always)
  package func equals(_ other: ByteView) -> Bool {
    // SAFETY: both views are readable for `count` bytes.
    if count != other.count { return false }
    return unsafe memcmp(start, other.start, count) == 0
  }

  /// Whether the bytes are the UTF-8 of the text.
  package func equals(_ text: String) -> Bool { ByteView.withUTF8(of: text) { equals($0) } }

  /// Whether the bytes are those of the literal.
  package func isWord(_ word: StaticString) -> Bool { equals(ByteView(word)) }

  /// The order of the bytes, which for UTF-8 is the order of the code points: negative, 0 or
  /// positive.
  package func compare(_ other: ByteView) -> Int {
    // SAFETY: both views are readable for the shorter length.
    let order = unsafe memcmp(start, other.start, Swift.min(count, other.count))
    return order != 0 ? Int(order) : count - other.count
  }

  package func hasPrefix(_ prefix: ByteView) -> Bool {
    // SAFETY: both views are readable for the shorter length, which is compared first.
    if prefix.count > count { return false }
    return unsafe memcmp(start, prefix.start, prefix.count) == 0
  }

  package func hasSuffix(_ suffix: ByteView) -> Bool {
    // SAFETY: as for the prefix; the addition stays within this view.
    if suffix.count > count { return false }
    return unsafe memcmp(start + (count - suffix.count), suffix.start, suffix.count) == 0
  }

  /// Whether `needle` occurs; the empty one occurs everywhere.
  ///
  /// Costs `count` times the needle's length at worst; the needle comes from a profile, so that the
  /// data cannot raise it.
  package func contains(_ needle: ByteView) -> Bool {
    needle.isEmpty || firstRange(of: needle, from: 0) != nil
  }

  /// The position of the first such byte at or after `position`, or nil.
  @inline(__always)
  package func firstIndex(of byte: UInt8, from position: Int = 0) -> Int? {
    guard position < count else { return nil }
    // SAFETY: the searched range lies within the view; the result, if any, points into it.
    guard let found = unsafe memchr(start + position, Int32(byte), count - position) else {
      return nil
    }
    return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(start)
  }

  /// The position of the last such byte at or after `position`, or nil.
  package func lastIndex(of byte: UInt8, from position: Int) -> Int? {
    var last = count - 1
    while last >= position, self[last] != byte { last -= 1 }
    return last >= position ? last : nil
  }
}

extension ByteView {
  /// The next occurrence of `needle`, which is not empty, at or after `position`.
  package func firstRange(of needle: ByteView, from position: Int) -> Range<Int>? {
    guard !needle.isEmpty else { return nil }
    if needle.count == 1 {
      return firstIndex(of: needle[0], from: position).map { $0..<($0 + 1) }
    }
    var start = position
    while start + needle.count <= count, let found = firstIndex(of: needle[0], from: start) {
      let end = found + needle.count
      if end > count { return nil }
      if self[found..<end].equals(needle) { return found..<end }
      start = found + 1
    }
    return nil
  }
}

extension Range<Int> {
  /// The first place from which on something holds; the end if it never does. The places are in
  /// order: behind one at which it holds, it holds at all.
  @inline(__always)
  package func partitioningIndex(where holds: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

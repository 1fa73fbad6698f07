/// A text to find in others, compared code point by code point.
package struct TextPart: Sendable {
  private let bytes: ContiguousArray<UInt8>

  package init(_ text: String) { bytes = ContiguousArray(text.utf8) }

  /// Whether the text begins with this one.
  package func begins(_ text: String) -> Bool {
    text.withBytes { text in
      text.count >= bytes.count && text.extracting(first: bytes.count).equals(bytes.span)
    }
  }

  /// Whether the text ends with this one.
  package func ends(_ text: String) -> Bool {
    text.withBytes { text in
      text.count >= bytes.count && text.extracting(last: bytes.count).equals(bytes.span)
    }
  }

  /// Whether this text occurs in the other one. The empty text occurs everywhere.
  package func occurs(in text: String) -> Bool {
    if bytes.isEmpty { return true }
    return text.withBytes { $0.contains(bytes.span) }
  }
}

extension Span<UInt8> {
  /// Whether a part, which must not be empty, occurs.
  ///
  /// Looks for its first and its last byte at eight places at a time, and compares the part where
  /// both fit. They fit everywhere in "aaaaaaaa" for "aaba", which would take the product of both
  /// lengths. After some such work, the rest is searched in one pass.
  fileprivate func contains(_ part: Span<UInt8>) -> Bool {
    let lastStart = count - part.count
    guard lastStart >= 0 else { return false }
    let first = UInt64(part[0]) &* 0x0101_0101_0101_0101
    let last = UInt64(part[part.count - 1]) &* 0x0101_0101_0101_0101
    var work = 4 * count
    var start = 0
    while start + 7 <= lastStart {
      let differences = (word(at: start) ^ first) | (word(at: start + part.count - 1) ^ last)
      // The high bit of each byte that is 0.
      let low = differences & 0x7F7F_7F7F_7F7F_7F7F &+ 0x7F7F_7F7F_7F7F_7F7F
      var places = ~(low | differences) & 0x8080_8080_8080_8080
      while places != 0 {
        let place = start + places.trailingZeroBitCount / 8
        if extracting(place..<(place + part.count)).equals(part) { return true }
        places &= places &- 1
        work -= part.count
        if work < 0 { return containsInOnePass(part, from: place + 1) }
      }
      start += 8
    }
    while start <= lastStart {
      if self[start] == part[0], extracting(start..<(start + part.count)).equals(part) {
        return true
      }
      start += 1
    }
    return false
  }

  /// The search of Knuth, Morris and Pratt: slower, but it never goes back in the text.
  private func containsInOnePass(_ part: Span<UInt8>, from start: Int) -> Bool {
    // For each beginning of the part: how many of its last bytes are also its first ones.
    var borders = ContiguousArray(repeating: 0, count: part.count)
    var matched = 0
    for index in 1..<part.count {
      while matched > 0, part[index] != part[matched] { matched = borders[matched - 1] }
      if part[index] == part[matched] { matched += 1 }
      borders[index] = matched
    }
    matched = 0
    for index in start..<count {
      while matched > 0, self[index] != part[matched] { matched = borders[matched - 1] }
      if self[index] == part[matched] { matched += 1 }
      if matched == part.count { return true }
    }
    return false
  }
}

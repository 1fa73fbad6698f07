extension ByteView {
  /// The first code points, at most so many.
  func prefix(codepoints maximum: Int) -> ByteView {
    var count = 0
    var position = 0
    while position < self.count {
      if self[position] & 0xC0 != 0x80 {
        if count == maximum { return self[0..<position] }
        count += 1
      }
      position += 1
    }
    return self
  }
}

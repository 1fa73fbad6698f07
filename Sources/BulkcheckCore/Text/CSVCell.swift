/// The content of quoted CSV cells.
package enum CSVCell {
  /// The text of the bytes between the quotes of a quoted cell: each doubled quote becomes one.
  ///
  /// Returns `raw` itself if it has no quote.
  @inline(__always)
  package static func unquote(_ raw: ByteView, into arena: inout ByteArena) -> ByteView {
    guard let first = raw.firstIndex(of: UInt8(ascii: "\"")) else { return raw }
    return unquote(raw, from: first, into: &arena)
  }

  @inline(never)
  private static func unquote(
    _ raw: ByteView, from first: Int, into arena: inout ByteArena
  ) -> ByteView {
    arena.begin()
    var copied = 0
    var next: Int? = first
    while let quote = next {
      // The first quote of the pair is copied, the second passed over.
      arena.append(raw[copied..<(quote + 1)])
      copied = Swift.min(quote + 2, raw.count)
      next = raw.firstIndex(of: UInt8(ascii: "\""), from: copied)
    }
    arena.append(raw[copied..<raw.count])
    return arena.finish()
  }
}

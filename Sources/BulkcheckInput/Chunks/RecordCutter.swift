internal import BulkcheckCore

/// Finds the last place in a stretch where a record probably ends.
///
/// In JSONL a line feed always ends a record. In CSV a line end may be inside quotes. Quotes are
/// counted from where the last record was cut off, and a line end counts if their number is even.
/// That is right for well-formed data. It is a guess all the same (a stray quote deceives it), and
/// the run checks each chunk's start against the true end of the one before.
///
/// Each byte is looked at once, however often a record outgrows the room it has.
struct RecordCutter {
  private let hasQuotes: Bool
  /// An odd number of quotes stands between the last cut and the next stretch.
  private var isOpen = false

  init(hasQuotes: Bool) { self.hasQuotes = hasQuotes }

  /// The position behind the last record end in the bytes from `start` on, which follow those seen
  /// before; 0 if there is none.
  ///
  /// Inside a line that is too long anyway, quotes do not count.
  mutating func lastCut(in bytes: ByteView, from start: Int, ignoresQuotes: Bool) -> Int {
    let fresh = bytes[start..<bytes.count]
    guard hasQuotes else { return mayEndLine(fresh) ? lastLineEnd(in: bytes, from: start) : 0 }
    if ignoresQuotes {
      isOpen = false
      return mayEndLine(fresh) ? lastLineEnd(in: bytes, from: start) : 0
    }
    if fresh.count(of: Ascii.quote) & 1 == 1 { isOpen.toggle() }
    // Within a very long line there is nothing to look for, and the C library sees that faster.
    return mayEndLine(fresh) ? lastEvenLineEnd(in: bytes, from: start) : 0
  }

  private mutating func lastEvenLineEnd(in bytes: ByteView, from start: Int) -> Int {
    var isOpenHere = isOpen
    var fallback = 0
    var position = bytes.count - 1
    while position >= start {
      let byte = bytes[position]
      if byte == Ascii.quote { isOpenHere.toggle() }
      if endsLine(byte, position, bytes) {
        if !isOpenHere { return position + 1 }
        if fallback == 0 { fallback = position + 1 }
      }
      // Far back, a cut would make tiny chunks: quotes have probably gone wrong.
      if fallback > 0, position - start < (bytes.count - start) / 2 { break }
      position -= 1
    }
    // Cut inside quotes, as far as they can be trusted: after the cut, counting starts again.
    if fallback > 0 { isOpen.toggle() }
    return fallback
  }

  private func mayEndLine(_ bytes: ByteView) -> Bool {
    bytes.firstIndex(of: Ascii.lineFeed) != nil
      || hasQuotes && bytes.firstIndex(of: Ascii.carriageReturn) != nil
  }

  private func lastLineEnd(in bytes: ByteView, from start: Int) -> Int {
    var position = bytes.count - 1
    while position >= start {
      if endsLine(bytes[position], position, bytes) { return position + 1 }
      position -= 1
    }
    return 0
  }

  /// A carriage return at the very end may be the first half of a CRLF.
  private func endsLine(_ byte: UInt8, _ position: Int, _ bytes: ByteView) -> Bool {
    if byte == Ascii.lineFeed { return true }
    return hasQuotes && byte == Ascii.carriageReturn && position + 1 < bytes.count
      && bytes[position + 1] != Ascii.lineFeed
  }
}

internal import BulkcheckCore

/// Cuts an input into chunks of whole records.
///
/// In JSONL a line feed always ends a record. In CSV a line end may lie inside quotes: the reader counts quotes from the
/// start of the chunk and cuts where they are even, which is right for well-formed data. It is a guess all the same
/// (a stray quote deceives it), and the run checks each chunk's start against the true end of the one before.
package struct ChunkReader: ~Copyable {
  package struct Chunk: Sendable {
    /// Where its first byte lies in the input.
    package var offset: Int
    /// Nothing follows. Every input ends with exactly one such chunk, which may be empty, unless reading fails.
    package var isFinal: Bool
  }

  private let source: any ByteSource
  private let hasQuotes: Bool
  private let chunkBytes: Int
  private let recordBytesMaximum: Int
  private var carry: [UInt8] = []
  private var offset = 0
  private var isInsideLongLine = false
  private var hasEnded = false
  /// What stopped the reading; chunks before it are delivered first.
  package private(set) var failure: InputError?

  /// - Parameters:
  ///   - hasQuotes: CSV: line ends may lie inside quotes.
  ///   - chunkBytes: the usual size of a chunk.
  ///   - recordBytesMaximum: a line beyond this is not gathered but handed on in pieces.
  package init(source: any ByteSource, hasQuotes: Bool, chunkBytes: Int, recordBytesMaximum: Int) {
    self.source = source
    self.hasQuotes = hasQuotes
    self.chunkBytes = max(chunkBytes, 4)
    self.recordBytesMaximum = recordBytesMaximum
  }

  /// Reads the next chunk; nil at the end or after a failure.
  package mutating func next(into buffer: ChunkBuffer) -> Chunk? {
    if hasEnded { return nil }
    var target = chunkBytes
    while target < carry.count + 4 { target *= 2 }
    buffer.reset(capacity: target)
    takeCarry(into: buffer)
    while true {
      switch fill(buffer, upTo: target) {
      case .end:
        hasEnded = true
        defer { offset += buffer.count }
        return Chunk(offset: offset, isFinal: true)
      case .failed:
        hasEnded = true
        // All of it, but not as the end: of the record in which the input breaks off no end is seen.
        defer { offset += buffer.count }
        return buffer.count > 0 ? Chunk(offset: offset, isFinal: false) : nil
      case .full: break
      }
      let cut = lastCut(in: buffer.bytes)
      if cut > 0 {
        isInsideLongLine = false
        return deliver(buffer, cut)
      }
      if isInsideLongLine || buffer.count > recordBytesMaximum + 2 {
        isInsideLongLine = true
        return deliver(buffer, buffer.count)
      }
      // The last step is a large one: while the buffer grows the old one counts too, and pages
      // of the new one that nobody has touched do not.
      let limit = recordBytesMaximum + chunkBytes + 4
      target = target * 4 > limit ? limit : target * 2
      buffer.grow(to: target)
    }
  }

  private mutating func deliver(_ buffer: ChunkBuffer, _ cut: Int) -> Chunk {
    let bytes = buffer.bytes
    carry.reserveCapacity(bytes.count - cut)
    for index in cut..<bytes.count { carry.append(bytes[index]) }
    buffer.cut(to: cut)
    defer { offset += cut }
    return Chunk(offset: offset, isFinal: false)
  }

  private mutating func takeCarry(into buffer: ChunkBuffer) {
    guard !carry.isEmpty else { return }
    unsafe carry.withUnsafeBufferPointer { pointer in
      guard let start = pointer.baseAddress else { return }
      // SAFETY: the array's own memory, copied at once.
      buffer.append(unsafe ByteView(start: start, count: pointer.count))
    }
    carry.removeAll(keepingCapacity: carry.count <= chunkBytes)
  }

  private enum Filling {
    case full, end, failed
  }

  private mutating func fill(_ buffer: ChunkBuffer, upTo target: Int) -> Filling {
    while buffer.count < target {
      do throws(InputError) {
        let source = self.source
        let got = try buffer.fill(upTo: target) { room throws(InputError) in
          try unsafe source.read(into: room)
        }
        if got == 0 { return .end }
      } catch {
        failure = error
        return .failed
      }
    }
    return .full
  }

  // MARK: Cutting

  /// Behind the last place where a record may end, or 0.
  private func lastCut(in bytes: ByteView) -> Int {
    // Within a very long line there is nothing to look for, and the C library sees that faster.
    if !mayEndLine(bytes) { return 0 }
    guard hasQuotes else { return lastLineEnd(in: bytes) }
    if isInsideLongLine { return lastLineEnd(in: bytes) }
    var isOpen = ByteCount.count(Ascii.quote, in: bytes) & 1 == 1
    var position = bytes.count - 1
    var fallback = 0
    while position >= 0 {
      let byte = bytes[position]
      if byte == Ascii.quote { isOpen.toggle() }
      if endsLine(byte, position, bytes) {
        if !isOpen { return position + 1 }
        if fallback == 0 { fallback = position + 1 }
      }
      // Far back, a cut would make tiny chunks: quotes have probably gone wrong.
      if position < bytes.count / 2, fallback > 0 { return fallback }
      position -= 1
    }
    return fallback
  }

  private func mayEndLine(_ bytes: ByteView) -> Bool {
    bytes.firstIndex(of: Ascii.lineFeed) != nil
      || hasQuotes && bytes.firstIndex(of: Ascii.carriageReturn) != nil
  }

  private func lastLineEnd(in bytes: ByteView) -> Int {
    var position = bytes.count - 1
    while position >= 0 {
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

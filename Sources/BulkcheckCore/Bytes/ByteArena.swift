/// A reusable buffer for changed and unescaped texts, of one worker.
///
/// Runs are written one after another: ``begin()``, appends, ``finish()``; runs do not nest. A
/// finished view stays valid until ``reset()``: when a block is full, the run under way moves to a
/// new, larger block and the old one is kept. After warm-up a record costs no allocation.
@safe
public struct ByteArena: ~Copyable {
  /// A block larger than this is not kept from one record to the next.
  private static let keptBytesMaximum = 4 << 20
  private static let initialBytes = 16 << 10
  /// Bytes readable behind every run, as behind chunks, so that texts can be loaded eight bytes at
  /// a time.
  private static let padding = 64

  // Invariant: runStart <= position <= capacity, all about the block at `block`.
  @usableFromInline var block: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  @usableFromInline var position = 0
  @usableFromInline var runStart = 0
  /// Earlier blocks with finished runs in them.
  private var fullBlocks: [UnsafeMutablePointer<UInt8>] = unsafe []

  package init() {
    capacity = Self.initialBytes
    unsafe block = UnsafeMutablePointer.allocate(capacity: Self.initialBytes + Self.padding)
  }

  deinit {
    // SAFETY: every block was allocated here and is freed once.
    unsafe block.deallocate()
    for index in unsafe fullBlocks.indices { unsafe fullBlocks[index].deallocate() }
  }

  /// Forgets all runs; views made before must no longer be used.
  package mutating func reset() {
    position = 0
    runStart = 0
    if unsafe !fullBlocks.isEmpty { freeFullBlocks() }
    if capacity > Self.keptBytesMaximum {
      // SAFETY: no view is in use any more, by the contract of `reset`.
      unsafe block.deallocate()
      capacity = Self.initialBytes
      unsafe block = UnsafeMutablePointer.allocate(capacity: capacity + Self.padding)
    }
  }

  /// Starts a run.
  @inlinable @inline(__always)
  public mutating func begin() { runStart = position }

  /// The run since ``begin()``.
  @inlinable @inline(__always)
  public mutating func finish() -> ByteView {
    // SAFETY: these bytes are written and within the block.
    let view = unsafe ByteView(start: block + runStart, count: position - runStart)
    runStart = position
    return view
  }

  /// Drops the run since ``begin()``.
  @inline(__always)
  package mutating func abandon() { position = runStart }

  /// How many bytes the run has so far.
  @inlinable @inline(__always)
  public var runCount: Int { mutating get { position &- runStart } }

  /// Appends the lowest bytes of a word, at most eight, from the lowest on.
  @inlinable @inline(__always)
  public mutating func append(_ word: UInt64, count: Int) {
    assert(count >= 0 && count <= 8)
    if capacity &- position < count { grow(by: count) }
    // SAFETY: there is room for what counts, and 64 bytes of padding for what the store has too
    // much.
    unsafe UnsafeMutableRawPointer(block + position).storeBytes(
      of: word.littleEndian, as: UInt64.self)
    position &+= count
  }

  @inlinable @inline(__always)
  public mutating func append(_ byte: UInt8) {
    if position == capacity { grow(by: 1) }
    // SAFETY: position < capacity after the line above.
    unsafe block[position] = byte
    position += 1
  }

  package mutating func append(_ bytes: ByteView) {
    if capacity - position < bytes.count { grow(by: bytes.count) }
    // SAFETY: there is room, and a view into this arena never overlaps its unwritten part.
    unsafe (block + position).update(from: bytes.start, count: bytes.count)
    position += bytes.count
  }

  /// Makes room for so many bytes more in the run.
  package mutating func reserve(_ count: Int) {
    if capacity - position < count { grow(by: count) }
  }

  /// Appends the bytes from `start` up to the next backslash, eight at a time, and returns its
  /// position, or the view's count.
  ///
  /// Precondition: there is room for the rest of the view (``reserve(_:)``).
  @inline(__always)
  mutating func appendWithoutEscape(_ bytes: ByteView, from start: Int) -> Int {
    assert(capacity - position >= bytes.count - start)
    var next = start
    while next &+ 8 <= bytes.count {
      let word = bytes.word(at: next)
      // SAFETY: there is room by the precondition, and 64 bytes of padding for what the last store
      // has too much.
      unsafe UnsafeMutableRawPointer(block + position).storeBytes(
        of: word.littleEndian, as: UInt64.self)
      let count = word.bytesBeforeBackslash
      position &+= count
      next &+= count
      if count < 8 { return next }
    }
    while next < bytes.count, bytes[next] != Ascii.backslash {
      // SAFETY: as above.
      unsafe block[position] = bytes[next]
      position &+= 1
      next &+= 1
    }
    return next
  }

  /// Appends bytes changed one by one.
  @inline(__always)
  package mutating func append(_ bytes: ByteView, mapping: (UInt8) -> UInt8) {
    if capacity - position < bytes.count { grow(by: bytes.count) }
    for index in 0..<bytes.count {
      // SAFETY: there is room for all of them after the line above.
      unsafe block[position + index] = mapping(bytes[index])
    }
    position += bytes.count
  }

  /// Appends the UTF-8 form of a code point.
  @inline(__always)
  package mutating func append(_ scalar: Unicode.Scalar) {
    if capacity - position < 4 { grow(by: 4) }
    let value = scalar.value
    let last = 0x80 | value & 0x3F
    var bytes = value
    var count = 1
    if value >= 0x1_0000 {
      bytes = 0xF0 | value >> 18 | (0x80 | value >> 12 & 0x3F) << 8
      bytes |= (0x80 | value >> 6 & 0x3F) << 16 | last << 24
      count = 4
    } else if value >= 0x800 {
      bytes = 0xE0 | value >> 12 | (0x80 | value >> 6 & 0x3F) << 8 | last << 16
      count = 3
    } else if value >= 0x80 {
      bytes = 0xC0 | value >> 6 | last << 8
      count = 2
    }
    // SAFETY: there is room for four bytes after the first line.
    unsafe UnsafeMutableRawPointer(block + position).storeBytes(
      of: bytes.littleEndian, as: UInt32.self)
    position &+= count
  }

  /// Appends a text as a JSON string with its quotes. Escapes only what the grammar requires.
  package mutating func append(quoted text: ByteView) {
    append(Ascii.quote)
    var next = 0
    while next &+ 8 <= text.count {
      let word = text.word(at: next)
      let plain = word.bytesBeforeEscaped
      append(word, count: plain)
      next &+= plain
      if plain < 8 {
        appendEscape(text[next])
        next &+= 1
      }
    }
    while next < text.count {
      let byte = text[next]
      if byte < 0x20 || byte == Ascii.quote || byte == Ascii.backslash {
        appendEscape(byte)
      } else {
        append(byte)
      }
      next &+= 1
    }
    append(Ascii.quote)
  }

  private mutating func appendEscape(_ byte: UInt8) {
    append(Ascii.backslash)
    switch byte {
    case Ascii.quote, Ascii.backslash: append(byte)
    case Ascii.lineFeed: append(UInt8(ascii: "n"))
    case Ascii.carriageReturn: append(UInt8(ascii: "r"))
    case Ascii.tab: append(UInt8(ascii: "t"))
    default:
      let digits = ByteView("0123456789abcdef")
      append(ByteView("u00"))
      append(digits[Int(byte >> 4)])
      append(digits[Int(byte & 15)])
    }
  }

  @usableFromInline
  mutating func grow(by count: Int) {
    let run = position - runStart
    let newCapacity = max(2 * capacity, 2 * (run + count))
    // SAFETY: the run is copied whole into a block that is larger; the old block stays for its
    // views.
    let newBlock = UnsafeMutablePointer<UInt8>.allocate(capacity: newCapacity + Self.padding)
    unsafe newBlock.update(from: block + runStart, count: run)
    unsafe fullBlocks.append(block)
    unsafe block = newBlock
    capacity = newCapacity
    runStart = 0
    position = run
  }

  private mutating func freeFullBlocks() {
    // SAFETY: as in `reset`.
    for index in unsafe fullBlocks.indices { unsafe fullBlocks[index].deallocate() }
    unsafe fullBlocks.removeAll(keepingCapacity: true)
  }
}

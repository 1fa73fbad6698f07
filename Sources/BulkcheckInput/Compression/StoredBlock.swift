internal import BulkcheckCore

/// The stored bytes of a source, block by block, that a decompressor works on.
///
/// In front of the block the last bytes of the block before it are kept, so that bytes which an
/// engine took too many can always be given back.
struct StoredBlock: ~Copyable {
  private static let keptBytes = InflateStep.givenBackMaximum

  let source: any ByteSource
  /// The source has ended or failed: no block follows.
  private(set) var hasEnded = false
  /// Why the source could not be read to its end; thrown once all before it has been used.
  private(set) var failure: InputError?
  private var block: ByteBlock
  /// Bytes `position ..< end` of the memory are not taken yet.
  private var position = keptBytes
  private var end = keptBytes
  /// The stored bytes up to `end`.
  private var endOffset = 0

  init(_ source: any ByteSource, capacity: Int) {
    self.source = source
    block = ByteBlock(capacity: Self.keptBytes + max(1, capacity))
  }

  var isEmpty: Bool { position == end }

  /// The stored offset of the next byte.
  var offset: Int { endOffset - (end - position) }

  /// The bytes not taken yet; valid until the block is refilled.
  var rest: ByteView { block.view(from: position, to: end) }

  /// Reads the next block once this one is used up, if one follows.
  mutating func refill() {
    guard !hasEnded else { return }
    let kept = min(Self.keptBytes, endOffset)
    // `end - kept` is not below 0 because `end` is at least `keptBytes`.
    block.copy(block.view(from: end - kept, to: end), to: Self.keptBytes - kept)
    position = Self.keptBytes
    end = Self.keptBytes
    append()
  }

  /// Reads ahead until the rest has so many bytes, for which the block grows; false if the source
  /// ends before.
  mutating func hold(_ bytes: Int) -> Bool {
    while rest.count < bytes {
      guard !hasEnded else { return false }
      if block.capacity - end < min(bytes, StoredBlock.extensionBytes) {
        moveRest(toHold: bytes, behind: .empty)
      }
      append()
    }
    return true
  }

  private mutating func append() {
    do {
      let count = try source.read(into: block.room(from: end, to: block.capacity))
      end += count
      endOffset += count
      hasEnded = count == 0
    } catch {
      // What came before is used first.
      failure = error
      hasEnded = true
    }
  }

  private static let extensionBytes = 256 << 10

  /// Puts bytes that were taken in front of those that were not.
  mutating func putBack(_ bytes: ByteView) {
    moveRest(toHold: bytes.count + end - position, behind: bytes)
  }

  /// Moves the bytes not taken yet behind `front` to the start of the memory, or of larger memory
  /// if need be.
  private mutating func moveRest(toHold bytes: Int, behind front: ByteView) {
    let wanted = Self.keptBytes + max(bytes, front.count + end - position) + Self.extensionBytes
    let rest = block.view(from: position, to: end)
    // What is in front of the rest may still be given back, as far as it is there.
    let kept = front.isEmpty ? block.view(from: position - Self.keptBytes, to: position) : .empty
    if wanted > block.capacity {
      var larger = ByteBlock(capacity: wanted)
      Self.lay(kept, front, rest, into: &larger)
      block = larger
    } else {
      Self.lay(kept, front, rest, into: &block)
    }
    position = Self.keptBytes
    end = Self.keptBytes + front.count + rest.count
  }

  /// Within the same memory the rest moves first: to the left, or to the right behind `front`,
  /// which lies in other memory.
  private static func lay(
    _ kept: ByteView, _ front: ByteView, _ rest: ByteView, into block: inout ByteBlock
  ) {
    block.copy(kept, to: 0)
    block.copy(rest, to: keptBytes + front.count)
    block.copy(front, to: keptBytes)
  }

  /// Moves on by `count` bytes, back if it is negative.
  ///
  /// At most ``InflateStep/givenBackMaximum`` bytes back, and never to before the first byte.
  mutating func advance(_ count: Int) {
    precondition(
      position + count >= 0 && position + count <= end, "advance leaves the block of stored bytes")
    position += count
  }

  /// Takes one byte; nil at the end of the source.
  mutating func nextByte() -> UInt8? {
    if isEmpty { refill() }
    guard position < end else { return nil }
    defer { position += 1 }
    return block[position]
  }
}

/// The block of stored bytes that a decompressor works on.
///
/// In front of the block the last bytes of the block before it are kept, so that bytes which an
/// engine took too many can always be given back.
@safe
struct StoredBlock: ~Copyable {
  private static let keptBytes = InflateStep.givenBackMaximum

  private var memory: UnsafeMutableRawBufferPointer
  /// Bytes `position ..< end` of the memory are not taken yet.
  private var position = keptBytes
  private var end = keptBytes
  /// The stored bytes up to `end`.
  private var endOffset = 0

  init(capacity: Int) {
    unsafe memory = .allocate(byteCount: Self.keptBytes + max(1, capacity), alignment: 64)
  }

  deinit {
    unsafe memory.deallocate()
  }

  var isEmpty: Bool { position == end }

  /// The stored offset of the next byte.
  var offset: Int { endOffset - (end - position) }

  /// The bytes not taken yet; valid until the block is refilled.
  var rest: UnsafeRawBufferPointer {
    // SAFETY: `position <= end <= memory.count`, all of it initialised by `refill`.
    unsafe UnsafeRawBufferPointer(rebasing: memory[position..<end])
  }

  /// Reads the next block once this one is used up. False at the end of the source.
  mutating func refill(from source: any ByteSource) throws(InputError) -> Bool {
    let kept = min(Self.keptBytes, endOffset)
    // SAFETY: both ranges lie in the memory (`end - kept` is not below 0 because `end` is at least
    // `keptBytes`); they may overlap, which copyMemory allows.
    unsafe UnsafeMutableRawBufferPointer(rebasing: memory[Self.keptBytes - kept..<Self.keptBytes])
      .copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[end - kept..<end]))
    position = Self.keptBytes
    end = Self.keptBytes
    let count = unsafe try source.read(
      into: UnsafeMutableRawBufferPointer(rebasing: memory[Self.keptBytes...]))
    end += count
    endOffset += count
    return count > 0
  }

  /// Reads more behind the bytes not taken yet; the block grows until `bytes` of them fit. False at the end of the source.
  mutating func extend(
    from source: any ByteSource, toHold bytes: Int
  ) throws(InputError) -> Bool {
    if memory.count - end < min(bytes, StoredBlock.extensionBytes) {
      moveRest(toHold: bytes, behind: UnsafeRawBufferPointer(start: nil, count: 0))
    }
    let count = unsafe try source.read(
      into: UnsafeMutableRawBufferPointer(rebasing: memory[end...]))
    end += count
    endOffset += count
    return count > 0
  }

  private static let extensionBytes = 256 << 10

  /// Puts bytes that were taken in front of those that were not.
  mutating func putBack(_ bytes: UnsafeRawBufferPointer) {
    unsafe moveRest(toHold: bytes.count + end - position, behind: bytes)
  }

  /// Moves the bytes not taken yet behind `front` to the start of the memory, or of larger memory if need be.
  private mutating func moveRest(toHold bytes: Int, behind front: UnsafeRawBufferPointer) {
    let wanted = Self.keptBytes + max(bytes, front.count + end - position) + Self.extensionBytes
    let old = unsafe memory
    let rest = unsafe UnsafeRawBufferPointer(rebasing: old[position..<end])
    // What stands in front of the rest may still be given back, as far as it is there.
    let kept = unsafe UnsafeRawBufferPointer(rebasing: old[position - Self.keptBytes..<position])
    let isLarger = wanted > old.count
    if isLarger { unsafe memory = .allocate(byteCount: wanted, alignment: 64) }
    let restStart = Self.keptBytes + front.count
    // SAFETY: `wanted` bytes hold all of it. Within the same memory the rest moves first and to the left, or to the
    // right behind `front`, which lies in other memory; copyMemory allows the overlap.
    if front.isEmpty {
      unsafe UnsafeMutableRawBufferPointer(rebasing: memory[..<Self.keptBytes])
        .copyMemory(from: kept)
    }
    unsafe UnsafeMutableRawBufferPointer(rebasing: memory[restStart..<restStart + rest.count])
      .copyMemory(from: rest)
    unsafe UnsafeMutableRawBufferPointer(rebasing: memory[Self.keptBytes..<restStart])
      .copyMemory(from: front)
    let restCount = rest.count
    if isLarger { unsafe old.deallocate() }
    position = Self.keptBytes
    end = restStart + restCount
  }

  /// Moves on by `count` bytes, back if it is negative.
  ///
  /// At most ``InflateStep/givenBackMaximum`` bytes back, and never to before the first byte.
  mutating func advance(_ count: Int) {
    precondition(
      position + count >= 0 && position + count <= end, "advance leaves the block of stored bytes")
    position += count
  }

  /// Takes one byte; nil when the block is used up.
  mutating func takeByte() -> UInt8? {
    guard position < end else { return nil }
    defer { position += 1 }
    // SAFETY: `position < end`.
    return unsafe memory[position]
  }
}

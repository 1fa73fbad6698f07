internal import BulkcheckCore

/// Gzip members that lie ahead, whole and of a size that a worker can inflate at once.
struct MemberPlan {
  var storedBytes = 0
  /// The sum of the lengths in the trailers.
  var inflatedBytes = 0
  var members = 0
}

/// The stored bytes of whole gzip members, to be inflated apart from the stream.
///
/// A file of many members (bgzip, `cat *.gz`, appended logs) is inflated in parallel. Members are
/// read as they are stored, and the next free thread inflates them into a buffer of the length that
/// their trailers state. The stored bytes
///
///     1f 8b 08 … trailer   1f 8b 08 … trailer   1f 8b 08 …
///     0                    14,200               31,900      the block ends in here
///
/// give a run of two members with 31,900 bytes. A block of bgzip says in its header how long it is.
/// The end of any other member is guessed: it is the next place with a plausible header, or the end
/// of the file (``GzipSource/plan(bytes:)``). A member of more than 1 MiB stored or 2 MiB inflated
/// is left to the stream.
///
/// The guess counts only if the member ends exactly there, and its checksum and length are right.
/// So ``inflate(into:with:)`` accepts only what is regular to the last byte. Anything else is put
/// back, and the rest of the input is read as one stream by ``GzipSource``, which alone decides
/// what is wrong with the file. Damage, cut-off members and bytes after the last member therefore
/// give the same report at any number of threads.
package final class MemberRun {
  private var block = ByteBlock(capacity: 0)
  private var plan = MemberPlan()

  package init() {}

  /// The bytes that the members hold, as they say.
  package var inflatedCount: Int { plan.inflatedBytes }
  var memberCount: Int { plan.members }

  /// The members as they are stored.
  var stored: ByteView { block.view(from: 0, to: plan.storedBytes) }

  /// Copies the members of a plan from the front of the bytes.
  func load(_ plan: MemberPlan, from bytes: ByteView) {
    if block.capacity < plan.storedBytes {
      block = ByteBlock(capacity: plan.storedBytes + plan.storedBytes / 8)
    }
    self.plan = plan
    block.copy(bytes[0..<plan.storedBytes], to: 0)
  }

  /// Inflates all members into the buffer, which has room for them. False unless every one of them
  /// is what it says.
  package func inflate(into buffer: ChunkBuffer, with inflater: MemberInflater) -> Bool {
    let wanted = inflatedCount
    let got = buffer.fill(upTo: wanted) { (room) throws(Never) in
      inflateAll(into: room, inflater.engine) ? wanted : 0
    }
    return got == wanted
  }

  private func inflateAll(
    into room: ByteRoom, _ engine: any Inflater
  ) -> Bool {
    let stored = stored
    var position = 0
    var produced = 0
    for _ in 0..<plan.members {
      guard let header = MemberHeader.read(stored, at: position) else { return false }
      position += header.dataStart
      let output = room.dropFirst(produced)
      let input = stored[position..<stored.count]
      guard let step = engine.inflateWhole(from: input, into: output) else { return false }
      position += step.consumed
      guard position + MemberRun.trailerBytes <= stored.count else { return false }
      let data = output.written(step.produced)
      guard engine.checksum(0, adding: data) == stored.littleEndian32(at: position),
        UInt32(truncatingIfNeeded: step.produced) == stored.littleEndian32(at: position + 4)
      else { return false }
      position += MemberRun.trailerBytes
      produced += step.produced
    }
    return position == stored.count && produced == plan.inflatedBytes
  }

  static let trailerBytes = 8
}

/// A worker's inflater for members.
package final class MemberInflater {
  let engine: any Inflater

  /// Nil when memory is short.
  package init?(_ engine: InflateEngine = .preferred) {
    guard let engine = engine.makeInflater() else { return nil }
    self.engine = engine
  }
}

/// The header of a gzip member that lies in memory as a whole.
///
/// For looking ahead only: what is unusual is nil here, and ``GzipSource`` has the last word on it.
struct MemberHeader {
  /// The offset of the deflate data from the header's first byte.
  let dataStart: Int
  /// The size of the whole member, if it is a block of bgzip.
  let memberBytes: Int?

  /// Without optional fields.
  static let bytesMinimum = 10

  /// Whether a header may begin at `start`, of which ``bytesMinimum`` bytes are there.
  static func isPlausible(_ bytes: ByteView, at start: Int) -> Bool {
    guard start + bytesMinimum <= bytes.count,
      bytes[start] == 0x1f && bytes[start + 1] == 0x8b && bytes[start + 2] == 8
    else { return false }
    let flags = bytes[start + 3]
    // No text flag and no header checksum: hardly anyone writes them.
    guard flags & (HeaderFlag.reserved | HeaderFlag.headerChecksum) == 0 else { return false }
    let extraFlags = bytes[start + 8]
    let system = bytes[start + 9]
    return (extraFlags == 0 || extraFlags == 2 || extraFlags == 4)
      && (system <= 13 || system == 255)
  }

  /// Reads the header at `start`; nil if it is not plausible or goes on behind the bytes.
  static func read(_ bytes: ByteView, at start: Int) -> MemberHeader? {
    guard isPlausible(bytes, at: start) else { return nil }
    let flags = bytes[start + 3]
    var position = start + bytesMinimum
    var memberBytes: Int?
    if flags & HeaderFlag.extra != 0 {
      guard position + 2 <= bytes.count else { return nil }
      let extraEnd = position + 2 + littleEndian16(bytes, position)
      guard extraEnd <= bytes.count else { return nil }
      memberBytes = blockBytes(bytes, position + 2, extraEnd)
      position = extraEnd
    }
    for flag in [HeaderFlag.name, HeaderFlag.comment] where flags & flag != 0 {
      while position < bytes.count && bytes[position] != 0 { position += 1 }
      guard position < bytes.count else { return nil }
      position += 1
    }
    return MemberHeader(dataStart: position - start, memberBytes: memberBytes)
  }

  /// The subfield `BC` of bgzip: the member's size less one, in two bytes.
  private static func blockBytes(
    _ bytes: ByteView, _ start: Int, _ end: Int
  ) -> Int? {
    var position = start
    while position + 4 <= end {
      let length = littleEndian16(bytes, position + 2)
      if bytes[position] == UInt8(ascii: "B") && bytes[position + 1] == UInt8(ascii: "C")
        && length == 2 && position + 6 <= end
      {
        return littleEndian16(bytes, position + 4) + 1
      }
      position += 4 + length
    }
    return nil
  }

  private static func littleEndian16(_ bytes: ByteView, _ position: Int) -> Int {
    Int(bytes[position]) | Int(bytes[position + 1]) << 8
  }
}

/// The block of stored bytes that a decompressor works on.
///
/// In front of the block the last bytes of the block before it are kept, so that bytes which an
/// engine took too many can always be given back.
struct StoredBlock: ~Copyable {
  private static let keptBytes = InflateStep.givenBackMaximum

  private var block: ByteBlock
  /// Bytes `position ..< end` of the memory are not taken yet.
  private var position = keptBytes
  private var end = keptBytes
  /// The stored bytes up to `end`.
  private var endOffset = 0

  init(capacity: Int) {
    block = ByteBlock(capacity: Self.keptBytes + max(1, capacity))
  }

  var isEmpty: Bool { position == end }

  /// The stored offset of the next byte.
  var offset: Int { endOffset - (end - position) }

  /// The bytes not taken yet; valid until the block is refilled.
  var rest: ByteView { block.view(from: position, to: end) }

  /// Reads the next block once this one is used up. False at the end of the source.
  mutating func refill(from source: any ByteSource) throws(InputError) -> Bool {
    let kept = min(Self.keptBytes, endOffset)
    // `end - kept` is not below 0 because `end` is at least `keptBytes`.
    block.copy(block.view(from: end - kept, to: end), to: Self.keptBytes - kept)
    position = Self.keptBytes
    end = Self.keptBytes
    return try append(from: source)
  }

  /// Reads more behind the bytes not taken yet; the block grows until `bytes` of them fit. False at
  /// the end of the source.
  mutating func extend(
    from source: any ByteSource, toHold bytes: Int
  ) throws(InputError) -> Bool {
    if block.capacity - end < min(bytes, StoredBlock.extensionBytes) {
      moveRest(toHold: bytes, behind: .empty)
    }
    return try append(from: source)
  }

  private mutating func append(from source: any ByteSource) throws(InputError) -> Bool {
    let count = try source.read(into: block.room(from: end, to: block.capacity))
    end += count
    endOffset += count
    return count > 0
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

  /// Takes one byte; nil when the block is used up.
  mutating func takeByte() -> UInt8? {
    guard position < end else { return nil }
    defer { position += 1 }
    return block[position]
  }
}

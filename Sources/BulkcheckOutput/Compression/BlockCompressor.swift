internal import BulkcheckCore
internal import Dispatch

/// Compresses a stream as members of one block each, several at once.
///
/// Members are cut at fixed places, so the bytes do not depend on the number of threads. A file of
/// such members is read in parallel too, and by every tool for that compression.
final class BlockCompressor {
  /// The length of a member: as much as is inflated in one piece when such a file is read again.
  /// The dictionary's loss at the borders is below one in a thousand.
  private static let blockBytes = 1 << 20

  /// A block and its member.
  private final class Slot {
    let block = OutputBlock(capacity: BlockCompressor.blockBytes)
    let encoder: (any MemberEncoder)?
    var hasFailed = false

    init(_ encoder: (any MemberEncoder)?) { self.encoder = encoder }
  }

  private let slotCount: Int
  private let makeEncoder: () -> (any MemberEncoder)?
  private var slots: [Slot] = []
  /// Blocks that are full.
  private var full = 0
  private var hasMembers = false

  /// - Parameter makeEncoder: makes the encoder of one thread; nil when memory is short.
  init(threads: Int, makeEncoder: @escaping () -> (any MemberEncoder)?) {
    slotCount = max(1, threads)
    self.makeEncoder = makeEncoder
  }

  /// Every block is full.
  var isFull: Bool { full == slotCount }

  /// Takes as much as there is room for in the block at hand; returns the rest.
  func gather(_ bytes: ByteView) -> ByteView {
    if full == slots.count { slots.append(Slot(makeEncoder())) }
    let block = slots[full].block
    let count = min(bytes.count, block.room)
    block.append(bytes[0..<count])
    if block.room == 0 { full += 1 }
    return bytes[count..<bytes.count]
  }

  /// Compresses the full blocks, and of the last ones also what is not full. Nil if there is no
  /// memory. An empty stream has one empty member. The members are valid until the next call.
  func compress(isLast: Bool) -> [ByteView]? {
    if isLast, slots.isEmpty || !hasMembers && full == 0 && slots[0].block.count == 0 {
      if slots.isEmpty { slots.append(Slot(makeEncoder())) }
      return compress(slots: slots[..<1])
    }
    let rest = isLast && full < slots.count && slots[full].block.count > 0 ? 1 : 0
    return compress(slots: slots[..<(full + rest)])
  }

  private func compress(slots: ArraySlice<Slot>) -> [ByteView]? {
    hasMembers = true
    // Each thread takes the slot of its number, and all have ended before this one goes on.
    let lent = LentValue(Array(slots))
    DispatchQueue.concurrentPerform(iterations: slots.count) { number in
      let slot = lent.value[number]
      slot.hasFailed = slot.encoder?.encode(slot.block.bytes) != true
    }
    full = 0
    var members: [ByteView] = []
    for slot in slots {
      guard !slot.hasFailed, let encoder = slot.encoder else { return nil }
      slot.block.clear()
      members.append(encoder.member)
    }
    return members
  }
}

/// Compresses one member after the other; the same bytes give the same member.
protocol MemberEncoder: AnyObject {
  /// Compresses at most 1 GiB; false if there is no memory.
  func encode(_ bytes: ByteView) -> Bool

  /// The last member; valid until the next one is made.
  var member: ByteView { get }
}

/// A piece of memory that is filled from its start and emptied at once.
final class OutputBlock {
  private var block: ByteBlock
  private(set) var count = 0

  init(capacity: Int) { block = ByteBlock(capacity: capacity) }

  var capacity: Int { block.capacity }

  var room: Int { capacity - count }

  /// Valid until the block is changed.
  var bytes: ByteView { block.view(from: 0, to: count) }

  func append(_ other: ByteView) {
    precondition(other.count <= room, "a block takes no more than it has room for")
    block.copy(other, to: count)
    count += other.count
  }

  /// Lets `write` write to the block from its start; it returns how many bytes it has written.
  func refill(_ write: (ByteRoom) -> Int) {
    let written = write(block.room)
    precondition(written <= capacity, "a block holds no more than its capacity")
    count = written
  }

  func clear() { count = 0 }
}

/// Gzip members that lie ahead, whole and of a size that a worker can inflate at once.
struct MemberPlan {
  var storedBytes = 0
  /// What the trailers say.
  var inflatedBytes = 0
  var members = 0
}

/// The stored bytes of whole gzip members, to be inflated apart from the stream.
///
/// Where a member ends was guessed. So ``inflate(into:with:)`` accepts only what is regular to the last byte; anything else is
/// put back and left to ``GzipSource``, which finds out what is wrong and says it.
@safe
package final class MemberRun: @unchecked Sendable {
  // Sendable: filled by the reader, then read by one worker, then by the reader again.
  private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 0, alignment: 64)
  private var plan = MemberPlan()

  package init() {}

  deinit { unsafe memory.deallocate() }

  /// The bytes that the members hold, as they say.
  package var inflatedCount: Int { plan.inflatedBytes }
  var memberCount: Int { plan.members }

  /// The members as they are stored.
  var stored: UnsafeRawBufferPointer {
    // SAFETY: that many bytes were copied by `load`.
    unsafe UnsafeRawBufferPointer(rebasing: memory[..<plan.storedBytes])
  }

  /// Copies the members of a plan from the front of the bytes.
  func load(_ plan: MemberPlan, from bytes: UnsafeRawBufferPointer) {
    if memory.count < plan.storedBytes {
      unsafe memory.deallocate()
      unsafe memory = .allocate(byteCount: plan.storedBytes + plan.storedBytes / 8, alignment: 64)
    }
    self.plan = plan
    // SAFETY: there is room for them now.
    unsafe memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<plan.storedBytes]))
  }

  /// Inflates all members into the buffer, which has room for them. False unless every one of them is what it says.
  package func inflate(into buffer: ChunkBuffer, with inflater: MemberInflater) -> Bool {
    let wanted = inflatedCount
    let got = unsafe buffer.fill(upTo: wanted) { (room) throws(Never) in
      unsafe inflateAll(into: room, inflater.engine) ? wanted : 0
    }
    return got == wanted
  }

  private func inflateAll(
    into room: UnsafeMutableRawBufferPointer, _ engine: any Inflater
  ) -> Bool {
    let stored = unsafe stored
    var position = 0
    var produced = 0
    for _ in 0..<plan.members {
      guard let header = unsafe MemberHeader.read(stored, at: position) else { return false }
      position += header.dataStart
      // SAFETY: `position` and `produced` stay within their buffers, as a step stays within what it was given.
      let output = unsafe UnsafeMutableRawBufferPointer(rebasing: room[produced...])
      let input = unsafe UnsafeRawBufferPointer(rebasing: stored[position...])
      guard let step = unsafe engine.inflateWhole(from: input, into: output) else { return false }
      position += step.consumed
      guard position + MemberRun.trailerBytes <= stored.count else { return false }
      let data = unsafe UnsafeRawBufferPointer(rebasing: output[..<step.produced])
      guard unsafe engine.checksum(0, adding: data) == stored.littleEndian32(at: position),
        unsafe UInt32(truncatingIfNeeded: step.produced) == stored.littleEndian32(at: position + 4)
      else { return false }
      position += MemberRun.trailerBytes
      produced += step.produced
    }
    return position == stored.count && produced == plan.inflatedBytes
  }

  static let trailerBytes = 8
}

/// What a worker inflates members with.
package final class MemberInflater {
  let engine: any Inflater

  /// Nil when memory is short.
  package init?(_ engine: InflateEngine = .preferred) {
    guard let engine = engine.makeInflater() else { return nil }
    self.engine = engine
  }
}

extension UnsafeRawBufferPointer {
  func littleEndian32(at position: Int) -> UInt32 {
    // Bounds are checked by the caller.
    unsafe UInt32(littleEndian: loadUnaligned(fromByteOffset: position, as: UInt32.self))
  }
}

internal import BulkcheckCore

/// Gzip members that lie ahead, whole and of a size that a worker can inflate at once.
struct MemberPlan {
  var storedBytes = 0
  /// What the trailers say.
  var inflatedBytes = 0
  var members = 0
}

/// The stored bytes of whole gzip members, to be inflated apart from the stream.
///
/// Where a member ends was guessed. So ``inflate(into:with:)`` accepts only what is regular to the
/// last byte; anything else is put back and left to ``GzipSource``, which finds out what is wrong
/// and says it.
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

/// What a worker inflates members with.
package final class MemberInflater {
  let engine: any Inflater

  /// Nil when memory is short.
  package init?(_ engine: InflateEngine = .preferred) {
    guard let engine = engine.makeInflater() else { return nil }
    self.engine = engine
  }
}

internal import BulkcheckCore

/// Inflates whole gzip members.
///
/// Where a member ends was guessed, unless it is a block of bgzip. The guess counts only if the
/// member ends exactly there, and its checksum and length are right.
final class GzipMemberDecoder: MemberDecoder {
  private let engine: any Inflater

  /// Nil when memory is short.
  init?(_ engine: InflateEngine = .preferred) {
    guard let engine = engine.makeInflater() else { return nil }
    self.engine = engine
  }

  func decode(_ stored: ByteView, members: Int, into room: ByteRoom) -> Int? {
    var position = 0
    var produced = 0
    for _ in 0..<members {
      guard let header = MemberHeader.read(stored, at: position) else { return nil }
      position += header.dataStart
      let output = room.dropFirst(produced)
      let input = stored[position..<stored.count]
      guard let step = engine.inflateWhole(from: input, into: output) else { return nil }
      position += step.consumed
      guard position + MemberHeader.trailerBytes <= stored.count else { return nil }
      let data = output.written(step.produced)
      guard engine.checksum(0, adding: data) == stored.littleEndian32(at: position),
        UInt32(truncatingIfNeeded: step.produced) == stored.littleEndian32(at: position + 4)
      else { return nil }
      position += MemberHeader.trailerBytes
      produced += step.produced
    }
    return position == stored.count && produced == room.count ? produced : nil
  }
}

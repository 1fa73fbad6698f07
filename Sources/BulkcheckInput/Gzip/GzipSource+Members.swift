internal import BulkcheckCore

/// Looking ahead for members that can be inflated apart from the stream.
///
/// A member does not say where it ends, unless it is a block of bgzip. So the end is guessed: the
/// next place with the magic and a plausible header, or the end of the stored bytes. The worker
/// that inflates the member finds out whether that was right. A member that is larger than the
/// limits is left to ``read(into:)``, which then stops behind it.
extension GzipSource {
  /// Beyond these a member is streamed: runs wait in memory for their turn.
  private static let storedBytesMaximum = 1 << 20
  private static let inflatedBytesMaximum = 2 << 20
  /// Deflate does not shorten data more than this.
  private static let ratioMaximum = 1032

  /// Whether members lie ahead that ``take(into:)`` would take: as many as hold about `bytes`.
  func plan(bytes: Int) -> Bool {
    guard stage.isMemberStart else { return false }
    if memberPlan == nil { memberPlan = findMembers(bytes) }
    return memberPlan.map { $0.members > 0 } ?? false
  }

  /// Takes the members that were planned.
  func take(into run: MemberRun) {
    guard let plan = memberPlan else { return }
    run.load(plan, from: block.rest)
    block.advance(plan.storedBytes)
    member += plan.members
    memberPlan = nil
  }

  /// Puts members back, the last ones taken, the first of them at the front.
  func putBack(_ runs: [MemberRun]) {
    for run in runs.reversed() {
      block.putBack(run.stored)
      member -= run.memberCount
    }
    memberPlan = nil
  }

  private func findMembers(_ bytes: Int) -> MemberPlan {
    var plan = MemberPlan()
    repeat {
      guard let stored = memberEnd(from: plan.storedBytes).map({ $0 - plan.storedBytes })
      else { break }
      let end = plan.storedBytes + stored
      let inflated = Int(block.rest.littleEndian32(at: end - 4))
      guard end <= Self.storedBytesMaximum,
        plan.inflatedBytes + inflated <= Self.inflatedBytesMaximum,
        inflated <= stored * Self.ratioMaximum
      else { break }
      plan.storedBytes = end
      plan.inflatedBytes += inflated
      plan.members += 1
    } while plan.inflatedBytes < bytes && plan.storedBytes < bytes
    return plan
  }

  /// Behind the member that begins at `start` of the block's rest, if it seems to be whole and not
  /// too large.
  private func memberEnd(from start: Int) -> Int? {
    guard hold(start + MemberHeader.bytesMinimum),
      MemberHeader.isPlausible(block.rest, at: start)
    else { return nil }
    // Optional fields are short, or the member is not worth the trouble.
    _ = hold(start + MemberHeader.bytesMinimum + 1024)
    guard let header = MemberHeader.read(block.rest, at: start) else { return nil }
    let smallest = start + header.dataStart + 2 + MemberRun.trailerBytes
    if let size = header.memberBytes {
      let end = start + size
      return end >= smallest && hold(end) ? end : nil
    }
    var position = smallest
    while true {
      if let next = nextHeader(from: position) { return next }
      // A header that the block's end cuts through is looked at again.
      position = max(smallest, block.rest.count - MemberHeader.bytesMinimum + 1)
      guard block.rest.count - start <= Self.storedBytesMaximum else { return nil }
      if !hold(block.rest.count + 1) { break }
    }
    return storedFailure == nil && block.rest.count >= smallest ? block.rest.count : nil
  }

  private func nextHeader(from start: Int) -> Int? {
    let bytes = block.rest
    var position = start
    while position + MemberHeader.bytesMinimum <= bytes.count {
      guard let found = bytes.firstIndex(of: 0x1f, from: position) else { return nil }
      if MemberHeader.isPlausible(bytes, at: found) { return found }
      position = found + 1
    }
    return nil
  }

  /// Reads ahead until the block's rest has so many bytes; false if the input ends before.
  private func hold(_ bytes: Int) -> Bool {
    while block.rest.count < bytes {
      guard !storedHasEnded else { return false }
      do {
        storedHasEnded = try !block.extend(from: stored, toHold: bytes)
      } catch {
        storedFailure = error
        storedHasEnded = true
      }
    }
    return true
  }
}

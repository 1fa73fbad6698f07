package import BulkcheckCore

/// The stored bytes of a compressed source, and how far it has come.
package final class CompressedInput {
  let name: String
  let compression: InputCompression
  var block: StoredBlock
  /// Counts from 1 once the first member begins.
  var member = 0
  /// The members that come next, if they were looked for here.
  fileprivate var memberPlan: MemberPlan?
  /// Thrown by every read from now on.
  fileprivate var failure: InputError?

  init(
    _ stored: any ByteSource, name: String, _ compression: InputCompression, blockBytes: Int
  ) {
    self.name = name
    self.compression = compression
    block = StoredBlock(stored, capacity: blockBytes)
  }

  /// Measured from 32 KiB to 1 MiB: the differences (up to 7 %) were within the noise.
  package static let blockBytesDefault = 256 << 10

  func error(_ cause: InputError.Cause) -> InputError { InputError(path: name, cause: cause) }
}

/// The decompressed bytes of a compressed stream, whose members come one after another.
///
/// A compression says what a step is, and where members lie. Reading step by step, and giving out
/// members that workers can decompress by themselves, is the same for all. A fault is thrown only
/// after all bytes before it have been delivered.
///
/// Memory: one block of stored bytes and what the decoder needs, however much the data expands.
package protocol CompressedSource: ByteSource {
  var input: CompressedInput { get }

  /// The next byte begins a member, or nothing follows.
  var isAtMember: Bool { get }

  /// All has been read.
  var isAtEnd: Bool { get }

  /// Takes the next step and returns the bytes written.
  func advance(into output: ByteRoom) throws(InputError) -> Int

  /// Behind the member that begins at `start` of the block's rest, and how many bytes it holds at
  /// most. Nil if it is not whole, is unusual or is larger than ``MemberRun`` takes.
  func memberEnd(from start: Int) -> (end: Int, decompressedBytes: Int)?
}

extension CompressedSource {
  /// The stored bytes decompressed so far, without those read ahead: the number does not depend on
  /// the size of blocks.
  package var storedBytesRead: Int { input.block.offset }
  package var storedBytes: Int? { input.block.source.storedBytes }

  package var members: (any CompressedSource)? { self }

  package func read(into room: ByteRoom) throws(InputError) -> Int {
    if let failure = input.failure { throw failure }
    var produced = 0
    do throws(InputError) {
      // Returns at the end of a member: others may want to decompress the next one.
      while produced < room.count, !isAtEnd, produced == 0 || !isAtMember {
        produced += try advance(into: room.dropFirst(produced))
      }
    } catch {
      input.failure = error
      if produced == 0 { throw error }
    }
    return produced
  }
}

/// Members for others to decompress.
extension CompressedSource {
  /// Whether members lie ahead that ``take(into:)`` would take: as many as hold about `bytes`.
  func plan(bytes: Int) -> Bool {
    guard isAtMember else { return false }
    if input.memberPlan == nil { input.memberPlan = findMembers(bytes) }
    return input.memberPlan.map { $0.members > 0 } ?? false
  }

  /// Takes the members that were planned.
  func take(into run: MemberRun) {
    guard let plan = input.memberPlan else { return }
    run.load(plan, from: input.block.rest, input.compression)
    input.block.advance(plan.storedBytes)
    input.member += plan.members
    input.memberPlan = nil
  }

  /// Puts members back, the last ones taken, the first of them at the front.
  func putBack(_ runs: [MemberRun]) {
    for run in runs.reversed() {
      input.block.putBack(run.stored)
      input.member -= run.memberCount
    }
    input.memberPlan = nil
  }

  private func findMembers(_ bytes: Int) -> MemberPlan {
    var plan = MemberPlan()
    repeat {
      guard let found = memberEnd(from: plan.storedBytes),
        found.end <= MemberRun.storedBytesMaximum,
        plan.decompressedBytes + found.decompressedBytes <= MemberRun.decompressedBytesMaximum
      else { break }
      plan.storedBytes = found.end
      plan.decompressedBytes += found.decompressedBytes
      plan.members += 1
    } while plan.decompressedBytes < bytes && plan.storedBytes < bytes
    return plan
  }
}

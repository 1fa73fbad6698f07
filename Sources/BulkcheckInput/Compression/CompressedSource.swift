package import BulkcheckCore

/// The decompressed bytes of a compressed stream, whose members come one after another.
///
/// The common part of all compressions: reading step by step, and giving out members that workers
/// can decompress by themselves. What a step is, and where members lie, a subclass for each
/// compression says. A fault is thrown only after all bytes before it have been delivered.
///
/// Memory: one block of stored bytes and what the decoder needs, however much the data expands.
package class CompressedSource: ByteSource {
  /// Measured from 32 KiB to 1 MiB: the differences (up to 7 %) were within the noise.
  package static let blockBytesDefault = 256 << 10

  let name: String
  let compression: InputCompression
  var block: StoredBlock
  /// Counts from 1 once the first member begins.
  var member = 0
  /// The members that come next, if they were looked for here.
  private var memberPlan: MemberPlan?
  /// Thrown by every read from now on.
  private var failure: InputError?

  init(
    _ stored: any ByteSource, name: String, _ compression: InputCompression, blockBytes: Int
  ) {
    self.name = name
    self.compression = compression
    block = StoredBlock(stored, capacity: blockBytes)
  }

  // MARK: What a compression decides

  /// The next byte begins a member, or nothing follows.
  var isAtMember: Bool { fatalError("a compression says where its members begin") }

  /// All has been read.
  var isAtEnd: Bool { fatalError("a compression says where it ends") }

  /// Takes the next step and returns the bytes written.
  func advance(into output: ByteRoom) throws(InputError) -> Int {
    fatalError("a compression says how it is decompressed")
  }

  /// Behind the member that begins at `start` of the block's rest, and how many bytes it holds at
  /// most. Nil if it is not whole, is unusual or is larger than ``MemberRun`` takes.
  func memberEnd(from start: Int) -> (end: Int, decompressedBytes: Int)? {
    fatalError("a compression says how far a member reaches")
  }

  // MARK: Reading

  /// The stored bytes decompressed so far, without those read ahead: the number does not depend on
  /// the size of blocks.
  package var storedBytesRead: Int { block.offset }
  package var storedBytes: Int? { block.source.storedBytes }

  package var members: CompressedSource? { self }

  package func read(into room: ByteRoom) throws(InputError) -> Int {
    if let failure { throw failure }
    var produced = 0
    do throws(InputError) {
      // Returns at the end of a member: others may want to decompress the next one.
      while produced < room.count, !isAtEnd, produced == 0 || !isAtMember {
        produced += try advance(into: room.dropFirst(produced))
      }
    } catch {
      failure = error
      if produced == 0 { throw error }
    }
    return produced
  }

  func error(_ cause: InputError.Cause) -> InputError { InputError(path: name, cause: cause) }

  // MARK: Members for others to decompress

  /// Whether members lie ahead that ``take(into:)`` would take: as many as hold about `bytes`.
  func plan(bytes: Int) -> Bool {
    guard isAtMember else { return false }
    if memberPlan == nil { memberPlan = findMembers(bytes) }
    return memberPlan.map { $0.members > 0 } ?? false
  }

  /// Takes the members that were planned.
  func take(into run: MemberRun) {
    guard let plan = memberPlan else { return }
    run.load(plan, from: block.rest, compression)
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

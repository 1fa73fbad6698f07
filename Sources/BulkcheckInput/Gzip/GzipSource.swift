package import BulkcheckCore

/// The decompressed bytes of a gzip stream (RFC 1952), inflated straight into the caller's room.
///
/// A stream is a run of members, each a header, deflate data, and a trailer with the CRC-32 and the
/// length of the data:
///
///     1f 8b 08 flags mtime*4 xfl os [extra] [name 00] [comment 00] [crc16] deflate crc*4 length*4
///
/// Several members count as one text (`cat a.gz b.gz`, bgzip, pigz). After the last one only zero
/// bytes may follow. The work is a small machine: ``Stage`` says what the next stored byte belongs
/// to. A fault is thrown only after all bytes that were inflated before it have been delivered.
///
/// Memory: one block of stored bytes and the engine's state (zlib 40 KiB, ISA-L 200 KiB), however
/// much the data expands.
package final class GzipSource: ByteSource {
  /// What the next stored byte belongs to.
  enum Stage {
    case memberStart
    case data
    case trailer
    case padding
    case end
    /// A fault was found in the data; the bytes before it have been delivered.
    case damaged(InputError)

    var isEnd: Bool {
      if case .end = self { true } else { false }
    }

    var isMemberStart: Bool {
      if case .memberStart = self { true } else { false }
    }
  }

  /// Measured from 32 KiB to 1 MiB: the differences (up to 7 %) were within the noise.
  package static let blockBytesDefault = 256 << 10

  let name: String
  let inflater: any Inflater
  let stored: any ByteSource
  var block: StoredBlock
  private(set) var stage = Stage.memberStart
  /// The stored source has ended or failed: no block follows.
  var storedHasEnded = false
  var storedFailure: InputError?
  /// Thrown by every read from now on.
  private var failure: InputError?
  /// Counts from 1 once the first member begins.
  var member = 0
  /// The members that come next, if they were looked for here.
  var memberPlan: MemberPlan?
  private var memberChecksum: UInt32 = 0
  /// The member's decompressed length modulo 2^32, as the trailer has it.
  private var memberLength: UInt32 = 0

  /// `name` is for errors. Throws when memory is short.
  package init(
    _ stored: any ByteSource, name: String, engine: InflateEngine = .preferred,
    blockBytes: Int = GzipSource.blockBytesDefault
  ) throws(InputError) {
    guard let inflater = engine.makeInflater() else {
      throw InputError(path: name, cause: .outOfMemory)
    }
    self.inflater = inflater
    self.stored = stored
    self.name = name
    block = StoredBlock(capacity: blockBytes)
  }

  /// What was inflated so far, and not what was read ahead of it: the same however large the blocks
  /// are.
  package var storedBytesRead: Int { block.offset }
  package var storedBytes: Int? { stored.storedBytes }

  package var members: GzipSource? { self }

  package func read(into room: ByteRoom) throws(InputError) -> Int {
    if let failure { throw failure }
    var produced = 0
    do throws(InputError) {
      // Returns at the end of a member: others may want to inflate the next one.
      while produced < room.count, !stage.isEnd, produced == 0 || !stage.isMemberStart {
        produced += try advance(into: room.dropFirst(produced))
      }
    } catch {
      failure = error
      if produced == 0 { throw error }
    }
    return produced
  }

  /// Takes the next step and returns the bytes written.
  private func advance(into output: ByteRoom) throws(InputError) -> Int {
    switch stage {
    case .memberStart: stage = try beginMember()
    case .data: return try inflateData(into: output)
    case .trailer:
      try checkTrailer()
      stage = .memberStart
    case .padding:
      try skipPadding()
      stage = .end
    case .damaged(let error): throw error
    case .end: break
    }
    return 0
  }

  private func beginMember() throws(InputError) -> Stage {
    let offset = block.offset
    guard let first = nextByte() else {
      if member > 0 && storedFailure == nil { return .end }
      throw endedEarly()
    }
    if first == 0 && member > 0 { return .padding }
    guard first == 0x1f, try requiredByte() == 0x8b else {
      throw member == 0
        ? corrupt(.notGzip, at: offset) : error(.gzipTrailingGarbage(offset: offset))
    }
    try readHeaderAfterMagic()
    member += 1
    memberChecksum = 0
    memberLength = 0
    inflater.reset()
    return .data
  }

  private func inflateData(
    into output: ByteRoom
  ) throws(InputError) -> Int {
    if block.isEmpty { refill() }
    let step = inflater.inflate(from: block.rest, into: output)
    block.advance(step.consumed)
    memberChecksum = inflater.checksum(memberChecksum, adding: output.written(step.produced))
    memberLength &+= UInt32(truncatingIfNeeded: step.produced)
    switch step.status {
    case .finished:
      stage = .trailer
    case .running:
      guard step.produced == 0 && step.consumed == 0 else { break }
      // No progress with input at hand cannot happen; better an error than an endless loop.
      throw block.isEmpty ? endedEarly() : corrupt(.engine(0), at: block.offset)
    case .damaged(let fault):
      stage = .damaged(corrupt(fault, at: block.offset))
    case .outOfMemory:
      stage = .damaged(error(.outOfMemory))
    }
    return step.produced
  }

  private func checkTrailer() throws(InputError) {
    let offset = block.offset
    let checksum = try requiredUInt32()
    let length = try requiredUInt32()
    guard checksum == memberChecksum else {
      throw error(.gzipChecksum(member: member, offset: offset))
    }
    guard length == memberLength else {
      throw error(.gzipLength(member: member, offset: offset + 4))
    }
  }

  private func skipPadding() throws(InputError) {
    while let byte = nextByte() {
      if byte != 0 { throw error(.gzipTrailingGarbage(offset: block.offset - 1)) }
    }
    if let storedFailure { throw storedFailure }
  }

  // MARK: Stored bytes

  private func refill() {
    guard !storedHasEnded else { return }
    do {
      storedHasEnded = try !block.refill(from: stored)
    } catch {
      // What the engine still holds is delivered first.
      storedFailure = error
      storedHasEnded = true
    }
  }

  /// Nil at the end of the stored bytes.
  func nextByte() -> UInt8? {
    if block.isEmpty { refill() }
    return block.takeByte()
  }

  func requiredByte() throws(InputError) -> UInt8 {
    guard let byte = nextByte() else { throw endedEarly() }
    return byte
  }

  private func requiredUInt32() throws(InputError) -> UInt32 {
    var value: UInt32 = 0
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      value |= UInt32(try requiredByte()) << shift
    }
    return value
  }

  /// The stored offset of the next byte.
  var offset: Int { block.offset }

  // MARK: Errors

  private func endedEarly() -> InputError {
    storedFailure ?? error(.gzipTruncated(storedBytes: block.offset))
  }

  func corrupt(_ detail: InputError.GzipFault, at offset: Int) -> InputError {
    error(.gzipCorrupt(offset: offset, detail: detail))
  }

  private func error(_ cause: InputError.Cause) -> InputError {
    InputError(path: name, cause: cause)
  }
}

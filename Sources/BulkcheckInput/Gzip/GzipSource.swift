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
/// to. The engine's state takes 40 KiB (zlib) or 200 KiB (ISA-L).
package final class GzipSource: CompressedSource {
  /// The part of the file to which the next stored byte belongs.
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

  package let input: CompressedInput
  let inflater: any Inflater
  private(set) var stage = Stage.memberStart
  private var memberChecksum: UInt32 = 0
  /// The member's decompressed length modulo 2^32, as the trailer has it.
  private var memberLength: UInt32 = 0

  /// `name` is for errors. Throws when memory is short.
  package init(
    _ stored: any ByteSource, name: String, engine: InflateEngine = .preferred,
    blockBytes: Int = CompressedInput.blockBytesDefault
  ) throws(InputError) {
    guard let inflater = engine.makeInflater() else {
      throw InputError(path: name, cause: .outOfMemory)
    }
    self.inflater = inflater
    input = CompressedInput(stored, name: name, .gzip, blockBytes: blockBytes)
  }

  package var isAtMember: Bool { stage.isMemberStart }
  package var isAtEnd: Bool { stage.isEnd }

  package func advance(into output: ByteRoom) throws(InputError) -> Int {
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

  package func memberEnd(from start: Int) -> (end: Int, decompressedBytes: Int)? {
    guard let end = plannedEnd(from: start) else { return nil }
    let inflated = Int(input.block.rest.littleEndian32(at: end - 4))
    return inflated <= (end - start) * Self.ratioMaximum ? (end, inflated) : nil
  }

  private func beginMember() throws(InputError) -> Stage {
    let offset = input.block.offset
    guard let first = input.block.nextByte() else {
      if input.member > 0 && input.block.failure == nil { return .end }
      throw endedEarly()
    }
    if first == 0 && input.member > 0 { return .padding }
    guard first == 0x1f, try requiredByte() == 0x8b else {
      throw input.member == 0
        ? corrupt(.notGzip, at: offset) : input.error(.gzipTrailingGarbage(offset: offset))
    }
    try readHeaderAfterMagic()
    input.member += 1
    memberChecksum = 0
    memberLength = 0
    inflater.reset()
    return .data
  }

  private func inflateData(
    into output: ByteRoom
  ) throws(InputError) -> Int {
    if input.block.isEmpty { input.block.refill() }
    let step = inflater.inflate(from: input.block.rest, into: output)
    input.block.advance(step.consumed)
    memberChecksum = inflater.checksum(memberChecksum, adding: output.written(step.produced))
    memberLength &+= UInt32(truncatingIfNeeded: step.produced)
    switch step.status {
    case .finished:
      stage = .trailer
    case .running:
      guard step.produced == 0 && step.consumed == 0 else { break }
      // No progress with input at hand cannot happen; better an error than an endless loop.
      throw input.block.isEmpty ? endedEarly() : corrupt(.engine(0), at: input.block.offset)
    case .damaged(let fault):
      stage = .damaged(corrupt(fault, at: input.block.offset))
    case .outOfMemory:
      stage = .damaged(input.error(.outOfMemory))
    }
    return step.produced
  }

  private func checkTrailer() throws(InputError) {
    let offset = input.block.offset
    let checksum = try requiredUInt32()
    let length = try requiredUInt32()
    guard checksum == memberChecksum else {
      throw input.error(.gzipChecksum(member: input.member, offset: offset))
    }
    guard length == memberLength else {
      throw input.error(.gzipLength(member: input.member, offset: offset + 4))
    }
  }

  private func skipPadding() throws(InputError) {
    while let byte = input.block.nextByte() {
      if byte != 0 { throw input.error(.gzipTrailingGarbage(offset: input.block.offset - 1)) }
    }
    if let failure = input.block.failure { throw failure }
  }

  // MARK: Stored bytes

  func requiredByte() throws(InputError) -> UInt8 {
    guard let byte = input.block.nextByte() else { throw endedEarly() }
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
  var offset: Int { input.block.offset }

  // MARK: Errors

  private func endedEarly() -> InputError {
    input.block.failure ?? input.error(.gzipTruncated(storedBytes: input.block.offset))
  }

  func corrupt(_ detail: InputError.GzipFault, at offset: Int) -> InputError {
    input.error(.gzipCorrupt(offset: offset, detail: detail))
  }
}

/// The flags of a member's header (RFC 1952, 2.3.1).
enum HeaderFlag {
  static let headerChecksum: UInt8 = 1 << 1
  static let extra: UInt8 = 1 << 2
  static let name: UInt8 = 1 << 3
  static let comment: UInt8 = 1 << 4
  static let reserved: UInt8 = 0b1110_0000
}

extension GzipSource {
  /// Reads a member's header behind the two magic bytes; its optional fields are checked and
  /// dropped.
  func readHeaderAfterMagic() throws(InputError) {
    let start = offset - 2
    let method = try requiredByte()
    guard method == 8 else { throw corrupt(.compressionMethod(method), at: offset - 1) }
    let flags = try requiredByte()
    guard flags & HeaderFlag.reserved == 0 else {
      throw corrupt(.reservedFlags(flags & HeaderFlag.reserved), at: offset - 1)
    }
    // Only a header that carries a checksum pays for one.
    var checksum: UInt32? =
      flags & HeaderFlag.headerChecksum == 0
      ? nil : [0x1f, 0x8b, method, flags].reduce(0) { checksumAdding($1, to: $0) }

    // Modification time, extra flags, operating system.
    try skip(6, checksum: &checksum)
    if flags & HeaderFlag.extra != 0 {
      let low = try headerByte(checksum: &checksum)
      let high = try headerByte(checksum: &checksum)
      try skip(Int(high) << 8 | Int(low), checksum: &checksum)
    }
    if flags & HeaderFlag.name != 0 { try skipText(checksum: &checksum) }
    if flags & HeaderFlag.comment != 0 { try skipText(checksum: &checksum) }
    guard let checksum else { return }
    let low = try requiredByte()
    let high = try requiredByte()
    guard UInt16(truncatingIfNeeded: checksum) == UInt16(high) << 8 | UInt16(low) else {
      throw corrupt(.headerChecksum, at: start)
    }
  }

  private func headerByte(checksum: inout UInt32?) throws(InputError) -> UInt8 {
    let byte = try requiredByte()
    checksum = checksum.map { checksumAdding(byte, to: $0) }
    return byte
  }

  private func skip(_ count: Int, checksum: inout UInt32?) throws(InputError) {
    for _ in 0..<count { _ = try headerByte(checksum: &checksum) }
  }

  /// Skips a text with its closing zero byte.
  private func skipText(checksum: inout UInt32?) throws(InputError) {
    while try headerByte(checksum: &checksum) != 0 {}
  }

  private func checksumAdding(_ byte: UInt8, to checksum: UInt32) -> UInt32 {
    ByteView.with([byte]) { inflater.checksum(checksum, adding: $0) }
  }
}

/// Looking ahead for members that can be inflated apart from the stream.
///
/// A member does not say where it ends, unless it is a block of bgzip. So the end is guessed: the
/// next place with the magic and a plausible header, or the end of the stored bytes. The worker
/// that inflates the member finds out whether that was right.
extension GzipSource {
  /// Deflate does not shorten data more than this.
  private static let ratioMaximum = 1032

  private func plannedEnd(from start: Int) -> Int? {
    guard input.block.hold(start + MemberHeader.bytesMinimum),
      MemberHeader.isPlausible(input.block.rest, at: start)
    else { return nil }
    // Optional fields are short, or the member is not worth the trouble.
    _ = input.block.hold(start + MemberHeader.bytesMinimum + 1024)
    guard let header = MemberHeader.read(input.block.rest, at: start) else { return nil }
    let smallest = start + header.dataStart + 2 + MemberHeader.trailerBytes
    if let size = header.memberBytes {
      let end = start + size
      return end >= smallest && input.block.hold(end) ? end : nil
    }
    var position = smallest
    while true {
      if let next = nextHeader(from: position) { return next }
      // A header that the block's end cuts through is looked at again.
      position = max(smallest, input.block.rest.count - MemberHeader.bytesMinimum + 1)
      guard input.block.rest.count - start <= MemberRun.storedBytesMaximum else { return nil }
      if !input.block.hold(input.block.rest.count + 1) { break }
    }
    return input.block.failure == nil && input.block.rest.count >= smallest
      ? input.block.rest.count : nil
  }

  private func nextHeader(from start: Int) -> Int? {
    let bytes = input.block.rest
    var position = start
    while position + MemberHeader.bytesMinimum <= bytes.count {
      guard let found = bytes.firstIndex(of: 0x1f, from: position) else { return nil }
      if MemberHeader.isPlausible(bytes, at: found) { return found }
      position = found + 1
    }
    return nil
  }
}

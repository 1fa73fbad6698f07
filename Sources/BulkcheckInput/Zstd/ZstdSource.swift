#if Zstd && canImport(CZstd)
  internal import BulkcheckCore

  /// The decompressed bytes of Zstandard data (RFC 8878), by libzstd.
  ///
  /// Several frames count as one text (`cat a.zst b.zst`, pzstd), and those to be skipped are
  /// skipped. Headers are read here, so that dictionaries and large windows are refused before the
  /// library reserves memory for them. It takes as much as the window of a frame, and one block.
  ///
  /// The library gets one part of a frame at a time: a header, a block, the checksum. A call that
  /// finds a fault does not say what it has written before; so there must be nothing before.
  final class ZstdSource: CompressedSource {
    /// The part of the file to which the next stored byte belongs.
    private enum Stage {
      case frameStart, blockStart, checksum, end
      /// Within a block; when nothing is left of it, some of what it holds may be.
      case block(bytesLeft: Int)
      case skipping(bytesLeft: Int)
    }

    let input: CompressedInput
    private let decoder: ZstdDecoder
    private let windowBytesMaximum: Int
    private var stage = Stage.frameStart
    /// The stored offset of the frame at hand.
    private var frameOffset = 0
    private var header: ZstdFrameHeader?
    private var isLastBlock = false
    /// How many bytes of the frame were decompressed.
    private var frameBytes: UInt64 = 0

    /// - Parameters:
    ///   - name: for errors.
    ///   - windowBytesMaximum: a frame that needs more is refused.
    /// - Throws: when memory is short.
    init(
      _ stored: any ByteSource, name: String, windowBytesMaximum: Int,
      blockBytes: Int = CompressedInput.blockBytesDefault
    ) throws(InputError) {
      guard let decoder = ZstdDecoder(windowBytesMaximum: windowBytesMaximum) else {
        throw InputError(path: name, cause: .outOfMemory)
      }
      self.decoder = decoder
      self.windowBytesMaximum = windowBytesMaximum
      input = CompressedInput(stored, name: name, .zstd, blockBytes: blockBytes)
    }

    var isAtMember: Bool { if case .frameStart = stage { true } else { false } }
    var isAtEnd: Bool { if case .end = stage { true } else { false } }

    func advance(into output: ByteRoom) throws(InputError) -> Int {
      switch stage {
      case .frameStart: stage = try beginFrame(output.prefix(0))
      case .skipping(let bytesLeft): stage = try skip(bytesLeft)
      case .blockStart: stage = try beginBlock(output.prefix(0))
      case .block(let bytesLeft): return try decompress(bytesLeft, into: output)
      case .checksum:
        guard input.block.hold(4) else { throw endedEarly() }
        try feed(4, output.prefix(0))
        stage = .frameStart
      case .end: break
      }
      return 0
    }

    private func beginFrame(_ noRoom: ByteRoom) throws(InputError) -> Stage {
      frameOffset = input.block.offset
      guard input.block.hold(1) else {
        guard input.member > 0, input.block.failure == nil else { throw endedEarly() }
        return .end
      }
      _ = input.block.hold(ZstdFrame.headerBytesMaximum)
      input.member += 1
      switch ZstdFrame(input.block.rest, at: 0) {
      case .incomplete: throw endedEarly()
      case .unknown: throw fault(input.member == 1 ? .noFrame : .trailingGarbage)
      case .skippable(let bytes): return .skipping(bytesLeft: bytes)
      case .data(let header):
        if let unusual = unusual(header) { throw fault(unusual) }
        decoder.reset()
        self.header = header
        frameBytes = 0
        try feed(header.byteCount, noRoom)
        return .blockStart
      }
    }

    private func beginBlock(_ noRoom: ByteRoom) throws(InputError) -> Stage {
      guard input.block.hold(ZstdBlockHeader.byteCount) else { throw endedEarly() }
      guard let found = ZstdBlockHeader(input.block.rest, at: 0) else {
        throw fault(.corrupt("a block of an unknown kind"))
      }
      isLastBlock = found.isLast
      if found.isLast, let bytes = found.contentBytes, let whole = header?.contentBytes,
        frameBytes + UInt64(bytes) != whole
      {
        throw fault(.corrupt("it does not hold as much as its header says"))
      }
      try feed(ZstdBlockHeader.byteCount, noRoom)
      return found.storedBytes == 0 ? stageBehindBlock : .block(bytesLeft: found.storedBytes)
    }

    private var stageBehindBlock: Stage {
      !isLastBlock ? .blockStart : header?.hasChecksum == true ? .checksum : .frameStart
    }

    /// Hands on bytes from which nothing is decompressed.
    private func feed(_ count: Int, _ noRoom: ByteRoom) throws(InputError) {
      let step = decoder.decompress(input.block.rest[0..<count], into: noRoom)
      try check(step)
      guard step.consumed == count else { throw fault(.corrupt("no progress")) }
      input.block.advance(count)
    }

    private func check(_ step: ZstdDecoder.Step) throws(InputError) {
      switch step.status {
      case .running, .finished: return
      case .checksum: throw fault(.checksum(frame: input.member))
      case .damaged: throw fault(.corrupt(step.reason))
      case .outOfMemory: throw input.error(.outOfMemory)
      }
    }

    private func unusual(_ header: ZstdFrameHeader) -> InputError.ZstdFault? {
      if header.isReserved { return .corrupt("a reserved bit of the header is set") }
      if header.dictionary != 0 { return .dictionary(frame: input.member, header.dictionary) }
      if header.windowBytes > UInt64(windowBytesMaximum) {
        return .window(frame: input.member, header.windowBytes, maximum: windowBytesMaximum)
      }
      return nil
    }

    private func skip(_ bytesLeft: Int) throws(InputError) -> Stage {
      if input.block.isEmpty { input.block.refill() }
      let count = min(bytesLeft, input.block.rest.count)
      input.block.advance(count)
      if count == bytesLeft { return .frameStart }
      guard count > 0 else { throw endedEarly() }
      return .skipping(bytesLeft: bytesLeft - count)
    }

    private func decompress(_ bytesLeft: Int, into output: ByteRoom) throws(InputError) -> Int {
      if bytesLeft > 0, input.block.isEmpty { input.block.refill() }
      let count = min(bytesLeft, input.block.rest.count)
      let step = decoder.decompress(input.block.rest[0..<count], into: output)
      try check(step)
      // Without input there may still be output for which there was no room.
      if bytesLeft > 0, count == 0, step.produced == 0 { throw endedEarly() }
      input.block.advance(step.consumed)
      frameBytes += UInt64(step.produced)
      let rest = bytesLeft - step.consumed
      // Where there was no room left, more may come.
      stage = rest == 0 && step.produced < output.count ? stageBehindBlock : .block(bytesLeft: rest)
      return step.produced
    }

    // MARK: Frames for others to decompress

    /// The frame's blocks say how long they are.
    func memberEnd(from start: Int) -> (end: Int, decompressedBytes: Int)? {
      _ = input.block.hold(start + ZstdFrame.headerBytesMaximum)
      let header: ZstdFrameHeader
      switch ZstdFrame(input.block.rest, at: start) {
      case .incomplete, .unknown: return nil
      case .skippable(let bytes):
        guard bytes <= MemberRun.storedBytesMaximum, input.block.hold(start + bytes) else {
          return nil
        }
        return (start + bytes, 0)
      case .data(let data): header = data
      }
      guard unusual(header) == nil else { return nil }
      var position = start + header.byteCount
      var decompressed = 0
      var isLast = false
      while !isLast {
        guard decompressed <= MemberRun.decompressedBytesMaximum,
          position <= MemberRun.storedBytesMaximum,
          input.block.hold(position + ZstdBlockHeader.byteCount),
          let found = ZstdBlockHeader(input.block.rest, at: position)
        else { return nil }
        isLast = found.isLast
        position += ZstdBlockHeader.byteCount + found.storedBytes
        decompressed += found.contentBytes ?? header.blockBytes
      }
      if header.hasChecksum { position += 4 }
      if let content = header.contentBytes {
        decompressed = min(decompressed, Int(clamping: content))
      }
      return input.block.hold(position) ? (position, decompressed) : nil
    }

    // MARK: Errors

    private func endedEarly() -> InputError {
      input.block.failure
        ?? input.error(.zstd(.truncated, offset: input.block.offset + input.block.rest.count))
    }

    /// The library does not say where a fault is, so the place is that of the frame: it does not
    /// depend on how the input was read.
    private func fault(_ fault: InputError.ZstdFault) -> InputError {
      input.error(.zstd(fault, offset: frameOffset))
    }
  }

  /// Decompresses whole frames.
  final class ZstdFrameDecoder: MemberDecoder {
    private let decoder: ZstdDecoder

    /// Nil when memory is short.
    init?() {
      // What needs a larger window is not given to workers.
      guard let decoder = ZstdDecoder(windowBytesMaximum: OpenedInput.windowBytesDefault) else {
        return nil
      }
      self.decoder = decoder
    }

    func decode(_ stored: ByteView, members: Int, into room: ByteRoom) -> Int? {
      decoder.decompressWhole(stored, into: room)
    }
  }
#endif

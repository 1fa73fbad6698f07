import BulkcheckInput
import Testing

@Suite("Gzip streams")
struct GzipSourceTests {
  /// A whole stream and what it holds.
  struct Whole: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let stored: [UInt8]
    let data: [UInt8]

    init(_ description: String, _ stored: [UInt8], _ data: [UInt8]) {
      testDescription = description
      self.stored = stored
      self.data = data
    }
  }

  /// The empty block that ends a bgzip file.
  static let bgzipEnd: [UInt8] = [
    0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 255, 6, 0, 0x42, 0x43, 2, 0, 0x1b, 0, 3, 0, 0, 0, 0, 0, 0, 0,
    0, 0,
  ]
  static let wholeStreams: [Whole] = {
    let data = text("one\ntwo\n")
    let large = sampleText(bytes: 100_000)
    let plain = GzipBuilder().member(data)
    return [
      Whole("an empty member", GzipBuilder().member([]), []),
      Whole("one member", plain, data),
      Whole("two members", plain + plain, data + data),
      Whole("an empty member between", plain + GzipBuilder().member([]) + plain, data + data),
      Whole("the empty block of bgzip at the end", plain + bgzipEnd, data),
      Whole("zero padding", plain + [UInt8](repeating: 0, count: 1000), data),
      Whole("an extra field", GzipBuilder(extra: [1, 2, 0, 4]).member(data), data),
      Whole("a name", GzipBuilder(name: "data.jsonl").member(data), data),
      Whole("a comment", GzipBuilder(comment: "no comment").member(data), data),
      Whole("a header checksum", GzipBuilder(headerChecksumChange: 0).member(data), data),
      Whole(
        "all header fields",
        GzipBuilder(
          extra: [UInt8](repeating: 7, count: 65_535), name: "n", comment: "",
          headerChecksumChange: 0
        ).member(data), data),
      Whole("a large member", GzipBuilder().member(large), large),
      Whole(
        "stored blocks", GzipBuilder(deflateData: storedBlocks(large, isFinal: true)).member(large),
        large),
      Whole("large members", GzipBuilder().member(large) + plain, large + data),
    ]
  }()

  @Test("a whole stream is read to its end", arguments: wholeStreams, InflateEngine.available)
  func whole(stream: Whole, engine: InflateEngine) throws {
    for (size, blockBytes) in [(4096, 1 << 18), (1, 100), (1 << 20, 1), (333, 9), (70_000, 8)] {
      let result = try inflate(stream.stored, engine: engine, size: size, blockBytes: blockBytes)
      #expect(result.error == nil, "read size \(size), block size \(blockBytes)")
      #expect(result.bytes == stream.data, "read size \(size), block size \(blockBytes)")
    }
  }

  /// A damaged stream, what is delivered of it and the error.
  struct Damaged: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let stored: [UInt8]
    let data: [UInt8]
    let cause: InputError.Cause

    init(
      _ description: String, _ stored: [UInt8], _ data: [UInt8], _ cause: InputError.Cause
    ) {
      testDescription = description
      self.stored = stored
      self.data = data
      self.cause = cause
    }
  }

  static let damagedStreams: [Damaged] = {
    let data = text("one\ntwo\n")
    let plain = GzipBuilder().member(data)
    let count = plain.count
    return [
      Damaged("nothing", [], [], .gzipTruncated(storedBytes: 0)),
      Damaged("no gzip", text("{}"), [], .gzipCorrupt(offset: 0, detail: .notGzip)),
      Damaged("a lone first byte", [0x1f], [], .gzipTruncated(storedBytes: 1)),
      Damaged("magic alone", [0x1f, 0x8b], [], .gzipTruncated(storedBytes: 2)),
      Damaged(
        "an unknown method", GzipBuilder(method: 7).member(data), [],
        .gzipCorrupt(offset: 2, detail: .compressionMethod(7))),
      Damaged(
        "a reserved flag", GzipBuilder(reservedFlags: 0x40).member(data), [],
        .gzipCorrupt(offset: 3, detail: .reservedFlags(0x40))),
      Damaged(
        "a wrong header checksum",
        plain + GzipBuilder(name: "n", headerChecksumChange: 0x100).member(data), data,
        .gzipCorrupt(offset: count, detail: .headerChecksum)),
      Damaged(
        "a wrong checksum", GzipBuilder(checksumChange: 1).member(data), data,
        .gzipChecksum(member: 1, offset: count - 8)),
      Damaged(
        "a wrong checksum of the second member",
        plain + GzipBuilder(checksumChange: 1 << 31).member(data), data + data,
        .gzipChecksum(member: 2, offset: 2 * count - 8)),
      Damaged(
        "a wrong length", GzipBuilder(lengthChange: 1 << 20).member(data), data,
        .gzipLength(member: 1, offset: count - 4)),
      Damaged(
        "text after the member", plain + text("x"), data, .gzipTrailingGarbage(offset: count)),
      Damaged(
        "half a magic after the member", plain + [0x1f, 0x00], data,
        .gzipTrailingGarbage(offset: count)),
      Damaged(
        "a byte within the padding", plain + [0, 0, 5, 0], data,
        .gzipTrailingGarbage(offset: count + 2)),
      Damaged(
        "a member after padding", plain + [0] + plain, data, .gzipTrailingGarbage(offset: count + 1)
      ),
      Damaged(
        "a second member cut off", plain + plain.dropLast(3), data + data,
        .gzipTruncated(storedBytes: 2 * count - 3)),
    ]
  }()

  @Test(
    "a damaged stream delivers what came before, then throws",
    arguments: damagedStreams, InflateEngine.available)
  func damaged(stream: Damaged, engine: InflateEngine) throws {
    for (size, blockBytes) in [(4096, 1 << 18), (1, 1), (3, 10)] {
      let result = try inflate(stream.stored, engine: engine, size: size, blockBytes: blockBytes)
      #expect(result.error == InputError(path: "t.gz", cause: stream.cause))
      #expect(result.bytes == stream.data)
    }
  }

  @Test(
    "all data before an invalid block is delivered in pieces of any size",
    arguments: InflateEngine.available, [1, 1000, 70_000, 1 << 18])
  func invalidBlock(engine: InflateEngine, size: Int) throws {
    let data = sampleText(bytes: 100_000)
    // Block type 3 does not exist.
    let stored = GzipBuilder(deflateData: storedBlocks(data, isFinal: false) + [7]).member(data)
    let result = try inflate(stored, engine: engine, size: size)
    #expect(result.bytes == data)
    guard case .gzipCorrupt(let offset, .invalidBlock) = result.error?.cause else {
      Issue.record("unexpected: \(String(describing: result.error))")
      return
    }
    #expect(abs(offset - (stored.count - 8)) <= 8)
  }

  @Test(
    "a stream cut at any byte is an error, at a member's border its prefix",
    arguments: InflateEngine.available)
  func everyCut(engine: InflateEngine) throws {
    let data = sampleText(bytes: 400)
    let first = GzipBuilder(extra: [1, 2, 3], name: "a", headerChecksumChange: 0).member(data)
    let stored = first + GzipBuilder().member(data)
    for cut in 0..<stored.count {
      let result = try inflate(Array(stored[..<cut]), engine: engine, size: 64)
      #expect((data + data).starts(with: result.bytes), "cut at \(cut)")
      if cut == first.count {
        #expect(result == ReadResult(bytes: data))
      } else {
        let cause = InputError.Cause.gzipTruncated(storedBytes: cut)
        #expect(result.error == InputError(path: "t.gz", cause: cause), "cut at \(cut)")
      }
      if cut > first.count { #expect(result.bytes.count >= data.count, "cut at \(cut)") }
    }
  }

  @Test("a flipped bit is an error or changes nothing", arguments: InflateEngine.available)
  func everyFlip(engine: InflateEngine) throws {
    let data = sampleText(bytes: 700)
    var stored = GzipBuilder(extra: [1, 2, 3], name: "a", headerChecksumChange: 0).member(data)
    stored += GzipBuilder().member(data)
    for bit in 0..<stored.count * 8 {
      stored[bit / 8] ^= 1 << UInt8(bit % 8)
      let result = try inflate(stored, engine: engine, size: 100, blockBytes: 50)
      #expect(result.error != nil || result.bytes == data + data, "bit \(bit)")
      stored[bit / 8] ^= 1 << UInt8(bit % 8)
    }
  }

  @Test(
    "what is delivered of damaged data depends on no read or block size, and engines agree on it",
    arguments: [1, 2] as [UInt64])
  func damageInLargeData(seed: UInt64) throws {
    let data = sampleText(bytes: 100_000)
    let stored = GzipBuilder().member(data)
    for round in 0..<6 {
      var damaged = stored
      let bit =
        Int(
          ((seed << 32 &+ UInt64(round)) &* 0x9e37_79b9_7f4a_7c15) % UInt64(stored.count * 8 - 200))
        + 200
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      let reference = try inflate(damaged, engine: .zlib, size: 1 << 18)
      for engine in InflateEngine.available {
        let whole = try inflate(damaged, engine: engine, size: 1 << 18)
        // An engine may see the damage before the other, but must not invent bytes.
        let (short, long) =
          whole.bytes.count < reference.bytes.count ? (whole, reference) : (reference, whole)
        #expect(long.bytes.starts(with: short.bytes), "seed \(seed), \(engine), bit \(bit)")
        for (size, blockBytes) in [(50_000, 777), (33_000, 1 << 18), (900, 10_000)] {
          let pieces = try inflate(damaged, engine: engine, size: size, blockBytes: blockBytes)
          #expect(
            pieces.bytes == whole.bytes,
            "seed \(seed), \(engine), bit \(bit), \(size), \(blockBytes)")
          #expect(
            (pieces.error == nil) == (whole.error == nil),
            "seed \(seed), \(engine), bit \(bit), \(size)")
        }
      }
    }
  }

  @Test(
    "a fault of the stored source is thrown after what could be inflated",
    arguments: InflateEngine.available)
  func faultyReads(engine: InflateEngine) throws {
    let data = sampleText(bytes: 5000)
    let stored = GzipBuilder().member(data) + GzipBuilder().member(data)
    let error = InputError(path: "t.gz", cause: .readFailed(errorNumber: 5))
    for fault: FaultySource.Fault in [.fails(error), .shortens(to: 1), .endsAfter(3)] {
      var read = 0
      while true {
        read += 1
        let faulty = FaultySource(MemorySource(stored), read: read, fault: fault)
        let source = try GzipSource(faulty, name: "t.gz", engine: engine, blockBytes: 64)
        let result = readAll(source, size: 100)
        #expect((data + data).starts(with: result.bytes))
        if case .fails = fault, faulty.hasFaulted { #expect(result.error == error) }
        if case .shortens = fault { #expect(result == ReadResult(bytes: data + data)) }
        if case .endsAfter = fault, result.error == nil {
          #expect([data.count, 2 * data.count].contains(result.bytes.count))
        }
        if !faulty.hasFaulted { break }
      }
      #expect(read > 2)
    }
  }
}

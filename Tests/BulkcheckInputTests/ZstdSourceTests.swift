#if Zstd && canImport(CZstd)
  import BulkcheckCore
  import TestSupport
  import Testing

  @testable import BulkcheckInput

  @Suite("Zstandard streams")
  struct ZstdSourceTests {
    static let data = text("one\ntwo\n")
    static let large = sampleText(bytes: 300_000)

    private static let repeated = [UInt8](repeating: 65, count: 300_000)

    static let wholeStreams: [(name: String, stored: [UInt8], data: [UInt8])] = [
      ("an empty frame", zstd([]), []),
      ("one frame", zstd(data), data),
      ("a frame that does not say its size", zstd(data, statesSize: false), data),
      ("two frames", zstd(data) + zstd(data), data + data),
      ("an empty frame between", zstd(data) + zstd([]) + zstd(data), data + data),
      ("a frame to be skipped", skippableFrame([1, 2, 3]) + zstd(data), data),
      (
        "frames to be skipped at the end",
        zstd(data) + skippableFrame([]) + skippableFrame([UInt8](repeating: 7, count: 900)), data
      ),
      ("a large frame", zstd(large), large),
      ("a repeated byte", zstd(repeated), repeated),
      ("large frames", zstd(large, statesSize: false) + zstd(data), large + data),
    ]

    private func read(
      _ stored: [UInt8], size: Int = 4096, blockBytes: Int = 1 << 18, window: Int = 128 << 20
    ) throws -> ReadResult {
      try readAll(
        ZstdSource(
          MemorySource(stored), name: "t.zst", windowBytesMaximum: window, blockBytes: blockBytes),
        size: size)
    }

    private static let ways = [(4096, 1 << 18), (1, 100), (1 << 20, 1), (333, 9), (70_000, 8)]

    @Test("a whole stream is read to its end", arguments: wholeStreams)
    func whole(name: String, stored: [UInt8], data: [UInt8]) throws {
      for (size, blockBytes) in Self.ways {
        let result = try read(stored, size: size, blockBytes: blockBytes)
        #expect(result.error == nil, "read size \(size), block size \(blockBytes)")
        #expect(result.bytes == data, "read size \(size), block size \(blockBytes)")
      }
    }

    static let damagedStreams: [(stored: [UInt8], count: Int, reason: String)] = [
      (zstd(data) + text("xx"), 8, "are no frame"),
      (zstd(data) + text("x123456"), 8, "from stored byte 21 on, are no frame; cut them off"),
      (
        zstd(data) + zstd(data).dropLast(), 16,
        "ends in the middle of a frame (after 41 stored bytes)"
      ),
      (plainBlock(of: 2051, "abc"), 3, "ends in the middle of a frame (after 12 stored bytes)"),
      (Array(zstd(data).prefix(3)), 0, "ends in the middle of a frame (after 3 stored bytes)"),
      (skippableFrame([1, 2, 3]).dropLast(), 0, "(after 10 stored bytes)"),
      (changed(zstd(data), at: -1), 8, "frame 1 (at stored byte 0) does not match its checksum"),
      (
        zstd(data) + changed(zstd(data), at: 4) { $0 | 8 }, 8,
        "frame at stored byte 21 is corrupt (a reserved bit"
      ),
      (dictionaryFrame, 0, "frame 1 needs dictionary 77, and dictionaries are not supported"),
    ]

    @Test(
      "a damaged stream gives what is before the damage, and a reason", arguments: damagedStreams)
    func damaged(stored: [UInt8], count: Int, reason: String) throws {
      for (size, blockBytes) in Self.ways {
        let result = try read(stored, size: size, blockBytes: blockBytes)
        #expect(result.bytes.count == count, "read size \(size), block size \(blockBytes)")
        let told = result.error?.reason ?? "none"
        #expect(told.contains(reason), "\(told)")
      }
    }

    /// The last bytes may be part of a checksum, and of the data.
    private static func changed(
      _ bytes: [UInt8], at place: Int, _ change: (UInt8) -> UInt8 = { $0 ^ 1 }
    ) -> [UInt8] {
      var bytes = bytes
      let index = place < 0 ? bytes.count + place : place
      bytes[index] = change(bytes[index])
      return bytes
    }

    /// A frame with a window of 1 MiB, and a last block that is stored as it is.
    private static func plainBlock(of size: Int, _ content: String) -> [UInt8] {
      let header = size << 3 | 1
      return [0x28, 0xb5, 0x2f, 0xfd, 0, 0x50]
        + (0..<3).map { UInt8(truncatingIfNeeded: header >> (8 * $0)) } + text(content)
    }

    /// A header with a dictionary's number of one byte.
    private static let dictionaryFrame: [UInt8] = [
      0x28, 0xb5, 0x2f, 0xfd, 0x21, 77, 3, 0x19, 0, 0, 65, 66, 67,
    ]

    @Test("any flipped bit gives the same bytes and the same reason however it is read")
    func flips() throws {
      var stored = zstd(Array(Self.large.prefix(2000))) + zstd(Self.data)
      for bit in 0..<stored.count * 8 where bit % 3 == 0 {
        stored[bit / 8] ^= 1 << UInt8(bit % 8)
        let expected = try read(stored)
        for (size, blockBytes) in [(100, 64), (7, 1)] {
          let result = try read(stored, size: size, blockBytes: blockBytes)
          guard result == expected else {
            Issue.record("bit \(bit), read size \(size): \(result) instead of \(expected)")
            return
          }
        }
        stored[bit / 8] ^= 1 << UInt8(bit % 8)
      }
    }

    @Test("a window is allowed or refused by its size")
    func windows() throws {
      let stored = Self.plainBlock(of: 3, "ABC")
      #expect(try read(stored, window: 1 << 20).error == nil)
      let refused = try read(stored, window: (1 << 20) - 1)
      #expect(refused.bytes.isEmpty)
      let reason = refused.error?.reason ?? ""
      let sizes = "needs a window of 1 MiB, and 1048575 bytes are allowed"
      #expect(reason.contains(sizes), "\(reason)")
      #expect(reason.hasSuffix("give --max-window 1MiB"), "\(reason)")
    }
  }
#endif

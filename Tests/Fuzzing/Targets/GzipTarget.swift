import BulkcheckCore
import BulkcheckInput
import Twins

/// A damaged file is an error, and a whole one is read, by both engines, in any pieces, by any
/// number of threads.
enum GzipTarget {
  static func finding(in input: inout FuzzBytes) -> String? {
    let isRepaired = input.byte() % 2 == 1
    let size = input.pick([1 << 16, 1, 100, 777])
    let blockBytes = input.pick([1 << 16, 1, 9, 64])
    var stored = input.rest()
    if isRepaired { SlowGzip.repair(&stored) }
    let twin = SlowGzip.read(stored)
    for engine in InflateEngine.available {
      guard let found = read(stored, engine, size: size, blockBytes: blockBytes) else { continue }
      if found.isWhole != twin.isWhole {
        return "\(engine): whole \(found.isWhole), zlib says \(twin.isWhole)"
      }
      // An engine may see damage before the other, but must not invent bytes.
      let (short, long) =
        found.bytes.count < twin.bytes.count
        ? (found.bytes, twin.bytes) : (twin.bytes, found.bytes)
      if !long.starts(with: short) || twin.isWhole && found.bytes != twin.bytes {
        return "\(engine): other bytes than zlib's, \(found.bytes.count) of \(twin.bytes.count)"
      }
    }
    // Without the magic it is read as plain text.
    return stored.starts(with: [0x1f, 0x8b]) ? CompressedReading.parallelFinding(stored) : nil
  }

  /// Nil if it cannot be opened, for want of memory.
  private static func read(
    _ stored: [UInt8], _ engine: InflateEngine, size: Int, blockBytes: Int
  ) -> (bytes: [UInt8], isWhole: Bool)? {
    guard
      let source = try? GzipSource(
        MemorySource(stored), name: "fuzz.gz", engine: engine, blockBytes: blockBytes)
    else { return nil }
    let found = CompressedReading.read(source, size: size)
    return (found.bytes, found.error == nil)
  }
}

import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
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
    return parallelFinding(stored)
  }

  private static func parallelFinding(_ stored: [UInt8]) -> String? {
    // Without the magic it is read as plain text.
    guard stored.starts(with: [0x1f, 0x8b]) else { return nil }
    let way = Way(format: .jsonl)
    var other = way
    other.threads = 3
    other.chunkBytes = 64
    guard let expected = try? Judging.report(ruleSet, stored, way),
      let actual = try? Judging.report(ruleSet, stored, other)
    else { return "the rules cannot be run" }
    return expected == actual ? nil : "3 threads: \(difference(expected, actual))"
  }

  private static let ruleSet: RuleSet = {
    let text = #"{"bulkcheck":1,"records":{"min":0},"fields":{"a":{"required":true}}}"#
    guard let profile = try? Judging.profile(text) else {
      preconditionFailure("the profile above has no mistake")
    }
    return profile.ruleSet
  }()

  /// Nil if it cannot be opened, for want of memory.
  private static func read(
    _ stored: [UInt8], _ engine: InflateEngine, size: Int, blockBytes: Int
  ) -> (bytes: [UInt8], isWhole: Bool)? {
    guard
      let source = try? GzipSource(
        MemorySource(stored), name: "fuzz.gz", engine: engine, blockBytes: blockBytes)
    else { return nil }
    // Of exactly the size that is asked for, so that a sanitizer sees every byte beyond.
    let piece = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
    defer { piece.deallocate() }
    let room = ByteRoom(start: piece, count: size)
    var bytes: [UInt8] = []
    do throws(InputError) {
      while true {
        let count = try source.read(into: room)
        if count == 0 { return (bytes, true) }
        bytes.append(room.written(count))
      }
    } catch {
      precondition(!error.description.isEmpty)
      return (bytes, false)
    }
  }
}

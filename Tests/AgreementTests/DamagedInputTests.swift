import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import TestSupport
import Testing
import Twins

/// Damage to a compressed input is noticed, whatever it hits: a wrong report is never a good one.
@Suite struct DamagedInputTests {
  private static let lines = Array(
    (0..<40).map { "{\"id\":\($0 * 7919 % 1000),\"t\":\"\($0 % 7)abc\"}\n" }.joined().utf8)

  private static let stored: [(name: String, members: [[UInt8]])] = {
    var stored = [
      ("one member", [gzip(lines)]),
      ("several members", gzipMembers(lines, sizes: [300])),
      ("bgzip", bgzipMembers(lines, sizes: [400])),
    ]
    #if Zstd && canImport(CZstd)
      stored += [
        ("one frame", [zstd(lines)]), ("several frames", zstdFrames(lines, sizes: [300, 150])),
        ("a frame that is skipped", [skippableFrame([1, 2, 3]), zstd(lines)]),
      ]
    #endif
    return stored
  }()

  private func expectGoodOrIncomplete(
    _ check: Check, _ bytes: [UInt8], _ good: String, threads: Int,
    _ what: @autoclosure () -> String
  ) -> Bool {
    let way = Way(threads: threads, chunkBytes: 200, format: .jsonl)
    let summary = Judging.summary(check, [.bytes(bytes, name: "input")], way)
    if summary.inputs[0].failure != nil {
      #expect(!summary.inputs[0].complete)
      return true
    }
    let isGood = Judging.report(of: summary, check.ruleSet) == good
    #expect(isGood, "\(what()), \(threads) threads: neither the good report nor an error")
    return isGood
  }

  @Test("each flipped bit gives the good report or exit 2", arguments: 0..<stored.count)
  func flips(place: Int) throws {
    let check = try Judging.check(Judging.profile(Corpus.malformedLines.profile).ruleSet)
    let name = Self.stored[place].name
    var bytes = Self.stored[place].members.flatMap { $0 }
    // The first bytes say whether it is compressed at all: else it is read as malformed text, which
    // is not a pass either.
    let magicBits = bytes[0] == 0x1f ? 16 : 32
    let good = Judging.report(check, bytes, Way(format: .jsonl))
    for bit in 0..<bytes.count * 8 where RandomRun.scale > 1 || bit / 8 % 3 == bit % 3 {
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      guard
        bit < magicBits
          || expectGoodOrIncomplete(
            check, bytes, good, threads: 1 + bit % 2, "\(name), bit \(bit)")
      else { return }
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
    }
  }

  @Test("each cut but those between members gives exit 2", arguments: 0..<stored.count)
  func cuts(place: Int) throws {
    let check = try Judging.check(Judging.profile(Corpus.malformedLines.profile).ruleSet)
    let (name, members) = Self.stored[place]
    let bytes = members.flatMap { $0 }
    // Where a member ends, what is before it is whole: nothing in the format says that more was to
    // come.
    var borders: Set<Int> = [0]
    var end = 0
    for member in members {
      end += member.count
      borders.insert(end)
    }
    for cut in (bytes[0] == 0x1f ? 2 : 4)..<bytes.count where !borders.contains(cut) {
      for threads in [1, 2] {
        let way = Way(threads: threads, chunkBytes: 200, format: .jsonl)
        let summary = Judging.summary(
          check, [.bytes(Array(bytes[..<cut]), name: "input")], way)
        #expect(summary.inputs[0].failure != nil, "\(name), cut at \(cut), \(threads) threads")
      }
    }
  }
}

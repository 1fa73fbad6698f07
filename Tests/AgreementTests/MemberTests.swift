import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import TestSupport
import Testing
import Twins

/// Members are decompressed in parallel by several threads, and as one stream by a single thread:
/// nobody can tell.
@Suite struct MemberTests {
  /// How the bytes are split into members.
  static let splits: [(name: String, members: @Sendable ([UInt8]) -> [[UInt8]])] =
    gzipSplits + zstdSplits

  private static let gzipSplits: [(name: String, members: @Sendable ([UInt8]) -> [[UInt8]])] = [
    ("members of some bytes", { gzipMembers($0, sizes: [7, 1, 40, 3000]) }),
    ("members of some records", { gzipMembers($0, sizes: [900, 2500]) }),
    ("bgzip of small blocks", { bgzipMembers($0, sizes: [64, 333]) }),
    ("bgzip of large blocks", { bgzipMembers($0, sizes: [65280]) }),
    (
      "members between empty ones",
      { gzipMembers($0, sizes: [777]).flatMap { [gzip([]), $0, gzip([])] } }
    ),
  ]

  #if Zstd && canImport(CZstd)
    private static let zstdSplits: [(name: String, members: @Sendable ([UInt8]) -> [[UInt8]])] = [
      ("frames of some bytes", { zstdFrames($0, sizes: [7, 1, 40, 3000]) }),
      ("frames of some records", { zstdFrames($0, sizes: [900, 2500]) }),
      (
        "frames between those that are skipped",
        { zstdFrames($0, sizes: [777]).flatMap { [skippableFrame([9]), $0, zstd([])] } }
      ),
    ]
  #else
    private static let zstdSplits: [(name: String, members: @Sendable ([UInt8]) -> [[UInt8]])] = []
  #endif

  /// Small members of each kind.
  private static func members(_ kind: String, _ data: [UInt8]) -> [[UInt8]] {
    switch kind {
    case "bgzip": return bgzipMembers(data, sizes: [130])
    case "gzip": return gzipMembers(data, sizes: [150])
    default:
      #if Zstd && canImport(CZstd)
        return zstdFrames(data, sizes: [150])
      #else
        return gzipMembers(data, sizes: [90])
      #endif
    }
  }

  @Test("a report does not depend on how the input is split into members", arguments: Corpus.all)
  func sameReport(corpus: Corpus) throws {
    let ruleSet = try Judging.profile(corpus.profile).ruleSet
    let expected = try Judging.report(ruleSet, corpus.bytes, corpus.wayAtOnce)
    for (number, split) in Self.splits.enumerated() {
      // Tiny members of a large input take long in a debug build.
      let part = corpus.bytes.count > 50_000 && RandomRun.scale == 1 && number != 3
      if part { continue }
      let places = try InputPlaces(split.members(corpus.bytes).flatMap { $0 })
      let ways = corpus.ways([(4, 2), (500, 3), (4000, 2), (1 << 16, 7), (100, 1)])
      for (turn, way) in ways.enumerated() {
        let place =
          turn % 3 == 2
          ? places.pipe() : turn % 2 == 0 ? places.memory : places.file
        let actual = try Judging.report(ruleSet, [place], way)
        let isEqual = actual == expected
        #expect(isEqual, "\(split.name), \(way)\n\(difference(expected, actual))")
        if !isEqual { return }
      }
    }
  }

  /// A report with the failure's text and how much was read.
  private func fullReport(
    _ check: Check, _ stored: [UInt8], threads: Int, chunkBytes: Int
  ) -> String {
    let way = Way(threads: threads, chunkBytes: chunkBytes, format: .jsonl)
    let summary = Judging.summary(check, [.bytes(stored, name: "input")], way)
    let read = summary.inputs.map { "\($0.bytesRead) \($0.failure ?? "none") \($0.complete)" }
    return Judging.report(of: summary, check.ruleSet) + read.joined()
  }

  private func lines(_ count: Int) -> [UInt8] {
    Array((0..<count).map { "{\"id\":\($0),\"t\":\"\($0 % 7)abc\"}\n" }.joined().utf8)
  }

  /// Expects that one thread and several give the same report, whatever was done to the input.
  private func expectAgreement(
    _ check: Check, _ stored: [UInt8], _ what: @autoclosure () -> String
  ) -> Bool {
    let expected = fullReport(check, stored, threads: 1, chunkBytes: 1 << 16)
    for (threads, chunk) in [(3, 30), (2, 200)] {
      let actual = fullReport(check, stored, threads: threads, chunkBytes: chunk)
      let isEqual = actual == expected
      #expect(isEqual, "\(what()), threads \(threads)\n\(difference(expected, actual))")
      if !isEqual { return false }
    }
    return true
  }

  @Test("a flipped bit anywhere gives one report", arguments: ["gzip", "bgzip", "zstd"])
  func flips(kind: String) throws {
    let check = try Judging.check(Judging.profile(Corpus.malformedLines.profile).ruleSet)
    var stored = Self.members(kind, lines(24)).flatMap { $0 }
    for byte in stored.indices {
      for bit in 0..<8 where RandomRun.scale > 1 || (byte * 3 + bit) % 8 == 0 {
        stored[byte] ^= 1 << UInt8(bit)
        guard expectAgreement(check, stored, "byte \(byte), bit \(bit)") else { return }
        stored[byte] ^= 1 << UInt8(bit)
      }
    }
  }

  @Test(
    "a cut anywhere, and anything behind the last member, gives one report",
    arguments: ["gzip", "zstd"])
  func ends(kind: String) throws {
    let check = try Judging.check(Judging.profile(Corpus.malformedLines.profile).ruleSet)
    let stored = Self.members(kind, lines(30)).flatMap { $0 }
    for cut in stored.indices {
      let prefix = Array(stored[..<cut])
      guard expectAgreement(check, prefix, "cut at \(cut)") else { return }
    }
    for tail in [[0], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 7], [0x1f], [0x1f, 0x8b], [9, 9]] {
      guard expectAgreement(check, stored + tail.map(UInt8.init), "tail \(tail)") else {
        return
      }
    }
    let padded = stored + [UInt8](repeating: 0, count: 700) + stored
    _ = expectAgreement(check, padded, "a member behind padding")
  }

  @Test("what looks like a member within a member is none")
  func falseMembers() throws {
    let check = try Judging.check(Judging.profile(Corpus.malformedLines.profile).ruleSet)
    let ordinary = gzipMembers(lines(30), sizes: [200])
    // Gzip as data, malformed for a reader of JSONL, but whole.
    let nested = gzipStored(ordinary.flatMap { $0 })
    for place in [0, 1, ordinary.count / 2, ordinary.count] {
      var members = ordinary
      members.insert(nested, at: place)
      members.insert(nested, at: min(place + 2, members.count))
      _ = expectAgreement(check, members.flatMap { $0 }, "at member \(place)")
    }
  }

  @Test("members too large to wait in memory are streamed between small ones", arguments: [2, 7])
  func largeMembers(threads: Int) throws {
    let ruleSet = try Judging.profile(
      #"{"bulkcheck":1, "fields":{"id":{"type":"integer","maximum":9000}}}"#
    ).ruleSet
    let line = Array("{\"id\":1234,\"t\":\"\(String(repeating: "x", count: 2000))\"}\n".utf8)
    let large = Array(repeatElement(line, count: 1300).joined())
    let data = lines(3000) + large + lines(2000) + large + lines(100)
    let members =
      gzipMembers(lines(3000), sizes: [5000]) + [gzip(large)]
      + gzipMembers(lines(2000), sizes: [9000]) + [gzip(large), gzip(lines(100))]
    let way = Way(threads: threads, chunkBytes: 1 << 16, format: .jsonl)
    let expected = try Judging.report(ruleSet, data, way)
    let actual = try Judging.report(ruleSet, members.flatMap { $0 }, way)
    let isEqual = actual == expected
    #expect(isEqual, "\(difference(expected, actual))")
  }

  @Test(
    "a limit ends a run over members where it ends any other", arguments: [0, 1, 17, 39, 40, 41])
  func limit(limit: Int) throws {
    let ruleSet = try Judging.profile(Corpus.malformedLines.profile).ruleSet
    let stored = gzipMembers(lines(40), sizes: [100]).flatMap { $0 }
    var way = Way(limit: limit, format: .jsonl)
    let expected = try Judging.report(ruleSet, lines(40), way)
    way.threads = 3
    way.chunkBytes = 50
    let isEqual = try Judging.report(ruleSet, stored, way) == expected
    #expect(isEqual)
  }
}

import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckOutput
import FuzzTargets
import TestSupport
import Testing
import Twins

/// A partial result that is not what was written is refused with its name, whatever has become of
/// it.
@Suite struct PartialDamageTests {
  private static let profile = """
    {"bulkcheck":1, "fields":{"id":{"unique":true,"type":"integer"},"t":{"maxLength":1}},
     "rules":[{"id":"both","unique":["id","t"],"severity":"warning","message":"{t} again"}]}
    """

  private static func partial(secret: String = "", skip: [String] = [], way: Way = Way()) throws
    -> [UInt8]
  {
    let lines = "{\"id\":1,\"t\":\"ab\"}\n{\"id\":1,\"t\":\"ab\"}\n{\n[]\n{\"id\":1,\"id\":2}\n"
    return try Merging.partial(
      profile, [.bytes(Array(lines.utf8), name: "a.jsonl")], way, secret: secret, skip: skip)
  }

  private func refusal(_ partials: [[UInt8]], as name: String? = nil) -> PartialError? {
    do {
      _ = try Merging.merged(partials, as: name)
      return nil
    } catch { return error as? PartialError }
  }

  @Test("every byte counts: one that is changed is found")
  func flipped() throws {
    let whole = try Self.partial()
    #expect(refusal([whole]) == nil)
    for index in whole.indices {
      for change in [UInt8(1), 0x80, 0xFF] {
        var damaged = whole
        damaged[index] ^= change
        let error = refusal([damaged])
        #expect(
          error?.description.hasPrefix("0.bcp ") == true,
          "byte \(index): \(String(describing: error))")
      }
    }
  }

  @Test("every byte counts: one that is missing or too many is found")
  func cut() throws {
    let whole = try Self.partial()
    for count in whole.indices {
      let error = refusal([Array(whole.prefix(count))])
      #expect(error?.code == (count < 8 ? .notAPartial : .damaged), "\(count) bytes")
    }
    #expect(refusal([whole + [0]])?.description.contains("continues after its end") == true)
    #expect(refusal([whole + whole])?.code == .damaged)
    #expect(refusal([Array(whole.dropFirst())])?.code == .notAPartial)
  }

  @Test("a newer version is named as one")
  func newer() throws {
    var whole = try Self.partial()
    whole[8] = 11
    let error = refusal([whole])
    #expect(error?.code == .otherVersion)
    #expect(error?.description.contains("has the format 11 of partial results") == true)
  }

  /// The places of the blocks: the kind's, the content's.
  private static func blocks(_ bytes: [UInt8]) -> [(kind: Int, content: Range<Int>)] {
    var blocks: [(kind: Int, content: Range<Int>)] = []
    var position = 10
    while position < bytes.count {
      let length = (1...4).reversed().reduce(0) { $0 << 8 | Int(bytes[position + $1]) }
      blocks.append((position, position + 5..<position + 5 + length))
      position += 9 + length
    }
    return blocks
  }

  @Test("what no run writes, with right checksums, is refused or merged, and never traps")
  func hostile() throws {
    let whole = try Self.partial()
    let original = Self.blocks(whole).map {
      (kind: whole[$0.kind], content: Array(whole[$0.content]))
    }
    #expect(PartialRepair.sealed(original) == whole)
    var refused = 0
    for seed in RandomRun.seeds(1500) {
      var random = SeededGenerator(seed: seed)
      var blocks = original
      for _ in 0...random.below(3) {
        let index = random.below(blocks.count)
        switch random.below(8) {
        case 0: blocks.remove(at: index)
        case 1: blocks.insert(random.pick(original), at: index)
        case 2: blocks.swapAt(index, random.below(blocks.count))
        case 3: blocks[index].content.removeLast(random.below(blocks[index].content.count + 1))
        default:
          guard !blocks[index].content.isEmpty else { continue }
          let place = random.below(blocks[index].content.count)
          let high = [UInt8](repeating: 0xFF, count: random.below(9)) + [0x7F]
          if random.oneIn(2) {
            blocks[index].content[place] = UInt8(truncatingIfNeeded: random.next())
          } else {
            // A number that is far too large.
            blocks[index].content.replaceSubrange(place...place, with: high)
          }
        }
        if blocks.isEmpty { break }
      }
      let bytes = PartialRepair.sealed(blocks)
      if refusal([whole, bytes], as: random.oneIn(2) ? "x" : nil) != nil { refused += 1 }
    }
    #expect(refused > 1125 || RandomRun.hasOneSeed)
  }

  @Test("a length that no block has is not believed")
  func length() throws {
    var bytes = Array(try Self.partial().prefix(10))
    bytes += [UInt8(ascii: "H"), 0xFF, 0xFF, 0xFF, 0x7F]
    #expect(refusal([bytes])?.code == .damaged)
    // The longest one allowed, of which nothing is there.
    bytes[11...14] = [0, 0, 0, 4]
    #expect(refusal([bytes])?.description.contains("ends too early") == true)
  }

  @Test("results of runs that judged otherwise are refused, with what differs")
  func different() throws {
    let one = try Self.partial()
    let cases: [([UInt8], String)] = [
      (
        try Merging.partial("{\"bulkcheck\":1}", [], Way()),
        "0.bcp and 1.bcp are results of different profiles: SHA-256 "
      ),
      (try Self.partial(skip: ["both"]), "only 1.bcp leaves out both"),
      (
        try Self.partial(skip: ["bulkcheck.malformed"]), "only 1.bcp leaves out bulkcheck.malformed"
      ),
      (try Self.partial(secret: "x"), "different secrets"),
      (
        try Self.partial(way: Way(recordBytesMaximum: 1000)),
        "different limits for the length of a record: 67108864 and 1000 bytes"
      ),
    ]
    for (other, words) in cases {
      let error = refusal([one, other])
      #expect(error?.code == .different)
      #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }
    let same = try Self.partial(secret: "x")
    #expect(refusal([same, same]) == nil)
    #expect(same != one)
  }

  @Test("a merge keeps no more examples than the runs did")
  func samples() throws {
    let lines = Array([String](repeating: "{\"t\":\"ab\"}\n", count: 9).joined().utf8)
    func partial(_ samples: Int) throws -> [UInt8] {
      try Merging.partial(
        Self.profile, [.bytes(lines, name: "a.jsonl")], Way(), samples: samples)
    }
    let (two, five) = (try partial(2), try partial(5))
    #expect(refusal([two, five]) == nil)
    #expect(refusal([five, two])?.description.contains("merge with --samples 2") == true)
    let inputs = [InputLocation.bytes(lines, name: "a.jsonl"), .bytes(lines, name: "a.jsonl")]
    let whole = try Merging.whole(Self.profile, inputs, Way(), samples: 2)
    let merged = try Merging.merged([five, two], samples: 2)
    #expect(difference(whole, merged).isEmpty)
  }

  @Test("pieces that cannot be of one input are refused, with the reason")
  func pieces() throws {
    func partial(_ text: String, _ name: String) throws -> [UInt8] {
      try Merging.partial(
        Self.profile, [.bytes(Array(text.utf8), name: name)], Way(chunkBytes: 8))
    }
    let cases = [
      ("{\"id\":1}", "a.jsonl", "{}\n", "b.jsonl", "ends within a line"),
      ("{\"id\":1}\n", "a.jsonl", "\u{FEFF}{}\n", "b.jsonl", "begins with a byte-order mark"),
      ("{\"id\":1}\n", "a.jsonl", "id\n1\n", "b.csv", "was read as csv, but the one in 0.bcp"),
      ("id,t\n1,2\n", "a.csv", "id,u\n1,2\n", "b.csv", "its columns differ from those in 0.bcp"),
      ("id,t\n1,2\n", "a.csv", "id;t\n1;2\n", "b.csv", "its delimiter differs from that of"),
      ("id,t\n1,2", "a.csv", "id,t\n1,2\n", "b.csv", "ends within a line"),
    ]
    for (one, oneName, two, twoName, words) in cases {
      let partials = try [partial(one, oneName), partial(two, twoName)]
      let error = refusal(partials, as: "whole")
      #expect(error?.code == .notSuccessive)
      #expect(error?.description.contains(words) == true, "\(String(describing: error))")
      #expect(refusal(partials) == nil)
    }
  }

  @Test("what was not read to its end makes the merged report incomplete")
  func incomplete() throws {
    let lines = Array([String](repeating: "{\"id\":1}\n", count: 9).joined().utf8)
    let limited = try Merging.partial(
      Self.profile, [.bytes(lines, name: "a.jsonl"), .bytes(lines, name: "b.jsonl")],
      Way(limit: 3))
    for name in [nil, "whole"] {
      let merged = try Merging.merged([limited], as: name)
      #expect(merged.contains("\"complete\": false,"))
      #expect(merged.contains("its run stopped at --limit (0.bcp)"))
      #expect(merged.contains("\"exitCode\": 2"))
    }
    // A limit that was not reached is none.
    let whole = try Merging.partial(
      Self.profile, [.bytes(lines, name: "a.jsonl")], Way(limit: 9))
    #expect(try Merging.merged([whole]).contains("\"complete\": true,"))
  }
}

import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckReport
import Testing
import Twins

/// A merge that is a partial result itself: what only a tree of merges can get wrong. Random trees
/// over random rules are in ``MergeTests``.
@Suite struct MergeTreeTests {
  private static let profile = """
    {"bulkcheck":1, "fields":{"id":{"unique":true,"type":"integer"},"t":{"maxLength":1}}}
    """

  private func partial(
    _ inputs: [InputLocation], _ way: Way = Way(chunkBytes: 16), samples: Int = 5
  )
    throws -> [UInt8]
  {
    try Merging.partial(Self.profile, inputs, way, samples: samples)
  }

  private func text(_ text: String, _ name: String) -> InputLocation {
    .bytes(Array(text.utf8), name: name)
  }

  @Test("pieces of several inputs: each is put together by itself, then all are merged")
  func inputsOfPieces() throws {
    let pieces = [
      ["{\"id\":1}\n{\"id\":2,\"t\":\"ab\"}\n", "", "{\"id\":1}\n{\n"],
      ["{\"id\":2}\n{\"id\":1,\"t\":\"cd\"}\n", "{\"id\":9}\n{\"id\":9}"],
    ]
    let way = Way(chunkBytes: 16, format: .jsonl)
    let inputs = try pieces.enumerated().map { number, pieces in
      try Merging.together(pieces.map { try partial([text($0, "piece")], way) }, as: "\(number)")
    }
    let whole = try Merging.whole(
      Self.profile, pieces.enumerated().map { text($0.element.joined(), "\($0.offset)") }, way)
    #expect(difference(whole, try Merging.merged(inputs)).isEmpty)
    #expect(whole.contains("\"first\": {\"input\": 0, \"line\": 2}"))
  }

  @Test(
    "pieces with headers of different lengths, compressed or not, in every tree",
    arguments: [[], [0], [1], [2], [0, 3], [1, 2], [0, 1, 2, 3]])
  func headers(compressed: [Int]) throws {
    // The second header is longer than the first piece.
    let pieces = [
      "id,t\n", "\"id\",\"t\"\n1,a\n1,ab\n", "id,t\r\n2,ab\n\"x\ny\",c\n", "id,t\n2,ab\n7,d",
    ]
    let partials = try pieces.enumerated().map { number, piece in
      let bytes = Array(piece.utf8)
      return try partial([
        .bytes(compressed.contains(number) ? gzip(bytes) : bytes, name: "\(number).csv")
      ])
    }
    let expected = try Merging.merged(partials, as: "all.csv")
    if compressed.isEmpty {
      let rows = pieces[0] + "1,a\n1,ab\n2,ab\n\"x\ny\",c\n2,ab\n7,d"
      #expect(
        difference(try Merging.whole(Self.profile, [text(rows, "all.csv")], Way()), expected)
          .isEmpty)
    }
    var random = SeededGenerator(seed: compressed.count)
    for _ in 0..<60 {
      let found = difference(expected, try Merging.tree(partials, as: "all.csv", &random))
      #expect(found.isEmpty, "\(found)")
    }
  }

  @Test("what was not read to its end is said with the name of its own result, at any height")
  func incomplete() throws {
    let lines = [String](repeating: "{\"id\":1}\n", count: 9).joined()
    let limited = try partial(
      [text(lines, "a.jsonl"), text(lines, "b.jsonl"), text(lines, "c.jsonl")],
      Way(chunkBytes: 16, limit: 3))
    let failed = try partial([.file("/nonexistent/d.jsonl")])
    let whole = try partial([text(lines, "e.jsonl")])
    for name in [nil, "all"] {
      let expected = try Merging.merged([whole, limited, failed, whole], as: name)
      let first = try Merging.together([whole, limited], as: name)
      let second = try Merging.together([failed, whole], as: name)
      let both = try Merging.together([first, second], as: name)
      // The result that stopped is the second of its merge in both.
      #expect(expected.contains("its run stopped at --limit (1.bcp)"))
      #expect(difference(expected, try Merging.merged([first, second], as: name)).isEmpty)
      #expect(difference(expected, try Merging.merged([both], as: name)).isEmpty)
    }
  }

  @Test("a merge that keeps fewer examples says so to the next one")
  func samples() throws {
    let lines = [String](repeating: "{\"t\":\"ab\"}\n", count: 9).joined()
    let parts = try (0..<3).map { try partial([text(lines, "\($0).jsonl")], samples: 4) }
    let both = try Merging.together([parts[0], parts[1]])
    let whole = try Merging.whole(
      Self.profile, (0..<3).map { text(lines, "\($0).jsonl") }, Way(), samples: 2)
    let merged = try Merging.merged([both, parts[2]], samples: 2)
    #expect(difference(whole, merged).isEmpty)
    #expect(throws: PartialError.self) { try Merging.merged([both, parts[2]], samples: 5) }
  }

  @Test("the merge of one result is that result, and a merge of merges is no longer than one merge")
  func sizes() throws {
    let lines = (0..<3000).map { "{\"id\":\($0 % 2000),\"t\":\"\($0)\"}\n" }
    let parts = try stride(from: 0, to: 3000, by: 500).map {
      try partial([text(lines[$0..<$0 + 500].joined(), "a.jsonl")], Way(chunkBytes: 1000))
    }
    #expect(try Merging.together([parts[0]]) == parts[0])
    let flat = try Merging.together(parts)
    let tree = try Merging.together([
      Merging.together(Array(parts[..<3])), Merging.together(Array(parts[3...])),
    ])
    #expect(tree.count <= flat.count)
    #expect(flat.count <= parts.reduce(0) { $0 + $1.count })
  }
}

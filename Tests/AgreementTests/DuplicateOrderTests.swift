import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import Testing
import Twins

/// A `unique` rule fails on duplicates and on values that can have no key; both are shown in input
/// order.
@Suite struct DuplicateOrderTests {
  @Test(
    "samples and top values of both kinds of failure do not depend on chunks",
    arguments: [8, 40, 1 << 16])
  func order(chunkBytes: Int) throws {
    let profile = try Judging.profile(
      "{\"bulkcheck\": 1, \"fields\": {\"b\": {\"fields\": {\"k\": {\"unique\": true}}}}}")
    let lines = "{\"b\":{\"k\":1}}\n{\"b\":{\"k\":1}}\n{\"b\":7}\n{\"b\":{\"k\":1}}\n{\"b\":8}\n"
    let summary = try Judging.summary(
      profile.ruleSet, [.bytes(Array(lines.utf8), name: "a.jsonl")], Way(chunkBytes: chunkBytes))
    #expect(summary.rules[0].samples.map(\.line) == [2, 3, 4, 5])
    #expect(summary.rules[0].topValues.map(\.count) == [2, 1, 1])
  }
}

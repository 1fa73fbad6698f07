import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import Testing
import Twins

/// A match limit leaves a statement undecided until another part decides it
/// (docs/reference/outcomes.md#the-match-limit).
@Suite struct PatternLimitTests {
  private static let limit = "failed: pattern-limit"

  /// Operands for the record below, each with the truth that it has there.
  private static let operands: [(truth: String, text: String)] = [
    ("unreadable", #"{"r":{"minLength":0}}"#),
    ("false", #"{"k":{"const":2}}"#),
    ("limited", #"{"s":{"pattern":"\#(SlowPattern.endless)"}}"#),
    ("true", #"{"k":{"const":1}}"#),
    ("undecided", #"{"z":{"const":1}}"#),
  ]

  private static let record =
    #"{"s":"\#(SlowPattern.endlessText)","r":"\#(SlowPattern.endlessText)","k":1}"#

  /// The outcomes of rules on the record.
  private func outcomes(_ entries: [String]) throws -> [String] {
    let profile = """
      {"bulkcheck":1,"fields":{"r":{"normalize":[{"replace":["\(SlowPattern.endless)",""]}]}},
       "rules":[\(entries.joined(separator: ",\n"))]}
      """
    let summary = try Judging.summary(
      Judging.profile(profile).ruleSet, [.bytes(Array(Self.record.utf8), name: "input")],
      Way(format: .jsonl))
    return summary.rules.map { rule in
      if rule.counts.failed == 1 {
        return "failed" + (rule.samples.first?.reason.map { ": \($0)" } ?? "")
      }
      return rule.counts.passed == 1 ? "passed" : rule.counts.missing == 1 ? "missing" : "other"
    }
  }

  @Test(
    "whatever order its operands stand in, a combinator says the same",
    arguments: [
      ("all", ["unreadable", "false", "limited", "true"], "passed", "failed"),
      ("any", ["unreadable", "true", "limited", "false"], "passed", "failed"),
      ("none", ["unreadable", "true", "limited", "false"], "failed", "passed"),
    ])
  func order(
    keyword: String, prevailing: [String], whereTrue: String, whereFalse: String
  ) throws {
    var entries: [String] = []
    var expected: [String] = []
    for first in Self.operands {
      for second in Self.operands {
        for third in Self.operands {
          let chosen = [first, second, third]
          let list = chosen.map(\.text).joined(separator: ",")
          entries.append(#"{"id":"e\#(entries.count)","\#(keyword)":[\#(list)]}"#)
          switch prevailing.first(where: { truth in chosen.contains { $0.truth == truth } }) {
          case "true": expected.append(whereTrue)
          case "false": expected.append(whereFalse)
          case nil: expected.append("missing")
          default: expected.append(Self.limit)
          }
        }
      }
    }
    let found = try outcomes(entries)
    for (entry, (found, expected)) in zip(entries, zip(found, expected)) {
      #expect(found == expected, "\(entry)")
    }
  }

  @Test("a rule whose condition is undecided fails, and so does one that refers to it")
  func conditions() throws {
    let limited = Self.operands[2].text
    let found = try outcomes([
      #"{"id":"one","when":\#(limited),"then":{"k":{"const":1}},"else":{"k":{"const":1}}}"#,
      #"{"id":"two","not":{"rule":"one"}}"#,
      #"{"id":"three","any":[{"rule":"one"},{"k":{"const":1}}]}"#,
      #"{"id":"four","when":{"k":{"const":1}},"then":\#(limited)}"#,
      #"{"id":"five","all":[{"when":\#(limited),"then":{"k":{"const":1}}},{"k":{"const":2}}]}"#,
    ])
    #expect(found == [Self.limit, Self.limit, "passed", Self.limit, "failed"])
  }

  @Test("an unknown value fails every rule that compares or collects it")
  func unreadable() throws {
    let found = try outcomes([
      #"{"id":"one","compare":["r","==","k"]}"#, #"{"id":"two","compare":["z","==","r"]}"#,
      #"{"id":"three","unique":["r"]}"#, #"{"id":"four","unique":["z","r"]}"#,
      #"{"id":"five","all":[{"r":{"present":true}}]}"#,
      #"{"id":"six","not":{"r":{"required":true}}}"#,
      #"{"id":"seven","not":{"r":{"type":"integer"}}}"#,
    ])
    let limit = Self.limit
    #expect(found == [limit, limit, limit, limit, "passed", limit, limit])
  }
}

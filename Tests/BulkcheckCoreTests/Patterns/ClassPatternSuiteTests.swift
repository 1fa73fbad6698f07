import Foundation
import TestSupport
import Testing

@testable import BulkcheckCore

/// The patterns of published schemas, on texts made for each of them.
@Suite("Patterns as steps over classes: those of published schemas")
struct ClassPatternSuiteTests {
  private struct Line: Decodable { var pattern: String }

  @Test(
    "agree with PCRE2", .needsSuites,
    arguments: [("schemastore", 1277), ("json-schema-corpus", 3222)])
  func agreement(_ name: String, _ number: Int) throws {
    let lines = try Data(Suites.file("regex/schema-patterns/\(name).features.jsonl"))
      .split(separator: 10)
    #expect(lines.count == number)
    var plain = 0
    var fast = 0
    var compared = 0
    var matched = 0
    var undecided = 0
    for (index, line) in lines.enumerated() {
      let source = PatternSource(try JSONDecoder().decode(Line.self, from: line).pattern)
      guard let twins = PatternTwins(source) else { continue }
      if twins.isTaken { fast += 1 }
      plain += 1
      twins.compareTexts(8, seed: index, "line \(index)")
      compared += twins.compared
      matched += twins.matched
      undecided += twins.undecided
    }
    print(
      "\(name): \(plain) of \(number) patterns are plain, \(fast) of them worth it;",
      "\(compared) answers compared, \(matched) of them matches, \(undecided) texts left to PCRE2")
    #expect(plain * 10 > number * 9 && fast * 2 > number)
    #expect(matched * 5 > compared && matched * 5 < compared * 4)
  }
}

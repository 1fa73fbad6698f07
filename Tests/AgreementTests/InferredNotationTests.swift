import BulkcheckCore
import BulkcheckInput
import Foundation
import FuzzTargets
import Testing

/// Dates in other notations than that of RFC 3339, and words for booleans, are found however the
/// data is read.
@Suite struct InferredNotationTests {
  /// Days of 2022 and 2023 as a source writes them, and the rules that they suggest.
  struct Source: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var count = 60
    var rules: [String]
    var text: @Sendable (_ number: Int) -> String

    init(
      _ name: String, count: Int = 60, _ rules: String...,
      text: @escaping @Sendable (Int) -> String
    ) {
      (testDescription, self.count, self.rules, self.text) = (name, count, rules, text)
    }
  }

  private struct Day {
    var year: Int
    var month: Int
    var day: Int
    var padded: (year: String, month: String, day: String) {
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      return ("\(year)", two(month), two(day))
    }
    var name: String {
      let names = "JanFebMarAprMayJunJulAugSepOctNovDec"
      return String(names.dropFirst(3 * (month - 1)).prefix(3))
    }
  }

  private static func day(_ number: Int, daysMaximum: Int = 28) -> Day {
    Day(
      year: 2022 + number % 2, month: number * 7 % 12 + 1, day: number * 11 % daysMaximum + 1)
  }

  private static func format(_ kind: String, _ pattern: String) -> String {
    #""format": { "value": "\#(kind)", "as": "\#(pattern)" },"#
  }

  static let sources = [
    Source("days first", format("date", "%d/%m/%Y"), #""range": ["01/01/2010", "today+1d"],"#) {
      let (year, month, day) = day($0).padded
      return "\(day)/\(month)/\(year)"
    },
    Source("months first", format("date", "%m/%d/%Y"), #""range": ["01/01/2010", "today+1d"],"#) {
      let (year, month, day) = day($0).padded
      return "\(month)/\(day)/\(year)"
    },
    Source("one or two digits", format("date", "%-m/%-d/%Y")) {
      let day = day($0)
      return "\(day.month)/\(day.day)/\(day.year)"
    },
    Source("points", format("date", "%d.%m.%Y"), #""range": ["01.01.2010", "today+1d"],"#) {
      let (year, month, day) = day($0, daysMaximum: 9).padded
      return "\(day).\(month).\(year)"
    },
    Source("names of months", format("date", "%-d-%b-%Y")) {
      let day = day($0)
      return "\(day.day)-\(day.name)-\(day.year)"
    },
    Source("no signs", format("date", "%Y%m%d"), #""range": ["20100101", "today+1d"],"#) {
      let (year, month, day) = day($0).padded
      return "\(year)\(month)\(day)"
    },
    Source("minutes", format("date-time", "%Y-%m-%d %H:%M")) {
      let (year, month, day) = day($0).padded
      return "\(year)-\(month)-\(day) 12:\(10 + $0 % 50)"
    },
    Source("halves of days", format("date-time", "%-m/%-d/%Y %-I:%M %p")) {
      let day = day($0)
      return
        "\(day.month)/\(day.day)/\(day.year) \($0 % 12 + 1):0\($0 % 9) \($0 % 2 == 0 ? "A" : "P")M"
    },
    Source(
      "open", "// day or month first? %m/%d/%Y reads all values as well",
      #"// "format": { "value": "date", "as": "%d/%m/%Y" },"#,
      ##""pattern": "^[0-9]{2}/[0-9]{2}/[0-9]{4}$","##
    ) {
      let (year, month, day) = day($0, daysMaximum: 12).padded
      return "\(day)/\(month)/\(year)"
    },
    Source("eight digits that are no dates", #""type": "integer","#) { "20249\(900 + $0)" },
    Source("few codes that might be dates", count: 9, #""type": "integer","#) {
      "2024010\($0 + 1)"
    },
    Source(
      "words for booleans", #""type": "boolean","#,
      #""boolean": { "true": ["True", "yes"], "false": ["False", "no"] },"#
    ) { ["True", "False", "yes", "no"][$0 % 4] },
    Source("half of a pair", #""enum": ["no", "off", "yes"],"#) { ["no", "yes", "off"][$0 % 3] },
    Source("only one word", #""type": "string","#) { _ in "yes" },
    Source("flags", #""enum": [0, 1],"#) { "\($0 % 2)" },
  ]

  @Test("notations are found, hold, and do not depend on how the data is read", arguments: sources)
  func notations(_ source: Source) throws {
    let lines = ["a,b"] + (0..<source.count).map { "\"\(source.text($0))\",x\($0)" }
    let bytes = Array(lines.joined(separator: "\n").utf8)
    let text = try #require(
      InferredData.profile(of: bytes, .csv, threads: 1, chunkBytes: 1 << 20))
    let rules = text.split(separator: "\n").map { line in
      let line = String(line.drop { $0 == " " })
      let end = line.hasPrefix("//") ? nil : line.range(of: " *// ", options: .regularExpression)
      return end.map { String(line[..<$0.lowerBound]) } ?? line
    }
    for rule in source.rules { #expect(rules.contains(rule), "\(rule)\n\(text)") }
    for (threads, chunkBytes) in [(1, 40), (2, 150), (7, 333)] {
      let other = InferredData.profile(
        of: bytes, .csv, threads: threads, chunkBytes: chunkBytes)
      #expect(other == text, "\(threads) threads")
    }
    #expect(InferredData.holds(text, bytes, .csv, source.testDescription))
  }

  @Test("one text in another notation leaves none")
  func exceptions() throws {
    let lines = (0..<60).map { #"{"a":"\#($0 == 41 ? "soon" : "0\(1 + $0 % 9)/27/2024")"}"# }
    let bytes = Array(lines.joined(separator: "\n").utf8)
    for chunkBytes in [1 << 20, 50] {
      let text = try #require(
        InferredData.profile(of: bytes, .jsonl, threads: 2, chunkBytes: chunkBytes))
      #expect(!text.contains("\"as\""), "\(text)")
    }
  }
}

import BulkcheckCore
import BulkcheckInfer
import BulkcheckInput
import Foundation
import FuzzTargets
import Testing
import Twins

/// Limits of dates and times: below with room, above only if nothing is in the future.
@Suite struct InferredInstantTests {
  /// Dates of records, and the limits that they suggest in June 2024.
  struct Dates: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var count = 200
    var rule: String?
    var date: @Sendable (Int) -> String

    init(
      _ name: String, count: Int = 200, _ rule: String?, _ date: @escaping @Sendable (Int) -> String
    ) {
      (testDescription, self.count, self.rule, self.date) = (name, count, rule, date)
    }
  }

  private static func day(_ days: Int) -> String { String(instant(days * 86_400).prefix(10)) }

  /// So many seconds after the beginning of 2000.
  private static func instant(_ seconds: Int) -> String {
    let start = Instant.seconds(of: "2000-01-01T00:00:00Z")
    return Instant(seconds: start + seconds).text
  }

  static let cases = [
    Dates("days of this year", #""range": ["2010-01-01", "today+1d"],"#) { day(8700 + $0) },
    Dates("times of this year", #""range": ["2010-01-01T00:00:00Z", "now+1d"],"#) {
      instant(760_000_000 + $0 * 40_000)
    },
    Dates("times with offsets", #""range": ["2010-01-01T00:00:00Z", "now+1d"],"#) {
      "2023-1\($0 % 3)-0\(1 + $0 % 9)T12:00:0\($0 % 10).5+02:00"
    },
    Dates("times without offsets", #""range": ["2010-01-01T00:00:00", "now+1d"],"#) {
      "2023-1\($0 % 3)-0\(1 + $0 % 9)\($0 % 2 == 0 ? " " : "T")12:00:0\($0 % 10)"
        + ($0 % 4 == 0 ? ".25" : "")
    },
    Dates("some times with offsets", nil) {
      "2023-10-0\(1 + $0 % 9)T12:00:00\($0 % 2 == 0 ? "Z" : "")"
    },
    Dates("birthdays", #""range": ["1920-01-01", "today+1d"],"#) { day($0 * 71 % 21_000 - 20_000) },
    Dates("centuries", #""range": ["1000-01-01", "today+1d"],"#) { day($0 * -1200) },
    Dates("one day only", #""range": ["2010-01-01", "today+1d"],"#) { _ in "2019-02-28" },
    Dates("the future", #""minimum": "2010-01-01","#) { day(8900 + $0 * 3) },
    Dates("few in the past", count: 10, #""range": ["2010-01-01", "today+1d"],"#) {
      day(8700 + $0)
    },
    Dates("too few", count: 9, nil) { day(8700 + $0) },
    Dates("long ago", #""maximum": "today+1d","#) { "00\(10 + $0 % 90)-01-01" },
    Dates("times of day", #""range": ["06:00:00Z", "21:00:00Z"],"#) {
      "\($0 % 8 + 10):0\($0 % 10):00Z"
    },
    Dates("times of day with offsets", #""range": ["07:00:00Z", "21:00:00Z"],"#) {
      "\($0 % 8 + 11):30:00.5+01:00"
    },
    Dates("times from midnight on", #""maximum": "11:00:00Z","#) { "0\($0 % 8):00:00Z" },
    Dates("times until midnight", #""minimum": "14:00:00Z","#) { "\($0 % 7 + 17):59:59Z" },
    Dates("times around the clock", nil) { "\($0 % 2)\($0 % 10):00:00Z" },
    Dates("one time only", #""range": ["11:00:00Z", "13:00:00Z"],"#) { _ in "12:00:00Z" },
    Dates("too few times", count: 9, nil) { "1\($0 % 8):00:00Z" },
    Dates("no dates", nil) { "2024-99-\(10 + $0 % 80)" },
  ]

  @Test("limits hold tomorrow", arguments: cases)
  func limits(_ dates: Dates) throws {
    let rows = (0..<dates.count).map { #"{"n":\#($0),"d":"\#(dates.date($0))"}"# }
    let text = try draft(rows).replacing(#/{ "value": (\S.*), "tolerance": "[0-9.]+%" }/#) { $0.1 }
    let limits = ["\"range\": [\"", "\"minimum\": \"", "\"maximum\": \""]
    let found = text.split(separator: "\n").map { $0.drop { $0 == " " } }
      .filter { limits.contains(where: $0.hasPrefix) }
    #expect(found.count == (dates.rule == nil ? 0 : 1), "\(text)")
    if let rule = dates.rule { #expect(text.contains(rule), "\(text)") }
  }

  @Test("what was seen is written beside the limits")
  func evidence() throws {
    let text = try draft((0..<100).map { #"{"d":"\#(Self.instant($0 * 3600))"}"# })
    let note = "// seen 2000-01-01T00:00:00Z to 2000-01-05T03:00:00Z, all in the past"
    #expect(text.contains(note), "\(text)")
  }

  @Test("other values, missing dates and exceptions leave no limits")
  func mixed() throws {
    let mixed = try draft((0..<100).map { $0 < 3 ? #"{"d":1}"# : #"{"d":"2020-01-01"}"# })
    #expect(!mixed.contains("today"), "\(mixed)")
    let nearly = try draft((0..<100).map { #"{"d":"\#($0 < 2 ? "soon" : "2020-01-01")"}"# })
    #expect(!nearly.contains("today") && nearly.contains("// \"format\""), "\(nearly)")
    let missing = try draft((0..<100).map { $0 < 3 ? "{}" : #"{"d":"2020-01-01"}"# })
    #expect(missing.contains("today+1d"), "\(missing)")
  }

  @Test("date-times without an offset have a notation, in near misses too")
  func local() throws {
    let all = try draft((0..<100).map { #"{"d":"2024-01-01 12:\#(10 + $0 % 50):00.5"}"# })
    #expect(all.contains(#""format": { "value": "date-time", "as": "local" },"#), "\(all)")
    let nearly = try draft(
      (0..<100).map { #"{"d":"2024-01-01 12:\#($0 == 7 ? "00" : "00:00")"}"# })
    #expect(
      nearly.contains(
        #"// "format": { "value": "date-time", "as": "local", "tolerance": "1%" },"#), "\(nearly)")
  }

  @Test("dates in cells, in lists and as names")
  func places() throws {
    let lines = ["d"] + (0..<60).map { "2020-01-\(10 + $0 % 20)" }
    let bytes = Array(lines.joined(separator: "\n").utf8)
    let cells = InferredData.profile(
      of: bytes, .csv, threads: 1, chunkBytes: 64)
    #expect(cells?.contains(#""range": ["2010-01-01", "today+1d"]"#) == true)
    let rows = (0..<60).map { #"{"l":["\#(Self.day($0))"],"m":{"\#(Self.day($0))":1}}"# }
    let text = try draft(rows)
    #expect(text.components(separatedBy: "today+1d").count == 2, "\(text)")
    #expect(text.contains(#""propertyNames": { "format": "date" }"#), "\(text)")
  }

  private func draft(_ rows: [String]) throws -> String {
    let bytes = Array(rows.joined(separator: "\n").utf8)
    let text = try #require(
      InferredData.profile(of: bytes, .jsonl, threads: 1, chunkBytes: 1 << 20))
    for (threads, chunkBytes) in [(1, 60), (2, 900)] {
      let other = InferredData.profile(
        of: bytes, .jsonl, threads: threads, chunkBytes: chunkBytes)
      #expect(other == text, "\(difference(text, other ?? ""))")
    }
    #expect(InferredData.holds(text, bytes, .jsonl, ""))
    return text
  }
}

extension Instant {
  fileprivate static func seconds(of text: String) -> Int {
    ByteView.withUTF8(of: text) { Instant($0)?.seconds ?? 0 }
  }
}

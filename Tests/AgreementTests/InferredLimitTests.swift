import BulkcheckCore
import BulkcheckInput
import Foundation
import FuzzTargets
import Testing

/// Rules that are to hold for data that was not seen yet: limits with room, choices that are
/// complete, and what is doubtful for what other fields are like.
@Suite struct InferredLimitTests {
  private func draft(_ rows: [String], _ header: String = "a,b") throws -> String {
    let bytes = Array(([header] + rows).joined(separator: "\n").utf8)
    let text = try #require(
      InferredData.profile(of: bytes, .csv, threads: 1, chunkBytes: 1 << 20))
    #expect(InferredData.holds(text, bytes, .csv, "\(header)"))
    return text
  }

  /// 200 numbers, and the rule that they suggest.
  struct Numbers: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var number: @Sendable (Int) -> String
    var rule: String

    init(_ name: String, _ rule: String, _ number: @escaping @Sendable (Int) -> String) {
      (testDescription, self.rule, self.number) = (name, rule, number)
    }
  }

  static let numbers = [
    Numbers("stars", #""range": { "value": [1, 5], "#) { "\($0 % 5 + 1)" },
    Numbers("a flag", #""enum": { "value": [0, 1], "#) { "\($0 % 2)" },
    Numbers("a flag that is rarely set", #""enum": { "value": [0, 1], "#) {
      "\($0 % 20 == 0 ? 1 : 0)"
    },
    Numbers("ages", #""range": { "value": [0, 140], "#) { "\(18 + $0 * 37 % 73)" },
    Numbers("prices", #""range": { "value": [0, "#) { "\(Double($0 * 37 % 200) / 4 + 0.25)" },
    Numbers("years", #""range": { "value": [1930, 2100], "#) { "\(1960 + $0 * 7 % 50)" },
    Numbers("far from 0", #""range": { "value": [99, 100], "#) { "\(100 - $0 * $0 % 3)" },
    Numbers("negative", #", 0], "#) { "-\($0 * 7 % 150 + 1)" },
    Numbers("around 0", #", 150], "#) { $0 == 7 ? "-150" : "\($0 % 61 - 30)" },
  ]

  @Test("limits of numbers have room by how they thin out", arguments: numbers)
  func room(_ numbers: Numbers) throws {
    let text = try draft((0..<200).map { "x,\(numbers.number($0))" })
    #expect(text.contains(numbers.rule), "\(text)")
  }

  /// A column beside dates, 200 of them, and the rule that it suggests.
  static let dated = [
    Numbers("an index", #""range": { "value": [0, 400],"#) { "\(100 + $0 / 2).5" },
    Numbers("a rate that many records have", #""range": { "value": [0.9, 1.65],"#) {
      "1.\(20 + $0 / 50 * 5)"
    },
    Numbers("differences", #""range": { "value": [-140, 140],"#) { "\($0 % 53 - 26)" },
    Numbers("ages", #""range": { "value": [0, 140],"#) { "\(18 + $0 * 37 % 73)" },
    Numbers("stars", #""range": { "value": [1, 5],"#) { "\($0 % 5 + 1)" },
    Numbers("a flag that nobody has set", #"// "const": 0,"#) { _ in "0" },
    Numbers("a flag that everybody has set", #""const": { "value": 1,"#) { _ in "1" },
    Numbers("years with fractions", ", 2100],") { "\(2010 + $0 / 12).\($0 % 12 * 8 + 10)" },
  ]

  @Test("what moves on has room in records with dates", arguments: dated)
  func drift(_ numbers: Numbers) throws {
    let name = ["ages": "age", "years with fractions": "decimal_year"][numbers.testDescription]
    let text = try draft(
      (0..<200).map { "20\(10 + $0 / 25)-03-\(10 + $0 % 20),\(numbers.number($0))" },
      "day,\(name ?? "value")")
    #expect(text.contains(numbers.rule), "\(text)")
  }

  @Test("a few different texts tell neither a shape nor a length")
  func fewTexts() throws {
    let words = ["Alpha", "Gamma", "Delta", "Kappa", "Omega"]
    for count in [2, 3] {
      let rows = (0..<100).map { "\($0 < count ? words[$0] : "Alpha"),1" }
      let text = try draft(rows)
      #expect(text.contains("^[A-Z][a-z]{4}$") == (count == 3), "\(text)")
      #expect(!text.contains("always 5 characters"))
    }
    let lengths = try draft((0..<29).map { "\($0 % 2 == 0 ? "A" : "b")-\($0 + 10),1" })
    #expect(!lengths.contains("\"length\""), "\(lengths)")
  }

  @Test("rules about values tolerate a few exceptions among many records, and no other rule does")
  func many() throws {
    for (count, tolerance) in [(5000, "0.1%"), (400, "0.25%"), (150, "0.8%"), (149, nil)] {
      let words = ["red", "green"]
      let text = try draft(
        (0..<count).map {
          "\($0),\($0 % 7),\(words[$0 % 2]),A-\($0 % 90 + 10),2024-01-\($0 % 19 + 10),\(10_000 + $0)é"
        }, "id,n,word,code,day,text")
      let tolerating = text.split(separator: "\n").filter { $0.contains("\"tolerance\"") }
        .compactMap { $0.split(separator: "\"").dropFirst().first.map(String.init) }
      let found = ["minimum", "range", "enum", "pattern", "range", "length"]
      #expect(tolerating == (tolerance == nil ? [] : found), "\(count)\n\(text)")
      let all = text.components(separatedBy: #", "tolerance": "\#(tolerance ?? "")" },"#).count
      #expect(all - 1 == tolerating.count, "\(text)")
      #expect(!text.contains("defaults"))
    }
  }

  @Test("a few numbers get no limits")
  func few() throws {
    let text = try draft((0..<9).map { "x,\($0)" })
    #expect(!text.contains("range") && text.contains(#""type": "integer""#), "\(text)")
  }

  @Test(
    "a choice is a rule if its rarest word was seen often enough",
    arguments: [(1, false), (2, false), (4, false), (7, true), (20, true)])
  func choice(_ times: Int, _ isComplete: Bool) throws {
    let rows = (0..<200).map { number in
      "\(number < times ? "rare word" : number % 2 == 0 ? "red wine" : "white"),x\(number)"
    }
    let text = try draft(rows)
    let words = #"["rare word", "red wine", "white"],"#
    #expect(text.contains(#"      "enum": { "value": "# + words) == isComplete, "\(text)")
    #expect(text.contains(#"// "enum": "# + words) == !isComplete, "\(text)")
  }

  @Test(
    "a kind of characters that is rare is a sign of others",
    arguments: [(0, "^[a-z]+$"), (2, nil), (20, "^[a-z-]+$")] as [(Int, String?)])
  func characters(_ times: Int, _ pattern: String?) throws {
    let rows = (0..<400).map { number in
      let word = String(
        "\(number * 7919)".map { Character(Unicode.Scalar(UInt8($0.asciiValue ?? 0) + 49)) })
      return
        "\(word)\(number < times ? "-" : "")\(String(repeating: "z", count: number % 9)),\(number)"
    }
    let text = try draft(rows)
    let rule = pattern.map { "\n      \"pattern\": { \"value\": \"\($0)\"," }
    #expect(text.contains("\n      \"pattern\": ") == (rule != nil), "\(text)")
    #expect(rule.map { text.contains($0) } ?? true, "\(text)")
  }

  @Test("a field is required without tolerance where others lack a value now and then")
  func required() throws {
    for missing in [0, 1, 4, 30] {
      let text = try draft((0..<100).map { "\($0 < missing ? "" : "x\($0)"),\($0)" })
      let count = text.components(separatedBy: "\n      \"required\": true,").count - 1
      #expect(count == (missing == 0 ? 2 : 1), "\(missing)\n\(text)")
    }
  }

  @Test("another value now and then makes constants doubtful, a fraction whole numbers")
  func doubtfulValues() throws {
    let certain = try draft((0..<100).map { _ in "0,0" })
    #expect(certain.contains(#"      "const": 0,"#), "\(certain)")
    let constants = try draft((0..<100).map { "0,\($0 == 7 ? 1 : 0)" })
    #expect(constants.contains(#"// "const": 0,"#), "\(constants)")
    let fractions = try draft((0..<100).map { "\($0),\($0)\($0 == 7 ? ".5" : "")" })
    #expect(!fractions.contains(#""type": "integer""#), "\(fractions)")
  }

  @Test("lengths are rules where all are the same, or many end at one")
  func lengths() throws {
    let fixed = try draft((0..<30).map { "\($0 % 2 == 0 ? "ä" : "ö")\($0 % 10)€é,x" })
    #expect(fixed.contains(#""length": [4, 4],"#), "\(fixed)")
    let words = (0..<400).map { "\($0) words \(String(repeating: "ab c", count: $0 % 23))é" }
    #expect(!(try draft(words.map { $0 + ",x" })).contains("ength\""))
    let again = (0..<400).map { number in
      "\(number) \(String(repeating: "ab c", count: number % 23)),x"
    }
    let longest = String(repeating: "the longest of them ", count: 6)
    let few = try draft(again + (0..<40).map { "\(longest)\($0 % 3),x" })
    #expect(!few.contains("maxLength"), "\(few)")
    let cut = try draft(words.map { "\($0.prefix(40)),x" })
    #expect(cut.contains(#""maxLength": { "value": 40,"#), "\(cut)")
  }
}

import BulkcheckCore
import BulkcheckInfer
import Foundation
import FuzzTargets
import Testing
import Twins

/// Conditions that are inferred: they must be there, must hold, and must not depend on how the data
/// was read.
@Suite struct InferredConditionTests {
  /// Records made of a number, and the rules that must (and must not) come out.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var count = 1000
    var format = InputFormat.jsonl
    var header: String?
    var line: @Sendable (Int) -> String
    /// Members of rules, without blanks at the start and commas at the end; `//` before those of
    /// near misses.
    var expected: [String] = []
    /// A text that must not occur.
    var unexpected: String?
  }

  static let cases: [Case] = [
    Case(
      testDescription: "a field that is there for one word and nowhere else",
      line: {
        #"{"country":"\#(["US","DE","FR"][$0 % 3])"\#($0 % 3 == 0 ? #","state":"S\#($0)""# : "")}"#
      },
      expected: [
        "// 0 exceptions in 334 records; of the other 666, none have a value",
        #""id": "country-US.state.required""#, #""when": { "country": { "const": "US" } }"#,
        #""then": { "state": { "required": true } }"#,
        #""else": { "not": { "state": { "required": true } } }"#,
      ]),
    Case(
      testDescription: "several fields, several words, some of them elsewhere too",
      line: { number in
        let kind = ["card", "debit", "cash", "none"][number % 4]
        let card = number % 4 < 2 || number % 40 == 2
        return
          #"{"kind":"\#(kind)"\#(card ? #","number":\#(number),"holder":"h\#(number)""# : "")}"#
      },
      expected: [
        "// 0 exceptions in 500 records; of the other 500, 25 have a value",
        #""id": "kind-card-debit.required""#,
        #""when": { "kind": { "enum": ["card", "debit"] } }"#,
        #""then": { "number": { "required": true }, "holder": { "required": true } }"#,
      ], unexpected: "else"),
    Case(
      testDescription: "null is not a value, and a boolean is the simplest condition",
      line: {
        #"{"plan":"p\#($0 % 2)","guest":\#($0 % 2 == 0),"level":\#($0 % 2),"mail":\#($0 % 2 == 0 ? "null" : #""m\#($0)""#)}"#
      },
      expected: [
        #""when": { "guest": { "const": false } }"#, #""then": { "mail": { "required": true } }"#,
      ], unexpected: #""when": { "plan""#),
    Case(
      testDescription: "a small whole number",
      line: {
        #"{"version":\#($0 % 5),"extra":[\#($0 % 5 > 2 ? "1" : "")]\#($0 % 5 > 2 ? #","sum":1.5"# : "")}"#
      },
      expected: [
        #""id": "version-3-4.sum.required""#, #""when": { "version": { "enum": [3, 4] } }"#,
      ]),
    Case(
      testDescription: "a nearly kept condition is a comment with its tolerance",
      line: {
        #"{"country":"\#(["US","DE"][$0 % 2])"\#($0 % 2 == 0 && $0 % 100 > 0 ? #","state":"S\#($0)""# : "")}"#
      },
      expected: [
        "// 10 exceptions in 500 records; of the other 500, none have a value",
        #"//   "then": { "state": { "required": true } }"#, #"//   "tolerance": "2%""#,
      ]),
    Case(
      testDescription:
        "the member of an object asks for another one; the object itself does not depend on its own",
      line: {
        $0 % 3 == 0
          ? #"{"id":\#($0)}"#
          : #"{"pay":{"type":"\#($0 % 3 == 1 ? "card" : "bank")"\#($0 % 3 == 1 ? #","cvv":1"# : "")}}"#
      },
      expected: [
        #""id": "pay.type-card.pay.cvv.required""#,
        #""when": { "pay.type": { "const": "card" } }"#,
      ], unexpected: #""then": { "pay":"#),
    Case(
      testDescription: "members that are there whenever their object is go with the object",
      line: { #"{"on":\#($0 % 2 == 0)\#($0 % 2 == 0 ? #","o":{"a":1,"b":2}"# : "")}"# },
      expected: [#""then": { "o": { "required": true } }"#], unexpected: "o.a"),
    Case(
      testDescription: "codes of another shape for one word",
      line: { number in
        let zip = String(10000 + number * 7 % 89999)
        let us = number % 2 == 0
        let other = ["N\(zip)", "\(zip)", "AB \(number % 10)CD"][number / 2 % 3]
        let code = us ? zip + (number % 10 == 0 ? "-\(1000 + number)" : "") : other
        return #"{"land":"\#(us ? "US" : "XX")","zip":"\#(code)"}"#
      },
      expected: [
        #""id": "land-US.zip.pattern""#, #""when": { "land": { "const": "US" } }"#,
        #""then": { "zip": { "required": true, "pattern": "^[0-9]{5}(?:-[0-9]{4})?$" } }"#,
      ]),
    Case(
      testDescription: "cells: words for missing values, whole numbers and words",
      format: .csv, header: "n,level,state,tax",
      line: { "\($0),\($0 % 3),\($0 % 3 == 1 ? "S\($0)" : ""),\($0 % 3 == 2 ? "N/A" : "\($0)")" },
      expected: [
        #""when": { "level": { "const": 1 } }"#, #""then": { "state": { "required": true } }"#,
        #""when": { "level": { "enum": [0, 1] } }"#, #""then": { "tax": { "required": true } }"#,
      ]),
    Case(
      testDescription: "names that are words of the language",
      line: {
        #"{"when":"\#($0 % 2 == 0 ? "a b" : "é")"\#($0 % 2 == 0 ? #","any":1"# : ""),"x.y":1}"#
      },
      expected: [
        #""id": "when-a-b.any.required""#, #""when": { "/when": { "const": "a b" } }"#,
        #""then": { "/any": { "required": true } }"#,
      ]),
    Case(
      testDescription: "too few records", count: 58,
      line: { #"{"k":"\#($0 % 2 == 0 ? "a" : "b")"\#($0 % 2 == 0 ? #","x":1"# : "")}"# },
      unexpected: "rules"),
    Case(
      testDescription: "too few cases on each side for a rule", count: 99,
      line: { #"{"k":"\#($0 % 2 == 0 ? "a" : "b")"\#($0 % 2 == 0 ? #","x":1"# : "")}"# },
      expected: [
        "// 0 exceptions in 50 records; of the other 49, none have a value; this may be chance",
        #"//   "id": "k-a.x.required""#,
      ]),
    Case(
      testDescription: "the other side has too few exceptions", count: 120,
      line: {
        #"{"k":"\#($0 % 2 == 0 ? "a" : "b")"\#($0 % 2 == 0 || $0 / 2 >= 22 ? #","x":1"# : "")}"#
      },
      expected: [
        "// 0 exceptions in 60 records; of the other 60, 38 have a value; this may be chance"
      ]),
    Case(
      testDescription: "dates have as many digits as they have by chance", count: 3000,
      line: { number in
        let day = "\(1 + number * 7 % 28)/\(1990 + number % 30)"
        let isEarly = number % 2 == 0
        return
          #"{"type":"\#(isEarly ? "A" : "G")","date":"\#(isEarly ? 1 + number % 9 : 11)/\#(day)"}"#
      },
      expected: [#"//   "when": { "type": { "const": "A" } }"#]),
    Case(
      testDescription: "few different codes have their shape by chance", count: 3000,
      line: { number in
        let code = number % 2 == 0 ? "A\(10 + number % 24)" : "B\(100 + number % 200)"
        return #"{"type":"\#(number % 2 == 0 ? "A" : "G")","code":"\#(code)"}"#
      },
      expected: [#"//   "when": { "type": { "const": "A" } }"#]),
    Case(
      testDescription: "just enough records", count: 100,
      line: { #"{"k":"\#($0 % 2 == 0 ? "a" : "b")"\#($0 % 2 == 0 ? #","x":1"# : "")}"# },
      expected: [#""id": "k-a.x.required""#]),
    Case(
      testDescription: "no contrast: as often there with every value",
      line: { #"{"k":"\#("abc".utf8.count == 3 ? $0 % 3 : 0)"\#($0 % 7 < 3 ? #","x":1"# : "")}"# },
      unexpected: "rules"),
    Case(
      testDescription: "several fields that explain it equally badly",
      line: { number in
        let (a, b) = (number % 4, number / 4 % 4)
        let isThere = a == 0 || b == 0 || number / 16 % 2 == 0
        return #"{"a":"a\#(a)","b":"b\#(b)"\#(isThere ? #","x":1"# : "")}"#
      },
      unexpected: "rules"),
    Case(
      testDescription: "two of many words that explain it badly",
      line: { number in
        let isThere = number % 20 < 2 || number / 20 % 2 == 0
        return #"{"by":"b\#(number % 20)"\#(isThere ? #","x":1"# : "")}"#
      },
      unexpected: "rules"),
    Case(
      testDescription: "a key that stands twice is left out",
      line: { #"{"k":"a","k":"\#($0 % 2 == 0 ? "a" : "b")"\#($0 % 2 == 0 ? #","x":1"# : "")}"# },
      unexpected: "rules"),
    Case(
      testDescription: "a hundred words", count: 9000,
      line: { InferredConditionTests.words($0, 100) },
      expected: [#""when": { "w": { "const": "w000" } }"#]),
    Case(
      testDescription: "more than a hundred words", count: 9000,
      line: { InferredConditionTests.words($0, 101) }, unexpected: "rules"),
    Case(
      testDescription: "the sixty-fourth field", line: { InferredConditionTests.wide($0, 62) },
      expected: [#""then": { "x": { "required": true } }"#]),
    Case(
      testDescription: "the sixty-fifth field", line: { InferredConditionTests.wide($0, 63) },
      unexpected: "rules"),
  ]

  /// A third of the records have the first word, the others one of all.
  private static func words(_ number: Int, _ count: Int) -> String {
    let word = number % 3 == 0 ? 0 : number % count
    let digits = String(1000 + word).dropFirst()
    return #"{"w":"w\#(digits)"\#(word == 0 ? #","x":\#(number)"# : "")}"#
  }

  private static func wide(_ number: Int, _ others: Int) -> String {
    let fields = (0..<others).map { #""f\#($0)":\#(number)"# }.joined(separator: ",")
    return #"{"k":\#(number % 2 == 0),\#(fields)\#(number % 2 == 0 ? #","x":1"# : "")}"#
  }

  @Test("conditions are found, hold, and do not depend on how the data is read", arguments: cases)
  func conditions(_ test: Case) throws {
    let lines = (test.header.map { [$0] } ?? []) + (0..<test.count).map(test.line)
    let bytes = Array(lines.joined(separator: "\n").utf8)
    let text = try #require(
      InferredData.profile(of: bytes, test.format, threads: 1, chunkBytes: 1 << 20))
    let rules = text.split(separator: "\n").map { line in
      var line = line.drop { $0 == " " }
      if line.hasSuffix(",") { line = line.dropLast() }
      return String(line)
    }
    for line in test.expected { #expect(rules.contains(line), "\(line)\n\(text)") }
    if let unexpected = test.unexpected {
      let records = text.components(separatedBy: "// \"table\": [")[0]
      let found = records.components(separatedBy: "\"rules\": [").dropFirst().joined()
      #expect(unexpected == "rules" ? found.isEmpty : !found.contains(unexpected), "\(text)")
    }
    for (threads, chunkBytes) in [(1, 333), (2, 4000), (7, 1500)] {
      let other = InferredData.profile(
        of: bytes, test.format, threads: threads, chunkBytes: chunkBytes)
      #expect(other == text, "\(threads) threads\n\(difference(text, other ?? ""))")
    }
    #expect(InferredData.holds(text, bytes, test.format, test.testDescription))
    #expect(
      InferredData.holds(
        InferredData.withNearMisses(text), bytes, test.format, "with near misses"))
  }
}

import BulkcheckCore
import BulkcheckDocument
import BulkcheckProfile
import TestSupport
import Testing

/// Each of these took minutes or gigabytes where a step was repeated for every rule or mistake.
@Suite("A large profile", .usesLess(than: .seconds(120)))
struct LargeProfileTests {
  private static let count = 5_000

  private func each(_ write: (Int) -> String) -> String {
    (0..<Self.count).map(write).joined(separator: ",")
  }

  @Test("with a path of more steps than records are nested is refused")
  func path() {
    for steps in [513, 16_000, 100_000] {
      let path = Array(repeating: "a", count: steps).joined(separator: ".")
      let found = mistakes(fields(#"{"\#(path)": {"required": true}}"#))
      #expect(
        found.map(\.message) == [
          "a path of \(steps) steps cannot occur: records are nested at most 512 deep"
        ])
    }
    let longest = Array(repeating: "a", count: 512).joined(separator: ".")
    #expect(mistakes(fields(#"{"\#(longest)": {"required": true}}"#)).isEmpty)
  }

  @Test("with an operand of more than a thousand terms is refused")
  func terms() {
    for (terms, isRefused) in [(1000, false), (1001, true), (40_000, true)] {
      for joined in [" + ", " * ", " - "] {
        let operand = Array(repeating: "a", count: terms).joined(separator: joined)
        let found = mistakes(rules(#"[{"id": "r", "compare": ["b", "==", "\#(operand)"]}]"#))
        #expect(found.count == (isRefused ? 1 : 0))
        #expect(found.allSatisfy { $0.message.hasSuffix(": it has more than 1,000 terms") })
      }
    }
  }

  @Test(
    "whose definitions stand for more than a million values is refused before they are put in",
    arguments: [
      #"{"fields": {"a": {"use": "NEXT"}, "b": {"use": "NEXT"}}}"#,
      #"{"any": [{"use": "NEXT"}, {"use": "NEXT"}]}"#,
      #"{"fields": {"a": {"items": {"use": "NEXT"}}, "b": {"not": {"use": ["NEXT"]}}}}"#,
      #"{"all": [{"all": [{"use": "NEXT"}]}, {"any": [{"use": "NEXT"}]}]}"#,
    ])
  func definitions(block: String) {
    for isUsed in [true, false] {
      let blocks = (0..<20).map {
        #""d\#($0)": "# + block.replacing("NEXT", with: "d\($0 + 1)")
      }
      let text =
        #"{"bulkcheck": 1, "definitions": {\#(blocks.joined(separator: ", ")), "#
        + #""d20": {"const": 1}}, "fields": {"x": \#(isUsed ? #"{"use": "d0"}"# : "{}")}}"#
      let found = mistakes(text)
      #expect(found.count == 1)
      #expect(found.first?.message.hasPrefix("definitions would put ") == true)
      #expect(found.first?.message.contains(#""d0" is the largest"#) == true)
      #expect(found.first?.line == 1)
    }
  }

  @Test(
    "whose definitions lead to themselves within a block, or too deep, is refused",
    arguments: [
      #"{"any": [{"use": "NEXT"}]}"#, #"{"not": {"use": "NEXT"}}"#, #"{"items": {"use": "NEXT"}}"#,
      #"{"fields": {"a": {"use": ["NEXT"]}}}"#,
      #"{"when": {"const": 1}, "then": {"use": "NEXT"}}"#,
    ])
  func depth(block: String) {
    func found(_ count: Int, last: String, isUsed: Bool) -> [String] {
      let blocks = (0..<count).map {
        #""d\#($0)": "# + block.replacing("NEXT", with: "d\($0 + 1)")
      }
      let text =
        #"{"bulkcheck": 1, "definitions": {\#(blocks.joined(separator: ", ")), "d\#(count)": "#
        + #"\#(last)}, "fields": {"x": \#(isUsed ? #"{"use": "d0"}"# : "{}")}}"#
      return mistakes(text).map(\.message)
    }
    for isUsed in [true, false] {
      for count in [1, 2, 1000] {
        let cycle = found(count, last: block.replacing("NEXT", with: "d0"), isUsed: isUsed)
        #expect(cycle.count == 1 && cycle[0].hasPrefix("definitions use each other in a cycle"))
      }
      #expect(found(100, last: "{}", isUsed: isUsed).isEmpty)
      for count in [1000, 100_000] {
        let deep = found(count, last: "{}", isUsed: isUsed)
        #expect(deep == [#"the definition "d0" is nested too deeply with all that it uses"#])
      }
    }
  }

  @Test("may use a definition many times, and define what it does not use")
  func uses() {
    let used = each { #""f\#($0)": {"use": "d0"}"# }
    let defined = each { #""d\#($0)": {"minLength": 1}"# }
    #expect(
      mistakes(#"{"bulkcheck": 1, "definitions": {\#(defined)}, "fields": {\#(used)}}"#).isEmpty)
  }

  @Test("may have names of many brackets, none of which begins an index")
  func brackets() {
    let name = String(repeating: "[1[*", count: 50_000)
    #expect(mistakes(fields(#"{"\"\#(name)\"": {"required": true}}"#)).isEmpty)
    #expect(mistakes(fields(#"{"\#(name)": {"required": true}}"#)).count == 1)
  }

  @Test("in one line shows each of its mistakes, with a suggestion")
  func keys() {
    let found = mistakes(fields("{\(each { #""f\#($0)":{"requird":true}"# })}"))
    #expect(found.count == Self.count)
    #expect(found.allSatisfy { $0.suggestion == "required" && $0.excerpt.text.utf8.count < 200 })
  }

  @Test("of rules that refer to each other in a line is read, in a circle refused")
  func references() {
    let line = each { #"{"id":"r\#($0)","not":{"rule":"r\#($0 + 1)"}}"# }
    #expect(mistakes(rules(#"[\#(line),{"id":"r\#(Self.count)","not":{"a":{}}}]"#)).isEmpty)
    let circle = mistakes(rules(#"[\#(line),{"id":"r\#(Self.count)","not":{"rule":"r0"}}]"#))
    #expect(circle.count == 1)
  }

  @Test("is listed, its rules and its program")
  func listing() throws {
    let block = #"{"required":true,"type":"string","minLength":1,"pattern":"a"}"#
    let ruleSet = try read(fields("{\(each { "\"f\($0)\":\(block)" })}")).ruleSet
    let rows = RuleListing.text(ruleSet).split(separator: "\n")
    #expect(rows.last?.hasSuffix("blocked by f4999.required, f4999.type") == true)
    let program = ProgramListing.text(try Program(ruleSet)).split(separator: "\n")
    #expect(program.last?.hasPrefix("19999  value     f4999.pattern") == true)
  }

  @Test("of rules that refer to unknown ones has suggestions for the first of them")
  func unknownRules() {
    let found = mistakes(
      rules("[\(each { #"{"id":"rule-\#($0)","not":{"rule":"rul-\#($0)"}}"# })]"))
    #expect(found.count == Self.count)
    #expect(found.first?.suggestion == "rule-0")
    #expect(found.last?.suggestion == nil)
  }

  @Test("of rules of one tag that choose by one field is read, with a repeated choice refused")
  func tags() {
    func entry(_ number: Int, _ value: Int) -> String {
      #"{"id":"r\#(number)","tag":"t","when":{"a":{"const":\#(value)}},"then":{"b":{"required":true}}}"#
    }
    #expect(mistakes(rules("[\(each { entry($0, $0) })]")).isEmpty)
    let repeated = mistakes(rules("[\(each { entry($0, $0) }),\(entry(-1, 77))]"))
    #expect(repeated.count == 1)
    #expect(repeated.first?.message.hasPrefix(#""r-1" and "r77" share the tag"#) == true)
  }

  @Test("of closed objects knows the names of each")
  func closed() throws {
    let blocks = each { #""f\#($0)":{"fields":{"x":{}},"additionalFields":false}"# }
    let set = try read(fields("{\(blocks)}")).ruleSet
    #expect(set.rules.count == Self.count)
    #expect(set.rules.allSatisfy { $0.expression == .constraint(.onlyFields(["x"])) })
  }
}

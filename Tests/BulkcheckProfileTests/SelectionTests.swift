import BulkcheckCore
import BulkcheckProfile
import Testing

@Suite("Selecting rules")
struct SelectionTests {
  private static let text = fields(
    #"{"a": {"notEmpty": {"labels": ["x"]}, "minLength": 1}, "b": {"labels": ["x"], "const": 1}}"#)

  @Test(
    "runs what --only selects but --skip names",
    arguments: [
      ([], [], [true, true, true]),
      (["a.minLength"], [], [false, true, false]),
      (["label:x"], [], [true, false, true]),
      (["label:x"], ["b.const"], [true, false, false]),
      ([], ["label:x"], [false, true, false]),
      (["bulkcheck.malformed"], [], [false, false, false]),
    ] as [([String], [String], [Bool])])
  func selection(only: [String], skip: [String], isRun: [Bool]) throws {
    let set = try read(Self.text).ruleSet.selecting(only: only, skip: skip)
    #expect(set.rules.map(\.isRun) == isRun)
    #expect(set.settings(of: .malformed).isRun)
  }

  @Test("names the rules of a field, whatever their ids, and the label without its prefix")
  func suggestions() throws {
    let set = try read(
      fields(
        #"{"e": {"required": {"value": true, "id": "must", "labels": ["k"]}, "maxLength": 1}}"#)
    ).ruleSet
    for (name, advice) in [("e", #""must" or "e.maxLength"?"#), ("K", #""label:k"?"#)] {
      let error = #expect(throws: SelectionError.self) {
        _ = try set.selecting(only: [name], skip: [])
      }
      #expect(error?.description.hasSuffix("did you mean " + advice) == true)
    }
  }

  @Test("turns built-in rules off only by their name")
  func builtIns() throws {
    let set = try read(Self.text).ruleSet.selecting(only: [], skip: ["bulkcheck.malformed"])
    #expect(!set.settings(of: .malformed).isRun)
    #expect(set.settings(of: .notAnObject).isRun)
    #expect(set.rules.map(\.isRun) == [true, true, true])
  }

  @Test(
    "refuses a name that no rule has",
    arguments: [
      ("a.minLenght", #"no rule has the id "a.minLenght": did you mean "a.minLength"?"#),
      ("label:zz", #"no rule has the label "zz""#),
      ("malformed", #"no rule has the id "malformed": did you mean "bulkcheck.malformed"?"#),
      ("A", #"no rule has the id "A": did you mean "a.notEmpty" or "a.minLength"?"#),
    ])
  func unknown(name: String, sentence: String) throws {
    let set = try read(Self.text).ruleSet
    let error = #expect(throws: SelectionError.self) {
      _ = try set.selecting(only: [], skip: [name])
    }
    #expect(error?.description.hasPrefix(sentence) == true)
  }
}

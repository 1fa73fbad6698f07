import Foundation
import Testing

/// `--emit normalized`: the values that rules saw, and nothing else changed.
@Suite("Normalized records", .waitsForCommands)
struct NormalizedOutputTests {
  struct Case: CustomTestStringConvertible {
    var fields: String
    var input: String
    var output: String
    var testDescription: String { fields + " " + input }
  }

  static let records: [Case] = [
    Case(
      fields: #""a":{"normalize":["trim"]}"#, input: #"{"b": 1.0 ,"a":" x "}"#,
      output: #"{"b": 1.0 ,"a":"x"}"#),
    // What does not change keeps its escapes.
    Case(
      fields: #""a":{"normalize":["trim"]}"#, input: #"{ "a" : "\u0078\/" , "c":" "}"#,
      output: #"{ "a" : "\u0078\/" , "c":" "}"#),
    Case(
      fields: #""a":{"normalize":["trim"]}"#, input: #"{"a":" \"\\ \u0001x\n"}"#,
      output: #"{"a":"\"\\ \u0001x"}"#),
    Case(
      fields: #""a":{"normalize":[{"default":"é"}]}"#, input: #"{"b":2}"#,
      output: #"{"b":2,"a":"é"}"#),
    Case(fields: #""a":{"normalize":[{"default":1}]}"#, input: "{}", output: #"{"a":1}"#),
    Case(
      fields: #""a":{"normalize":[{"default":[1]}]}"#, input: #"{"a":null}"#,
      output: #"{"a":[1]}"#),
    Case(
      fields: #""a.b":{"normalize":[{"default":1}]},"a.c":{"normalize":[{"default":2}]}"#,
      input: "{}", output: #"{"a":{"b":1,"c":2}}"#),
    Case(
      fields: #""a.b":{"normalize":[{"default":1}]}"#, input: #"{"a":{"x":0}}"#,
      output: #"{"a":{"x":0,"b":1}}"#),
    Case(
      fields: #""a.b":{"normalize":[{"default":1}]}"#, input: #"{"a":5}"#, output: #"{"a":5}"#),
    Case(
      fields: #""l[*].k":{"normalize":["trim",{"default":"z"}]}"#,
      input: #"{"l":[{"k":" "},{},7]}"#, output: #"{"l":[{"k":""},{"k":"z"},7]}"#),
    Case(
      fields: #""l[*]":{"normalize":["trim"]},"l[0]":{"normalize":["uppercase"]}"#,
      input: #"{"l":[" a "," b "]}"#, output: #"{"l":[" A ","b"]}"#),
    Case(
      fields: #""a":{"normalize":["trim"],"chain":["digits",{"length":[2,2]},{"mask":"X-X"}]}"#,
      input: #"{"a":" 1 2 "}"#, output: #"{"a":"1-2"}"#),
    // A chain that fails leaves what `normalize` made.
    Case(
      fields:
        #""a":{"normalize":["trim"],"chain":{"severity":"warning","value":["digits",{"minLength":2}]}}"#,
      input: #"{"a":" 1 "}"#, output: #"{"a":"1"}"#),
    // Twice the same key: the rule is off, the record is as it was.
    Case(
      fields: #""a":{"normalize":["trim"]}},"input":{"duplicate-key":{"severity":"off"}"#,
      input: #"{"a":" x","a":" y"}"#, output: #"{"a":" x","a":" y"}"#),
  ]

  @Test("valid records with the values that rules saw", arguments: records)
  func normalizing(test: Case) throws {
    let result = try run(
      profile: #"{"bulkcheck":1,"fields":{\#(test.fields)}}"#, input: test.input, file: "n.jsonl")
    #expect(result.output == test.output, "\(result.diagnostics)")
  }

  @Test("cells with the values that rules saw")
  func cells() throws {
    let profile = #"""
      {"bulkcheck":1,"fields":{"a":{"normalize":["trim",{"default":"x,\"y"}]},
       "b":{"type":"array","separator":";","items":{"normalize":["uppercase"]}},
       "c":{"type":"number","normalize":[{"replace":[",","."]}]},"d":{"normalize":[{"default":"z"}]},
       "e":{"normalize":["digits"],"notEmpty":true}}}
      """#
    let input =
      "a,b,c,e\r\n" + #"" q ""z""",a;b,"1,5",a1"# + "\r\n,,3,1\r\n v ,k,x,1\r\n" + #"x,"k","7",1"#
    let result = try run(profile: profile, input: input, file: "n.csv")
    let output =
      "a,b,c,e\r\n" + #""q ""z""",A;B,"1.5",1"# + "\r\n" + #""x,""y",,3,1"# + "\r\n"
      + #"x,"K","7",1"# + "\n"
    #expect(result.output == output, "\(result.diagnostics)")
  }

  @Test("a cell that becomes empty does not make a blank line")
  func emptyCell() throws {
    let profile = #"{"bulkcheck":1,"fields":{"a":{"normalize":["digits"]}}}"#
    let result = try run(profile: profile, input: "a\nx\n7y\n", file: "n.csv")
    #expect(result.output == "a\n\"\"\n7\n")
  }

  private func run(profile: String, input: String, file: String) throws -> Tool.Result {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(profile.utf8).write(to: folder.appending(path: "n.json"))
    try Data(input.utf8).write(to: folder.appending(path: file))
    let command =
      "bulkcheck -p n.json --emit normalized --valid - --invalid i --report text=/dev/null \(file)"
    return try Tool.run(command, in: folder)
  }
}

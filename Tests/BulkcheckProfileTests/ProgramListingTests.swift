import BulkcheckCore
import BulkcheckProfile
import Testing

@Suite("The listing of a program")
struct ProgramListingTests {
  private static func listing(_ profile: String) throws -> String {
    ProgramListing.text(try Program(try read(profile).ruleSet))
  }

  @Test("has paths, blocks, rules, tags and what is not run")
  func whole() throws {
    let text = try Self.listing(
      #"""
      {"bulkcheck":1,"fields":{
      "plan":{"normalize":["trim","lowercase"],"required":true,"enum":["free","pro"]},
      "seats":{"type":["integer","string"],"minimum":1,"multipleOf":{"value":2,"severity":"off"}},
      "tags":{"type":"array","separator":";","items":{"type":"string","pattern":"^a"}},
      "lines[*]":{"fields":{"sku":{"required":true}}},
      "lines[*].sku":{"notEmpty":true}},
      "rules":[
      {"id":"last","when":{"rule":"pro-seats"},"then":{"plan":{"const":"pro"}}},
      {"id":"pro-seats","when":{"plan":{"const":"pro"}},"then":{"seats":{"minimum":5}},
      "else":{"lines[*].price":{"maximum":10}},"tag":"seats","priority":"high"},
      {"id":"any-seats","compare":["seats","<=","limit"],"tag":"seats"},
      {"id":"pair","unique":["plan","seats"]},
      {"id":"big","not":{"rule":"hidden"}},
      {"id":"hidden","any":[{"limit":{"maximum":9}}],"severity":"off"}]}
      """#)
    let expected = """
      up to 64 records at a time

      path  name            places  type            read
      0     (record)
      1     plan            1                       normalize trim, lowercase
      2     seats           2       integer|string
      3     tags            3       array           separator ";"
      4     tags[*]         4       string          repeated; CSV: in the cell of tags
      5     limit           9
      6     lines           5
      7     lines[*]        6                       repeated; CSV: in the cell of lines
      8     lines[*].sku    7                       repeated; CSV: in the cell of lines
      9     lines[*].price  8                       repeated; CSV: in the cell of lines

      code  stage     rule                   notes                   instruction
      field plan
      0     presence  plan.required          blocks 1                required
      1     value     plan.enum                                      oneOf enum ["free","pro"]
      field seats
      2     type      seats.type             blocks 1                type integer|string
      3     value     seats.minimum          integers                bounds >= 1
      field tags
      4     type      tags.type              blocks 2                type array
      inner block tags[*]
      5     type      tags.items.type        blocks 1, gathered 0    type string
      6     value     tags.items.pattern     gathered 1, classes     pattern "^a"
      field lines[*]: [*] of lines
      inner block lines[*].sku: sku of the value
      7     presence  lines[*].sku.required  gathered 2              required
      field lines[*].sku: [*].sku of lines
      8     value     lines[*].sku.notEmpty  gathered 3              notEmpty
      rules
      24              pro-seats              tracked 0               when
      14                                     shared 0                  if all
      13                                                                 atPath plan
      12                                                                   all
      11                                                                     oneOf const "pro"
      19                                                               then all
      18                                                                 atPath seats
      17                                                                   all
      16                                     integers                        bounds >= 5
      23                                                               else all
      22                                                                 atWalk [*].price of lines
      21                                                                   all
      20                                     integers                        bounds <= 10
      15              last                                           when
      10                                                               if all
      9                                                                  outcome rule pro-seats
      14                                     shared 0                  then all (as above)
      25              any-seats              tracked 2               compare seats <= limit
      -               pair                   keys 0                  unique [plan, seats]
      33              hidden                 not counted, tracked 1  any
      32                                                               all
      31                                                                 atPath limit
      30                                                                   all
      29                                     integers                        bounds <= 9
      28              big                                            not
      27                                                               all
      26                                                                 outcome rule hidden
      tag seats: the first that applies counts
                      pro-seats              priority 100
                      any-seats              priority 50
      not compiled, since they are not run
                      seats.multipleOf

      """
    #expect(text == expected)
  }

  /// The words that stand for opcodes; a closure that takes missing values has the longer one.
  private static let opcodes = [
    "required", "present", "forbidden", "notNull", "type", "length", "pattern", "notPattern",
    "containsText", "startsWith", "endsWith", "format", "notEmpty", "bounds", "multipleOf", "oneOf",
    "noneOf", "listed", "notListed", "itemCount", "uniqueItems", "onlyFields",
    "memberCount", "dependentRequired", "chain", "closure",
    "closureOrMissing", "all", "any", "none", "not", "when", "atPath", "atWalk", "items",
    "someItem", "names", "fields", "compare", "relate", "outcome", "unique",
    "both", "either", "test",
  ]

  @Test("has every opcode")
  func opcodes() throws {
    let many = (0...1_000).map { "\($0)" }.joined(separator: ",")
    var ruleSet = try read(
      #"""
      {"bulkcheck":1,"fields":{
      "a":{"type":"string","required":true,"present":true,"nullable":false,"minLength":1,
      "pattern":"a","notPattern":"b","contains":"c","startsWith":"d","endsWith":"e",
      "format":"uuid","notEmpty":true,"const":"x","notEnum":["y"],"unique":true,
      "chain":["trim",{"minLength":2}]},
      "b":{"present":false},"n":{"minimum":1,"multipleOf":2,"enum":[\#(many)]},
      "m":{"notEnum":[\#(many)]},
      "l":{"minItems":1,"uniqueItems":true,"contains":{"const":1},"normalize":["trim"],
      "items":{"id":"in-one","value":{"minimum":1}}},
      "l[*]":{"normalize":["trim"]},
      "o":{"additionalFields":false,"minProperties":1,"dependentRequired":{"k":["l"]},
      "propertyNames":{"maxLength":3},"fields":{"id":"fields-in-one","value":{"k":{"minimum":1}}}},
      "x":{"required":true},"y":{"required":true}},
      "rules":[
      {"id":"r1","all":[{"a":{"const":"x"}},{"l[*]":{"const":1}},{"any":[{"a":{"const":"x"}}]}]},
      {"id":"r2","none":[{"a":{"const":"x"}}]},{"id":"r3","not":{"rule":"r2"}},
      {"id":"r4","when":{"a":{"const":"x"}},"then":{"b":{"const":1}},"else":{"b":{"const":2}}},
      {"id":"r5","compare":["a","<=","b"]},{"id":"r7","compare":["n","<=","b + 1"]},
      {"id":"r8","sql":"a = 'x' and (n > 1 or n * 2 > b)"},
      {"id":"r6","unique":["a","b"]}]}
      """#
    ).ruleSet
    for (number, id) in ["x.required", "y.required"].enumerated() {
      let index = try #require(ruleSet.rules.firstIndex { $0.id == id })
      ruleSet.rules[index].expression = .constraint(.closure(number))
    }
    let closures = [false, true].map { takesMissing in
      ClosureCheck(takesMissing: takesMissing) { _ in .holds }
    }
    let text = ProgramListing.text(try Program(ruleSet, closures: closures))
    let words = Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))
    #expect(Set(Self.opcodes).subtracting(words) == [])
  }

  @Test("has the rules about pairs of records, which other engines judge")
  func pairs() throws {
    let text = try Self.listing(
      #"{"bulkcheck":1,"rules":[{"id":"r","previous":{"by":["k"]},"#
        + #""compare":["n",">=","previous.n"]}]}"#)
    #expect(text.contains("pairs n >= previous.n (previous by k)"), "\(text)")
  }

  @Test("is the same each time, one line for each row, whatever names hold")
  func names() throws {
    let name = #"x\n::error::y\u001b31m\u2028\u202e"#
    let profile = #"""
      {"bulkcheck":1,"fields":{"\#(name)":{"const":"\#(name)","items":{"required":true}},
      "::error::z":{"required":true}},
      "rules":[{"id":"r","any":[{"\#(name)[*]":{"const":1}}],"tag":"\#(name)"}]}
      """#
    let text = try Self.listing(profile)
    #expect(try Self.listing(profile) == text)
    let plain = try Self.listing(
      profile.replacing(name, with: "name").replacing("::error::", with: ""))
    #expect(text.split(separator: "\n").count == plain.split(separator: "\n").count)
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    #expect(!text.contains { "\u{2028}\u{202e}".contains($0) })
    #expect(!text.split(separator: "\n").contains { $0.drop { $0 == " " }.hasPrefix("::") })
  }
}

import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile

/// One report, however small the chunks are, whichever thread checks them, plain or compressed.
enum ParallelTarget {
  private static func ruleSet(_ text: String) -> RuleSet {
    guard let profile = try? Judging.profile(text) else {
      preconditionFailure("the profiles below have no mistake")
    }
    return profile.ruleSet
  }

  private static let columns = ruleSet(
    """
    {"bulkcheck":1, "records":{"min":0},
     "input":{"csv":{"delimiter":",","header":false,"columns":["p","q"]}},
     "fields":{"p":{"required":true,"unique":true,"maxLength":2}, "q":{"notPattern":"x"}}}
    """)
  private static let header = ruleSet(
    """
    {"bulkcheck":1, "records":{"min":0},
     "fields":{"a":{"required":true,"unique":true,"maxLength":2}, "x":{"notPattern":"a"}},
     "rules":[{"id":"both","unique":["a","x"],"severity":"warning"}]}
    """)
  private static let lines = ruleSet(
    """
    {"bulkcheck":1, "records":{"min":0}, "fields":{
     "a":{"required":true,"unique":true}, "b":{"type":["string","array"], "maxLength":3},
     "l[*]":{"minimum":3}, "o":{"fields":{"k":{"required":true,"unique":true}}}},
     "rules":[{"id":"both","unique":["a","o.k"],"tag":"g","priority":1},
      {"id":"other","tag":"g","priority":2,"when":{"a":{"maximum":50}},"then":{"b":{"required":true}}}]}
    """)

  static func finding(in input: inout FuzzBytes) -> String? {
    let kind = input.byte() % 6
    var ruleSet = kind < 3 ? lines : kind < 5 ? header : columns
    ruleSet.csv.strayQuotesAreText = kind == 3
    var way = Way(format: kind < 3 ? .jsonl : .csv)
    way.recordBytesMaximum = input.pick([64 << 20, 5, 8, 13, 40])
    way.limit = input.pick([nil, nil, nil, 0, 1, 3])
    var other = way
    other.threads = input.pick([7, 1, 2, 3])
    other.chunkBytes = input.pick([4, 5, 7, 16, 31, 64])
    let bytes = input.rest()
    guard let expected = try? Judging.report(ruleSet, bytes, way),
      let actual = try? Judging.report(ruleSet, bytes, other)
    else { return "the rules cannot be run" }
    return expected == actual ? nil : "\(other): \(difference(expected, actual))"
  }
}

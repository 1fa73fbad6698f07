import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import Twins

/// Fixed rules of many kinds, any bytes as JSON lines, judged by the program and by the slow
/// evaluator.
enum RecordTarget {
  private static let ruleSet: RuleSet = {
    let text = #"""
      {"bulkcheck":1, "records":{"min":0}, "input":{"missingValues":["N/A"]},
       "fields":{
        "a":{"type":["integer","string"],"required":true,"maxLength":3,"range":[-2,100]},
        "b":{"normalize":["trim","lowercase"],"pattern":"^[a-c]+$","enum":["a","b","ab",1,1.5,true,[1],{}]},
        "é":{"type":"number","multipleOf":0.5,"const":{"value":1e2}},
        "l":{"type":"array","minItems":1,"uniqueItems":true,"contains":{"const":"a"},
         "items":{"type":["string","number"],"notEmpty":true}},
        "m[*].k":{"minimum":0},
        "o":{"additionalFields":false,"fields":{"k":{"required":true,"minLength":2},"x":{"nullable":false}}},
        "d":{"format":"date"}, "e":{"length":[1,2],"unique":true}},
       "rules":[
        {"id":"order","compare":["a","<=","b"]},
        {"id":"any","any":[{"a":{"maximum":5}},{"b":{"contains":"b"}},{"o.k":{"startsWith":"a"}}]},
        {"id":"when","when":{"a":{"const":1}},"then":{"é":{"required":true}},"else":{"e":{"notEmpty":true}}},
        {"id":"pair","unique":["a","é"]}]}
      """#
    guard let profile = try? Judging.profile(text) else {
      preconditionFailure("the profile above has no mistake")
    }
    return profile.ruleSet
  }()

  private static let run: Check = {
    let way = Way(format: .jsonl)
    guard let run = try? Check(ruleSet: ruleSet, options: way.options) else {
      preconditionFailure("the profile above can be compiled")
    }
    return run
  }()

  static func finding(in input: inout FuzzBytes) -> String? {
    let bytes = input.rest()
    // A byte-order mark, or the start of gzip: no lines yet.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) || bytes.starts(with: [0x1F, 0x8B]) { return nil }
    var slow = SlowEvaluator(ruleSet, header: nil)
    var number = 0
    for line in bytes.split(separator: 10) {
      if line.allSatisfy({ [32, 9, 13].contains($0) }) { continue }
      number += 1
      if JSONParserTarget.fault(of: Array(line)) != nil {
        slow.judge(.malformed, number: number)
        continue
      }
      // The slow numbers know no exponents of any size.
      guard !hasLargeExponent(line), let dom = SlowReading.json(Array(line)) else { return nil }
      slow.judge(.json(dom), number: number)
    }
    return slow.disagreement(.bytes(bytes, name: "lines"), run)
  }

  private static func hasLargeExponent(_ line: ArraySlice<UInt8>) -> Bool {
    line.split { $0 | 0x20 != 0x65 && !(48...57).contains($0) && $0 != 43 && $0 != 45 }
      .contains { $0.drop { $0 | 0x20 != 0x65 }.count > 4 }
  }
}

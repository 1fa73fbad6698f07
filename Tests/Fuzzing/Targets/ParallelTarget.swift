import Bulkcheck
package import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
package import Twins

/// One report, however small the chunks are, whichever thread checks them, plain or compressed.
package enum ParallelTarget {
  /// Rules for bytes of a kind.
  package enum Rules: CaseIterable, Sendable {
    case lines, rows, rowsWithStrayQuotes, rowsWithoutHeader, rowsWithoutHeaderWithStrayQuotes

    package var format: InputFormat { self == .lines ? .jsonl : .csv }

    private var profile: String {
      switch self {
      case .lines:
        """
        {"bulkcheck":1, "records":{"min":0}, "fields":{
         "a":{"required":true,"unique":true}, "b":{"type":["string","array"], "maxLength":3},
         "l[*]":{"minimum":3}, "o":{"fields":{"k":{"required":true,"unique":true}}}},
         "rules":[{"id":"both","unique":["a","o.k"],"tag":"g","priority":1},
          {"id":"other","tag":"g","priority":2,
           "when":{"a":{"maximum":50}},"then":{"b":{"required":true}}}]}
        """
      case .rows, .rowsWithStrayQuotes:
        """
        {"bulkcheck":1, "records":{"min":0},
         "fields":{"a":{"required":true,"unique":true,"maxLength":2}, "x":{"notPattern":"a"}},
         "rules":[{"id":"both","unique":["a","x"],"severity":"warning"}]}
        """
      case .rowsWithoutHeader, .rowsWithoutHeaderWithStrayQuotes:
        """
        {"bulkcheck":1, "records":{"min":0},
         "input":{"csv":{"delimiter":",","header":false,"columns":["p","q"]}},
         "fields":{"p":{"required":true,"unique":true,"maxLength":2}, "q":{"notPattern":"x"}}}
        """
      }
    }

    fileprivate func check() -> Check {
      guard var ruleSet = try? Judging.profile(profile).ruleSet else {
        preconditionFailure("the profiles above have no mistake")
      }
      ruleSet.csv.strayQuotesAreText =
        self == .rowsWithStrayQuotes || self == .rowsWithoutHeaderWithStrayQuotes
      guard let check = try? Judging.check(ruleSet) else {
        preconditionFailure("the profiles above can be compiled")
      }
      return check
    }
  }

  private static let checks = Dictionary(
    uniqueKeysWithValues: Rules.allCases.map { ($0, $0.check()) })

  static func finding(in input: inout FuzzBytes) -> String? {
    let rules: Rules = input.pick([
      .lines, .lines, .lines, .rowsWithStrayQuotes, .rows, .rowsWithoutHeader,
    ])
    var way = Way(format: rules.format)
    way.recordBytesMaximum = input.pick([64 << 20, 5, 8, 13, 40])
    way.limit = input.pick([nil, nil, nil, 0, 1, 3])
    var other = way
    other.threads = input.pick([7, 1, 2, 3])
    other.chunkBytes = input.pick([4, 5, 7, 16, 31, 64])
    return finding(input.rest(), by: rules, way, [other])
  }

  /// - Parameter others: ways that must give the report of the first.
  package static func finding(
    _ bytes: [UInt8], by rules: Rules, _ way: Way, _ others: [Way]
  ) -> String? {
    guard let check = checks[rules] else { preconditionFailure("there is one for each") }
    let expected = Judging.report(check, bytes, way)
    for other in others {
      let actual = Judging.report(check, bytes, other)
      if expected != actual { return "\(other): \(difference(expected, actual))" }
    }
    return nil
  }
}

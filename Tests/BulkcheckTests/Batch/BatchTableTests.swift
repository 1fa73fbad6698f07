import Bulkcheck
import BulkcheckReport
import Requirements
import Testing

/// Requirements for all records of a batch together.
@Suite("Tables of a batch")
struct BatchTableTests {
  struct Order: Decodable, Sendable {
    var shop: String
    var country: String
    var amount: Double?
    var placed: String
    var tags: [String]
  }

  static let lines = [
    #"{"shop":"a","country":"US","amount":1,"placed":"2024-01-01","tags":[]}"#,
    #"{"shop":"a","country":"DE","amount":2.5,"placed":"2024-01-03","tags":["x"]}"#,
    #"{"shop":"b","country":"US","placed":"2024-01-02","tags":[]}"#,
    #"{"shop":"b","country":"US","amount":10,"placed":"2024-01-01","tags":[]}"#,
  ]

  static let table: [TableRequirement<Order>] = [
    .count(.within(4, 9)),
    .share(of: .on(\.country, .equalTo("US")), .atMost(percent: 50)).rule("us-share"),
    .missing(\.amount, .atMost(percent: 20)),
    .distinct(\.shop, .exactly(2)),
    .mean(\.amount, .within(1, 4.5)).rule("amount-mean", severity: .warning),
    .quantile(0.5, \.amount, .atMost(2)),
    .quantile(0.00001, \.amount, .atMost(1)).rule("least"),
    .max(\.placed, .after("2024-01-03")),
    .count(.atLeast(3)).by(\.shop),
    .maxLength(\.country, .exactly(2)),
    .standardDeviation(\.amount, .atLeast(0.5)),
    .sum(\.amount, .exactly(13.5)),
    .count(where: .on(\.country, .equalTo("FR")), .atLeast(1)),
  ]

  static let profile = """
    { "bulkcheck": 1, "fields": { "amount": {"type": "number"}, "country": {"type": "string"} },
      "table": [
        {"id": "table.count", "measure": "count", "range": [4, 9]},
        {"id": "us-share", "measure": "count", "where": {"country": {"const": "US"}},
         "maximum": "50%"},
        {"id": "amount.missing", "measure": "missing", "of": "amount", "maximum": "20%"},
        {"id": "shop.distinct", "measure": "distinct", "of": "shop", "const": 2},
        {"id": "amount-mean", "measure": "mean", "of": "amount", "range": [1, 4.5],
         "severity": "warning"},
        {"id": "amount.quantile", "measure": "quantile", "at": 0.5, "of": "amount", "maximum": 2},
        {"id": "least", "measure": "quantile", "at": 1e-5, "of": "amount", "maximum": 1},
        {"id": "placed.max", "measure": "max", "of": "placed", "after": "2024-01-03"},
        {"id": "table.count-2", "measure": "count", "by": "shop", "minimum": 3},
        {"id": "country.maxLength", "measure": "maxLength", "of": "country", "const": 2},
        {"id": "amount.stddev", "measure": "stddev", "of": "amount", "minimum": 0.5},
        {"id": "amount.sum", "measure": "sum", "of": "amount", "const": 13.5},
        {"id": "table.count-3", "measure": "count", "where": {"country": {"const": "FR"}},
         "minimum": 1}
      ] }
    """

  private func rows(_ report: Report) -> [String] {
    report.rules.drop { $0.id != "table.count" }.map {
      "\($0.id) \($0.status) \($0.evaluated) \($0.failed) \($0.message)"
    }
  }

  @Test("the report is that of a profile with the same rules")
  func sameReport() throws {
    let typed = try BatchValidator(Requirement<Order>.all([]), table: Self.table)
      .validate(records: Self.lines)
    let plain = try ProfileValidator(Profile(text: Self.profile)).validate(records: Self.lines)
    let expected = rows(plain)
    #expect(expected.count == Self.table.count)
    #expect(rows(typed) == expected)
    #expect(typed.outcome == plain.outcome)
  }

  @Test("records are judged beside them")
  func beside() throws {
    let report = try BatchValidator(
      Requirement<Order>.on(\.shop, .oneOf(["a"])), table: [.count(.atLeast(1))]
    ).validate(records: Self.lines)
    #expect(report.records.invalid == 2)
    #expect(report.rules.last?.id == "table.count")
  }

  static let mistakes: [(TableRequirement<Order>, String)] = [
    (.mean(\.shop, .atLeast(1)), "mean applies to numbers, but shop has none"),
    (.mean(\.amount, .atLeast(percent: 1)), "only a count can be bounded by a share"),
    (.count(.atMost(percent: 101)), "101% is not a share"),
    (.sum(\.amount, .atLeast(Double.nan)), "nan is not a finite number"),
    (.max(\.placed, .after("soon")), "is not a date, a date-time, or a distance from now"),
    (.sum(\.amount, .after("now")), "only a minimum or maximum can be bounded by a point"),
    (.quantile(1.5, \.amount, .atLeast(1)), "the position of a quantile is a number from 0 to 1"),
    (.count(.atLeast(1)).rule("bulkcheck.x"), "are reserved"),
    (.missing(\.country.count, .atMost(0)), "no property is found at this key path"),
  ]

  @Test("mistakes are told", arguments: mistakes.indices)
  func told(index: Int) {
    let (requirement, words) = Self.mistakes[index]
    let error = #expect(throws: BatchError.self) {
      _ = try BatchValidator(Requirement<Order>.all([]), table: [requirement])
    }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }
}

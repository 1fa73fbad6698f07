import Bulkcheck
import Foundation
import Requirements
import Testing

/// Strategies mean the same as in `JSONDecoder`, for one record and in a batch.
@Suite("Decoding strategies")
struct DecodingStrategyTests {
  struct Event: Decodable, Sendable, Equatable {
    var eventName: String
    var startDate: Date
    var imageURL: URL?
    var unitPrice: Decimal?
    var rawBytes: Data?
    var ratio: Double?
    var countByCity: [String: Int]?
  }

  private static let requirement = Requirement<Event>.all {
    Requirement.on(\.eventName, .notEmpty())
    Requirement.on(\.startDate, .greaterThan(Date(timeIntervalSince1970: 0)))
  }

  /// Whether a record is accepted, alone and in a batch, as with `JSONDecoder` and the requirement.
  private func check(_ decoder: JSONDecoder, _ texts: [String]) throws {
    let validator = try BatchValidator(
      Self.requirement, decoding: DecodingStrategies(of: decoder))
    for text in texts {
      let expected = (try? decoder.decode(Event.self, from: Data(text.utf8)))
        .flatMap { Self.requirement.evaluate($0).isConfirmed ? $0 : nil }
      #expect((try? validator.decode(text.utf8).get()) == expected, "\(text)")
      let report = validator.validate([.bytes((text + "\n").utf8, name: "a.jsonl")])
      #expect(report.records.valid == (expected == nil ? 0 : 1), "\(text)")
    }
  }

  private func text(_ date: String, _ others: String = "", name: String = "eventName") -> String {
    #"{"\#(name)":"x","startDate":\#(date)\#(others)}"#
  }

  @Test("dates, as each strategy reads them")
  func dates() throws {
    let texts = [
      "1", "-1", "978307200000", #""2001-02-03T04:05:06Z""#, #""2001-02-03""#, "null", "[]",
    ]
    .map { text($0) }
    let strategies: [JSONDecoder.DateDecodingStrategy] = [
      .deferredToDate, .secondsSince1970, .millisecondsSince1970, .iso8601,
      .custom { decoder in
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let year = Double(text.prefix(4)) else {
          throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "No year"))
        }
        return Date(timeIntervalSince1970: year)
      },
    ]
    for strategy in strategies {
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = strategy
      try check(decoder, texts)
    }
  }

  @Test("keys in snake case, in every spelling that becomes the property's name")
  func snakeCase() throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    try check(
      decoder,
      [
        #"{"event_name":"x","start_date":1,"count_by_city":{"new_york":1}}"#,
        #"{"eventName":"x","startDate":1}"#, #"{"event__name":"x","START_DATE":1}"#,
        #"{"event_name":"","start_date":1}"#, #"{"event_name":"x"}"#,
        #"{"event_name":"x","eventName":"","start_date":1}"#,
        #"{"_event_name":"x","start_date":1}"#, #"{"event_name":7,"start_date":1}"#,
      ])
    let validator = try BatchValidator(
      Self.requirement, decoding: DecodingStrategies(of: decoder))
    guard case .failure(let failures) = validator.decode(#"{"event_name":""}"#.utf8) else {
      Issue.record("it is accepted")
      return
    }
    #expect(failures.byPointer["/start_date"]?.map(\.code) == ["required"])
    #expect(failures[\.eventName].map(\.path.jsonPointer) == ["/event_name"])
  }

  struct Signer: Decodable, Sendable {
    var firstName: String
    var email: String
  }

  @Test("in a batch that decodes every record, one that cannot be decoded fails one rule")
  func snakeCaseBatch() async throws {
    var strategies = DecodingStrategies()
    strategies.keys = .convertFromSnakeCase
    let requirement = Requirement<Signer>.all {
      Requirement.on(\.firstName, .notEmpty())
      Requirement.on(\.email, .email())
      Requirement.not(.on(\.firstName, .equalTo("x")))
    }
    let lines = [
      #"{"first_name":"a","email":"a@b.co"}"#, #"{"first_name":"a","email":"b"}"#,
      #"{"first_name":"a"}"#, #"{"first_name":7,"email":"a@b.co"}"#, #"{"email":"c"}"#,
      #"{"first_name":"x","email":"a@b.co"}"#,
    ]
    let validator = try BatchValidator(requirement, decoding: strategies)
    let input = ProfileValidator.Input.bytes(lines.joined(separator: "\n").utf8, name: "a.jsonl")
    let report = await validator.validate([input])
    let failed = report.rules.filter { $0.failed > 0 }.map(\.failed)
    #expect(failed == [1, 1, 3] && report.rules.last?.id == BatchValidator<Signer>.decodableRule)
    var found: [Int: Int] = [:]
    for try await batch in try validator.batches(of: [input]) {
      for record in batch.invalid { found[record.record.line] = record.failures.count }
    }
    #expect(found == [2: 1, 3: 1, 4: 1, 5: 1, 6: 1])
  }

  @Test("URL, Decimal and Data as JSONDecoder reads them")
  func foundationTypes() throws {
    let decoder = JSONDecoder()
    try check(
      decoder,
      [
        #","imageURL":"https://a.example/b""#, #","imageURL":"""#, #","imageURL":7"#,
        #","unitPrice":1.10"#, #","unitPrice":1e3"#, #","unitPrice":"1""#,
        #","rawBytes":"YQ==""#, #","rawBytes":"?""#, #","rawBytes":[1]"#,
        #","countByCity":{"a":1}"#, #","countByCity":{"a":"1"}"#,
      ].map { text("1", $0) })
    decoder.dataDecodingStrategy = .deferredToData
    try check(decoder, [#","rawBytes":[1]"#, #","rawBytes":"YQ==""#].map { text("1", $0) })
  }

  @Test("texts for numbers that JSON does not have")
  func floats() throws {
    let decoder = JSONDecoder()
    let texts = [#","ratio":"inf""#, #","ratio":"x""#, #","ratio":0.5"#].map { text("1", $0) }
    try check(decoder, texts)
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    try check(decoder, texts)
  }
}

import Bulkcheck
import Foundation
import Requirements
import Testing

/// Bodies that a client should not send.
@Suite("Decoding what strangers send")
struct HostileBodyTests {
  struct Item: Decodable, Sendable, Equatable {
    var sku: String
    var count: Int
  }
  struct Cart: Decodable, Sendable, Equatable {
    var customerName: String
    var dueAt: Date?
    var items: [Item]
    var prices: [String: Decimal]?
    var next: Next?
  }
  /// Nests without end.
  final class Next: Decodable, Sendable, Equatable {
    let next: Next?
    static func == (left: Next, right: Next) -> Bool { left.next == right.next }
  }

  private static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }

  private static let requirement = Requirement<Cart>.all {
    Requirement.on(\.customerName, .notEmpty())
    Requirement.on(\.items, .count(min: 1))
    Requirement.on(\.items, .each(.on(\.count, .greaterThan(0))))
  }

  private func validator() throws -> BatchValidator<Cart> {
    try BatchValidator(Self.requirement, decoding: DecodingStrategies(of: Self.decoder))
  }

  /// The failures: pointer and message.
  private func failures(_ bytes: some Sequence<UInt8>) throws -> [String] {
    guard case .failure(let failures) = try validator().decode(bytes) else { return [] }
    return failures.reasons.map { "\($0.path.jsonPointer): \($0.message)" }
  }

  @Test(
    "each is answered with what is wrong",
    arguments: [
      (
        #"{"customer_name":"","items":[{"sku":"a","count":0},{"sku":1},7]}"#,
        [
          "/items/1/sku: Value is not a string: 1", "/items/1/count: Value is missing",
          "/items/2: Value is not an object: 7", "/customer_name: String is empty",
          "/items/0/count: Value must be greater than 0",
        ]
      ),
      (
        #"{"customer_name":"a","items":[{"sku":"a","count":1}],"due_at":"soon"}"#,
        [#"/due_at: Value is not a date in ISO 8601: "soon""#]
      ),
      (
        #"{"customer_name":"a","items":[{"sku":"a","count":1}],"prices":{"a":1.5,"myKey":"x"}}"#,
        [#"/prices/myKey: Value is not a number: "x""#]
      ),
      (
        #"{"customer_name":"a","customer_name":7,"items":[{"sku":"a","count":1}]}"#, []
      ),
      (
        #"{"customer_name":"a\u0000b","items":[{"sku":"a","count":1}]}"#, []
      ),
      ("[]", [": Value is not an object: []"]),
      ("null", [": Value is missing"]),
    ] as [(String, [String])])
  func answers(body: String, expected: [String]) throws {
    #expect(try failures(body.utf8) == expected)
  }

  @Test(
    "what is not JSON is told with the place",
    arguments: [
      ([UInt8]("".utf8), 1), ([UInt8](" \n".utf8), 3), ([UInt8](#"{"a":1"#.utf8), 7),
      ([UInt8](#"{"a":1}{"#.utf8), 8), ([0x00], 1), ([UInt8](#"{"a":"#.utf8) + [0, 0x7D], 6),
      ([0x22, 0xFF, 0x22], 2), ([0xEF, 0xBB, 0xBF], 1), ([0xEF, 0xBB], 1),
      ([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00], 1),
      ([UInt8](repeating: UInt8(ascii: "["), count: 100_000), 513),
      ([UInt8](String(repeating: #"{"a":"#, count: 100_000).utf8), 2561),
    ] as [([UInt8], Int)])
  func malformed(bytes: [UInt8], column: Int) throws {
    guard case .failure(let failures) = try validator().decode(bytes) else {
      Issue.record("it is accepted")
      return
    }
    #expect(failures.reasons.map(\.code) == ["malformed"])
    #expect(failures.reasons.first?.parameters["column"] == .number("\(column)"))
    #expect(failures.reasons.first?.message.isEmpty == false)
  }

  @Test("a body of 10 MB is answered, whether it is good or bad throughout")
  func large() throws {
    func body(_ item: String) -> [UInt8] {
      let items = Array(repeating: item, count: 10_000_000 / (item.utf8.count + 1))
      return Array(#"{"customer_name":"a","items":[\#(items.joined(separator: ","))]}"#.utf8)
    }
    let good = body(#"{"sku":"\#(String(repeating: "a", count: 900))","count":1}"#)
    #expect(try validator().decode(good).get().items.count > 10_000)
    let bad = body(#"{"sku":"\#(String(repeating: "a", count: 900))"}"#)
    #expect(try failures(bad).count > 10_000)
    let text = Array(
      #"{"customer_name":"\#(String(repeating: "é", count: 5_000_000))","items":7}"#.utf8)
    #expect(try failures(text) == ["/items: Value is not an array: 7"])
  }

  @Test(
    "a type that nests without end is decoded as deep as JSONDecoder goes",
    arguments: [100, 509, 511, 1000])
  func nested(depth: Int) throws {
    let next =
      String(repeating: #"{"next":"#, count: depth) + "null"
      + String(repeating: "}", count: depth)
    let body = #"{"customer_name":"a","items":[{"sku":"a","count":1}],"next":\#(next)}"#
    let expected = try? Self.decoder.decode(Cart.self, from: Data(body.utf8))
    #expect((try? validator().decode(body.utf8).get()) == expected)
  }
}

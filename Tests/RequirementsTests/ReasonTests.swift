import Foundation
import Requirements
import Testing

@Suite("Reasons that a program can use")
struct ReasonTests {
  struct Contact: Sendable {
    var name = ""
    var emails: [String] = ["a"]
  }

  @Test(
    "a built-in has its name as code, and what it was made with as parameters",
    arguments: [
      (Requirement<String>.notEmpty().evaluate(""), "notEmpty", ["of": "string"]),
      (Requirement<String>.minLength(8).evaluate("a"), "minLength", ["min": 8]),
      (
        Requirement<String>.length(min: 2, max: 4).evaluate("a"), "length", ["min": 2, "max": 4]
      ),
      (Requirement<String>.oneOf("a", "b").evaluate("c"), "oneOf", ["values": ["a", "b"]]),
      (Requirement<String>.url(schemes: "https").evaluate("x"), "url", ["schemes": ["https"]]),
      (Requirement<Int>.inRange(1...3).evaluate(4), "inRange", ["min": 1, "max": 3]),
      (Requirement<Int>.inRange(1..<3).evaluate(4), "inRange", ["min": 1, "below": 3]),
      (Requirement<Double>.greaterThan(0.5).evaluate(0), "greaterThan", ["limit": 0.5]),
      (
        Requirement<UInt64>.equalTo(.max).evaluate(0), "equalTo",
        ["value": .number("\(UInt64.max)")]
      ),
      (Requirement<[Int]>.count(exactly: 2).evaluate([]), "count", ["min": 2, "max": 2]),
      (Requirement<Int?>.required().evaluate(nil), "required", [:]),
    ] as [(Evaluation, String, [String: ReasonParameter])])
  func codes(found: Evaluation, code: String, parameters: [String: ReasonParameter]) {
    #expect(found.reason?.code == code)
    #expect(found.reason?.parameters == parameters)
  }

  private let requirement = Requirement<Contact>.all {
    Requirement.on(\.name, .notEmpty().because("A name, please"))
    Requirement.on(\.emails, .each(.email() || .phone()))
  }

  @Test("JSON keeps code, message, parameters, path and alternatives")
  func json() throws {
    let reasons = requirement.failures(in: Contact())
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let first = try String(decoding: encoder.encode(reasons[0]), as: UTF8.self)
    #expect(
      first == #"{"code":"notEmpty","message":"A name, please","parameters":{"of":"string"},"#
        + #""path":["name"]}"#)
    let decoded = try JSONDecoder().decode([Reason].self, from: encoder.encode(reasons))
    #expect(decoded == reasons)
    #expect(decoded.map(\.code) == ["notEmpty", "any"])
    #expect(decoded[1].alternatives.map(\.code) == ["email", "phone"])
    #expect(decoded[1].path.jsonPointer == "/emails/0")
  }

  @Test(
    "the reasons of a long chain of alternatives can be read again", arguments: [15, 16, 17, 40])
  func longChain(count: Int) throws {
    let requirement = (1..<count).reduce(Requirement<Int>.equalTo(0)) { $0 || .equalTo($1) }
    let reasons = requirement.failures(in: -1)
    #expect(reasons.count == 1)
    let json = try JSONEncoder().encode(reasons)
    #expect(try JSONDecoder().decode([Reason].self, from: json) == reasons)
  }

  @Test("lists nested without end are refused")
  func nested() {
    let text = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    let json = Data(#"{"code":"x","parameters":{"a":\#(text)}}"#.utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Reason.self, from: json) }
  }

  @Test("because replaces the message and keeps the code, or replaces both")
  func because() {
    let short = Requirement<String>.minLength(8)
    let own = short.because("Eight, please").evaluate("a").reason
    #expect(own?.message == "Eight, please")
    #expect(own?.code == "minLength")
    #expect(own?.parameters == ["min": 8])
    let replaced = short.because(code: "weak", "Eight, please").evaluate("a").reason
    #expect(replaced?.code == "weak")
    #expect(replaced?.parameters == [:])
    let either = (Requirement<String>.email() || .phone()).because("Email or phone")
    #expect(either.evaluate("x").reason?.alternatives.map(\.code) == ["email", "phone"])
  }

  @Test("reasons are equal if they tell people the same of the same place")
  func equality() {
    let empty = Requirement<String>.notEmpty().evaluate("")
    #expect(empty == .failed(reason: Reason(message: "String is empty")))
    #expect(empty.reason?.prefixed(by: ValuePath([.key("a")])) != empty.reason)
  }

  @Test("a provider makes messages in another language, alternatives included")
  func provider() {
    let german = MessageTable([
      "email": "Keine Adresse", "minLength": "Mindestens {min} Zeichen", "oneOf": "{ {values}",
    ])
    let reason = (Requirement<String>.email() || .minLength(8)).evaluate("x").reason
    #expect(reason?.message(by: german) == "Keine Adresse or Mindestens 8 Zeichen")
    #expect(
      Requirement<String>.oneOf("a", "b").evaluate("x").reason?.message(by: german) == "{ a, b")
    #expect(
      Requirement<String>.phone().evaluate("x").reason?.message(by: german)
        == "String is not a valid phone number")
    #expect(
      Requirement<String>.minLength(2).because("Own").evaluate("x").reason?.message(by: german)
        == "Own")
  }

  @Test(
    "limits that are not numbers, and choices of nothing, are mistakes",
    arguments: [
      Requirement<Double>.greaterThan(.nan), .lessThanOrEqual(.nan), .equalTo(.nan),
      .not(.greaterThan(.nan)),
    ])
  func mistakes(requirement: Requirement<Double>) {
    #expect(requirement.mistakes.count == 1)
    #expect(!requirement(1).isConfirmed)
  }

  @Test("no choice at all is a mistake, inside not too")
  func noChoice() {
    #expect(!Requirement<String>.not(.oneOf([])).evaluate("a").isConfirmed)
  }
}

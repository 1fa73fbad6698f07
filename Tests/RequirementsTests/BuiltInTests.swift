import Requirements
import RequirementsPatterns
import Testing

@Suite("Built-in requirements")
struct BuiltInTests {
  struct TextCase: Sendable {
    let requirement: Requirement<String>
    let good: [String]
    let bad: [String]
  }

  static let emailPattern = #"^[A-Z0-9._%+-]+@[A-Z0-9.-]+\.[A-Z]{2,}$"#

  @Test(
    "text",
    arguments: [
      TextCase(requirement: .notEmpty(), good: [" "], bad: [""]),
      TextCase(requirement: .minLength(2), good: ["ab", "abc", "éé"], bad: ["", "a", "👨‍👩‍👧"]),
      TextCase(requirement: .maxLength(2), good: ["", "ab", "👨‍👩‍👧👨‍👩‍👧"], bad: ["abc"]),
      TextCase(requirement: .length(min: 1, max: 2), good: ["a", "ab"], bad: ["", "abc"]),
      TextCase(requirement: .length(exactly: 0), good: [""], bad: ["a"]),
      TextCase(requirement: .maxLength(.max), good: ["", "abc"], bad: []),
      TextCase(requirement: .minLength(-1), good: ["", "abc"], bad: []),
      TextCase(
        requirement: .matches(pattern: emailPattern, options: .caseInsensitive),
        good: ["user@example.com"], bad: ["", "user@", "jane@@example"]),
      TextCase(requirement: .matches(pattern: "^$"), good: [""], bad: ["a", "\n"]),
      TextCase(requirement: .contains("é"), good: ["café"], bad: ["cafe", "cafe\u{301}"]),
      TextCase(requirement: .contains(""), good: ["", "a"], bad: []),
      TextCase(requirement: .hasPrefix("ab"), good: ["ab", "abc"], bad: ["", "a", "ba"]),
      TextCase(requirement: .hasSuffix("ab"), good: ["ab", "cab"], bad: ["", "b", "abc"]),
      TextCase(requirement: .oneOf("a", "b"), good: ["a", "b"], bad: ["", "A"]),
      TextCase(requirement: .email(), good: ["a@b.co"], bad: ["", "a", "a@", "@b"]),
      TextCase(requirement: .url(), good: ["https://example.com/a?b"], bad: ["", "example"]),
      TextCase(requirement: .phone(), good: ["+4712345678"], bad: ["", "12345", "+0123"]),
      TextCase(
        requirement: .uuid(), good: ["6f1c2a30-8d3e-4b7a-9a51-0c2f8f6f7b11"], bad: ["", "6f1c"]),
    ])
  func text(_ example: TextCase) {
    #expect(example.requirement.mistakes == [])
    for text in example.good { #expect(example.requirement(text).isConfirmed, "\(text)") }
    for text in example.bad { #expect(!example.requirement(text).isConfirmed, "\(text)") }
  }

  @Test("numbers and other ordered values")
  func comparing() {
    #expect(
      [17, 18, 120, 121].map { Requirement<Int>.inRange(18...120)($0).isConfirmed }
        == [false, true, true, false])
    #expect([1, 2].map { Requirement<Int>.inRange(1..<2)($0).isConfirmed } == [true, false])
    #expect(!Requirement<Double>.greaterThan(0)(.nan).isConfirmed)
    #expect(Requirement<Double>.greaterThanOrEqual(0)(.infinity).isConfirmed)
    #expect(Requirement<Double>.lessThanOrEqual(10_000)(10_000).isConfirmed)
    #expect(!Requirement<Double>.lessThan(10_000)(10_000).isConfirmed)
    #expect(Requirement<String>.lessThan("b")("a").isConfirmed)
    #expect(Requirement<Character>.equalTo("x")("x").isConfirmed)
    #expect(
      Requirement<Int>.inRange(1...5)(0).reason?.message == "Value must be from 1 to 5")
  }

  @Test("multiples are exact, by the digits as written")
  func multiples() {
    #expect(
      [0, 10, 11, Int.min].map { Requirement<Int>.multipleOf(5)($0).isConfirmed }
        == [true, true, false, false])
    #expect(Requirement<Double>.multipleOf(0.1)(0.3).isConfirmed)
    #expect(!Requirement<Double>.multipleOf(0.1)(0.35).isConfirmed)
    #expect(!Requirement<Double>.multipleOf(0.1)(.nan).isConfirmed)
    #expect(Requirement<Double>.multipleOf(0.5)(1e300).isConfirmed)
  }

  struct Item: Sendable {
    let id: String
    let price: Double
  }

  @Test("collections")
  func collections() {
    let items = [Item(id: "a", price: 1), Item(id: "b", price: 2000)]
    #expect(!Requirement<[Item]>.notEmpty()([]).isConfirmed)
    #expect(Requirement<[Item]>.count(min: 1, max: 100)(items).isConfirmed)
    #expect(
      Requirement<[Item]>.count(max: 1)(items).reason?.message
        == "Count must be at most 1 element")
    #expect(!Requirement<[Item]>.count(exactly: 5)(items).isConfirmed)
    #expect(Requirement<[Item]>.allSatisfy { $0.price > 0 }(items).isConfirmed)
    #expect(Requirement<[Item]>.contains { $0.price > 1000 }(items).isConfirmed)
    #expect(Requirement<[Item]>.some(.on(\.price, .greaterThan(1000)))(items).isConfirmed)
    #expect(!Requirement<[Item]>.some(.on(\.price, .greaterThan(1000)))([]).isConfirmed)
    #expect(Requirement<[Item]>.unique(by: \.id)(items).isConfirmed)
    #expect(!Requirement<[Item]>.unique(by: \.id)(items + items).isConfirmed)
  }

  @Test(
    "a requirement that is set up wrongly fails for every value and lists its mistake",
    arguments: [
      Requirement<String>.matches(pattern: "(").because("No match"),
      .all([.notEmpty(), .length(min: 3, max: 2)]), .maxLength(-1), .length(exactly: -1),
    ])
  func mistakes(_ requirement: Requirement<String>) {
    #expect(requirement.mistakes.count == 1)
    #expect(!requirement("text").isConfirmed)
    #expect(Requirement<Int>.multipleOf(0).mistakes.count == 1)
    #expect(Requirement<Double>.multipleOf(.nan).mistakes.count == 1)
    #expect(Requirement<Int>.inRange(3..<3).mistakes.count == 1)
  }

  @Test("a pattern that runs away ends with its own code")
  func patternLimit() {
    let requirement = Requirement<String>.matches(pattern: "^(a+)+$")
    // Shorter texts are judged without backtracking.
    let reason = requirement(String(repeating: "a", count: 100) + "!").reason
    #expect(reason?.code == "pattern-limit")
  }

  @Test("one requirement serves many threads")
  func threads() async {
    let requirement = Requirement<String>.matches(pattern: #"^\d+$"#)
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask { requirement("\(number)").isConfirmed && !requirement("x").isConfirmed }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test("a date is between two days, which are included")
  func dates() {
    let requirement = Requirement<String>.date(from: "2020-02-29", through: "2024-12-31")
    let days = ["2020-02-28", "2020-02-29", "2024-12-31", "2025-01-01", "2021-02-29", "2021", ""]
    #expect(days.filter { requirement($0).isConfirmed } == ["2020-02-29", "2024-12-31"])
    #expect(requirement.evaluate("x").reason?.code == ReasonCode.dateRange)
    #expect(
      requirement.evaluate("x").reason?.message == "Date must be from 2020-02-29 to 2024-12-31")
    #expect(Requirement<String>.date(from: "2020-01-01")("9999-12-31").isConfirmed)
    #expect(
      Requirement<String>.date(through: "2020-01-01").evaluate("2020-01-02").reason?.message
        == "Date must be 2020-01-01 or earlier")
    #expect(Requirement<String>.date(from: "2021-02-29").mistakes.count == 1)
    #expect(Requirement<String>.date(from: "2021-01-02", through: "2021-01-01").mistakes.count == 1)
  }

  @Test("a date and time is between two points in time, which are included")
  func instants() {
    let requirement = Requirement<String>.dateTime(
      from: "2020-01-01T00:00:00Z", through: "2020-12-31T23:59:59.5+01:00")
    let texts: KeyValuePairs = [
      "2020-01-01T00:00:00Z": true, "2020-01-01T01:00:00+01:00": true,
      "2020-01-01T00:59:59.999+01:00": false, "2019-12-31T23:59:60Z": true,
      "2019-12-31T23:59:59.999Z": false, "2020-12-31T22:59:59.50z": true,
      "2020-12-31T22:59:59.500001Z": false, "2020-12-31t22:59:59.49Z": true,
      "2020-06-01": false, "2020-06-01T00:00:00": false, "": false,
    ]
    for (text, isRight) in texts { #expect(requirement(text).isConfirmed == isRight, "\(text)") }
    let reason = requirement.evaluate("x").reason
    #expect(reason?.code == ReasonCode.dateTimeRange)
    #expect(
      reason?.message
        == "Date and time must be from 2020-01-01T00:00:00Z to 2020-12-31T23:59:59.5+01:00")
    #expect(Requirement<String>.dateTime(through: "2020-01-01T00:00:00Z").mistakes.isEmpty)
    #expect(
      Requirement<String>.dateTime(from: "2020-01-01").mistakes == [
        #"dateTime(from: "2020-01-01"): "2020-01-01" is not a date and time; "#
          + #"write "2024-02-29T12:00:00Z""#
      ])
    // The same instant, so this is not a mistake.
    let same = Requirement<String>.dateTime(
      from: "2020-01-01T01:00:00+01:00", through: "2020-01-01T00:00:00Z")
    #expect(same.mistakes.isEmpty && same("2019-12-31T23:00:00-01:00").isConfirmed)
    #expect(
      Requirement<String>.dateTime(
        from: "2020-01-01T00:00:00Z", through: "2020-01-01T00:00:00+00:01"
      ).mistakes.count == 1)
  }
}

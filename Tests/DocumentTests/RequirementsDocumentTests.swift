import Foundation
import RequirementsMacros
import RequirementsPatterns
import Testing

/// Validation of text, collections, numbers and forms in the spelling of `RequirementsKit`.
@Suite("Document 000: requirements")
struct RequirementsDocumentTests {
  static let emailPattern = #"^[A-Z0-9._%+-]+@[A-Z0-9.-]+\.[A-Z]{2,}$"#

  /// A requirement that was given a reason: good values, and bad ones that fail with just that.
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let requirement: Requirement<String>
    let good: [String]
    let bad: [String]
    let message: String
  }

  @Test("an empty string has the documented reason")
  func basic() {
    let notEmpty = Requirement<String>.notEmpty()
    #expect(notEmpty.evaluate("") == .failed(reason: Reason(message: "String is empty")))
    #expect(notEmpty.evaluate(" ") == .confirmed)
  }

  @Test(
    "lengths and patterns",
    arguments: [
      Example(
        testDescription: "minLength",
        requirement: Requirement<String>
          .minLength(8)
          .because("Минимум 8"), good: ["12345678", "пароль12"], bad: ["", "1234567"],
        message: "Минимум 8"),
      Example(
        testDescription: "maxLength",
        requirement: Requirement<String>
          .maxLength(3)
          .because("Не больше 3"), good: ["", "👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧"], bad: ["abcd"], message: "Не больше 3"),
      Example(
        testDescription: "length(min:max:)",
        requirement: Requirement<String>
          .length(min: 2, max: 3)
          .because("2–3"), good: ["ab", "abc"], bad: ["a", "abcd"], message: "2–3"),
      Example(
        testDescription: "email by pattern",
        requirement: Requirement<String>
          .matches(pattern: emailPattern, options: .caseInsensitive)
          .because("no email"), good: ["user@example.com", "A.B@C.ORG"], bad: ["", "user@example"],
        message: "no email"),
      Example(
        testDescription: "phone by pattern",
        requirement: Requirement<String>
          .matches(pattern: #"^\+?\d{10,15}$"#)
          .because("no phone"), good: ["+79634480209", "9634480209"], bad: ["+7 963", "123456789"],
        message: "no phone"),
      Example(
        testDescription: "URL by pattern",
        requirement: Requirement<String>
          .matches(pattern: #"^https?://[^\s/$.?#].[^\s]*$"#, options: .caseInsensitive)
          .because("no URL"), good: ["https://example.com", "HTTP://x.y/z?q"],
        bad: ["example.com", "https:// x"], message: "no URL"),
    ])
  func text(_ example: Example) {
    for text in example.good { #expect(example.requirement.evaluate(text) == .confirmed) }
    for text in example.bad {
      #expect(
        example.requirement.evaluate(text) == .failed(reason: Reason(message: example.message)))
    }
  }

  @Test("rules of one's own, and a password made of them")
  func password() {
    let password = #all {
      Requirement<String>.minLength(8)
        .because("8 characters")

      SignUpRules.containsDigit

      SignUpRules.containsUppercase

      SignUpRules.containsSpecial
    }
    #expect(password.evaluate("MyPass123!") == .confirmed)
    #expect(password.evaluate("x") == .failed(reason: Reason(message: "8 characters")))
    #expect(
      password.failures(in: "x").map(\.message)
        == ["8 characters", "a digit", "a capital letter", "a special character"])
    #expect(password.failures(in: "mypass123!").map(\.message) == ["a capital letter"])
  }

  struct Item: Sendable {
    let id: String
    let price: Double
  }

  @Test("collections: built in, and by closures")
  func collections() {
    let notEmpty = Requirement<[Item]>.notEmpty()
    let countRange = Requirement<[Item]>
      .count(min: 1, max: 2)
      .because("1–2")
    let exactCount = Requirement<[Item]> { items in
      items.count == 2
        ? .confirmed
        : .failed(reason: Reason(message: "exactly 2"))
    }
    let allValid = Requirement<[Item]> { items in
      let allPositive = items.allSatisfy { $0.price > 0 }
      return allPositive ? .confirmed : .failed(reason: Reason(message: "positive"))
    }
    let hasExpensive = Requirement<[Item]> { items in
      items.contains(where: { $0.price > 1000 })
        ? .confirmed : .failed(reason: Reason(message: "expensive"))
    }
    let uniqueIds = Requirement<[Item]> { items in
      let ids = items.map(\.id)
      return ids.count == Set(ids).count ? .confirmed : .failed(reason: Reason(message: "unique"))
    }
    let all = #all {
      notEmpty
      countRange
      exactCount
      allValid
      hasExpensive
      uniqueIds
    }
    #expect(all.evaluate([Item(id: "a", price: 1), Item(id: "b", price: 2000)]) == .confirmed)
    #expect(
      all.failures(in: []).map(\.message)
        == ["Collection is empty", "1–2", "exactly 2", "expensive"])
    let bad = [Item(id: "a", price: 0), Item(id: "a", price: 1), Item(id: "b", price: 2)]
    #expect(
      all.failures(in: bad).map(\.message) == [
        "1–2", "exactly 2", "positive", "expensive", "unique",
      ])
  }

  @Test("numbers")
  func numbers() {
    let age = Requirement<Int>
      .inRange(18...120)
      .because("18–120")
    let balance = Requirement<Double>
      .greaterThan(0)
      .because("above 0")
    let limit = Requirement<Double>
      .lessThanOrEqual(10000)
      .because("too much")
    let discount = Requirement<Double> { value in
      (0...100).contains(value) ? .confirmed : .failed(reason: Reason(message: "0–100"))
    }
    let multipleOf5 = Requirement<Int> { value in
      value % 5 == 0 ? .confirmed : .failed(reason: Reason(message: "by 5"))
    }
    #expect([17, 18, 120, 121].map { age.evaluate($0).isConfirmed } == [false, true, true, false])
    #expect(age.evaluate(17) == .failed(reason: Reason(message: "18–120")))
    #expect([0, 0.01].map { balance.evaluate($0).isConfirmed } == [false, true])
    #expect([10000, 10000.01].map { limit.evaluate($0).isConfirmed } == [true, false])
    #expect(
      [-1, 0, 100, 101].map { discount.evaluate($0).isConfirmed } == [false, true, true, false])
    #expect([10, 11].map { multipleOf5.evaluate($0).isConfirmed } == [true, false])
  }

  @Test("a group of checks under one name")
  func grouped() {
    enum EmailRules {
      static let format = Requirement<String>
        .matches(pattern: RequirementsDocumentTests.emailPattern, options: .caseInsensitive)
        .because("wrong format")

      static let notDisposable = Requirement<String> { email in
        let disposable = ["tempmail.com", "10minutemail.com"]
        let domain = email.split(separator: "@").last.map(String.init) ?? ""
        return !disposable.contains(domain)
          ? .confirmed : .failed(reason: Reason(message: "disposable"))
      }

      static let complete = format && notDisposable
    }
    #expect(EmailRules.complete.evaluate("a@b.co") == .confirmed)
    #expect(EmailRules.complete("a@tempmail.com").reason?.message == "disposable")
    #expect(EmailRules.complete("tempmail.com").reason?.message == "wrong format")
  }
}

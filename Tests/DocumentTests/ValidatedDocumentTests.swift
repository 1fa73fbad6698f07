import Foundation
import RequirementsCompatibility
import RequirementsPatterns
import Synchronization
import Testing

/// The pattern of the article, without its slip (`A-z`).
private let emailPattern = "[A-Z0-9a-z._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,64}"

/// A wrapper for several screens: no subclass, nothing repeated.
private enum EmailAddress: ValidationRule {
  static let requirement = Requirement<String>.all {
    Requirement.notEmpty().because("Email can't be empty")
    Requirement.matches(pattern: "^\(emailPattern)$").because("Email has wrong format")
  }
}
private typealias Email = ValidatedBy<EmailAddress>

/// A validator by hand, as the article's users write them.
private struct MinimumValidator: Validator {
  var errorMessage: String
  private var minimum: Int

  init(minimum: Int, errorMessage: String) {
    self.minimum = minimum
    self.errorMessage = errorMessage
  }

  func isValid(value: Int?) -> Bool {
    guard let value else { return false }
    return value >= minimum
  }
}

@Suite("Document 001: validated properties")
struct ValidatedDocumentTests {
  struct Screen {
    @Validated([
      NotEmptyValidator(errorMessage: "Email can't be empty").validator,
      RegexValidator(regex: emailPattern, errorMessage: "Email has wrong format").validator,
    ])
    var email: String? = nil

    @Email
    fileprivate var other: String? = nil

    @Validated([MinimumValidator(minimum: 18, errorMessage: "Too young").validator])
    var age: Int? = nil
  }

  @Test("an array of validators; every error in its order")
  func validators() {
    var screen = Screen()
    #expect(
      screen.$email.errors.map(\.message) == ["Email can't be empty", "Email has wrong format"])
    screen.email = ""
    #expect(
      screen.$email.errors.map(\.message) == ["Email can't be empty", "Email has wrong format"])
    screen.email = "user@example"
    #expect(screen.$email.errors.map(\.message) == ["Email has wrong format"])
    // The whole text has to match.
    screen.email = "to: user@example.com"
    #expect(screen.$email.errors.map(\.message) == ["Email has wrong format"])
    screen.email = "user@example.com"
    #expect(screen.$email.errors.isEmpty)
  }

  @Test("a validator by hand: valid or not, throwing, type-erased")
  func byHand() throws {
    let adult = MinimumValidator(minimum: 18, errorMessage: "Too young")
    #expect(adult.isValid(value: 18) && !adult.isValid(value: 17) && !adult.isValid(value: nil))
    try adult.validate(value: 18)
    #expect(throws: ValidationError(message: "Too young")) { try adult.validate(value: nil) }
    let validators: [AnyValidator<Int>] = [
      adult.validator, AnyValidator(validator: adult), Requirement<Int>.lessThan(99).validator,
    ]
    #expect(validators.map { $0.isValid(value: 120) } == [true, true, false])
    #expect(validators.map(\.errorMessage)[0...1] == ["Too young", "Too young"])
    var screen = Screen()
    screen.age = 17
    #expect(screen.$age.errors.map(\.message) == ["Too young"])
  }

  private struct Even: Validator {
    let errorMessage = "The number is odd"
    func isValid(value: Int?) -> Bool { value.map { $0.isMultiple(of: 2) } ?? false }
  }

  @Test("validators of users and requirements stand in one list")
  func mixed() {
    @Validated([Even().validator, Requirement<Int>.greaterThan(10).validator]) var number: Int? = 7
    #expect(
      $number.errors.map(\.message) == ["The number is odd", "Value must be greater than 10"])
    number = nil
    #expect($number.errors.map(\.message) == ["The number is odd", "Value is missing"])
    number = 12
    #expect($number.errors == [])
    // An empty list, and no value to begin with.
    @Validated([AnyValidator<Int>]()) var free: Int?
    #expect($free.isValid)
  }

  @Test("a requirement is a validator with the message of because, or what it asks for")
  func requirements() {
    let named = Requirement<String>.minLength(3).because("Three")
    #expect(named.errorMessage == "Three" && named.isValid(value: "abc"))
    #expect(!named.isValid(value: "ab") && !named.isValid(value: nil))
    #expect(Requirement<String>.minLength(3).errorMessage == "Must be: minLength(3)")
    #expect(Requirement<String>.ifPresent(named).isValid(value: nil))
    #expect(named.requirement.failures(in: nil).map(\.message) == ["Three"])
  }

  @Test("a regular expression of Swift has to match the whole text; a bad one matches nothing")
  func expressions() async {
    let letters = RegexValidator(regex: "[a-z]+|é", errorMessage: "Letters")
    #expect(letters.isValid(value: "abc") && letters.isValid(value: "e\u{301}"))
    #expect(!letters.isValid(value: "abc1") && !letters.isValid(value: ""))
    #expect(!letters.isValid(value: nil))
    let bad = RegexValidator(regex: "(", errorMessage: "Letters")
    #expect(!bad.isValid(value: "a") && bad.errorMessage.contains("cannot be compiled"))
    // One validator for many tasks.
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<8 {
        group.addTask { letters.isValid(value: "abc") && !letters.isValid(value: "\(number)") }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test("a wrapper of its own, used like any other")
  func reusable() {
    var screen = Screen()
    // Each validator of a list is asked about nil. Requirements say once that the value is missing.
    #expect(screen.$other.errors.map(\.message) == ["Email can't be empty"])
    screen.other = ""
    #expect(
      screen.$other.errors.map(\.message) == ["Email can't be empty", "Email has wrong format"])
    screen.other = "user@example.com"
    #expect(screen.$other.errors.isEmpty)
  }

  @Test("errors for people as one text, after every assignment, for two listeners")
  func live() async {
    var screen = Screen()
    let label = Mutex("")
    let updates = screen.$email.updates
    let counts = screen.$email.updates
    let listener = Task {
      for await errors in updates {
        let text = errors.map { $0.localizedDescription }.joined(separator: ", ")
        label.withLock { $0 = text }
        if errors.isEmpty { break }
        #expect(text.contains("Email has wrong format"))
      }
    }
    let counter = Task {
      var found: [Int] = []
      for await errors in counts {
        found.append(errors.count)
        if errors.isEmpty { break }
      }
      return found
    }
    screen.email = ""
    screen.email = "u"
    screen.email = "u@e.co"
    await listener.value
    #expect(await counter.value == [2, 1, 0])
    #expect(label.withLock { $0 } == "")
  }

  @Test("without a listener nothing is validated")
  func withoutListeners() async {
    let calls = Mutex(0)
    struct Counting: Validator {
      let count: @Sendable () -> Void
      let errorMessage = ""
      func isValid(value: Int?) -> Bool {
        count()
        return true
      }
    }
    let counting = Counting { calls.withLock { $0 += 1 } }
    @Validated([counting.validator]) var number: Int? = 0
    for value in 1...5 { number = value }
    #expect(calls.withLock { $0 } == 0)
    var stream: AsyncStream<[ValidationError]>? = $number.updates
    number = 6
    #expect(calls.withLock { $0 } == 1)
    _ = stream
    stream = nil
    number = 7
    #expect(calls.withLock { $0 } == 1)
  }
}

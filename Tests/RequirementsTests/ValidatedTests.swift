import Requirements
import RequirementsPatterns
import Synchronization
import Testing

enum EmailRule: ValidationRule {
  static let requirement = Requirement<String>.all {
    Requirement.notEmpty().because("Email is empty")
    Requirement.matches(pattern: #"^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,64}$"#)
      .because("Email has the wrong format")
  }
}
typealias Email = ValidatedBy<EmailRule>

@Suite("Validated")
struct ValidatedTests {
  struct Form: Sendable {
    @Validated(
      .notEmpty().because("Email is empty"), .matches(pattern: "@").because("No at sign"))
    var email: String? = nil
    @Validated([.ifPresent(.phone())]) var phone: String?
    @Email var other: String?
  }

  @Test("all errors in order; nil fails once, with the first reason")
  func errors() {
    var form = Form()
    #expect(form.$email.errors.map(\.message) == ["Email is empty"])
    form.email = ""
    #expect(form.$email.errors.map(\.message) == ["Email is empty", "No at sign"])
    form.email = "x"
    #expect(form.$email.errors.map(\.message) == ["No at sign"])
    #expect(form.$email.firstError?.message == "No at sign")
    form.email = "a@b"
    #expect(form.$email.isValid)
  }

  @Test("nil is valid inside ifPresent only")
  func ifPresent() {
    var form = Form()
    #expect(form.$phone.isValid)
    form.phone = "x"
    #expect(!form.$phone.isValid)
  }

  @Test("nil fails with the reason of the first requirement that is not inside ifPresent")
  func missing() {
    func messages(_ requirements: Requirement<String>...) -> [String] {
      Validated<String?>(requirements).errors.map(\.message)
    }
    #expect(messages(.notEmpty(), .email(), .phone()) == ["Value is missing"])
    #expect(messages(.notEmpty(), .email().because("Email?")) == ["Value is missing"])
    #expect(messages(.ifPresent(.notEmpty()), .email().because("Email?")) == ["Email?"])
    #expect(messages(.all([.notEmpty().because("Empty?"), .email()])) == ["Empty?"])
    #expect(messages(.ifPresent(.notEmpty()), .ifPresent(.email()).because("Email?")) == [])
    #expect(messages() == [])
    let ofOptional = Validated<String?>(
      wrappedValue: nil, .required(.all([.notEmpty().because("Empty?"), .email().because("No?")])),
      .required())
    #expect(ofOptional.errors.map(\.message) == ["Empty?"])
    #expect(ofOptional.firstError?.message == "Empty?" && !ofOptional.isValid)
  }

  @Test("a wrapper with a name of its own")
  func reusable() {
    var form = Form()
    #expect(form.$other.errors.map(\.message) == ["Email is empty"])
    form.other = ""
    #expect(form.$other.errors.map(\.message) == ["Email is empty", "Email has the wrong format"])
    form.other = "user@example.com"
    #expect(form.$other.isValid)
  }

  @Test("a copy of a form has a value of its own")
  func copies() {
    let form = Form()
    var copy = form
    copy.email = "a@b"
    #expect(form.email == nil && copy.email == "a@b")
  }

  @Test("each of several listeners hears the errors after each assignment")
  func updates() async {
    var form = Form()
    var (first, second) = (
      form.$email.updates.makeAsyncIterator(), form.$email.updates.makeAsyncIterator()
    )
    form.email = "x"
    form.email = "a@b"
    #expect(await first.next()?.map(\.message) == ["No at sign"])
    #expect(await first.next() == [])
    #expect(await second.next()?.map(\.message) == ["No at sign"])
    #expect(await second.next() == [])
  }

  @Test("nothing is evaluated without a listener")
  func idle() async {
    final class Counter: Sendable { let calls = Mutex(0) }
    let counter = Counter()
    @Validated(
      Requirement<Int> { _ in
        counter.calls.withLock { $0 += 1 }
        return .confirmed
      }) var number: Int? = 1
    number = 2
    number = 3
    #expect(counter.calls.withLock { $0 } == 0)
    do {
      var listener = $number.updates.makeAsyncIterator()
      number = 4
      #expect(await listener.next() == [])
      #expect(counter.calls.withLock { $0 } == 1)
    }
    number = 5
    #expect(counter.calls.withLock { $0 } == 1)
  }
}

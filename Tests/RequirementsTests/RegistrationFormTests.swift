import RegistrationRules
import Requirements
import Synchronization
import Testing

@Suite("The registration form")
struct RegistrationFormTests {
  static let good: [(RegistrationForm.Field, String)] = [
    (.username, "anna_1"), (.email, "anna@example.com"), (.password, "MyPass123!"), (.age, "36"),
    (.agreedToTerms, "yes"),
  ]

  @Test("nothing is shown before somebody types; then every error of that field alone")
  func incremental() {
    var form = RegistrationForm()
    for field in RegistrationForm.Field.allCases { #expect(form.visibleErrors(field).isEmpty) }
    form.type("a b", into: .username)
    #expect(
      form.visibleErrors(.username).map(\.message) == ["Letters, digits and underscores only"])
    form.type("!", into: .username)
    #expect(
      form.visibleErrors(.username).map(\.message)
        == ["3 to 20 characters", "Letters, digits and underscores only"])
    #expect(form.visibleErrors(.email).isEmpty && form.errors(.email).count == 1)
    form.type("anna", into: .username)
    #expect(form.visibleErrors(.username).isEmpty)
    form.type("old", into: .age)
    #expect(form.visibleErrors(.age).map(\.message) == ["A number from 18 to 120"])
  }

  @Test("the first error against all errors, of the form and of a whole value")
  func firstAndAll() {
    var form = RegistrationForm()
    #expect(form.firstError?.message == "A username, please")
    #expect(form.registration == nil)
    for (field, text) in Self.good { form.type(text, into: field) }
    #expect(form.firstError == nil && form.allErrors.isEmpty)
    #expect(form.registration.map { Registration.complete($0).isConfirmed } == true)
    form.type("short", into: .password)
    form.type("no", into: .agreedToTerms)
    #expect(form.firstError?.message == "At least 8 characters")
    #expect(
      form.allErrors.map { "\($0.field.rawValue): \($0.error.message)" } == [
        "password: At least 8 characters", "password: At least one digit",
        "password: At least one capital letter", "password: At least one special character",
        "terms: Only with the terms",
      ])
    let received = Registration(
      username: "", email: "x", password: "MyPass123!", age: 17, agreedToTerms: true)
    #expect(Registration.complete(received).reason?.description == "username: A username, please")
    #expect(
      Registration.complete.failures(in: received).map(\.path.description)
        == ["username", "username", "email", "age"])
  }

  @Test("two listeners hear each change once; other fields stay silent")
  func listeners() async {
    var form = RegistrationForm()
    var (first, second) = (
      form.updates(.password).makeAsyncIterator(), form.updates(.password).makeAsyncIterator()
    )
    for text in ["x", "Xx1!", "MyPass123!"] {
      form.type("anna", into: .username)
      form.type(text, into: .password)
    }
    for count in [4, 1, 0] {
      #expect(await first.next()?.count == count)
      #expect(await second.next()?.count == count)
    }
  }
}

import RegistrationRules
import Requirements
import Testing

@Suite("The registration form")
@MainActor
struct RegistrationFormTests {
  static let good: [(RegistrationForm.Entry, String)] = [
    (.username, "anna_1"), (.email, "anna@example.com"), (.password, "MyPass123!"), (.age, "36"),
    (.agreedToTerms, "yes"),
  ]

  let form = RegistrationForm(isFree: Registration.isFree(taken: ["admin"]))

  private func shown(_ entry: RegistrationForm.Entry) -> [String] {
    form.field(entry).shownErrors.map(\.message)
  }

  @Test("nothing is shown before somebody types; then every error of that field alone")
  func incremental() {
    for entry in RegistrationForm.Entry.allCases { #expect(shown(entry).isEmpty) }
    form.type("a b", into: .username)
    #expect(shown(.username) == ["Letters, digits and underscores only"])
    form.type("!", into: .username)
    #expect(shown(.username) == ["3 to 20 characters", "Letters, digits and underscores only"])
    #expect(shown(.email).isEmpty && form.email.errors.count == 1)
    form.type("anna", into: .username)
    #expect(shown(.username).isEmpty)
    form.type("17", into: .age)
    #expect(shown(.age) == ["A number from 18 to 120"])
    form.type("old", into: .age)
    #expect(shown(.age) == ["A number from 18 to 120"])
  }

  @Test("a submit shows the errors of all fields, and a good form is a registration")
  func submit() async {
    #expect(await form.submit() == nil)
    #expect(shown(.username) == ["A username, please"] && shown(.agreedToTerms).count == 1)
    for (entry, text) in Self.good { form.type(text, into: entry) }
    let registration = await form.submit()
    #expect(registration.map { Registration.complete($0).isConfirmed } == true)
    #expect(form.isValid && form.errors.isEmpty)
    form.type("Admin", into: .username)
    form.type("short", into: .password)
    form.type("no", into: .agreedToTerms)
    #expect(await form.submit() == nil)
    #expect(
      form.errors.map(\.description) == [
        "username: This name is in use", "password: At least 8 characters",
        "password: At least one digit", "password: At least one capital letter",
        "password: At least one special character", "agreedToTerms: Only with the terms",
      ])
  }

  @Test("a whole value as a server receives it meets the same rules")
  func received() {
    let received = Registration(
      username: "", email: "x", password: "MyPass123!", age: 17, agreedToTerms: true)
    #expect(Registration.complete(received).reason?.description == "username: A username, please")
    #expect(
      Registration.complete.failures(in: received).map(\.path.description)
        == ["username", "username", "email", "age"])
  }
}

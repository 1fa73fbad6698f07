import TestSupport
import Testing

/// Forms as apps write them, with and without everything on the main actor.
@Suite("Forms: isolation")
struct FormIsolationTests {
  private static let form = """

    import Observation

    nonisolated struct Account: Codable, Sendable { var name = "", age = 0 }
    nonisolated enum AccountRules {
      static let name = Requirement<String>.length(min: 3, max: 20)
      static let whole = Requirement<Account>.all {
        Requirement.on(\\.name, name)
        Requirement.on(\\.age, .inRange(18...120))
      }
      static let isFree = AsyncRequirement<String> { _ in .confirmed }
    }
    @MainActor @Observable
    final class SignUp: FormModel {
      var name = Field("", AccountRules.name, checks: AccountRules.isFree)
      let age = Field<Int?>(.inRange(18...120).because("Your age"), .multipleOf(1))
      let nick = Field<String?>(nil, .ifPresent(.minLength(2)), checks: AccountRules.isFree)
      let phone: Field<String?> = Field(.ifPresent(.phone()))
      let terms = Field(false, .require(\\.self))
      let tags = Field([String](), .each(.notEmpty()), pause: .zero, timeLimit: .seconds(1))
      var hint = ""
      var errorsAcrossFields: [ValidationError] {
        name.value == nick.value ? [ValidationError(message: hint)] : []
      }
      func save() async -> Account? {
        guard await validate(), let age = age.value else { return nil }
        let account = Account(name: name.value, age: age)
        return AccountRules.whole(account).isConfirmed ? account : nil
      }
    }
    /// A binding of SwiftUI: each member is looked up alone, and has to be writable.
    @dynamicMemberLookup @MainActor
    struct Binding<Value> {
      subscript<Part>(dynamicMember part: WritableKeyPath<Value, Part>) -> Binding<Part> {
        Binding<Part>()
      }
    }
    @dynamicMemberLookup @MainActor
    struct Bindable<Value: AnyObject> {
      let wrappedValue: Value
      subscript<Part>(dynamicMember part: ReferenceWritableKeyPath<Value, Part>) -> Binding<Part> {
        Binding<Part>()
      }
    }
    /// In a view: `$form.name.value`, and `$field.value` for a field that is declared with `let`.
    @MainActor
    func bind(_ form: SignUp) -> (Binding<String>, Binding<Int?>) {
      (Bindable(wrappedValue: form).name.value, Bindable(wrappedValue: form.age).value)
    }
    @MainActor
    func paths() -> [AnyKeyPath] {
      [\\SignUp.name.value, \\SignUp.name.errors, \\SignUp.name.isEdited, \\SignUp.name.shownErrors]
        + [\\SignUp.isValid, \\SignUp.errors, \\SignUp.isChecking]
    }
    nonisolated func serve(_ account: Account) -> [Reason] {
      AccountRules.whole.failures(in: account)
    }
    """

  enum Isolation: CaseIterable { case named, namedAndDefault, byDefault }

  @Test(
    "a form compiles with the main actor named, or as the default", arguments: Isolation.allCases)
  func compiles(isolation: Isolation) throws {
    let isDefault = isolation != .named
    let source =
      isolation == .byDefault
      ? Self.form.replacing("@MainActor @Observable", with: "@Observable")
        .replacing("@MainActor\n", with: "") : Self.form
    #expect(source.contains("@MainActor") == (isolation != .byDefault))
    let mode = isDefault ? ["-default-isolation", "MainActor"] : []
    #expect(try Compiler.messages(source, mode) == [])
  }
}

import Requirements
import Testing

@Suite("Partial")
struct PartialTests {
  struct User: PartialInitializable, Equatable, Sendable {
    var firstName: String
    var lastName: String
    var age: Int?

    init(firstName: String, lastName: String, age: Int?) {
      self.firstName = firstName
      self.lastName = lastName
      self.age = age
    }

    init(from partial: Partial<User>) throws {
      firstName = try partial.value(for: \.firstName)
      lastName = try partial.value(for: \.lastName)
      age = partial.value(for: \.age)
      if firstName == lastName { throw ValidationError(message: "The names are the same") }
    }

    func partial() -> Partial<User> {
      var partial = Partial<User>()
      partial.update(\.firstName, to: firstName)
      partial.update(\.lastName, to: lastName)
      partial.update(\.age, to: age)
      return partial
    }
  }

  static let validation = Partial<User>.Validation(
    .required(\User.firstName),
    .valueValidation(keyPath: \User.firstName, block: { !$0.isEmpty }),
    .required(\User.lastName),
    .valueValidation(keyPath: \User.lastName, block: { $0.count > 5 }),
    .valueValidation(keyPath: \User.age, block: { ($0 ?? 0) >= 18 }),
    .required(\User.age))

  @Test("an optional value that was never given is missing, once; another one is invalid")
  func missingApartFromInvalid() {
    let reasons = Self.validation.validate(
      User(firstName: "foo", lastName: "bar", age: nil).partial()
    ).reasons
    #expect(reasons.map(\.description) == ["lastName: Value is invalid", "age: Value is missing"])
    let messages: [PartialKeyPath<User>: String] = [\User.age: "Age please"]
    guard case .missing(let keyPath)? = reasons.last else {
      Issue.record("age is missing")
      return
    }
    #expect(messages[keyPath] == "Age please")
  }

  @Test("a whole value is built")
  func valid() {
    let user = User(firstName: "Ada", lastName: "Lovelace", age: 36)
    #expect(Self.validation.validate(user.partial()).value == user)
  }

  @Test("an initialiser that throws is a reason, never a trap")
  func throwingInitialiser() {
    let lenient = Partial<User>.Validation()
    #expect(
      lenient.validate(Partial()).reasons.map(\.description)
        == ["firstName: Value is missing"])
    let same = User(firstName: "a", lastName: "a", age: nil).partial()
    #expect(lenient.validate(same).reasons.map(\.description) == ["The names are the same"])
  }

  @Test("values by key path")
  func values() throws {
    var partial = Partial<User>()
    #expect(throws: Partial<User>.Error.self) { try partial.value(for: \.firstName) }
    #expect(partial.value(for: \.age) == nil)
    partial[\.firstName] = "Ada"
    partial[\.age] = 36
    #expect(try partial.value(for: \.firstName) == "Ada")
    #expect(partial[\.age] == 36)
    partial.remove(\.firstName)
    partial[\.age] = nil
    #expect(partial[\.firstName] == nil)
    #expect(!partial.contains(\.age))
  }

  @Test("a requirement for an optional property judges the value that it holds")
  func requirements() {
    let required = Partial<User>.Validation(
      .value(\.lastName, .length(min: 3, max: 5).because("Three to five")),
      .value(\.age, .inRange(18...120)))
    let optional = Partial<User>.Validation(.value(\.age, .ifPresent(.inRange(18...120))))
    var partial = User(firstName: "Ada", lastName: "L", age: nil).partial()
    #expect(
      required.validate(partial).reasons.map(\.description)
        == ["lastName: Three to five", "age: Value is missing"])
    #expect(optional.validate(partial).reasons.isEmpty)
    partial.update(\.age, to: 7)
    #expect(
      optional.validate(partial).reasons.map(\.description)
        == ["age: Value must be from 18 to 120"])
  }
}

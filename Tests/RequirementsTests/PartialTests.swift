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

  @Test("a value that was never given is missing, once; a nil that was given is invalid")
  func missingApartFromInvalid() {
    var partial = User(firstName: "foo", lastName: "bar", age: nil).partial()
    #expect(
      Self.validation.validate(partial).reasons.map(\.description)
        == ["lastName: Value is invalid", "age: Value is invalid"])
    partial.remove(\.age)
    let reasons = Self.validation.validate(partial).reasons
    #expect(reasons.map(\.description) == ["lastName: Value is invalid", "age: Value is missing"])
    let messages: [PartialKeyPath<User>: String] = [\User.age: "Age please"]
    guard case .missing(let keyPath)? = reasons.last else {
      Issue.record("age is missing")
      return
    }
    #expect(messages[keyPath] == "Age please")
  }

  @Test("an optional property is never given, given as nil, or given")
  func threeStates() {
    let whole = Partial<User>.Validation(.required(\.age))
    var partial = Partial<User>()
    func state() -> String {
      let isMissing = whole.validate(partial).reasons.first.map { "\($0)" } ?? ""
      return "\(partial.contains(\.age)) \(partial[\.age] as Int?, default: "nil") \(isMissing)"
    }
    #expect(state() == "false nil age: Value is missing")
    partial.update(\.age, to: nil)
    #expect(state() == "true nil firstName: Value is missing")
    partial.update(\.age, to: 36)
    #expect(state() == "true 36 firstName: Value is missing")
    partial[\.age] = nil
    #expect(state() == "true nil firstName: Value is missing")
    partial.remove(\.age)
    #expect(state() == "false nil age: Value is missing")
    #expect(User(firstName: "", lastName: "", age: nil).partial().contains(\.age))
  }

  @Test("nil takes a property away that is not optional")
  func notOptional() {
    var partial = User(firstName: "Ada", lastName: "L", age: nil).partial()
    partial.update(\.firstName, to: nil)
    partial[\.lastName] = nil
    #expect(!partial.contains(\.firstName) && !partial.contains(\.lastName))
  }

  @Test("code that does not know the type of the property gives nil, too")
  func generic() throws {
    func give<Value: Sendable>(
      _ keyPath: any KeyPath<User, Value> & Sendable, _ value: Value?
    ) throws -> (isGiven: Bool, value: Value?) {
      var partial = Partial<User>()
      partial.update(keyPath, to: value)
      return (
        partial.contains(keyPath),
        partial.contains(keyPath) ? .some(try partial.value(for: keyPath)) : .none
      )
    }
    let name = try give(\.firstName, nil)
    #expect(!name.isGiven && name.value == nil)
    for nothing in [Int??.none, .some(.none)] {
      let age = try give(\.age, nothing)
      #expect(age.isGiven && age.value == .some(.none))
    }
    #expect(try give(\.age, 5).value == 5)
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
    #expect(partial[\.age] == nil)
  }

  @Test("a requirement for an optional property checks the value inside, or nil")
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

  @Test("nil is invalid with one reason, never given is missing; inside ifPresent both are valid")
  func optionalRequirements() {
    let adult = Requirement<Int>.greaterThan(17)
    let cases: [(strategy: Partial<User>.Validation.Strategy, never: String, null: String)] = [
      (.value(\.age, adult), "missing", "invalid: Value is missing"),
      (.value(\.age, adult.because("Age?")), "missing", "invalid: Age?"),
      (
        .value(\.age, .all([.ifPresent(adult), adult.because("Age?"), adult.because("Old?")])),
        "missing", "invalid: Age?"
      ),
      (.value(\.age, .required(.all([adult.because("Age?"), adult]))), "missing", "invalid: Age?"),
      (.value(\.age, .ifPresent(adult)), "", ""),
      (.value(\.age, .all([.ifPresent(adult), .ifPresent(.lessThan(120))])), "", ""),
      (.valueValidation(keyPath: \.age) { $0 != 17 }, "missing", ""),
      (.valueValidation(keyPath: \.age) { $0 != nil }, "missing", "invalid: Value is invalid"),
      (.required(\.age), "missing", ""),
    ]
    func found(
      _ strategy: Partial<User>.Validation.Strategy, _ change: (inout Partial<User>) -> Void
    ) -> String {
      var partial = User(firstName: "Ada", lastName: "Lovelace", age: nil).partial()
      change(&partial)
      return Partial<User>.Validation(strategy).validate(partial).reasons.map { reason in
        switch reason {
        case .missing: "missing"
        case .invalidValue(_, let reason): "invalid: \(reason.message)"
        case .notBuilt(let reason): "not built: \(reason.message)"
        }
      }.joined(separator: ", ")
    }
    for (number, one) in cases.enumerated() {
      #expect(found(one.strategy) { $0.remove(\.age) } == one.never, "case \(number)")
      #expect(found(one.strategy) { _ in } == one.null, "case \(number)")
      #expect(found(one.strategy) { $0[\.age] = 18 } == "", "case \(number)")
    }
  }
}

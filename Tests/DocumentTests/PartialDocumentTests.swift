import RequirementsMacros
import Testing

@Suite("Document 002: partial values")
struct PartialDocumentTests {
  struct User: PartialInitializable {
    let firstName: String
    let lastName: String
    let age: Int?

    func partial() -> Partial<User> {
      var partial = Partial<User>()
      partial.update(\.firstName, to: firstName)
      partial.update(\.lastName, to: lastName)
      partial.update(\.age, to: age)
      return partial
    }
  }

  /// The user without copying by hand.
  @PartialInitializable
  struct Guest {
    let firstName: String
    let lastName: String
    let age: Int?
  }

  let validation = Partial<User>.Validation(
    .required(\User.firstName),
    .valueValidation(keyPath: \User.firstName, block: { !$0.isEmpty }),
    .required(\User.lastName),
    .valueValidation(keyPath: \User.lastName, block: { $0.count > 5 }),
    .valueValidation(keyPath: \User.age, block: { ($0 ?? 0) >= 18 }),
    .required(\User.age)
  )

  let missingErrors: [PartialKeyPath<User>: String] = [
    \User.firstName: "no first name",
    \User.lastName: "no last name",
    \User.age: "no age",
  ]

  let invalidErrors: [PartialKeyPath<User>: String] = [
    \User.lastName: "short last name",
    \User.age: "too young",
  ]

  /// The lines that the sample prints.
  func output(_ partial: Partial<User>) -> [String] {
    var lines: [String] = []
    switch validation.validate(partial) {
    case .valid(let result):
      lines.append(result.firstName)
      do {
        let user = try User(from: partial)
        lines.append(user.lastName)
      } catch { lines.append("\(error)") }
    case .invalid(let reasons):
      for reason in reasons {
        switch reason {
        case .missing(let keyPath):
          if missingErrors.keys.contains(keyPath) { lines.append(missingErrors[keyPath] ?? "") }
        case .invalidValue(let keyPath, _):
          if invalidErrors.keys.contains(keyPath) { lines.append(invalidErrors[keyPath] ?? "") }
        case .notBuilt(let reason):
          lines.append(reason.message)
        }
      }
    }
    return lines
  }

  @Test("messages by key path, missing apart from invalid")
  func messages() {
    #expect(
      output(User(firstName: "foo", lastName: "bar", age: nil).partial())
        == ["short last name", "too young"])
    #expect(output(Partial()) == ["no first name", "no last name", "no age"])
    #expect(
      output(User(firstName: "foo", lastName: "barbaz", age: 17).partial()) == ["too young"])
    #expect(
      output(User(firstName: "foo", lastName: "barbaz", age: 18).partial()) == ["foo", "barbaz"])
  }

  @Test("values by key path: throwing where one must be there")
  func values() throws {
    var partial = User(firstName: "foo", lastName: "bar", age: nil).partial()
    #expect(try partial.value(for: \.firstName) == "foo")
    #expect(partial.value(for: \.age) == nil && partial.contains(\.age))
    partial.update(\.firstName, to: nil)
    #expect(throws: Partial<User>.Error.self) { try partial.value(for: \.firstName) }
  }

  @Test("results by their parts")
  func results() {
    let valid = validation.validate(User(firstName: "a", lastName: "barbaz", age: 18).partial())
    #expect(valid.value?.lastName == "barbaz" && valid.reasons.isEmpty)
    let invalid = validation.validate(Partial())
    #expect(invalid.value == nil && invalid.reasons.count == 3)
  }

  @Test("the document's try! would trap here: without .required nothing is known to be there")
  func neverTraps() {
    let careless = Partial<Guest>.Validation(.valueValidation(keyPath: \.age) { ($0 ?? 0) > 0 })
    var partial = Partial<Guest>()
    partial[\.age] = 5
    #expect(
      careless.validate(partial).reasons.map(\.description) == ["firstName: Value is missing"])
  }

  @Test("the macro writes the same conformance")
  func macro() throws {
    let guest = Guest(firstName: "foo", lastName: "bar", age: nil)
    #expect(try Guest(from: guest.partial()).lastName == "bar")
    #expect(throws: Partial<Guest>.Error.self) { try Guest(from: Partial()) }
  }
}

extension PartialDocumentTests.User {
  init(from partial: Partial<PartialDocumentTests.User>) throws {
    firstName = try partial.value(for: \.firstName)
    lastName = try partial.value(for: \.lastName)
    age = partial.value(for: \.age)
  }
}

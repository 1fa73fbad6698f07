import Requirements
import Testing

@Suite("Requirement")
struct RequirementTests {
  static let containsDigit = Requirement<String> { text in
    text.contains(where: \.isNumber)
      ? .confirmed : .failed(reason: Reason(message: "No digit"))
  }

  static let password = Requirement<String>.all {
    Requirement.minLength(8).because("At least 8 characters")
    containsDigit
  }

  @Test("evaluate reports the first failure, failures(in:) all of them")
  func allReportsFirstAndEvery() {
    #expect(Self.password("MyPass123!") == .confirmed)
    #expect(Self.password.evaluate("secret").reason?.message == "At least 8 characters")
    #expect(
      Self.password.failures(in: "secret").map(\.message) == ["At least 8 characters", "No digit"])
  }

  @Test("an empty string has the documented reason")
  func notEmpty() {
    #expect(Requirement<String>.notEmpty().evaluate("").reason?.message == "String is empty")
  }

  @Test("where no alternative holds the reasons of all branches are kept")
  func anyKeepsBranches() {
    let contact = Requirement<String>.email() || .phone()
    #expect(contact("+4712345678").isConfirmed)
    let reason = contact.evaluate("none").reason
    #expect(reason?.alternatives.count == 2)
    #expect(
      reason?.message == "String is not a valid email address or String is not a valid phone number"
    )
  }

  @Test("not swaps, when judges only where its condition holds")
  func notAndWhen() {
    #expect(!(!Requirement<String>.notEmpty())("a").isConfirmed)
    let requirement = Requirement<Int>.when(.greaterThan(10)) { Requirement.multipleOf(5) }
    #expect([3, 15, 11].map { requirement($0).isConfirmed } == [true, true, false])
  }

  @Test("a block takes if, for, optionals, arrays and leading dots")
  func builder() {
    let extra: Requirement<String>? = .hasPrefix("a")
    func requirement(isStrict: Bool) -> Requirement<String> {
      .all {
        .notEmpty()
        if isStrict { .maxLength(2) } else { .maxLength(4) }
        for part in ["b", "c"] { .contains(part) }
        extra
        [Requirement.hasSuffix("c")]
      }
    }
    #expect(requirement(isStrict: false)("abc").isConfirmed)
    #expect(requirement(isStrict: true).failures(in: "x").count == 4)
  }

  struct Item: Sendable {
    var id = 0
    var price = 1.0
  }
  struct Address: Sendable { var city: String }
  struct Order: Sendable {
    var email = "a@b.co"
    var items = [Item()]
    var address: Address? = Address(city: "Oslo")
    var isPaid = true
  }

  @Test("a failure says where: properties by name, elements by position")
  func paths() {
    let requirement = Requirement<Order>.all {
      Requirement.on(\.email, .email())
      Requirement.on(\.items, .each(.on(\.price, .greaterThan(0))))
      Requirement.on(\.items) { .unique(by: \.id) }
      Requirement.on(\.address, .required(.on(\.city, .notEmpty())))
      Requirement.require(\.isPaid)
    }
    #expect(requirement(Order()).isConfirmed)
    let order = Order(
      email: "", items: [Item(), Item(price: 0)], address: Address(city: ""), isPaid: false)
    #expect(
      requirement.failures(in: order).map(\.path.description)
        == ["email", "items[1].price", "items", "address.city", "isPaid"])
  }

  @Test("because replaces the reason and keeps the place")
  func because() {
    let requirement = Requirement<[Int]>.each(.greaterThan(0)).because(code: "sign", "Positive")
    let reasons = requirement.failures(in: [1, 0, -1])
    #expect(reasons.map(\.description) == ["[1]: Positive", "[2]: Positive"])
    #expect(reasons.map(\.code) == ["sign", "sign"])
  }

  @Test("optionals: required fails on nil, ifPresent does not")
  func optionals() {
    let required = Requirement<String?>.required(.minLength(2))
    let ifPresent = Requirement<String?>.ifPresent(.minLength(2))
    #expect([nil, "a", "ab"].map { required($0).isConfirmed } == [false, false, true])
    #expect([nil, "a", "ab"].map { ifPresent($0).isConfirmed } == [true, false, true])
    #expect(!Requirement<Int?>.required()(nil).isConfirmed)
  }

  @Test("validate throws every reason in one error")
  func validate() throws {
    #expect(throws: ValidationError.self) { try Self.password.validate("x") }
    do throws(ValidationError) {
      try Self.password.validate("x")
    } catch {
      #expect(error.reasons.count == 2)
    }
  }

  @Test("the description prints the tree")
  func description() {
    let requirement = Requirement<Order>.on(\.email) {
      Requirement.notEmpty().because("Missing")
      Self.containsDigit
    }
    #expect(
      requirement.description == #"on(email, all(notEmpty because "Missing", closure))"#)
  }

  @Test("a key path to Bool is a requirement")
  func require() {
    #expect(Requirement<Bool>.require(\.self)(true).isConfirmed)
    #expect(Requirement<Bool>.require(\.self).because("Agree")(false).reason?.message == "Agree")
  }
}

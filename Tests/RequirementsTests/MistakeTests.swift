import Requirements
import RequirementsPatterns
import Testing

/// A part that is set up wrongly fails the whole, wherever it stands.
@Suite("Mistakes in requirements")
struct MistakeTests {
  struct Form: Sendable {
    var name = "a"
    var nick: String?
    var tags: [String] = []
  }

  static let bad = Requirement<String>.matches(pattern: "(")
  static let good = Requirement<String>.notEmpty()
  static let message = bad.failures(in: "")[0].message

  @Test(
    "no way of combining confirms a value that a mistake was to judge",
    arguments: [
      (Requirement<Form>.on(\.name, bad), "name"),
      (.on(\.name, .not(bad)), "name"),
      (.on(\.name, !bad), "name"),
      (.on(\.name, .not(bad)), "name"),
      (.not(.on(\.name, bad)), "name"),
      (.not(.not(.on(\.name, bad))), "name"),
      (.on(\.name, .any([good, bad])), "name"),
      (.on(\.name, good || bad), "name"),
      (.on(\.name, .when(bad) { good }), "name"),
      (.on(\.name, .when(.not(good)) { bad }), "name"),
      (.on(\.name, .when(good, then: good, else: bad)), "name"),
      (.on(\.nick, .ifPresent(bad)), "nick"),
      (.on(\.nick, .required(bad)), "nick"),
      (.on(\.tags, .each(bad)), "tags"),
      (.on(\.tags, .some(bad)), "tags"),
      (.on(\.tags, .not(.some(bad))), "tags"),
      (Requirement<Form>.not(.on(\.name, bad)).because("Not so"), "name"),
    ])
  func combinations(_ requirement: Requirement<Form>, path: String) {
    for form in [Form(), Form(name: "", nick: "n", tags: ["t", ""])] {
      let reasons = requirement.failures(in: form)
      #expect(reasons.map(\.message) == [Self.message], "\(requirement)")
      #expect(reasons.map(\.code) == ["invalid-requirement"])
      #expect(reasons.first?.path.description == path)
      #expect(requirement(form).reason == reasons.first)
    }
    #expect(requirement.mistakes == [Self.message])
  }

  @Test("all reports the failures beside a mistake too")
  func all() {
    let reasons = Requirement<String>.all([.minLength(3), Self.bad]).failures(in: "a")
    #expect(reasons.map(\.message) == ["Length must be at least 3 characters", Self.message])
  }

  @Test("asynchronous requirements fail with the mistake before anything is awaited")
  func asynchronous() async throws {
    let open = AsyncRequirement<String> { _ in .confirmed }
    let bad = AsyncRequirement(Self.bad)
    let requirements: [AsyncRequirement<String>] = [
      .any([open, bad]), .any([bad, open]), .any([open, .all([open, bad])]),
      .all([open, AsyncRequirement(!Self.bad)]), .all { Optional(Self.bad) },
    ]
    for requirement in requirements {
      let reasons = try await requirement.failures(in: "a")
      #expect(reasons.map(\.message) == [Self.message])
    }
  }

  struct Signup: PartialInitializable {
    var name: String
    init(from partial: Partial<Signup>) throws { name = try partial.value(for: \.name) }
    func partial() -> Partial<Signup> { Partial() }
  }

  @Test("validated properties, chains and partial values fail with the mistake, missing or not")
  func users() {
    let optional = Requirement<String>.ifPresent(Self.bad)
    for value in [nil, "a"] {
      let field = Validated(wrappedValue: value, optional)
      #expect(field.errors.map(\.message) == [Self.message])
    }
    #expect(Chain<String>([!Self.bad]).evaluate("a").error?.message == Self.message)
    let validation = Partial<Signup>.Validation(.value(\.name, optional))
    guard case .invalid(let reasons) = validation.validate(Partial()) else {
      Issue.record("a missing value is confirmed")
      return
    }
    #expect("\(reasons)".contains(Self.message))
  }
}

public import RequirementsMacros
import Testing

@PartialInitializable
struct Visitor: Equatable {
  let firstName: String
  let age: Int?
  var language = "en"
  let version = 1
  var email, phone: String?
  var title: String? = "Dr"
  var nickname: String { firstName.lowercased() }
}

@PartialInitializable
public struct Stay: Sendable {
  public let nights: Int

  /// Written by hand, because not every number is one of nights.
  public init(from partial: Partial<Stay>) throws {
    nights = try partial.value(for: \.nights)
    if nights < 1 { throw ValidationError(message: "At least one night") }
  }
}

@Suite("@PartialInitializable")
struct PartialMacroTests {
  @PartialInitializable
  struct Inner<Content: Sendable & Equatable>: Equatable {
    var content: Content
  }

  @Test("what was given is there, what may be missing is nil or its default")
  func built() throws {
    var partial = Partial<Visitor>()
    #expect(throws: Partial<Visitor>.Error.self) { try Visitor(from: partial) }
    partial[\.firstName] = "Ada"
    partial[\.phone] = "+4712345678"
    let visitor = try Visitor(from: partial)
    #expect(visitor.age == nil && visitor.language == "en" && visitor.phone == "+4712345678")
    partial[\.language] = "no"
    #expect(try Visitor(from: partial).language == "no")
    #expect(visitor.title == "Dr")
    partial[\.title] = nil
    #expect(try Visitor(from: partial).title == nil)
    partial.remove(\.title)
    #expect(try Visitor(from: partial).title == "Dr")
  }

  @Test("there and back again")
  func roundTrip() throws {
    var visitor = Visitor(firstName: "Ada", age: 36)
    visitor.email = "ada@example.com"
    visitor.title = nil
    let partial = visitor.partial()
    #expect(partial.contains(\.title) && partial.contains(\.phone))
    #expect(try Visitor(from: partial) == visitor)
    let inner = PartialMacroTests.Inner(content: 5)
    #expect(try Inner(from: inner.partial()) == inner)
  }

  @Test("a validation builds it, and tells missing from invalid")
  func validation() {
    let validation = Partial<Visitor>.Validation(
      .required(\.firstName), .value(\.age, .inRange(18...120)))
    let reasons = validation.validate(Partial()).reasons.map(\.description)
    #expect(reasons == ["firstName: Value is missing", "age: Value is missing"])
    let stay = Partial<Stay>.Validation(.required(\.nights))
    var partial = Partial<Stay>()
    partial[\.nights] = 0
    #expect(stay.validate(partial).reasons.map(\.description) == ["At least one night"])
  }
}

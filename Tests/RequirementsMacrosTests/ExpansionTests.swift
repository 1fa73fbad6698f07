import TestSupport
import Testing

@Suite("What the macros write")
struct ExpansionTests {
  @Test("a block becomes a call of its function, and so do the macros inside")
  func blocks() throws {
    let found = try Compiler.check(
      """
      let number: Requirement<Int> = #any {
        #all { Requirement.greaterThan(0) }
        #when(.multipleOf(2)) { .lessThan(9) } otherwise: { #not(.equalTo(3)) }
      }
      """)
    #expect(found.messages == [])
    #expect(
      found.expansions.contains(
        Compiler.words(
          """
          Requirements.Requirement.any {
            RequirementsMacros.AllBlock.all { Requirement.greaterThan(0) }
            Requirements.Requirement.when(.multipleOf(2)) { .lessThan(9) } otherwise: \
          { Requirements.Requirement.not(.equalTo(3)) }
          }
          """)))
  }

  @Test("a struct gets both members of PartialInitializable")
  func partial() throws {
    let found = try Compiler.check(
      """
      @PartialInitializable
      public struct User {
        static let table = "users"
        let firstName: String
        let age: Int?
        var language = "en"
        let version = 1
        var greeting: String { "Hello " + firstName }
        var size: Int = 3 { didSet {} }
        var title: String? = "Ms"
      }
      """)
    #expect(found.messages == [])
    #expect(
      found.expansions.contains(
        Compiler.words(
          """
          extension User: Requirements.PartialInitializable {
            public init(from partial: Requirements.Partial<Self>) throws {
              self.firstName = try partial.value(for: \\.firstName)
              self.age = partial.value(for: \\.age)
              if partial.contains(\\.language) {
                self.language = try partial.value(for: \\.language)
              }
              if partial.contains(\\.size) {
                self.size = try partial.value(for: \\.size)
              }
              if partial.contains(\\.title) {
                self.title = partial.value(for: \\.title)
              }
            }

            public func partial() -> Requirements.Partial<Self> {
              var partial = Requirements.Partial<Self>()
              partial.update(\\.firstName, to: self.firstName)
              partial.update(\\.age, to: self.age)
              partial.update(\\.language, to: self.language)
              partial.update(\\.size, to: self.size)
              partial.update(\\.title, to: self.title)
              return partial
            }
          }
          """)))
  }

  @Test("a member that is written by hand is left alone")
  func writtenByHand() throws {
    let found = try Compiler.check(
      """
      @PartialInitializable
      struct Limits: Decodable {
        var low, high: Int
        init(from partial: Partial<Limits>) throws { (low, high) = (1, 2) }
        init(from decoder: any Decoder) throws { (low, high) = (1, 2) }
      }
      @PartialInitializable
      struct Empty { func partial() -> Partial<Empty> { Partial() } }
      """)
    #expect(found.messages == [])
    #expect(found.expansions.split(separator: "init(from partial").count == 2)
    #expect(found.expansions.split(separator: "func partial()").count == 2)
  }

  @Test("only structs, and only properties with a name of their own")
  func misuse() throws {
    let found = try Compiler.check(
      """
      @PartialInitializable class User {}
      @PartialInitializable
      struct Point {
        var (x, y) = (1, 2)
      }
      final class Box { var value = 1 }
      @PartialInitializable
      struct Holder { let box: Box }
      """)
    let messages = found.messages.filter { $0.kind == "error" }.map(\.description)
    #expect(
      messages.prefix(2) == [
        "1: error: @PartialInitializable is for structs; write init(from:) and partial() by hand here",
        "4: error: @PartialInitializable needs one name for each property",
      ])
  }
}

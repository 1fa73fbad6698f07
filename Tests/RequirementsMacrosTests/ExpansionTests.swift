import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("What the macros write")
struct ExpansionTests {
  @Test("a block becomes the function of the same name")
  func block() {
    expectExpansion(
      of: """
        let name = #all {
          Requirement<String>.notEmpty()
          if isStrict { Requirement<String>.maxLength(20).because("short") }
        }
        """,
      is: """
        let name = Requirements.Requirement.all {
          Requirement<String>.notEmpty()
          if isStrict { Requirement<String>.maxLength(20).because("short") }
        }
        """)
  }

  @Test("macros inside are written with the outer one")
  func nested() {
    expectExpansion(
      of: """
        #any {
          #all { Requirement<Int>.greaterThan(0) }
          #not(.equalTo(7))
          #when(.multipleOf(2)) { .lessThan(9) } otherwise: { #not(.equalTo(3)) }
        }
        """,
      is: """
        Requirements.Requirement.any {
          Requirements.Requirement.all { Requirement<Int>.greaterThan(0) }
          Requirements.Requirement.not(.equalTo(7))
          Requirements.Requirement.when(.multipleOf(2)) { .lessThan(9) } otherwise: { Requirements.Requirement.not(.equalTo(3)) }
        }
        """)
  }

  @Test("a struct gets both members of PartialInitializable")
  func partial() {
    expectExpansion(
      of: """
        @PartialInitializable
        public struct User {
          static let table = "users"
          let firstName: String
          let age: Int?
          var language = "en"
          let version = 1
          var greeting: String { "Hello " + firstName }
          var size: Int = 3 { didSet {} }
        }
        """,
      is: """
        public struct User {
          static let table = "users"
          let firstName: String
          let age: Int?
          var language = "en"
          let version = 1
          var greeting: String { "Hello " + firstName }
          var size: Int = 3 { didSet {} }
        }

        extension User: Requirements.PartialInitializable {
          public init(from partial: Requirements.Partial<Self>) throws {
            self.firstName = try partial.value(for: \\.firstName)
            self.age = partial.value(for: \\.age)
            if let value = partial[\\.language] {
              self.language = value
            }
            if let value = partial[\\.size] {
              self.size = value
            }
          }

          public func partial() -> Requirements.Partial<Self> {
            var partial = Requirements.Partial<Self>()
            partial.update(\\.firstName, to: self.firstName)
            partial.update(\\.age, to: self.age)
            partial.update(\\.language, to: self.language)
            partial.update(\\.size, to: self.size)
            return partial
          }
        }
        """)
  }

  @Test("a member that is written by hand is left alone")
  func writtenByHand() {
    expectExpansion(
      of: """
        @PartialInitializable
        struct Range {
          var low, high: Int
          init(from partial: Partial<Range>) throws { fatalError() }
          init(from decoder: any Decoder) throws { fatalError() }
        }
        """,
      is: """
        struct Range {
          var low, high: Int
          init(from partial: Partial<Range>) throws { fatalError() }
          init(from decoder: any Decoder) throws { fatalError() }
        }

        extension Range: Requirements.PartialInitializable {
          func partial() -> Requirements.Partial<Self> {
            var partial = Requirements.Partial<Self>()
            partial.update(\\.low, to: self.low)
            partial.update(\\.high, to: self.high)
            return partial
          }
        }
        """)
  }

  @Test("only structs, and only properties with a name of their own")
  func misuse() {
    let structs = "@PartialInitializable is for structs; write init(from:) and partial() by hand here"
    expectExpansion(
      of: "@PartialInitializable class User {}", is: "class User {}",
      [DiagnosticSpec(message: structs, line: 1, column: 1)])
    expectExpansion(
      of: """
        @PartialInitializable
        struct Point {
          var (x, y) = (1, 2)
        }
        """,
      is: """
        struct Point {
          var (x, y) = (1, 2)
        }

        extension Point: Requirements.PartialInitializable {
          init(from partial: Requirements.Partial<Self>) throws {
          }

          func partial() -> Requirements.Partial<Self> {
            let partial = Requirements.Partial<Self>()
            return partial
          }
        }
        """,
      [
        DiagnosticSpec(
          message: "@PartialInitializable needs one name for each property", line: 3, column: 7)
      ])
  }
}

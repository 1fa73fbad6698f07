import RequirementsMacros
import RequirementsPatterns
import Testing

@Suite("Requirements made by macros")
struct CombiningMacroTests {
  static let isShort = true
  static let words: [String] = ["a", "b"]

  /// The type is found from what stands in the block.
  static let name = #all {
    Requirement<String>.notEmpty().because("A name, please")
    if isShort { Requirement<String>.maxLength(5) } else { Requirement<String>.maxLength(9) }
    for word in words { Requirement<String>.contains(word) }
  }

  struct Order: Sendable {
    var isBusiness = false
    var taxNumber = ""
    var birthYear = 1990
  }

  @Test("#all takes a block with if and for, and keeps every reason")
  func all() {
    #expect(Self.name("ab").isConfirmed)
    #expect(Self.name.failures(in: "").count == 3)
    #expect(Self.name.evaluate("").reason?.message == "A name, please")
  }

  @Test("#all takes asynchronous requirements beside others, and blocks inside")
  func asynchronous() async throws {
    let isFree = AsyncRequirement<String> {
      $0 == "anna" ? .failed(reason: Reason(code: "taken", message: "Taken")) : .confirmed
    }
    let name = #all {
      Requirement<String>.minLength(3)
      isFree
      #all {
        Requirement<String>.maxLength(4)
        if Self.isShort { Requirement<String>.hasSuffix("a") }
      }
    }
    var codes: [String?] = []
    for text in ["an", "anna", "berta", "berta", "rosa"] {
      codes.append(try await name.evaluate(text).reason?.code)
    }
    #expect(codes == ["minLength", "taken", "maxLength", "maxLength", nil])
    let alone: AsyncRequirement<String> = #all { isFree }
    #expect(try await !alone.evaluate("anna").isConfirmed)
  }

  @Test("#any and #not, with the type from the left")
  func anyAndNot() {
    let contact: Requirement<String> = #any {
      Requirement.email()
      Requirement.phone()
    }
    #expect(contact("+4712345678").isConfirmed)
    #expect(contact.evaluate("x").reason?.alternatives.count == 2)
    let noDigitFirst = #not(Requirement<String>.matches(pattern: "^[0-9]")).because("No digit")
    #expect(noDigitFirst("1a").reason?.message == "No digit")
    #expect(noDigitFirst("a1").isConfirmed)
  }

  @Test("#when with a requirement or a key path as its condition")
  func when() {
    let order = #when(\Order.isBusiness) {
      Requirement.on(\.taxNumber, .notEmpty())
    } otherwise: {
      Requirement.on(\.birthYear, .inRange(1900...2100))
    }
    #expect(order(Order(isBusiness: true)).reason?.path.description == "taxNumber")
    #expect(order(Order(birthYear: 1)).reason?.path.description == "birthYear")
    #expect(order(Order()).isConfirmed)
    let even = #when(Requirement<Int>.greaterThan(10)) { Requirement<Int>.multipleOf(2) }
    #expect([3, 11, 12].map { even($0).isConfirmed } == [true, false, true])
    let paid = #when(\Order.isBusiness) { Requirement.on(\.taxNumber, .notEmpty()) }
    #expect(paid(Order()).isConfirmed)
  }

  @Test("macros stand inside macros, and are as inspectable as functions")
  func nested() {
    let nested = #all {
      #any {
        Requirement<Int>.lessThan(0)
        #all {
          Requirement<Int>.greaterThan(10)
          #not(.equalTo(13))
        }
      }
    }
    #expect([-1, 5, 12, 13].map { nested($0).isConfirmed } == [true, false, true, false])
    #expect(
      nested.description
        == "all(any(lessThan(0), all(greaterThan(10), not(equalTo(13)))))")
  }
}

import Requirements
import Synchronization
import Testing

@Suite("Chain")
struct ChainTests {
  static let phone = Chain<String?>()
    .link(CheckNil())
    .link(CheckCount(length: 11))
    .link(PhoneFormatter(format: "+X (XXX) XXX XX-XX"))

  static let formatted = Chain<String?>.Result.value("+7 (963) 448 02-09")

  @Test("checks and changes run in order")
  func phoneNumber() {
    #expect(Self.phone.check(value: "79634480209") == Self.formatted)
    #expect(Self.phone.check(value: nil).error?.message == "Value is missing")
    #expect(Self.phone.check(value: "").error?.message == "String is empty")
    #expect(
      Self.phone.check(value: "123").error?.message == "Length must be exactly 11 characters")
  }

  @Test("operator, array literal and block make the same chain")
  func spellings() {
    let start = Chain<String?>()
    let byOperator =
      ((start << CheckNil()) << CheckCount(length: 11))
      << PhoneFormatter(format: "+X (XXX) XXX XX-XX")
    let byLiteral: Chain<String?> = [
      CheckNil(), CheckCount(length: 11), PhoneFormatter(format: "+X (XXX) XXX XX-XX"),
    ]
    let byBlock = Chain<String?> {
      CheckNil()
      CheckCount(length: 11)
      PhoneFormatter(format: "+X (XXX) XXX XX-XX")
    }
    for chain in [byOperator, byLiteral, byBlock] {
      #expect(chain.check(value: "79634480209") == Self.formatted)
    }
  }

  @Test("steps after an error do not run")
  func errorEnds() {
    let calls = Mutex(0)
    let chain = Chain<String> {
      Requirement<String>.notEmpty()
      ChangeStep { text in
        calls.withLock { $0 += 1 }
        return text
      }
    }
    #expect(chain.check(value: "").error?.message == "String is empty")
    #expect(calls.withLock { $0 } == 0)
    #expect(chain.check(value: "a") == .value("a"))
    #expect(calls.withLock { $0 } == 1)
  }

  @Test("any function is a change; what it throws is the error")
  func functions() {
    let chain = Chain<String>()
      .link { $0.lowercased() }
      .link(Requirement<String>.hasPrefix("a"))
      .link { text in
        if text == "abc" { throw ValidationError(message: "Not that one") }
        return text
      }
    #expect(chain.check(value: "ABCD") == .value("abcd"))
    #expect(chain.check(value: "ABC").error?.message == "Not that one")
    let nested = Chain<String>().link(chain).link(PhoneFormatter(format: "XX-XX").format)
    #expect(nested.check(value: "ABCD") == .value("ab-cd"))
  }

  @Test("a text that does not fit the format is left as it is")
  func misfit() {
    #expect(PhoneFormatter(format: "XX").format("abc") == "abc")
    #expect(PhoneFormatter(format: "").format("") == "")
  }
}

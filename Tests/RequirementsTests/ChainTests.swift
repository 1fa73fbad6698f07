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
    #expect(Self.phone.evaluate("79634480209") == Self.formatted)
    #expect(Self.phone.evaluate(nil).error?.message == "Value is missing")
    #expect(Self.phone.evaluate("").error?.message == "String is empty")
    #expect(
      Self.phone.evaluate("123").error?.message == "Length must be exactly 11 characters")
  }

  @Test("array literal and block make the same chain")
  func spellings() {
    let byLiteral: Chain<String?> = [
      CheckNil(), CheckCount(length: 11), PhoneFormatter(format: "+X (XXX) XXX XX-XX"),
    ]
    let byBlock = Chain<String?> {
      CheckNil()
      CheckCount(length: 11)
      PhoneFormatter(format: "+X (XXX) XXX XX-XX")
    }
    for chain in [byLiteral, byBlock] {
      #expect(chain.evaluate("79634480209") == Self.formatted)
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
    #expect(chain.evaluate("").error?.message == "String is empty")
    #expect(calls.withLock { $0 } == 0)
    #expect(chain.evaluate("a") == .value("a"))
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
    #expect(chain.evaluate("ABCD") == .value("abcd"))
    #expect(chain.evaluate("ABC").error?.message == "Not that one")
    let nested = Chain<String>().link(chain).link(PhoneFormatter(format: "XX-XX").format)
    #expect(nested.evaluate("ABCD") == .value("ab-cd"))
  }

  /// A step by hand.
  struct Digits: ChainStep {
    func apply(to value: String) -> Chain<String>.Result {
      let digits = value.filter(\.isNumber)
      return digits.isEmpty ? .error(Reason(message: "No digits")) : .value(digits)
    }
  }

  @Test("a step by hand checks and changes; a chain and a requirement are steps like it")
  func byHand() {
    let inner = Chain<String> {
      Digits()
      Requirement<String>.minLength(2)
    }
    let steps: [any ChainStep<String>] = [inner, Requirement<String>.maxLength(3)]
    let chain = Chain(steps)
    #expect(chain.evaluate("1-2") == .value("12"))
    #expect(chain.evaluate("a").error?.message == "No digits")
    #expect(chain.apply(to: "1-2-3-4").error?.message == "Length must be at most 3 characters")
    #expect(steps.map { $0.apply(to: "12") } == [.value("12"), .value("12")])
  }

  @Test("a text that does not fit the format is left as it is")
  func misfit() {
    #expect(PhoneFormatter(format: "XX").format("abc") == "abc")
    #expect(PhoneFormatter(format: "").format("") == "")
  }
}

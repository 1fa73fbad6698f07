import RequirementsCompatibility
import Testing

@Suite("Document 004: chains")
struct ChainDocumentTests {
  /// The text that the sample prints.
  func output(_ result: Chain<String?>.Result) -> String {
    switch result {
    case .error(let error): "\(error)"
    case .value(let result): result ?? ""
    }
  }

  static let formatted = "+7 (963) 448 02-09"

  @Test("linked one by one")
  func links() {
    let start = Chain<String?>()
      .link(with: CheckNil())
      .link(with: CheckCount(length: 11))
      .link(with: PhoneFormatter(format: "+X (XXX) XXX XX-XX"))

    #expect(output(start.check(value: "79634480209")) == Self.formatted)
    #expect(output(start.check(value: .value("79634480209"))) == Self.formatted)
    #expect(output(start.check(value: nil)) == "Value is missing")
    #expect(output(start.check(value: "")) == "String is empty")
    #expect(output(start.check(value: "7963")) == "Length must be exactly 11 characters")
    #expect(output(start.check(value: .error(Reason(message: "before")))) == "before")
  }

  @Test("linked by an operator")
  func byOperator() {
    let start = Chain<String?>()
    let chain =
      ((start
        << CheckNil())
        << CheckCount(length: 11))
      << PhoneFormatter(format: "+X (XXX) XXX XX-XX")
    #expect(output(chain.check(value: "79634480209")) == Self.formatted)
    // A chain is a value: the start is as empty as before.
    #expect(start.check(value: nil) == .value(nil))
  }

  /// A step by hand, as the document's users write them.
  struct CheckDigits: ChainStep {
    func apply(to value: String?) -> Chain<String?>.Result {
      guard let value else { return .error(Reason(message: "nothing")) }
      let digits = value.filter(\.isNumber)
      if digits.isEmpty { return .error(Reason(message: "no digits")) }
      return .value(digits)
    }
  }

  @Test("a step by hand ends the chain, changes the value, or lets it pass; in any order")
  func byHand() {
    let chain = Chain<String?> {
      CheckDigits()
      CheckCount(length: 11)
      PhoneFormatter(format: "+X (XXX) XXX XX-XX")
    }
    #expect(output(chain.check(value: "7-963-448-02-09")) == Self.formatted)
    #expect(output(chain.check(value: "none")) == "no digits")
    let reversed = Chain<String?>()
      .link(PhoneFormatter(format: "+X (XXX) XXX XX-XX"))
      .link(with: CheckCount(length: 18))
    #expect(output(reversed.check(value: "79634480209")) == Self.formatted)
  }

  @Test("a function that changes the value, linked by the operator")
  func functions() {
    let chain = (Chain<String?>() << CheckNil()) << { $0?.lowercased() }
    #expect(output(chain.check(value: "ABC")) == "abc")
  }

  @Test("handlers are independent: one of them is in two chains")
  func reuse() {
    let notEmpty = CheckNil(because: "A number, please")
    let (short, long) = (
      (Chain<String?>() << notEmpty) << CheckCount(length: 3),
      (Chain<String?>() << notEmpty) << CheckCount(length: 5, because: "Five, please")
    )
    #expect(output(short.check(value: "123")) == "123")
    #expect(output(long.check(value: "123")) == "Five, please")
    #expect(output(long.check(value: nil)) == "A number, please")
  }
}

import BulkcheckCore
import Requirements
import Testing

@Suite("Outline")
struct OutlineTests {
  struct Order: Sendable {
    var email = ""
    var price = 0.0
  }

  /// The constraints of an outline with their paths, as a batch engine would collect them.
  func constraints(_ outline: Outline, _ path: String = "") -> [String: Constraint] {
    switch outline {
    case .constraint(let constraint, _): [path: constraint]
    case .on(let step, let part): constraints(part, "\(step.path)")
    default:
      outline.parts.reduce(into: [:]) { found, part in
        found.merge(constraints(part, path)) { first, _ in first }
      }
    }
  }

  @Test("requirements made of built-ins can be inspected down to the constraints of a profile")
  func inspectable() {
    let requirement = Requirement<Order>.all {
      Requirement.on(\.email, .matches(pattern: "@", options: .caseInsensitive))
      Requirement.on(\.price, .inRange(0.5...10)).because("Price")
    }
    #expect(requirement.outline.isInspectable)
    #expect(
      constraints(requirement.outline) == [
        "email": .pattern(PatternSource("@", options: [.caseInsensitive])),
        "price": .bounds(lower: Bound("0.5"), upper: Bound("10.0")),
      ])
  }

  @Test("a closure is an opaque leaf that is called with a decoded value")
  func opaque() {
    let requirement = Requirement<Int> {
      $0 > 0 ? .confirmed : .failed(reason: Reason(message: "-"))
    }
    #expect(!(Requirement<Int>.notEqual && requirement).outline.isInspectable)
    guard case .opaque(let check) = requirement.outline else {
      Issue.record("a closure is opaque")
      return
    }
    #expect(check.failures(-1)?.map(\.message) == ["-"])
    #expect(check.failures(1) == [])
    #expect(check.failures("text") == nil)
  }
}

extension Requirement<Int> {
  fileprivate static var notEqual: Requirement { .not(.equalTo(3)) }
}

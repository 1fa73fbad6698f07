import Requirements
import RequirementsPatterns
import Testing

@Suite("Outline")
struct OutlineTests {
  struct Order: Sendable {
    var email = ""
    var price = 0.0
  }

  /// The built-ins of an outline with their paths, as a batch engine would collect them.
  func builtIns(_ outline: Outline, _ path: String = "") -> [String: String] {
    switch outline {
    case .builtIn(let builtIn):
      [path: said(builtIn.reason)]
    case .on(let step, let part): builtIns(part, "\(step.path)")
    default:
      outline.parts.reduce(into: [:]) { found, part in
        found.merge(builtIns(part, path)) { first, _ in first }
      }
    }
  }

  private func said(_ reason: Reason) -> String {
    "\(reason.code ?? "-") \(reason.parameters.sorted { $0.key < $1.key })"
  }

  @Test("requirements made of built-ins can be inspected down to their codes and parameters")
  func inspectable() {
    let requirement = Requirement<Order>.all {
      Requirement.on(\.email, .matches(pattern: "@", options: .caseInsensitive))
      Requirement.on(\.price, .inRange(0.5...10)).because("Price")
    }
    #expect(
      shape(requirement.outline)
        == #"all(on email(matches("@")), because nil Price(on price(inRange(0.5...10.0))))"#)
    #expect(
      builtIns(requirement.outline) == [
        "email":
          "matches [(key: \"options\", value: caseInsensitive), (key: \"pattern\", value: @)]",
        "price": "inRange [(key: \"max\", value: 10), (key: \"min\", value: 0.5)]",
      ])
  }

  struct Line: Sendable {
    var price = 0
    var note: String?
  }

  /// An outline as another module may read it: every case by its name.
  func shape(_ outline: Outline) -> String {
    func list(_ parts: [Outline]) -> String { parts.map(shape).joined(separator: ", ") }
    return switch outline {
    case .opaque: "opaque"
    case .builtIn(let builtIn):
      "\(builtIn.isInspectable ? "" : "builtIn ")\(builtIn.name)"
    case .mistake(let text): "mistake \(text)"
    case .all(let parts): "all(\(list(parts)))"
    case .any(let parts): "any(\(list(parts)))"
    case .not(let part): "not(\(shape(part)))"
    case .when(let condition, let then, let otherwise):
      "when(\(shape(condition)), \(shape(then)), \(otherwise.map(shape) ?? "nil"))"
    case .on(let step, let part): "on \(step.path)(\(shape(part)))"
    case .across(let check): "across \(check.form) \(check.steps.map { "\($0.path)" })"
    case .each(let part): "each(\(shape(part)))"
    case .some(let part): "some(\(shape(part)))"
    case .required(let part): "required(\(shape(part)))"
    case .ifPresent(let part): "ifPresent(\(shape(part)))"
    case .annotated(_, let part): "annotated(\(shape(part)))"
    case .because(let because, let part):
      "because \(because.code ?? "nil") \(because.message)(\(shape(part)))"
    }
  }

  @Test("every way of combining has its case, with the parts in their order")
  func shapes() {
    let lines = Requirement<[Line]>.all {
      Requirement.each {
        Requirement.on(\.note, .ifPresent(.hasPrefix("a") || !.hasSuffix("b")))
        Requirement.on(\.note, .required(.oneOf("x")).because(code: "c", "m"))
        Requirement.on(\.price) {
          Requirement.when(.multipleOf(2)) {
            .equalTo(4)
          } otherwise: {
            .equalTo(3)
          }
        }
      }
      Requirement.some(.on(\.price, .multipleOf(0)))
      Requirement.unique(by: \.price)
    }
    #expect(
      shape(lines.outline) == """
        all(each(all(on note(ifPresent(any(hasPrefix("a"), not(hasSuffix("b"))))), \
        on note(because c m(required(oneOf("x")))), \
        on price(all(when(multipleOf(2), all(equalTo(4)), \
        all(equalTo(3))))))), \
        some(on price(mistake multipleOf(0): the divisor is not above 0)), \
        builtIn unique(by: price))
        """)
  }

  @Test("a closure is an opaque leaf that is called with a decoded value")
  func opaque() {
    let requirement = Requirement<Int> {
      $0 > 0 ? .confirmed : .failed(reason: Reason(message: "-"))
    }
    #expect(
      shape((Requirement<Int>.notEqual && requirement).outline) == "all(not(equalTo(3)), opaque)")
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

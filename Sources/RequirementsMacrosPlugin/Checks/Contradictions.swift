internal import SwiftDiagnostics
internal import SwiftSyntax

/// Statements of one block that no value meets together: `minLength(10)` and `maxLength(5)`.
///
/// Only statements that stand directly in the block are compared: what is inside an `if` may not
/// apply.
struct Contradictions {
  private struct Limit {
    let number: LiteralNumber
    let node: FunctionCallExprSyntax
  }

  private(set) var diagnostics: [Diagnostic] = []
  private var lower: [String: Limit] = [:]
  private var upper: [String: Limit] = [:]

  init(_ block: ClosureExprSyntax) {
    for statement in block.statements {
      guard case .expr(let expression) = statement.item,
        let call = BuiltInCall(atTheBaseOf: expression)
      else { continue }
      collect(call)
    }
    for (subject, least) in lower.sorted(by: { $0.key < $1.key }) {
      guard let greatest = upper[subject] else { continue }
      let (low, high) = (least.number.value, greatest.number.value)
      // Within one call it has been reported already. Of equal limits nothing is said: one may be
      // met, and long integers are rounded.
      if low > high && least.node.id != greatest.node.id {
        let text =
          "\(subject) cannot be at least \(least.number.text) and at most \(greatest.number.text)"
        diagnostics.append(Diagnosis.error(text).at(greatest.node))
      }
    }
  }

  private mutating func collect(_ call: BuiltInCall) {
    switch call.name {
    case "minLength": raise("the length", call, nil)
    case "maxLength": cut("the length", call, nil)
    case "length", "count":
      raise("the \(call.name)", call, "min")
      raise("the \(call.name)", call, "exactly")
      cut("the \(call.name)", call, "max")
      cut("the \(call.name)", call, "exactly")
    case "greaterThan", "greaterThanOrEqual": raise("the value", call, nil)
    case "lessThan", "lessThanOrEqual": cut("the value", call, nil)
    case "inRange":
      guard let range = call.argument(nil).flatMap(LiteralRange.init) else { return }
      raise("the value", range.lower, call)
      cut("the value", range.upper, call)
    default: break
    }
  }

  private mutating func raise(_ subject: String, _ call: BuiltInCall, _ label: String?) {
    if let number = call.number(label) { raise(subject, number, call) }
  }

  private mutating func raise(_ subject: String, _ number: LiteralNumber, _ call: BuiltInCall) {
    if let known = lower[subject], known.number.value >= number.value { return }
    lower[subject] = Limit(number: number, node: call.node)
  }

  private mutating func cut(_ subject: String, _ call: BuiltInCall, _ label: String?) {
    if let number = call.number(label) { cut(subject, number, call) }
  }

  private mutating func cut(_ subject: String, _ number: LiteralNumber, _ call: BuiltInCall) {
    if let known = upper[subject], known.number.value <= number.value { return }
    upper[subject] = Limit(number: number, node: call.node)
  }
}

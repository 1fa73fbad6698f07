internal import SwiftDiagnostics
internal import SwiftSyntax

/// Limits that no value meets, or every value.
struct LimitCheck {
  private(set) var diagnostics: [Diagnostic] = []

  init(_ call: BuiltInCall) {
    switch call.name {
    case "length", "count": checkCounts(call)
    case "minLength": checkLeast(call, nil)
    case "maxLength": checkNotNegative(call, nil)
    case "inRange": checkRange(call)
    case "multipleOf": checkDivisor(call)
    case "oneOf" where call.node.arguments.isEmpty:
      diagnostics.append(
        Diagnosis.error("oneOf without values: no value can satisfy it").at(call.node))
    default: break
    }
  }

  private mutating func checkCounts(_ call: BuiltInCall) {
    checkNotNegative(call, "exactly")
    checkNotNegative(call, "max")
    checkLeast(call, "min")
    if diagnostics.isEmpty, let least = call.number("min"), let greatest = call.number("max"),
      least.value > greatest.value
    {
      fail(
        call.argument("min"),
        "the \(call.name) cannot be at least \(least.text) and at most \(greatest.text)")
    }
  }

  private mutating func checkNotNegative(_ call: BuiltInCall, _ label: String?) {
    if let limit = call.number(label), limit.value < 0 {
      fail(call.argument(label), "a count is never below 0: no value can satisfy it")
    }
  }

  private mutating func checkLeast(_ call: BuiltInCall, _ label: String?) {
    guard let limit = call.number(label), limit.value < 0 else { return }
    let message = Diagnosis.warning("a count is never below 0: every value satisfies it")
    call.argument(label).map { diagnostics.append(message.at($0)) }
  }

  private mutating func checkRange(_ call: BuiltInCall) {
    guard let argument = call.argument(nil), let range = LiteralRange(argument) else { return }
    if range.lower.value > range.upper.value {
      fail(argument, "this range runs backwards, which traps at run time")
    } else if !range.includesUpper && range.lower.value == range.upper.value
      && range.lower.text == range.upper.text
    {
      fail(argument, "this range is empty: no value can satisfy it")
    }
  }

  private mutating func checkDivisor(_ call: BuiltInCall) {
    if let divisor = call.number(nil), divisor.value <= 0 {
      fail(call.argument(nil), "a divisor must be above 0")
    }
  }

  private mutating func fail(_ node: ExprSyntax?, _ message: String) {
    node.map { diagnostics.append(Diagnosis.error(message).at($0)) }
  }
}

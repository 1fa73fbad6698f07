internal import PatternSyntax
internal import SwiftDiagnostics
internal import SwiftParser
internal import SwiftSyntax

/// Looks through the arguments of a macro for built-ins with literals that cannot be meant.
final class LiteralChecks: SyntaxVisitor {
  private(set) var diagnostics: [Diagnostic] = []

  init(_ node: some FreestandingMacroExpansionSyntax) {
    super.init(viewMode: .sourceAccurate)
    walk(node.arguments)
    node.trailingClosure.map { walk($0) }
    walk(node.additionalTrailingClosures)
    // Only in these blocks must every statement hold.
    switch node.macroName.text {
    case "all": node.trailingClosure.map { report(Contradictions($0)) }
    case "when":
      node.trailingClosure.map { report(Contradictions($0)) }
      for part in node.additionalTrailingClosures { report(Contradictions(part.closure)) }
    default: break
    }
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let call = BuiltInCall(node) else { return .visitChildren }
    if call.name == "matches" {
      checkPattern(call)
    } else {
      diagnostics += LimitCheck(call).diagnostics
    }
    return .visitChildren
  }

  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    guard CombiningCall.isOurs(node) else { return .visitChildren }
    diagnostics += LiteralChecks(node).diagnostics
    return .skipChildren
  }

  private func report(_ contradictions: Contradictions) {
    diagnostics += contradictions.diagnostics
  }

  /// A pattern that is a literal without interpolation; not under `extended`, where blanks and
  /// comments are skipped.
  private func checkPattern(_ call: BuiltInCall) {
    guard let literal = call.argument("pattern")?.as(StringLiteralExprSyntax.self),
      let pattern = literal.representedLiteralValue,
      !(call.argument("options").map(Self.mayBeExtended) ?? false),
      let mistake = PatternReader.mistake(in: pattern)
    else { return }
    let text = "invalid pattern: \(mistake.message) (byte \(mistake.byteOffset))"
    diagnostics.append(Diagnosis.error(text).at(literal))
  }

  private static func mayBeExtended(_ options: ExprSyntax) -> Bool {
    let plain: Set = [".caseInsensitive", ".multiline", ".dotAll"]
    let parts = options.as(ArrayExprSyntax.self)?.elements.map(\.expression) ?? [options]
    return !parts.allSatisfy { plain.contains($0.trimmedDescription) }
  }
}

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

/// A call of a built-in requirement: `.length(min: 3, max: 20)`, `Requirement<Int>.inRange(1...5)`.
struct BuiltInCall {
  let name: String
  let node: FunctionCallExprSyntax

  /// nil for calls of anything else, such as a function of the same name of another type.
  init?(_ node: FunctionCallExprSyntax) {
    guard let member = node.calledExpression.as(MemberAccessExprSyntax.self),
      member.base.map(Self.isRequirement) ?? true
    else { return nil }
    name = member.declName.baseName.text
    self.node = node
  }

  /// Through `.because(…)` and other calls to where a statement begins.
  init?(atTheBaseOf expression: ExprSyntax) {
    var expression = expression
    while let call = expression.as(FunctionCallExprSyntax.self) {
      if let builtIn = BuiltInCall(call) {
        self = builtIn
        return
      }
      guard let member = call.calledExpression.as(MemberAccessExprSyntax.self),
        member.declName.baseName.text == "because", let base = member.base
      else { return nil }
      expression = base
    }
    return nil
  }

  /// The argument with the label, or the first one without.
  func argument(_ label: String?) -> ExprSyntax? {
    node.arguments.first { $0.label?.text == label }?.expression
  }

  /// The number that is written as the argument.
  func number(_ label: String?) -> LiteralNumber? { argument(label).flatMap(LiteralNumber.init) }

  private static func isRequirement(_ base: ExprSyntax) -> Bool {
    if let generic = base.as(GenericSpecializationExprSyntax.self) {
      return isRequirement(generic.expression)
    }
    if let member = base.as(MemberAccessExprSyntax.self) {
      return member.declName.baseName.text == "Requirement"
    }
    return base.as(DeclReferenceExprSyntax.self)?.baseName.text == "Requirement"
  }
}

/// A number as it is written in the source.
struct LiteralNumber {
  let text: String
  /// Rounded for long integers: an order that holds for these holds for the numbers.
  let value: Double

  init?(_ expression: ExprSyntax) {
    if let prefix = expression.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "-",
      let number = LiteralNumber(prefix.expression)
    {
      (text, value) = ("-" + number.text, -number.value)
    } else if let literal = expression.as(IntegerLiteralExprSyntax.self),
      let value = literal.representedLiteralValue
    {
      (text, self.value) = (literal.literal.text, Double(value))
    } else if let literal = expression.as(FloatLiteralExprSyntax.self),
      let value = literal.representedLiteralValue
    {
      (text, self.value) = (literal.literal.text, value)
    } else {
      return nil
    }
  }
}

/// A range of two numbers as it is written in the source.
struct LiteralRange {
  let lower: LiteralNumber
  let upper: LiteralNumber
  let includesUpper: Bool

  init?(_ expression: ExprSyntax) {
    guard let (left, sign, right) = Self.parts(expression), sign == "..." || sign == "..<",
      let lower = LiteralNumber(left), let upper = LiteralNumber(right)
    else { return nil }
    (self.lower, self.upper, includesUpper) = (lower, upper, sign == "...")
  }

  /// The two sides of an operator, folded or not.
  private static func parts(_ expression: ExprSyntax) -> (ExprSyntax, String, ExprSyntax)? {
    if let infix = expression.as(InfixOperatorExprSyntax.self) {
      return (infix.leftOperand, infix.operator.trimmedDescription, infix.rightOperand)
    }
    if let sequence = expression.as(SequenceExprSyntax.self), sequence.elements.count == 3 {
      let elements = Array(sequence.elements)
      return (elements[0], elements[1].trimmedDescription, elements[2])
    }
    return nil
  }
}

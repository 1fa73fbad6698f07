internal import SwiftSyntax

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

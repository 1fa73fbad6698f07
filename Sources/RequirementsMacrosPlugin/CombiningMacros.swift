internal import SwiftDiagnostics
internal import SwiftSyntax
internal import SwiftSyntaxBuilder
internal import SwiftSyntaxMacros

/// A macro that becomes the function of the same name of `Requirement`, after its literals have
/// been checked.
protocol CombiningMacro: ExpressionMacro {}

extension CombiningMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) -> ExprSyntax {
    let checks = LiteralChecks(node)
    for diagnostic in checks.diagnostics { context.diagnose(diagnostic) }
    return ExprSyntax(CombiningCall.call(of: node))
  }
}

enum AllMacro: CombiningMacro {}
enum AnyMacro: CombiningMacro {}
enum NotMacro: CombiningMacro {}
enum WhenMacro: CombiningMacro {}

/// The function call that stands for `#all { … }` and its like.
enum CombiningCall {
  static let names: Set<String> = ["all", "any", "not", "when"]

  /// `#when(a) { b }` as `Requirements.Requirement.when(a) { b }`, the macros inside likewise: they
  /// have been checked with the outer one, and would else be reported twice. `#all` has a function
  /// of its own, which takes asynchronous requirements too.
  static func call(of node: some FreestandingMacroExpansionSyntax) -> FunctionCallExprSyntax {
    let inner = NestedMacros()
    let name = node.macroName.trimmed.text
    let callee: ExprSyntax =
      name == "all"
      ? "RequirementsMacros.AllBlock.all" : "Requirements.Requirement.\(raw: name)"
    let arguments = node.arguments
    return FunctionCallExprSyntax(
      calledExpression: callee,
      leftParen: node.leftParen,
      arguments: inner.rewrite(arguments).as(LabeledExprListSyntax.self) ?? arguments,
      rightParen: node.rightParen?.with(\.trailingTrivia, .space),
      trailingClosure: node.trailingClosure.map { inner.closure($0) },
      additionalTrailingClosures: MultipleTrailingClosureElementListSyntax(
        node.additionalTrailingClosures.map { $0.with(\.closure, inner.closure($0.closure)) }))
  }

  /// Whether the node is one of our macros.
  static func isOurs(_ node: MacroExpansionExprSyntax) -> Bool {
    names.contains(node.macroName.text)
  }
}

private final class NestedMacros: SyntaxRewriter {
  func closure(_ node: ClosureExprSyntax) -> ClosureExprSyntax {
    rewrite(node).as(ClosureExprSyntax.self) ?? node
  }

  override func visit(_ node: MacroExpansionExprSyntax) -> ExprSyntax {
    guard CombiningCall.isOurs(node) else { return super.visit(node) }
    return ExprSyntax(
      CombiningCall.call(of: node)
        .with(\.leadingTrivia, node.leadingTrivia).with(\.trailingTrivia, node.trailingTrivia))
  }
}

internal import SwiftDiagnostics
internal import SwiftSyntax
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

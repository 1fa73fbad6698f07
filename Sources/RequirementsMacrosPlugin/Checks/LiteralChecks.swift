internal import PatternText
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
      let mistake = PatternCheck.mistake(in: pattern)
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

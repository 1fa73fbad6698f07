
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import RequirementsMacrosPlugin

/// Expands the macros of a source text and compares what comes out.
func expectExpansion(
  of source: String, is expanded: String, _ diagnostics: [DiagnosticSpec] = [],
  at location: Testing.SourceLocation = #_sourceLocation
) {
  let macros: [String: any Macro.Type] = [
    "all": AllMacro.self, "any": AnyMacro.self, "not": NotMacro.self, "when": WhenMacro.self,
    "PartialInitializable": PartialInitializableMacro.self,
  ]
  let conformance = TypeSyntax(IdentifierTypeSyntax(name: .identifier("PartialInitializable")))
  assertMacroExpansion(
    source, expandedSource: expanded, diagnostics: diagnostics,
    macroSpecs: macros.mapValues { MacroSpec(type: $0, conformances: [conformance]) },
    indentationWidth: .spaces(2)
  ) { failure in
    Issue.record("\(failure.message)", sourceLocation: location)
  }
}

/// The messages for a source text that is one macro.
func diagnostics(in source: String) -> [String] {
  var parser = Parser(source)
  let tree = SourceFileSyntax.parse(from: &parser)
  guard case .expr(let expression)? = tree.statements.first?.item,
    let node = expression.as(MacroExpansionExprSyntax.self), !tree.hasError
  else {
    Issue.record("no macro: \(source)")
    return []
  }
  return LiteralChecks(node).diagnostics.map(\.message)
}

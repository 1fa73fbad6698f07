internal import SwiftCompilerPlugin
internal import SwiftDiagnostics
internal import SwiftSyntax
internal import SwiftSyntaxMacros

/// The macros of the module `RequirementsMacros`, as the compiler calls them.
@main
struct Plugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    AllMacro.self, AnyMacro.self, NotMacro.self, WhenMacro.self, PartialInitializableMacro.self,
  ]
}

/// A message that the compiler shows about a use of a macro.
struct Diagnosis: DiagnosticMessage {
  let message: String
  let severity: DiagnosticSeverity

  var diagnosticID: MessageID { MessageID(domain: "Requirements", id: message) }

  static func error(_ message: String) -> Diagnosis {
    Diagnosis(message: message, severity: .error)
  }

  static func warning(_ message: String) -> Diagnosis {
    Diagnosis(message: message, severity: .warning)
  }

  func at(_ node: some SyntaxProtocol) -> Diagnostic { Diagnostic(node: node, message: self) }
}

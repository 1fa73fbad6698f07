internal import SwiftCompilerPlugin
internal import SwiftSyntaxMacros

/// The macros of the module `RequirementsMacros`, as the compiler calls them.
@main
struct Plugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    AllMacro.self, AnyMacro.self, NotMacro.self, WhenMacro.self, PartialInitializableMacro.self,
  ]
}

internal import SwiftDiagnostics
internal import SwiftSyntax
internal import SwiftSyntaxBuilder
internal import SwiftSyntaxMacros

/// Writes `init(from:)` and `partial()` for the stored properties of a struct.
enum PartialInitializableMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> [ExtensionDeclSyntax] {
    guard let structure = declaration.as(StructDeclSyntax.self) else {
      context.diagnose(
        Diagnosis.error(
          "@PartialInitializable is for structs; write init(from:) and partial() by hand here"
        ).at(node))
      return []
    }
    let properties = StoredProperty.all(of: structure)
    for property in properties where property.isUnclear {
      context.diagnose(
        Diagnosis.error("@PartialInitializable needs one name for each property").at(property.node))
    }
    let access = Self.access(of: structure)
    let written = WrittenMembers(structure)
    let members = [
      written.hasInitializer ? nil : initializer(access, properties),
      written.hasPartial ? nil : partial(access, properties),
    ].compactMap { $0 }
    let conformance = protocols.isEmpty ? "" : ": Requirements.PartialInitializable"
    let source: DeclSyntax = """
      extension \(type.trimmed)\(raw: conformance) {
      \(raw: members.joined(separator: "\n\n"))
      }
      """
    return [source.as(ExtensionDeclSyntax.self)].compactMap { $0 }
  }

  private static func initializer(_ access: String, _ properties: [StoredProperty]) -> String {
    let lines = properties.filter { !$0.isUnclear }.map { property in
      let name = property.name
      if property.hasDefault {
        return "if let value = partial[\\.\(name)] {\n    self.\(name) = value\n  }"
      }
      let effort = property.isOptional ? "" : "try "
      return "self.\(name) = \(effort)partial.value(for: \\.\(name))"
    }
    return block("\(access)init(from partial: Requirements.Partial<Self>) throws", lines)
  }

  private static func partial(_ access: String, _ properties: [StoredProperty]) -> String {
    let lines = properties.filter { !$0.isUnclear }.map { property in
      "partial.update(\\.\(property.name), to: self.\(property.name))"
    }
    return block(
      "\(access)func partial() -> Requirements.Partial<Self>",
      ["\(lines.isEmpty ? "let" : "var") partial = Requirements.Partial<Self>()"] + lines
        + ["return partial"])
  }

  private static func block(_ head: String, _ lines: [String]) -> String {
    (["\(head) {"] + lines.map { "  \($0)" } + ["}"]).joined(separator: "\n")
  }

  /// The access that a witness needs: as open as the type, which is never more than the protocol.
  private static func access(of structure: StructDeclSyntax) -> String {
    for modifier in structure.modifiers
    where modifier.name.text == "public" || modifier.name.text == "package" {
      return modifier.name.text + " "
    }
    return ""
  }
}

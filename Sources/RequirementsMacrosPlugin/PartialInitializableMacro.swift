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
      let effort = property.isOptional ? "" : "try "
      let line = "self.\(name) = \(effort)partial.value(for: \\.\(name))"
      // An optional property with a default can be given as nil.
      return property.hasDefault
        ? "if partial.contains(\\.\(name)) {\n    \(line)\n  }" : line
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

/// A stored property of a struct that a partial value can hold.
struct StoredProperty {
  let name: String
  /// Its type is written as an optional.
  let isOptional: Bool
  /// It has a value before it is given one.
  let hasDefault: Bool
  /// Not a single name, but a tuple.
  let isUnclear: Bool
  let node: PatternBindingSyntax

  /// In the order of their declarations; without static, computed and constant ones.
  static func all(of structure: StructDeclSyntax) -> [StoredProperty] {
    structure.memberBlock.members.flatMap { member in
      member.decl.as(VariableDeclSyntax.self).map(properties) ?? []
    }
  }

  private static func properties(_ variable: VariableDeclSyntax) -> [StoredProperty] {
    let keywords = variable.modifiers.map(\.name.text)
    if keywords.contains("static") || keywords.contains("lazy") { return [] }
    let isConstant = variable.bindingSpecifier.text == "let"
    // A property wrapper makes the value before the initialiser runs.
    let isWrapped = variable.attributes.contains { $0.is(AttributeSyntax.self) }
    var found: [StoredProperty] = []
    // In `var a, b: Int?` the type is behind the last name.
    var type: TypeSyntax?
    for binding in variable.bindings.reversed() {
      type = binding.typeAnnotation?.type ?? type
      let isGiven = binding.initializer != nil
      if isComputed(binding) || (isConstant && isGiven) { continue }
      let isOptional = type.map(isOptional) ?? false
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.trimmed.text
      found.append(
        StoredProperty(
          name: name ?? "", isOptional: isOptional,
          hasDefault: isGiven || isWrapped, isUnclear: name == nil, node: binding))
    }
    return found.reversed()
  }

  private static func isComputed(_ binding: PatternBindingSyntax) -> Bool {
    switch binding.accessorBlock?.accessors {
    case nil: false
    case .getter: true
    case .accessors(let accessors):
      // Observers alone leave it stored.
      accessors.contains { !["willSet", "didSet"].contains($0.accessorSpecifier.text) }
    }
  }

  private static func isOptional(_ type: TypeSyntax) -> Bool {
    if type.is(OptionalTypeSyntax.self) { return true }
    if type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return true }
    if let member = type.as(MemberTypeSyntax.self) { return member.name.text == "Optional" }
    return type.as(IdentifierTypeSyntax.self)?.name.text == "Optional"
  }
}

/// Which of the two members the user has written.
struct WrittenMembers {
  let hasInitializer: Bool
  let hasPartial: Bool

  init(_ structure: StructDeclSyntax) {
    let declarations = structure.memberBlock.members.map(\.decl)
    hasInitializer = declarations.contains { declaration in
      guard let parameters = declaration.as(InitializerDeclSyntax.self)?.signature.parameterClause,
        parameters.parameters.count == 1, let parameter = parameters.parameters.first
      else { return false }
      return parameter.firstName.text == "from"
        && parameter.type.trimmedDescription.contains("Partial<")
    }
    hasPartial = declarations.contains { declaration in
      guard let function = declaration.as(FunctionDeclSyntax.self) else { return false }
      return function.name.text == "partial"
        && function.signature.parameterClause.parameters.isEmpty
    }
  }
}

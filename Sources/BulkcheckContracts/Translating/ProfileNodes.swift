package import BulkcheckCore
package import BulkcheckDocument

/// Nodes of a profile's document. Each has the offset of the part of a contract that it comes from.
extension DocumentNode {
  package static func text(_ text: String, at offset: Int) -> DocumentNode {
    DocumentNode(kind: .text(text), offset: offset)
  }

  /// - Parameter digits: a valid JSON number.
  package static func number(_ digits: String, at offset: Int) -> DocumentNode {
    DocumentNode(kind: .number(digits), offset: offset)
  }

  package static func number(_ value: Int, at offset: Int) -> DocumentNode {
    .number("\(value)", at: offset)
  }

  package static func boolean(_ value: Bool, at offset: Int) -> DocumentNode {
    DocumentNode(kind: .boolean(value), offset: offset)
  }

  package static func list(_ elements: [DocumentNode], at offset: Int) -> DocumentNode {
    DocumentNode(kind: .array(elements), offset: offset)
  }

  package static func texts(_ texts: [String], at offset: Int) -> DocumentNode {
    .list(texts.map { .text($0, at: offset) }, at: offset)
  }

  /// An object of few members, each at the offset of its value.
  package static func object(
    _ members: KeyValuePairs<String, DocumentNode>, at offset: Int
  ) -> DocumentNode {
    var object = ProfileObject(at: offset)
    for (name, value) in members { object.add(name, value) }
    return object.node
  }
}

/// An object of a profile's document that is being put together.
package struct ProfileObject {
  package let offset: Int
  package private(set) var members: [DocumentMember] = []

  package init(at offset: Int) { self.offset = offset }

  package var isEmpty: Bool { members.isEmpty }

  package var node: DocumentNode { DocumentNode(kind: .object(members), offset: offset) }

  package subscript(name: String) -> DocumentNode? { members.named(name)?.value }

  /// Puts a member behind the others.
  ///
  /// - Parameter nameOffset: that of the word it comes from; nil: that of the value.
  package mutating func add(_ name: String, _ value: DocumentNode, at nameOffset: Int? = nil) {
    members.append(
      DocumentMember(name: name, nameOffset: nameOffset ?? value.offset, value: value))
  }

  /// Puts a member behind the others unless it has no content: an empty object or list.
  package mutating func addUnlessEmpty(_ name: String, _ value: DocumentNode) {
    if value.members?.isEmpty ?? value.elements?.isEmpty ?? false { return }
    add(name, value)
  }

  /// Adds the members of another object.
  package mutating func add(_ others: [DocumentMember]) { members += others }
}

/// Paths in the notation of profiles (docs/reference/paths.md), quoted where that is needed.
package enum ProfilePath {
  /// The path of a column, or of a member of nested objects.
  ///
  /// - Parameter names: from the outermost; at least one.
  package static func path(_ names: [String]) -> String {
    FieldPath(names.map { .key($0) }).description
  }

  package static func path(_ name: String) -> String { path([name]) }

  /// The key of a path in an entry of `rules` or a `when`, in which words such as `all` are
  /// operators and are quoted.
  package static func operand(_ names: [String]) -> String {
    names.count == 1 && operators.contains(names[0]) ? JSONText.quoted(names[0]) : path(names)
  }

  private static let operators: Set<String> = [
    "all", "any", "none", "not", "and", "or", "when", "then", "else", "compare", "rule", "sql",
    "unique", "references", "previous", "determines", "where",
  ]
}

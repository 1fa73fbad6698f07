internal import BulkcheckCore
internal import BulkcheckDocument

/// A column that a foreign key refers to.
///
/// The file of a reference has no types. It is read as the type of the checked field, in the
/// ordinary notation, so changes bring the cells of the column into that notation.
struct KeyColumn {
  private let name: String
  private let type: FieldType
  private let node: DocumentNode?
  private let block: ProfileObject?
  private let field: DocumentNode

  /// - Parameters:
  ///   - name: as the reference has it.
  ///   - node: its field in the schema of its table; nil: it has none.
  ///   - block: what that field becomes.
  ///   - field: the one that refers to it.
  init(_ name: String, _ node: DocumentNode?, block: ProfileObject?, field: DocumentNode) {
    self.name = name
    self.node = node
    self.block = block
    self.field = field
    type = Self.type(node)
  }

  private static func type(_ node: DocumentNode?) -> FieldType {
    node?["type"]?.text.flatMap(FieldType.init(rawValue:)) ?? .any
  }

  /// Whether the values of both fields are compared as what they mean, and not as texts.
  private var isOfSameKind: Bool {
    let own = Self.type(field)
    return own == type || own.order == .numbers && type.order == .numbers
  }

  /// Why the cells of the column cannot be brought into the ordinary notation; nil if they can.
  ///
  /// - Parameter missing: the texts that are missing in the other table.
  func fault(missing: DocumentNode?) -> String? {
    if type.hasPatterns, Self.type(field).hasPatterns {
      let formats = [node, field].map { $0?["format"]?.text ?? "default" }
      if formats[0] != formats[1] || !isOfSameKind {
        return "has another notation of dates or times"
      }
    }
    guard isOfSameKind, let number = block?["number"] else { return nil }
    let signs = [number["decimal"]?.text, number["group"]?.text].compactMap { $0 }
    let words = missing?.elements?.compactMap(\.text) ?? []
    let isAmbiguous = words.contains { word in
      word.utf8.contains(where: Ascii.isDigit) && signs.contains { word.contains($0) }
    }
    return isAmbiguous ? "has missing values in its notation of numbers" : nil
  }

  /// `normalize` of the columns; nil: they are read as they are.
  static func changes(of columns: [KeyColumn], at offset: Int) -> DocumentNode? {
    var object = ProfileObject(at: offset)
    for column in columns where object[column.name] == nil {
      object.addUnlessEmpty(column.name, .list(column.changes(at: offset), at: offset))
    }
    return object.isEmpty ? nil : object.node
  }

  private func changes(at offset: Int) -> [DocumentNode] {
    guard let block, isOfSameKind || type == .string || type == .any else { return [] }
    var changes = block["normalize"]?.elements ?? []
    func replace(_ pattern: String, _ text: String) {
      changes.append(.object(["replace": .texts([pattern, text], at: offset)], at: offset))
    }
    if let group = block["number"]?["group"]?.text {
      replace("(?<=[0-9])\(PatternText.literal(group))(?=[0-9])", "")
    }
    if let decimal = block["number"]?["decimal"]?.text, decimal != "." {
      replace("^([+-]?[0-9]*)\(PatternText.literal(decimal))([0-9]+.*)$", "$1.$2")
    }
    if type == .number || type == .integer {
      // Signs and bare points, which `numbers` of a profile reads in its own input only.
      replace("^[+](?=[.0-9])", "")
      replace("^(-?)(?=[.][0-9])", "$10")
    }
    for word in ["true", "false"] {
      let texts = block["boolean"]?[word]?.elements?.compactMap(\.text) ?? []
      if !texts.isEmpty {
        replace("^(?:\(texts.map(PatternText.literal).joined(separator: "|")))$", word)
      }
    }
    return changes
  }
}

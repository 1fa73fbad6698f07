internal import BulkcheckCore
package import BulkcheckDocument

/// Reads Table Schemas (datapackage.org/standard/table-schema), of version 1 and 2.
package struct TableSchema {
  /// The file of another table that foreign keys refer to.
  struct Reference {
    /// The path of the file.
    var file: String
    /// The way in which it is read: `input` of a reference; nil: nothing has to be said.
    var input: DocumentNode?
    var format: String?

    /// The name of a column as the reference has it.
    static func written(_ column: String, _ format: String?) -> String {
      // In CSV the text is the name of the column.
      ["json", "jsonl"].contains(format) ? ProfilePath.path(column) : column
    }
  }

  /// A field of a foreign key, and the column of the other table that it refers to.
  struct KeyPair {
    let field: DocumentNode
    let column: String
  }

  /// The table that a foreign key refers to.
  enum Target {
    case itself
    case other(Reference)
    /// With the reason why it cannot be read.
    case none(String)
  }

  /// The members of a profile that the schema becomes, in their order.
  private(set) var members: [DocumentMember] = []
  /// `missingValues` of the profile's `input`; nil: as the profile has it anyway.
  private(set) var missingValues: DocumentNode?
  /// `numbers` of `csv`, if there are fields of numbers.
  private(set) var numbers: DocumentNode?
  /// The names of the fields.
  private(set) var names: [String] = []
  private(set) var leftovers: [Leftover] = []

  private let schema: DocumentNode
  /// The text that is missing by the dialect of the table.
  private let nullSequence: String?
  private let target: (DocumentNode?, [KeyPair]) -> Target
  private var rules: [DocumentNode] = []
  private var blocks: [(name: String, block: ProfileObject)] = []

  /// Translates a schema that stands alone.
  ///
  /// - Parameter tables: the paths of files that are given for what it refers to, by their names.
  package static func translate(
    _ root: DocumentNode, tables: [String: String] = [:]
  ) -> Translation {
    let schema = TableSchema(root) { resource, _ in
      guard let name = resource?.text, !name.isEmpty else { return .itself }
      guard let file = tables[name] else {
        return .none("name the file of \(name) with --table \(name)=FILE")
      }
      return .other(Reference(file: file))
    }
    var profile = ProfileObject(at: root.offset)
    profile.add("bulkcheck", .number(1, at: root.offset))
    if let name = root["name"] ?? root["title"], name.text?.isEmpty == false {
      profile.add("name", name)
    }
    var input = ProfileObject(at: root.offset)
    if let missing = schema.missingValues { input.add("missingValues", missing) }
    if let numbers = schema.numbers {
      input.add("csv", .object(["numbers": numbers], at: numbers.offset))
    }
    if !input.isEmpty { profile.add("input", input.node) }
    profile.add(schema.members)
    var translation = Translation(name: nil, offset: root.offset, profile: profile.node)
    translation.leftovers = schema.leftovers
    return translation
  }

  /// - Parameters:
  ///   - nullSequence: the text that is missing by the dialect of the table.
  ///   - target: what the `resource` of a foreign key means, for the pairs of the key.
  init(
    _ schema: DocumentNode, nullSequence: String? = nil,
    target: @escaping (DocumentNode?, [KeyPair]) -> Target
  ) {
    self.schema = schema
    self.nullSequence = nullSequence
    self.target = target
    translateFields()
    translateKeys()
    translateForeignKeys()
    let columns = columnsRule()
    if !blocks.isEmpty {
      var fields = ProfileObject(at: schema["fields"]?.offset ?? schema.offset)
      for (name, block) in blocks {
        fields.add(ProfilePath.path(name), block.node, at: block.offset)
      }
      add("fields", fields.node)
    }
    if !rules.isEmpty { add("rules", .list(rules, at: schema.offset)) }
    if let columns { add("table", .list([columns], at: columns.offset)) }
  }

  private mutating func add(_ name: String, _ value: DocumentNode) {
    members.append(DocumentMember(name: name, nameOffset: value.offset, value: value))
  }

  private mutating func leave(_ node: DocumentNode, _ sentence: String) {
    leftovers.append(Leftover(offset: node.offset, sentence: sentence))
  }

  // MARK: Fields

  private mutating func translateFields() {
    guard let fields = schema["fields"], let elements = fields.elements else {
      return leave(schema["fields"] ?? schema, "the schema: it has no list of `fields`")
    }
    let words = missingWords(elements)
    for field in elements {
      guard let name = field["name"]?.text, !name.isEmpty else {
        leave(field, "a field without a name")
        continue
      }
      guard !names.contains(name) else {
        leave(field, "the second field \(name)")
        continue
      }
      names.append(name)
      let own = field["missingValues"].flatMap(MissingWords.list)
      let translated = TableField(field, name: name, words, own: own)
      leftovers += translated.leftovers
      if numbers == nil, translated.type == .number || translated.type == .integer {
        numbers = .text("lenient", at: translated.typeOffset)
      }
      blocks.append((name, translated.block))
    }
  }

  private mutating func missingWords(_ fields: [DocumentNode]) -> MissingWords {
    let list = schema["missingValues"]
    let ofSchema = list.flatMap(MissingWords.list)
    if let list, ofSchema == nil { leave(list, "`missingValues`: expected a list of texts") }
    var ofFields: [[String]] = []
    for field in fields {
      guard let list = field["missingValues"] else { continue }
      guard let texts = MissingWords.list(list) else {
        leave(
          list, "`missingValues` of \(field["name"]?.text ?? "a field"): expected a list of texts")
        continue
      }
      ofFields.append(texts)
    }
    let words = MissingWords(
      ofSchema: ofSchema ?? [""], ofFields: ofFields, nullSequence: nullSequence)
    if words.common != [""] || list != nil {
      missingValues = .texts(words.common, at: (list ?? schema).offset)
    }
    return words
  }

  /// A rule about the columns, by `fieldsMatch`.
  private mutating func columnsRule() -> DocumentNode? {
    guard !names.isEmpty else { return nil }
    let known = ["exact", "equal", "subset", "superset", "partial"]
    let given = schema["fieldsMatch"].map { $0.elements?.first ?? $0 }
    guard given == nil || given.flatMap(\.text).map(known.contains) ?? false else {
      if let given {
        leave(given, "`fieldsMatch` \(given.summary): expected exact, equal, subset, …")
      }
      return nil
    }
    let offset = (given ?? schema["fields"] ?? schema).offset
    return .object(
      [
        "id": .text("fieldsMatch", at: offset), "columns": .texts(names, at: offset),
        "match": .text(given?.text ?? "exact", at: offset),
      ], at: offset)
  }

  /// The block of a field.
  func block(of name: String) -> ProfileObject? { blocks.first { $0.name == name }?.block }

  // MARK: Keys

  private mutating func translateKeys() {
    if let key = schema["primaryKey"], let fields = fields(of: key, "`primaryKey`") {
      for field in fields { require(field, key.offset) }
      makeUnique(fields, "primaryKey", key.offset)
    }
    guard let keys = schema["uniqueKeys"] else { return }
    guard let lists = keys.elements else {
      return leave(keys, "`uniqueKeys`: expected a list of lists")
    }
    for (number, list) in lists.enumerated() {
      if let fields = fields(of: list, "a key of `uniqueKeys`") {
        makeUnique(fields, "uniqueKeys.\(number + 1)", list.offset)
      }
    }
  }

  /// The names of a key, of which there may be one without a list; nil if it cannot be used.
  private mutating func fields(of key: DocumentNode, _ what: String) -> [String]? {
    let list = key.elements ?? [key]
    let texts = list.compactMap(\.text)
    guard !texts.isEmpty, texts.count == list.count else {
      if key.elements?.isEmpty == true { return nil }
      leave(key, "\(what): expected the name of a field, or a list of names")
      return nil
    }
    if let unknown = texts.first(where: { !names.contains($0) }) {
      leave(key, "\(what): \(unknown) is not among the fields")
      return nil
    }
    return texts
  }

  private mutating func change(_ name: String, _ change: (inout ProfileObject) -> Void) {
    guard let place = blocks.firstIndex(where: { $0.name == name }) else { return }
    change(&blocks[place].block)
  }

  private mutating func require(_ name: String, _ offset: Int) {
    change(name) { block in
      if block["required"] == nil { block.add("required", .boolean(true, at: offset)) }
    }
  }

  private mutating func makeUnique(_ fields: [String], _ id: String, _ offset: Int) {
    if fields.count == 1 {
      return change(fields[0]) { block in
        if block["unique"] == nil { block.add("unique", .boolean(true, at: offset)) }
      }
    }
    rules.append(
      .object(
        [
          "id": .text(id, at: offset),
          "unique": .texts(fields.map { ProfilePath.path($0) }, at: offset),
        ], at: offset))
  }

  private mutating func translateForeignKeys() {
    guard let keys = schema["foreignKeys"] else { return }
    guard let elements = keys.elements else {
      return leave(keys, "`foreignKeys`: expected a list")
    }
    for (number, key) in elements.enumerated() { translateForeignKey(key, number + 1) }
  }

  private mutating func translateForeignKey(_ key: DocumentNode, _ number: Int) {
    guard let fieldsNode = key["fields"], let reference = key["reference"],
      let columnsNode = reference["fields"]
    else { return leave(key, "a foreign key without `fields` or `reference`") }
    guard let fields = fields(of: fieldsNode, "a foreign key") else { return }
    let columns = (columnsNode.elements ?? [columnsNode]).compactMap(\.text)
    guard columns.count == fields.count else {
      return leave(columnsNode, "a foreign key: expected as many fields on both sides")
    }
    if let package = reference["datapackage"] ?? reference["package"] {
      return leave(package, "a foreign key to another package, which is not fetched")
    }
    let resource = reference["resource"]
    let elements = schema["fields"]?.elements ?? []
    let pairs = zip(fields, columns).compactMap { field, column in
      elements.first { $0["name"]?.text == field }.map { KeyPair(field: $0, column: column) }
    }
    switch target(resource, pairs) {
    case .none(let reason): leave(resource ?? reference, "a foreign key: \(reason)")
    case .itself:
      if let unknown = columns.first(where: { !names.contains($0) }) {
        return leave(columnsNode, "a foreign key: \(unknown) is not among the fields")
      }
      refer(fields, columns, Reference(file: "."), number, reference.offset)
    case .other(let other): refer(fields, columns, other, number, reference.offset)
    }
  }

  private mutating func refer(
    _ fields: [String], _ columns: [String], _ other: Reference, _ number: Int, _ offset: Int
  ) {
    let names = columns.map { ProfilePath.path($0) }
    let written =
      other.file == "." ? names : columns.map { Reference.written($0, other.format) }
    var reference = ProfileObject(at: offset)
    if fields.count > 1 {
      reference.add("fields", .texts(fields.map { ProfilePath.path($0) }, at: offset))
    }
    reference.add("file", .text(other.file, at: offset))
    reference.add(
      fields.count > 1 ? "columns" : "column",
      fields.count > 1 ? .texts(written, at: offset) : .text(written[0], at: offset))
    if let format = other.format { reference.add("format", .text(format, at: offset)) }
    if let input = other.input { reference.add("input", input) }
    let hasReference = blocks.first { $0.name == fields[0] }?.block["references"] != nil
    if fields.count == 1, !hasReference {
      return change(fields[0]) { $0.add("references", reference.node) }
    }
    guard fields.count > 1 else {
      return leave(reference.node, "a second foreign key of \(fields[0])")
    }
    rules.append(
      .object(
        ["id": .text("foreignKeys.\(number)", at: offset), "references": reference.node],
        at: offset))
  }
}

internal import BulkcheckCore
internal import BulkcheckDocument

/// The checks of one table of another tool, and the profile that they make.
package struct ImportedProfile {
  /// The name of the table; nil: the file has none.
  package let name: String?
  /// A longer name that chooses it, such as that of a source and its table.
  package let longName: String?
  package let offset: Int
  package private(set) var checks: [ImportedCheck]

  package init(
    name: String?, longName: String? = nil, offset: Int, checks: [ImportedCheck]
  ) {
    self.name = name?.isEmpty == true ? nil : name
    self.longName = longName
    self.offset = offset
    self.checks = checks
  }

  /// Leaves a check over that the reader of profiles refuses.
  package mutating func refuse(_ check: Int, _ sentence: String) {
    guard !checks[check].parts.isEmpty else { return }
    checks[check].refuse(sentence)
  }

  /// The checks that take a column for a date only because of their bounds, if the reader refuses
  /// them or others about the column: those may be no mistakes without them.
  package func presumptions(behind refused: Set<Int>) -> [Int] {
    let dated = checks.indices.filter { checks[$0].datedColumn != nil }
    guard !dated.isEmpty else { return [] }
    var declared: Set<String> = []
    for check in checks where check.datedColumn == nil {
      for case .field(let column, "format", _, _) in check.parts { declared.insert(column) }
    }
    let others = refused.map { checks[$0] }
    let columns = Set(others.compactMap(\.column))
    let statements = others.flatMap { $0.parts.flatMap(\.statements) }
    return dated.filter { index in
      guard let column = checks[index].datedColumn, !declared.contains(column) else {
        return false
      }
      return columns.contains(column) || statements.contains { $0.contains(column) }
    }
  }

  /// Everything that is left over, in the order of the file.
  package var leftovers: [Leftover] {
    checks.flatMap(\.leftovers).sorted { $0.offset < $1.offset }
  }

  /// The profile as a document.
  package var translation: Translation {
    let draft = draft
    var root = ProfileObject(at: offset)
    root.add("bulkcheck", .number(1, at: offset))
    if let name { root.add("name", .text(name, at: offset)) }
    var fields = ProfileObject(at: offset)
    for field in draft.fields {
      var block = ProfileObject(at: offset)
      for entry in field.entries { block.add(entry.name, entry.value) }
      fields.add(field.path, block.node)
    }
    root.addUnlessEmpty("fields", fields.node)
    root.addUnlessEmpty("rules", .list(draft.rules.map(\.value), at: offset))
    root.addUnlessEmpty("table", .list(draft.table.map(\.value), at: offset))
    var translation = Translation(name: name, offset: offset, profile: root.node)
    translation.leftovers = leftovers
    return translation
  }

  /// The parts of a profile, put together from those of the checks.
  struct Draft {
    /// A keyword of a field, or an entry of a list, whose name is its id.
    struct Entry {
      var name: String
      var value: DocumentNode
      /// The checks that it comes from.
      var checks: [Int]
    }

    struct Field {
      var path: String
      var column: String
      var entries: [Entry] = []
    }

    var fields: [Field] = []
    var rules: [Entry] = []
    var table: [Entry] = []
    private var places: [String: Int] = [:]
    private var ids: Set<String> = []
    /// The last number behind each id that several rules would have.
    private var numbers: [String: Int] = [:]

    mutating func add(_ part: ImportedCheck.Part, of check: Int) {
      switch part {
      case .field(let column, let keyword, let value, let attributes):
        addConstraint(column, keyword, value, attributes, check)
      case .rule(let hint, let members): rules.append(entry(hint, members, check))
      case .table(let hint, let members): table.append(entry(hint, members, check))
      }
    }

    private mutating func addConstraint(
      _ column: String, _ keyword: String, _ value: DocumentNode, _ attributes: [DocumentMember],
      _ check: Int
    ) {
      let path = ProfilePath.column(column)
      let position = places[path] ?? fields.count
      if position == fields.count { fields.append(Field(path: path, column: column)) }
      places[path] = position
      let written = Constraint.written(value, attributes, keyword)
      if let known = fields[position].entries.firstIndex(where: { $0.name == keyword }) {
        if Constraint.isSame(fields[position].entries[known].value, written) {
          fields[position].entries[known].checks.append(check)
        } else {
          let part = ImportedCheck.Part.field(
            column: column, keyword: keyword, value: value, attributes: attributes)
          rules.append(entry(column + "-" + keyword, part.entry.members, check))
        }
        return
      }
      fields[position].entries.append(Entry(name: keyword, value: written, checks: [check]))
    }

    private mutating func entry(
      _ hint: String, _ members: [DocumentMember], _ check: Int
    ) -> Entry {
      let id = freeID(hint)
      let offset = members.first?.value.offset ?? 0
      let value = DocumentNode(
        kind: .object([DocumentMember("id", .text(id, at: offset))] + members), offset: offset)
      return Entry(name: id, value: value, checks: [check])
    }

    /// An id that begins with a hint and that no other rule has.
    private mutating func freeID(_ hint: String) -> String {
      var word = ""
      for byte in hint.utf8 where word.utf8.count < 60 {
        let isTaken =
          Ascii.isAlphanumeric(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
        if isTaken {
          word.unicodeScalars.append(Unicode.Scalar(byte))
        } else if !word.isEmpty, word.last != "-" {
          word += "-"
        }
      }
      while let first = word.utf8.first, !Ascii.isAlphanumeric(first) { word.removeFirst() }
      while word.last == "-" { word.removeLast() }
      if word.isEmpty || word.lowercased().hasPrefix("bulkcheck.") { word = "rule" }
      var id = word
      var number = numbers[word] ?? 1
      while !ids.insert(id).inserted {
        number += 1
        id = word + "-\(number)"
      }
      numbers[word] = number
      return id
    }
  }

  var draft: Draft {
    var draft = Draft()
    for (index, check) in checks.enumerated() {
      for part in check.parts { draft.add(part, of: index) }
    }
    return draft
  }
}

/// Values of profiles that are put together here.
private enum Constraint {
  /// A constraint in short form, or in long form if it has attributes.
  static func written(
    _ value: DocumentNode, _ attributes: [DocumentMember], _ keyword: String
  ) -> DocumentNode {
    guard !attributes.isEmpty else { return value }
    // `format` and `references` may be in long form already.
    if let members = value.members, value["value"] != nil {
      return DocumentNode(kind: .object(members + attributes), offset: value.offset)
    }
    return DocumentNode(
      kind: .object([DocumentMember("value", value)] + attributes), offset: value.offset)
  }

  static func isSame(_ left: DocumentNode, _ right: DocumentNode) -> Bool {
    switch (left.kind, right.kind) {
    case (.null, .null): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.text(let left), .text(let right)): left.isExactly(right)
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { isSame($0, $1) }
    case (.object(let left), .object(let right)):
      left.count == right.count
        && zip(left, right).allSatisfy { $0.name.isExactly($1.name) && isSame($0.value, $1.value) }
    default: false
    }
  }
}

internal import BulkcheckCore
internal import BulkcheckDocument

/// Notes about columns in SQL that are hardly meant: a string in double quotes, and the name of a
/// table in front of a column.
extension ProfileReader {
  /// A column that may not be one.
  struct DoubtfulColumn {
    enum Doubt { case isInDoubleQuotes, isQualified }
    var path: FieldPath
    var name: String
    var offset: Int
    var doubt: Doubt
  }

  /// The doubtful columns of a statement.
  func doubtfulColumns(
    of statement: SQLNode, _ node: DocumentNode, _ tables: [String]
  ) -> [DoubtfulColumn] {
    guard !isFirstReading else { return [] }
    let lowering = SQLLowering(
      declaration: { declaration(of: $0) }, path: { sqlPath($0, tables) })
    var found: [DoubtfulColumn] = []
    var seen: Set<FieldPath> = []
    func add(_ column: SQLNode, _ doubt: DoubtfulColumn.Doubt) {
      guard case .column(let names) = column.content else { return }
      let path = sqlPath(names, tables)
      if doubt == .isQualified {
        guard path.steps.count > 1, case .key? = path.steps.first else { return }
      }
      guard seen.insert(path).inserted else { return }
      found.append(
        DoubtfulColumn(
          path: mention(of: path, at: node.offset).path, name: names[0].text,
          offset: place(of: column.offset, in: node) ?? node.offset, doubt: doubt))
    }
    func visit(_ part: SQLNode) {
      for text in part.texts(lowering) { add(text, .isInDoubleQuotes) }
      add(part, .isQualified)
      for inner in part.parts { visit(inner) }
    }
    visit(statement)
    return found
  }

  /// The notes, when all rules are known.
  mutating func noteDoubtfulColumns() {
    let fields = Set(ruleSet.scopes.map(\.path))
    var uses: [FieldPath: Int] = [:]
    for mention in mentions { uses[mention.path, default: 0] += 1 }
    for column in doubtfulColumns where column.doubt == .isInDoubleQuotes {
      uses[column.path, default: 0] -= 1
    }
    for column in doubtfulColumns {
      switch column.doubt {
      case .isInDoubleQuotes:
        guard uses[column.path, default: 0] <= 0, !fields.contains(column.path) else { continue }
        notes.append((column.offset, .quotedName(column.name)))
      case .isQualified:
        let rest = FieldPath(Array(column.path.steps.dropFirst()))
        guard fields.contains(rest),
          !fields.contains(where: { $0.steps.first == column.path.steps.first })
        else { continue }
        notes.append((column.offset, .qualifiedName(column.name, rest.description)))
      }
    }
  }
}

extension SQLNode {
  /// Names in double quotes that are compared with something that may be a string.
  fileprivate func texts(_ lowering: SQLLowering) -> [SQLNode] {
    func mayBeText(_ node: SQLNode) -> Bool {
      let type = lowering.type(of: node)
      switch node.content {
      case .column, .call, .cases: return !node.isInDoubleQuotes && (type == .text || type.isOpen)
      default: return false
      }
    }
    switch content {
    case .call(.compare(.equal), let sides), .call(.compare(.notEqual), let sides),
      .call(.isSame, let sides):
      return sides.indices.filter {
        sides[$0].isInDoubleQuotes && mayBeText(sides[sides.count - 1 - $0])
      }.map { sides[$0] }
    case .call(.like, let parts), .call(.likeInAnyCase, let parts), .call(.startsWith, let parts):
      return parts.dropFirst().filter(\.isInDoubleQuotes)
    case .oneOf(let value, let others):
      return mayBeText(value) ? others.filter(\.isInDoubleQuotes) : []
    default: return []
    }
  }

  private var isInDoubleQuotes: Bool {
    guard case .column(let names) = content else { return false }
    return names.count == 1 && names[0].isInDoubleQuotes
  }

  /// The statements within.
  fileprivate var parts: [SQLNode] {
    switch content {
    case .number, .text, .truth, .null, .column, .moment, .interval, .now, .today: []
    case .call(_, let arguments): arguments
    case .and(let parts), .or(let parts): parts
    case .isNull(let inner): [inner]
    case .oneOf(let value, let others): [value] + others
    case .matches(let value, _, _): [value]
    case .cases(let branches, let otherwise):
      branches.flatMap { [$0.condition, $0.result] } + (otherwise.map { [$0] } ?? [])
    }
  }
}

extension Complaint {
  fileprivate static func quotedName(_ name: String) -> Complaint {
    Complaint(
      "\(quoted(name)) is a column, as it is in double quotes, but no field has this name",
      expected: "'\(name.replacing("'", with: "''"))' if it is a string")
  }

  fileprivate static func qualifiedName(_ name: String, _ rest: String) -> Complaint {
    Complaint(
      "no field begins with \(quoted(name))",
      expected: "\(quoted(rest)), without the name of a table")
  }
}

internal import BulkcheckCore
internal import BulkcheckDocument

/// A check of another tool that is being translated.
///
/// Settings that other tools have for each check, such as a severity or a condition, are set first.
/// Then each function adds a part to the profile in which they hold.
struct CheckDraft {
  let options: ImportOptions
  private(set) var check: ImportedCheck
  /// The severity of the rules; nil: `error`.
  var severity: DocumentNode?
  /// The failures that are tolerated.
  var tolerance: DocumentNode?
  /// The text that failing records are told.
  var message: DocumentNode?
  var labels: [DocumentNode] = []
  /// The id of the rule, as far as rules have given ids.
  var name: String?
  /// A condition in SQL. Only records for which it is true are checked.
  private(set) var condition: DocumentNode?
  /// The columns whose values form the groups of rules about the table.
  var groups: [DocumentNode] = []

  init(at offset: Int, column: String? = nil, _ options: ImportOptions) {
    self.options = options
    check = ImportedCheck(at: offset, column: column)
  }

  var offset: Int { check.offset }

  // MARK: What is left over

  mutating func leave(_ sentence: String, at place: Int? = nil) {
    check.leftovers.append(Leftover(offset: place ?? offset, sentence: sentence))
  }

  mutating func refuse(_ sentence: String, at place: Int? = nil) {
    check.refuse(sentence, at: place)
  }

  /// Takes over the parts and leftovers of a check within this one.
  mutating func absorb(_ other: ImportedCheck) {
    check.parts += other.parts
    check.leftovers += other.leftovers
    if check.datedColumn == nil { check.datedColumn = other.datedColumn }
  }

  /// Notes that bounds which are dates say that the column is one.
  mutating func presumeDates(of column: String) {
    if condition == nil { check.datedColumn = column }
  }

  mutating func remark(_ sentence: String) { check.remarks.append(sentence) }

  /// Checks only the records for which SQL is true; false if it cannot be read, and then the check
  /// is left over.
  mutating func restrict(to sql: DocumentNode) -> Bool {
    // The condition may be an alias of one that many checks share.
    guard let text = sql.scalarText, take(text, at: offset) else { return false }
    let whole = condition?.text.map { "(\($0)) and (\(text))" } ?? text
    condition = .text(ForeignSQL.trimmed(whole), at: sql.offset)
    return true
  }

  /// Whether SQL can be read; the check is left over if not.
  private mutating func take(_ sql: String, at place: Int) -> Bool {
    if ForeignSQL.isTemplate(sql) {
      refuse("SQL that the tool fills in: \(Complaint.quoted(sql))", at: place)
      return false
    }
    return true
  }

  // MARK: Parts

  /// Adds a constraint on a column.
  mutating func constrain(_ column: String, _ keyword: String, _ value: DocumentNode) {
    constrain(column, [(keyword, value)])
  }

  /// Adds constraints on a column that are one check.
  mutating func constrain(_ column: String, _ constraints: [(String, DocumentNode)]) {
    guard let condition else {
      for (keyword, value) in constraints {
        check.parts.append(
          .field(column: column, keyword: keyword, value: value, attributes: attributes))
      }
      return
    }
    let word = constraints.last?.0 ?? ""
    var entry = ProfileObject(at: offset)
    if word == "unique" {
      entry.add("unique", .texts([ProfilePath.column(column)], at: offset))
      entry.add("where", condition)
    } else {
      entry.add("when", condition)
      entry.add("then", block(column, constraints))
    }
    addRule(column + "-" + word, entry)
  }

  /// A block of `rules` with constraints on one column.
  func block(_ column: String, _ constraints: [(String, DocumentNode)]) -> DocumentNode {
    var inner = ProfileObject(at: offset)
    for (keyword, value) in constraints { inner.add(keyword, value) }
    return DocumentNode.object([ProfilePath.columnOperand(column): inner.node], at: offset)
  }

  /// Adds an entry of `rules` that is one statement: `compare`, or a list of blocks.
  mutating func state(_ hint: String, _ word: String, _ value: DocumentNode) {
    var entry = ProfileObject(at: offset)
    if let condition {
      entry.add("when", condition)
      entry.add("then", .object([word: value], at: offset))
    } else {
      entry.add(word, value)
    }
    addRule(hint, entry)
  }

  /// Adds a rule that columns have no values in common.
  mutating func requireUnique(_ columns: [String]) {
    var entry = ProfileObject(at: offset)
    entry.add("unique", .texts(columns.map(ProfilePath.column), at: offset))
    if let condition { entry.add("where", condition) }
    addRule(columns.joined(separator: "-") + "-unique", entry)
  }

  /// Adds a statement in SQL, or a query of the records that fail, or leaves it over.
  mutating func state(sql text: String, hint: String, at place: Int) {
    let statement = ForeignSQL.trimmed(text)
    guard take(statement, at: place) else { return }
    var entry = ProfileObject(at: offset)
    if let condition {
      guard !Self.isQuery(statement) else { return refuse("a condition beside a query", at: place) }
      entry.add("when", condition)
      entry.add("then", .text(statement, at: place))
    } else {
      entry.add("sql", .text(statement, at: place))
    }
    addRule(hint, entry)
  }

  private static func isQuery(_ sql: String) -> Bool {
    sql.lowercased().hasPrefix("select") || sql.lowercased().hasPrefix("with ")
  }

  /// Adds bounds of a figure that a query computes, or leaves it over.
  mutating func measure(sql text: String, bounds: [DocumentMember], hint: String, at place: Int) {
    let query = ForeignSQL.trimmed(text)
    guard take(query, at: place) else { return }
    guard condition == nil else { return refuse("a condition beside a query", at: place) }
    var entry = ProfileObject(at: offset)
    entry.add("sql", .text(query, at: place))
    entry.add(bounds)
    addTable(hint, entry)
  }

  /// Adds an entry of `table` that bounds a figure.
  ///
  /// - Parameters:
  ///   - filter: a block that chooses records, instead of a condition.
  ///   - extra: further words of the measure.
  mutating func measure(
    _ measure: String, of column: String?, bounds: [DocumentMember],
    filter: DocumentNode? = nil, extra: [DocumentMember] = [], hint: String
  ) {
    var entry = ProfileObject(at: offset)
    entry.add("measure", .text(measure, at: offset))
    if let column { entry.add("of", .text(ProfilePath.column(column), at: offset)) }
    entry.add(extra)
    if let filter {
      guard condition == nil else { return refuse("a condition beside one of the check itself") }
      entry.add("where", filter)
    } else if let condition {
      entry.add("where", condition)
    }
    if !groups.isEmpty {
      let paths = groups.compactMap(\.scalarText).map(ProfilePath.column)
      entry.add("by", .texts(paths, at: groups[0].offset))
    }
    entry.add(bounds)
    addTable(hint, entry)
  }

  /// Adds an entry of `table` about the columns.
  mutating func requireColumns(_ names: [DocumentNode], match: String, at place: Int) {
    var entry = ProfileObject(at: offset)
    entry.add("columns", .list(names, at: place))
    if match != "subset" { entry.add("match", .text(match, at: offset)) }
    let only = names.count == 1 ? names[0].text : nil
    addTable(only.map { $0 + "-exists" } ?? "columns", entry)
  }

  /// Adds an entry of `table` about the order of the records.
  mutating func requireOrder(_ column: String, descending: Bool, strictly: Bool) {
    var key = ProfileObject(at: offset)
    key.add("path", .text(ProfilePath.column(column), at: offset))
    if descending { key.add("order", .text("descending", at: offset)) }
    var entry = ProfileObject(at: offset)
    entry.add("sorted", .list([key.node], at: offset))
    if strictly { entry.add("strictly", .boolean(true, at: offset)) }
    addTable(column + "-order", entry)
  }

  private mutating func addRule(_ hint: String, _ entry: ProfileObject) {
    var entry = entry
    entry.add(attributes)
    check.parts.append(.rule(hint: name ?? hint, members: entry.members))
  }

  private mutating func addTable(_ hint: String, _ entry: ProfileObject) {
    var entry = entry
    if let tolerance, groups.isEmpty {
      leave("a tolerance of a rule about the whole table", at: tolerance.offset)
    }
    entry.add(attributes.filter { $0.name != "tolerance" || !groups.isEmpty })
    check.parts.append(.table(hint: name ?? hint, members: entry.members))
  }

  private var attributes: [DocumentMember] {
    var object = ProfileObject(at: offset)
    if let severity { object.add("severity", severity) }
    if let tolerance { object.add("tolerance", tolerance) }
    if let message { object.add("message", message) }
    if !labels.isEmpty { object.add("labels", .list(labels, at: labels[0].offset)) }
    return object.members
  }
}

extension DocumentNode {
  /// The text of a scalar as it would be written in SQL or in a path.
  var scalarText: String? {
    switch kind {
    case .text(let text): text
    case .number(let digits): digits
    case .boolean(let value): value ? "true" : "false"
    case .null, .array, .object: nil
    }
  }

  /// The elements of a list; one element for any other value.
  var listed: [DocumentNode] { elements ?? [self] }

  /// Whether a text inside is made by a template of the tool.
  var hasTemplate: Bool {
    switch kind {
    case .text(let text): ForeignSQL.isTemplate(text)
    case .array(let elements): elements.contains(where: \.hasTemplate)
    case .object(let members): members.contains { $0.name == "$PARAMETER" || $0.value.hasTemplate }
    case .null, .boolean, .number: false
    }
  }
}

extension ProfilePath {
  /// The path of a column: dots in its name lead into objects, as they do in CSV.
  static func column(_ name: String) -> String { path(steps(name)) }

  /// The key of a column in a block of `rules`.
  static func columnOperand(_ name: String) -> String { operand(steps(name)) }

  private static func steps(_ name: String) -> [String] {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return parts.contains("") ? [name] : parts
  }
}

extension DocumentMember {
  /// A member whose name stands where its value does.
  init(_ name: String, _ value: DocumentNode) {
    self.init(name: name, nameOffset: value.offset, value: value)
  }
}

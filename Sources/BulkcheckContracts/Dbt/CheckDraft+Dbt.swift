internal import BulkcheckCore
internal import BulkcheckDocument

/// The tests of dbt and dbt-utils. Those of dbt-expectations are expectations.
extension CheckDraft {
  /// Adds what a test requires, or leaves it over.
  mutating func add(_ call: DbtCall) {
    if let template = call.arguments.first(where: { $0.value.hasTemplate }) {
      return refuse(
        "the value of \(Complaint.quoted(template.name)) is a template", at: template.nameOffset)
    }
    let base = call.name.split(separator: ".").last.map(String.init) ?? call.name
    let isUtils = call.name.hasPrefix("dbt_utils.")
    // Packages carry copies of dbt-expectations under names of their own.
    if base.hasPrefix("expect_") || call.name.hasPrefix("dbt_expectations.") {
      let name = base.hasPrefix("expect_") ? String(base.dropFirst("expect_".utf8.count)) : base
      return add(
        Expectation(
          name.lowercased(), column: call.column, call.arguments, isDbt: true, at: offset))
    }
    guard call.name == base ? addCore(call) : isUtils && addUtils(base, call) else {
      return refuse("a test of your own, or of a package that is not known")
    }
  }

  /// Leaves the check over if it has an argument that is not known; false then.
  private mutating func knows(_ call: DbtCall, _ known: String...) -> Bool {
    guard let unknown = call.unknown(beside: known) else { return true }
    refuse("the argument \(Complaint.quoted(unknown.name)) is not known", at: unknown.nameOffset)
    return false
  }

  /// The column of a test that needs one; nil if it has none, and then the check is left over.
  private mutating func column(of call: DbtCall) -> String? {
    if call.column == nil { refuse("the column is not named") }
    return call.column
  }

  // MARK: Tests of dbt

  /// Whether the test is one of dbt's own.
  private mutating func addCore(_ call: DbtCall) -> Bool {
    let yes = DocumentNode.boolean(true, at: offset)
    switch call.name {
    case "not_null", "unique":
      guard knows(call), let column = column(of: call) else { break }
      if !Self.isName(column) {
        refuse("an expression in place of a column")
      } else {
        constrain(column, call.name == "unique" ? "unique" : "required", yes)
      }
    case "accepted_values":
      guard knows(call, "values", "quote"), let column = column(of: call) else { break }
      addChoice(
        column, "enum", call["values"]?.elements ?? [],
        isQuoted: call["quote"]?.boolean ?? true)
    case "relationships":
      guard knows(call, "to", "field") else { break }
      addReference(call)
    default: return false
    }
    return true
  }

  /// Whether a column is a name and not an expression over several.
  private static func isName(_ column: String) -> Bool {
    !column.contains("(") && !column.contains("||")
  }

  private mutating func addReference(_ call: DbtCall) {
    guard let column = column(of: call) else { return }
    guard let to = call["to"], let table = Self.table(of: to), let field = call["field"]?.text
    else {
      return refuse("the other table is not named")
    }
    guard let file = options.tables[table.full] ?? options.tables[table.name] else {
      return refuse(
        "the file of the other table is not given: --table \(table.name)=FILE", at: to.offset)
    }
    constrain(
      column, "references",
      .object(
        ["file": .text(file, at: to.offset), "column": .text(field, at: to.offset)], at: to.offset))
  }

  /// The table that `ref('orders')` or `source('shop', 'orders')` names.
  private static func table(of node: DocumentNode) -> (name: String, full: String)? {
    guard let text = node.text else { return nil }
    var names: [String] = []
    var rest = text[...]
    while let start = rest.firstIndex(where: { $0 == "'" || $0 == "\"" }) {
      let inner = rest[rest.index(after: start)...]
      guard let end = inner.firstIndex(of: rest[start]) else { break }
      names.append(String(inner[..<end]))
      rest = inner[inner.index(after: end)...]
    }
    let name = names.last ?? (text.contains("(") ? nil : text)
    return name.map { ($0, names.isEmpty ? $0 : names.joined(separator: ".")) }
  }

  // MARK: Tests of dbt-utils

  /// Whether the test is one of dbt-utils.
  private mutating func addUtils(_ name: String, _ call: DbtCall) -> Bool {
    groups = call["group_by_columns"]?.elements ?? []
    switch name {
    case "unique_combination_of_columns":
      guard knows(call, "combination_of_columns", "quote_columns") else { break }
      let columns = call["combination_of_columns"]?.elements?.compactMap(\.scalarText) ?? []
      guard columns.allSatisfy(Self.isName), !columns.isEmpty else {
        refuse("an expression in place of a column")
        break
      }
      requireUnique(columns)
    case "expression_is_true":
      guard knows(call, "expression"), let expression = call["expression"] else { break }
      let text = expression.scalarText ?? ""
      let whole = call.column.map { ForeignSQL.name($0) + " " + text } ?? text
      state(
        sql: whole, hint: call.column.map { $0 + "-true" } ?? "expression", at: expression.offset)
    case "not_accepted_values":
      guard knows(call, "values", "quote"), let column = column(of: call) else { break }
      addChoice(
        column, "notEnum", call["values"]?.elements ?? [],
        isQuoted: call["quote"]?.boolean ?? true)
    case "relationships_where":
      addConditionalReference(call)
    case "accepted_range":
      guard knows(call, "min_value", "max_value", "inclusive"), let column = column(of: call) else {
        break
      }
      let isExclusive = call["inclusive"]?.boolean == false
      let bounds = Bounds(
        minimum: call["min_value"], maximum: call["max_value"], excludesMinimum: isExclusive,
        excludesMaximum: isExclusive)
      addBounds(column, bounds, isSQL: true)
    case "not_empty_string":
      guard knows(call, "trim_whitespace"), let column = column(of: call) else { break }
      if call["trim_whitespace"]?.boolean == false {
        constrain(column, "notEmpty", .boolean(true, at: offset))
      } else {
        // A character that is not a space: as if the text were trimmed.
        constrain(column, "pattern", .text("[^ ]", at: offset))
      }
    default: return addFigures(name, call)
    }
    return true
  }

  private mutating func addConditionalReference(_ call: DbtCall) {
    guard knows(call, "to", "field", "from_condition", "to_condition") else { return }
    if let other = call["to_condition"], other.text != "1=1" {
      return refuse("a condition on the other table", at: other.offset)
    }
    if let condition = call["from_condition"], condition.text != "1=1" {
      guard restrict(to: condition) else { return }
    }
    addReference(call)
  }

  /// Whether the test is one about a figure of the table.
  private mutating func addFigures(_ name: String, _ call: DbtCall) -> Bool {
    let one = DocumentMember("minimum", .number(1, at: offset))
    let two = DocumentMember("minimum", .number(2, at: offset))
    switch name {
    case "recency":
      guard
        knows(call, "field", "datepart", "interval", "group_by_columns", "ignore_time_component")
      else { break }
      if let whole = call["ignore_time_component"], whole.boolean != false {
        refuse("an age in whole days", at: whole.offset)
        break
      }
      guard let field = call["field"]?.text, Self.isName(field), let part = call["datepart"],
        let interval = call["interval"]
      else {
        refuse("the age of the newest record is not given")
        break
      }
      requireRecent(field, part, interval)
    case "at_least_one", "not_constant":
      guard knows(call, "group_by_columns"), let column = column(of: call) else { break }
      if name == "at_least_one" {
        measure("present", of: column, bounds: [one], hint: column + "-present")
      } else {
        measure("distinct", of: column, bounds: [two], hint: column + "-not-constant")
      }
    case "not_null_proportion":
      guard knows(call, "at_least", "at_most", "group_by_columns"), let column = column(of: call)
      else { break }
      let bounds = Bounds(minimum: call["at_least"], maximum: call["at_most"])
      guard let shares = bounds.shares, !shares.isOpen else {
        refuse("a proportion that is not from 0 to 1")
        break
      }
      measure("present", of: column, bounds: shares.members, hint: column + "-present")
    case "equality", "cardinality_equality", "equal_rowcount", "fewer_rows_than":
      refuse("a comparison of two tables")
    case "mutually_exclusive_ranges", "sequential_values":
      refuse("the order of records within a query")
    default: return false
    }
    return true
  }
}

internal import BulkcheckCore
internal import BulkcheckDocument

/// A contract of Soda 4: a dataset, its columns, and checks of both.
struct SodaContract {
  private let root: DocumentNode
  private let dataset: DocumentNode
  private let options: ImportOptions

  init(_ root: DocumentNode, _ dataset: DocumentNode, _ options: ImportOptions) {
    self.root = root
    self.dataset = dataset
    self.options = options
  }

  /// The checks of the table, then those of the columns.
  var profile: ImportedProfile {
    var checks = (root["checks"]?.elements ?? []).map { check($0, of: nil) }
    for column in root["columns"]?.elements ?? [] {
      checks += (column["checks"]?.elements ?? []).map { check($0, of: column) }
    }
    let path = dataset.text ?? ""
    return ImportedProfile(
      name: path.split(separator: "/").last.map(String.init), longName: path,
      offset: dataset.offset, checks: checks)
  }

  /// Reads a check that a contract of another standard holds: `type`, `columns`, and bounds.
  ///
  /// - Parameters:
  ///   - type: the metric, such as `duplicate_percent`.
  ///   - own: the column that it is about, unless it names one.
  static func check(
    _ node: DocumentNode, _ type: DocumentNode, of own: String?, _ options: ImportOptions
  ) -> ImportedCheck {
    let bounds = (node.members ?? []).filter { $0.name.hasPrefix("must_") }
    let given = node["columns"]?.listed ?? node["column"].map { [$0] }
    let columns = given.map { $0.compactMap(\.text) } ?? own.map { [$0] } ?? []
    let read = ["type", "columns", "column"] + bounds.map(\.name)
    let settings = SodaSettings(
      DocumentNode(
        kind: .object((node.members ?? []).filter { !read.contains($0.name) }), offset: node.offset)
    )
    var draft = CheckDraft(
      at: type.offset, column: columns.count == 1 ? columns[0] : nil, options)
    let limit = SodaThreshold(
      contract: DocumentNode(kind: .object(bounds), offset: node.offset), otherwise: .zero)
    guard let name = type.text, let limit else {
      draft.refuse("a threshold that is not a bound")
      return draft.check
    }
    settings.apply(to: &draft)
    draft.add(SodaMetric(name, columns), limit, settings)
    return draft.check
  }

  private func check(_ node: DocumentNode, of column: DocumentNode?) -> ImportedCheck {
    let name = column?["name"]?.text
    guard let member = node.members?.first else {
      var draft = CheckDraft(at: node.offset, column: name, options)
      draft.refuse("an entry that is not a check")
      return draft.check
    }
    var draft = CheckDraft(at: member.nameOffset, column: name, options)
    let words = ["missing_values", "valid_values"].compactMap { column?[$0] == nil ? nil : $0 }
    let inherited = (column?.members ?? []).filter { words.contains($0.name) }
    let own = member.value.members ?? []
    let settings = SodaSettings(
      DocumentNode(
        kind: .object(own + inherited.filter { own.named($0.name) == nil }),
        offset: member.value.offset))
    settings.apply(to: &draft)
    for condition in [root["filter"], settings["filter"]] {
      guard let condition else { continue }
      guard draft.restrict(to: condition) else { return draft.check }
    }
    if member.value.hasTemplate {
      draft.refuse("variables that Soda fills in")
    } else {
      add(member, name, settings, to: &draft)
    }
    return draft.check
  }

  private func add(
    _ member: DocumentMember, _ column: String?, _ settings: SodaSettings,
    to draft: inout CheckDraft
  ) {
    let given = settings["threshold"]
    if given?["level"]?.text == "warn" { draft.severity = .text("warning", at: draft.offset) }
    if member.name == "freshness" { return addFreshness(settings, given, to: &draft) }
    let some = member.name == "row_count" ? SodaThreshold("> 0", at: draft.offset) : .zero
    guard let limit = given.map({ SodaThreshold(contract: $0, otherwise: some) }) ?? some else {
      return draft.refuse("a threshold that is not a bound", at: given?.offset)
    }
    switch (member.name, column) {
    case ("row_count", nil):
      draft.add(SodaMetric("row_count", []), limit, settings)
    case ("missing", let column?):
      draft.addMissing(column, limit, isShare: limit.isPercentage, settings)
    case ("invalid", let column?):
      if let other = settings["valid reference data"] {
        addReference(column, other, to: &draft)
      } else {
        let validity = SodaValidity(settings, draft)
        draft.addInvalid(column, limit, isShare: limit.isPercentage, validity, settings)
      }
    case ("duplicate", _):
      let columns = column.map { [$0] } ?? settings["columns"]?.elements?.compactMap(\.text) ?? []
      draft.add(SodaMetric("duplicate_count", columns), limit, settings.without("columns"))
    case ("aggregate", let column?):
      let function = settings["function"]?.text ?? ""
      draft.add(SodaMetric(function, [column]), limit, settings.without("function"))
    case ("failed_rows", _):
      guard let allowed = limit.tolerated else {
        return draft.refuse("a number of failed rows that is not an upper limit", at: given?.offset)
      }
      if allowed > 0 { draft.tolerance = .number(allowed, at: draft.offset) }
      draft.addRows(settings)
    case ("metric", _): addMetric(settings, limit, to: &draft)
    case ("schema", nil): addSchema(settings, to: &draft)
    default: draft.refuse("the check \(Complaint.quoted(member.name)) is not known")
    }
  }

  private func addReference(
    _ column: String, _ other: DocumentNode, to draft: inout CheckDraft
  ) {
    guard let table = other["dataset"]?.text, let name = other["column"]?.text else {
      return draft.refuse("the other table is not named", at: other.offset)
    }
    draft.addReference([column], table: table, [name], at: other.offset)
  }

  private func addMetric(
    _ settings: SodaSettings, _ threshold: SodaThreshold, to draft: inout CheckDraft
  ) {
    let query = settings["query"]
    guard let sql = query ?? settings["expression"], let text = sql.text else {
      return draft.refuse("a metric without an expression")
    }
    for members in threshold.members {
      draft.measure(
        sql: query == nil ? "select \(text) from t" : text, bounds: members, hint: "metric",
        at: sql.offset)
    }
  }

  private func addFreshness(
    _ settings: SodaSettings, _ given: DocumentNode?, to draft: inout CheckDraft
  ) {
    let units = ["second": "s", "minute": "m", "hour": "h", "day": "d"]
    guard let column = settings["column"]?.text, let given,
      let unit = units[given["unit"]?.text ?? "hour"],
      let age = (given["must_be_less_than"] ?? given["must_be_less_than_or_equal"])?.digits
    else { return draft.refuse("an age that is not an upper limit", at: given?.offset) }
    draft.requireFresh(column, age + unit, at: given.offset)
  }

  /// Adds the columns that the contract lists, and their types.
  private func addSchema(_ settings: SodaSettings, to draft: inout CheckDraft) {
    let columns = root["columns"]?.elements ?? []
    let names = columns.compactMap { $0["name"] }
    guard !names.isEmpty else { return draft.refuse("the contract lists no columns") }
    let allowsOthers = settings["allow extra columns"]?.boolean ?? false
    let allowsOrder = settings["allow other column order"]?.boolean ?? false
    // Without other columns, but with those that are listed, in whatever order.
    let match = allowsOthers ? "subset" : allowsOrder ? "equal" : "exact"
    draft.requireColumns(names, match: match, at: names[0].offset)
    if allowsOthers, !allowsOrder { draft.leave("the order of the columns beside others") }
    for column in columns {
      guard let name = column["name"]?.text, let type = column["data_type"] else { continue }
      draft.requireColumnType(name, type)
    }
  }
}

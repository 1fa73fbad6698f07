internal import BulkcheckCore
internal import BulkcheckDocument

/// `select … from t where …`: one figure of a table, or some of its records.
extension SQLParser {
  private static let measures: [String: Measure] = [
    "avg": .mean, "mean": .mean, "min": .min, "max": .max, "sum": .sum, "stddev": .stddev,
    "stddev_samp": .stddev, "quantile": .quantile, "quantile_disc": .quantile,
    "percentile_disc": .quantile,
  ]

  mutating func select() throws(SQLFault) -> SQLSelect {
    takeAny()
    let offset = next.offset
    if isNext("distinct") { throw unexpected() }
    let items = try self.items()
    if take("as") {
      guard case .word = next.kind else { throw unexpected() }
      takeAny()
    } else if case .word(let word) = next.kind, word != "from" {
      takeAny()
    }
    try require("from", "behind what `select` selects")
    try table()
    var select = SQLSelect(items: items, itemsOffset: offset)
    select.tableNames = tableNames
    if take("where") { select.condition = try expression() }
    return select
  }

  private mutating func items() throws(SQLFault) -> SQLSelect.Items {
    if case .word(let word) = next.kind, isNext(symbol: "(", after: 1) {
      if word == "count" { return try count() }
      if let measure = Self.measures[word] { return try figure(measure, word) }
    }
    while true {
      if takeStar() {
        guard take(symbol: ",") else { return .records }
        continue
      }
      let item = try expression()
      guard case .column = item.content else {
        throw SQLFault(
          item.offset, "`select` computes a value of each record",
          "columns, or one of count(*), count(column), count(distinct column), avg, min, max, sum, "
            + "stddev and quantile of a column")
      }
      if take("as") { takeAny() }
      guard take(symbol: ",") else { return .records }
    }
  }

  /// Takes `*`, or `t.*`.
  private mutating func takeStar() -> Bool {
    if isStarOfTable {
      takeAny()
      takeAny()
    }
    return take(symbol: "*")
  }

  private var isStarOfTable: Bool {
    switch next.kind {
    case .name, .word: isNext(symbol: ".", after: 1) && isNext(symbol: "*", after: 2)
    default: false
    }
  }

  /// Takes the number of `count(1)`, which is not a column.
  private mutating func takeConstant() -> Bool {
    guard case .number = next.kind, isNext(symbol: ")", after: 1) else { return false }
    takeAny()
    return true
  }

  private mutating func count() throws(SQLFault) -> SQLSelect.Items {
    takeAny()
    takeAny()
    if isStarOfTable {
      throw SQLFault(next.offset, "`count` of the columns of a table", "count(*)")
    }
    if take(symbol: "*") || takeConstant() {
      try require(symbol: ")", "in `count`")
      return .figure(.count, column: nil, position: nil)
    }
    let measure = take("distinct") ? Measure.distinct : .present
    let column = try measured("count")
    try require(symbol: ")", "in `count`")
    return .figure(measure, column: column, position: nil)
  }

  private mutating func figure(
    _ measure: Measure, _ word: String
  ) throws(SQLFault) -> SQLSelect.Items {
    takeAny()
    takeAny()
    if word == "percentile_disc" {
      let position = try position(word)
      try require(symbol: ")", "in `\(word)`")
      try require("within", "behind `\(word)`")
      try require("group", "behind `within`")
      try require(symbol: "(", "behind `within group`")
      try require("order", "in `within group`")
      try require("by", "in `within group`")
      let column = try measured(word)
      _ = take("asc")
      try require(symbol: ")", "in `within group`")
      return .figure(measure, column: column, position: position)
    }
    if isNext("distinct") { throw unexpected() }
    let column = try measured(word)
    var position: String?
    if measure == .quantile {
      try require(symbol: ",", "in `\(word)`")
      position = try self.position(word)
    }
    try require(symbol: ")", "in `\(word)`")
    return .figure(measure, column: column, position: position)
  }

  private mutating func position(_ word: String) throws(SQLFault) -> String {
    guard case .number(let digits) = next.kind, let position = QuantilePosition.text(digits) else {
      throw SQLFault(
        next.offset, "\(next.shown) is not the position of a quantile", "a number from 0 to 1")
    }
    takeAny()
    return position
  }

  private mutating func measured(_ word: String) throws(SQLFault) -> SQLNode {
    let item = try expression()
    guard case .column = item.content else {
      throw SQLFault(
        item.offset, "`\(word)` is not of a column", "one column, without an expression")
    }
    return item
  }

  /// The name of the table, of which any is accepted, and its alias.
  private mutating func table() throws(SQLFault) {
    switch next.kind {
    case .placeholder: takeAny()
    case .symbol("("):
      throw SQLFault(next.offset, "a subquery is not supported", "the name of a table")
    case .name, .word:
      guard case .column(let names) = column().content else { return }
      if let last = names.last { tableNames.append(last.text) }
    default:
      throw SQLFault(next.offset, "\(next.shown) is not the name of a table", "any name")
    }
    if isNext(symbol: ",") {
      throw SQLFault(next.offset, "several tables are not supported", "one table")
    }
    if take("as") {
      guard isAlias(next.kind) else { throw unexpected() }
      tableNames.append(takeName())
    } else if isAlias(next.kind) {
      tableNames.append(takeName())
    }
  }

  private mutating func takeName() -> String {
    if case .name(let name) = next.kind {
      takeAny()
      return name
    }
    return takeAny().written
  }

  private func isAlias(_ kind: SQLToken.Kind) -> Bool {
    switch kind {
    case .name: true
    case .word(let word): !Self.behindTable.contains(word)
    default: false
    }
  }

  private static let behindTable: Set<String> = [
    "where", "join", "inner", "left", "right", "full", "cross", "group", "having", "order",
    "limit", "offset", "union", "intersect", "except", "on", "using", "window", "qualify",
  ]
}

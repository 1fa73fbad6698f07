internal import BulkcheckCore
internal import BulkcheckDocument

/// Expectations about rows, figures and columns.
extension CheckDraft {
  // MARK: Rows

  mutating func addRows(_ expectation: inout Expectation) -> Bool {
    switch expectation.name {
    case "compound_columns_to_be_unique":
      let columns = columns(&expectation, "column_list")
      addIgnored(&expectation, nullsCount: "all_values_are_missing")
      guard tolerance == nil else {
        refuse("`mostly` of several columns", at: tolerance?.offset)
        break
      }
      if !columns.isEmpty { requireUnique(columns) }
    case "column_pair_values_to_be_equal":
      addPair(&expectation, "==")
    case "column_pair_values_a_to_be_greater_than_b":
      addPair(&expectation, expectation.flag("or_equal") ? ">=" : ">")
    case "column_pair_values_to_be_in_set": addPairs(&expectation)
    case "multicolumn_sum_to_equal", "multicolumn_sum_to_be_equal":
      let columns = columns(&expectation, "column_list")
      let total = expectation.argument("sum_total")
      addIgnored(&expectation, nullsCount: "all_values_are_missing")
      guard let digits = total?.digits, !columns.isEmpty else {
        refuse("a sum that is not a number")
        break
      }
      let sum = columns.map(Self.operand).joined(separator: " + ")
      compare("sum-of-" + columns.joined(separator: "-"), sum, "==", digits)
    case "select_column_values_to_be_unique_within_record":
      addDifferent(&expectation)
    case "expression_is_true" where expectation.isDbt:
      guard let expression = expectation.argument("expression"), let text = expression.text else {
        refuse("an expression that is missing")
        break
      }
      state(sql: text, hint: "expression", at: expression.offset)
    default: return false
    }
    return true
  }

  /// The names of a list of columns; empty if there are none, and then the check is left over.
  private mutating func columns(_ expectation: inout Expectation, _ name: String) -> [String] {
    let names = expectation.list(name)?.compactMap(\.text) ?? []
    if names.isEmpty { refuse("no columns are named") }
    return names
  }

  /// Reads which rows with nulls an expectation leaves out.
  private mutating func addIgnored(_ expectation: inout Expectation, nullsCount: String) {
    let ignored = expectation.argument("ignore_row_if")?.text
    guard !expectation.isDbt, ignored == nil || ignored == nullsCount || ignored == "never" else {
      return
    }
    remark("a row in which one of the columns is null is not checked")
  }

  private mutating func compare(_ hint: String, _ left: String, _ sign: String, _ right: String) {
    let sides = DocumentNode.texts([left, sign, right], at: offset)
    state(hint, "compare", sides)
  }

  /// A column in an expression of `compare`.
  static func operand(_ column: String) -> String {
    let path = ProfilePath.column(column)
    let isPlain = path.utf8.allSatisfy { byte in
      byte < 0x80
        && (UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "_")
          || byte == UInt8(ascii: "."))
    }
    let startsWithDigit = path.utf8.first.map { $0 < UInt8(ascii: "A") } ?? true
    if path.hasPrefix("\"") || isPlain && !startsWithDigit { return path }
    return ProfilePath.quoted(column)
  }

  private mutating func addPair(_ expectation: inout Expectation, _ sign: String) {
    addIgnored(&expectation, nullsCount: "both_values_are_missing")
    _ = expectation.argument("parse_strings_as_datetimes")
    guard let left = expectation.argument("column_A")?.text,
      let right = expectation.argument("column_B")?.text
    else { return refuse("the pair of columns is not named") }
    let word = sign == "==" ? "equals" : "above"
    compare("\(left)-\(word)-\(right)", Self.operand(left), sign, Self.operand(right))
  }

  private mutating func addPairs(_ expectation: inout Expectation) {
    addIgnored(&expectation, nullsCount: "both_values_are_missing")
    guard let left = expectation.argument("column_A")?.text,
      let right = expectation.argument("column_B")?.text
    else { return refuse("the pair of columns is not named") }
    let pairs = expectation.list("value_pairs_set") ?? []
    var blocks: [DocumentNode] = []
    for pair in pairs {
      guard let values = pair.elements, values.count == 2,
        values.allSatisfy({ $0.scalarText != nil })
      else { return refuse("a pair of values with null", at: pair.offset) }
      blocks.append(
        .object(
          [
            ProfilePath.columnOperand(left): .object(["const": values[0]], at: pair.offset),
            ProfilePath.columnOperand(right): .object(["const": values[1]], at: pair.offset),
          ], at: pair.offset))
    }
    guard !blocks.isEmpty else { return refuse("a list without pairs") }
    state("\(left)-\(right)-pairs", "any", .list(blocks, at: offset))
  }

  /// Adds that the columns of a record differ from each other.
  private mutating func addDifferent(_ expectation: inout Expectation) {
    let columns = columns(&expectation, "column_list")
    addIgnored(&expectation, nullsCount: "all_values_are_missing")
    guard columns.count > 1, columns.count < 10 else {
      return refuse("pairs of \(columns.count) columns")
    }
    var blocks: [DocumentNode] = []
    for (index, left) in columns.enumerated() {
      for right in columns[(index + 1)...] {
        let sides = DocumentNode.texts([Self.operand(left), "!=", Self.operand(right)], at: offset)
        blocks.append(.object(["compare": sides], at: offset))
      }
    }
    state("different-" + columns.joined(separator: "-"), "all", .list(blocks, at: offset))
  }

  // MARK: Figures

  mutating func addFigures(_ expectation: inout Expectation) -> Bool {
    switch expectation.name {
    case "table_row_count_to_be_between":
      bound("count", of: nil, expectation.bounds().numbers, hint: "rows")
    case "table_row_count_to_equal":
      let value = expectation.argument("value")
      bound("count", of: nil, Bounds(minimum: value, maximum: value).numbers, hint: "rows")
    case "row_values_to_have_recent_data":
      addRecency(expectation.column, &expectation)
    case "grouped_row_values_to_have_recent_data":
      addRecency(expectation.argument("timestamp_column")?.text, &expectation)
    default:
      guard let column = expectation.column else { return false }
      return addFigure(column, &expectation)
    }
    return true
  }

  private mutating func addFigure(_ column: String, _ expectation: inout Expectation) -> Bool {
    let measures = [
      "column_min_to_be_between": "min", "column_max_to_be_between": "max",
      "column_sum_to_be_between": "sum", "column_mean_to_be_between": "mean",
      "column_stdev_to_be_between": "stddev", "column_median_to_be_between": "quantile",
      "column_unique_value_count_to_be_between": "distinct",
    ]
    if let measure = measures[expectation.name] {
      if measure == "min" || measure == "max" {
        _ = expectation.argument("parse_strings_as_datetimes")
      }
      let bounds = expectation.bounds()
      let isExtreme = measure == "min" || measure == "max"
      let values = bounds.numbers ?? (isExtreme ? bounds.dates : nil)
      let middle = [DocumentMember("at", .number("0.5", at: offset))]
      bound(
        measure, of: column, values, extra: measure == "quantile" ? middle : [],
        hint: column + "-" + (measure == "quantile" ? "median" : measure))
      return true
    }
    switch expectation.name {
    case "column_proportion_of_unique_values_to_be_between":
      let present = block(column, [("required", .boolean(true, at: offset))])
      let bounds = expectation.bounds()
      bound(
        "distinct", of: column, bounds.isOpen ? bounds : bounds.shares, filter: present,
        hint: column + "-distinct")
    case "column_distinct_count_to_equal":
      let value = expectation.argument("value")
      bound(
        "distinct", of: column, Bounds(minimum: value, maximum: value).numbers,
        hint: column + "-distinct")
    case "column_distinct_values_to_contain_set":
      addPresence(column, expectation.list("value_set"))
    case "column_distinct_values_to_equal_set":
      let values = expectation.list("value_set")
      if let values { addChoice(column, "enum", values, isQuoted: true) }
      addPresence(column, values)
    case "column_quantile_values_to_be_between": addQuantiles(column, &expectation)
    default: return false
    }
    return true
  }

  /// Adds a bound of a figure; nothing if it is open.
  ///
  /// - Parameter bounds: nil if they are of a kind that the figure does not have.
  private mutating func bound(
    _ measure: String, of column: String?, _ bounds: Bounds?, filter: DocumentNode? = nil,
    extra: [DocumentMember] = [], hint: String
  ) {
    guard let bounds else { return refuse("bounds that are not numbers") }
    if bounds.isOpen { return remark("checks nothing") }
    self.measure(
      measure, of: column, bounds: bounds.members, filter: filter, extra: extra, hint: hint)
  }

  /// Adds that each of some values occurs.
  private mutating func addPresence(_ column: String, _ values: [DocumentNode]?) {
    guard let values, !values.isEmpty else { return remark("checks nothing") }
    for value in values where !value.isNull {
      let filter = block(column, [("const", value)])
      let word = value.scalarText ?? "value"
      measure(
        "count", of: nil, bounds: [DocumentMember("minimum", .number(1, at: value.offset))],
        filter: filter, hint: column + "-has-" + word)
    }
  }

  private mutating func addQuantiles(_ column: String, _ expectation: inout Expectation) {
    _ = expectation.argument("allow_relative_error")
    guard let ranges = expectation.argument("quantile_ranges"),
      let positions = ranges["quantiles"]?.elements, let values = ranges["value_ranges"]?.elements,
      positions.count == values.count
    else { return refuse("quantiles that are not listed with their ranges") }
    var isOpen = true
    for (position, range) in zip(positions, values) {
      guard let ends = range.elements, ends.count == 2 else {
        return refuse("a range without two ends", at: range.offset)
      }
      let bounds = Bounds(
        minimum: ends[0].isNull ? nil : ends[0], maximum: ends[1].isNull ? nil : ends[1])
      if bounds.isOpen { continue }
      isOpen = false
      bound(
        "quantile", of: column, bounds.numbers, extra: [DocumentMember("at", position)],
        hint: column + "-quantile")
    }
    if isOpen { remark("checks nothing") }
  }

  private mutating func addRecency(_ column: String?, _ expectation: inout Expectation) {
    guard let column, let part = expectation.argument("datepart"),
      let interval = expectation.argument("interval")
    else { return refuse("the age of the newest record is not given") }
    requireRecent(column, part, interval)
  }

  /// Adds a bound of the age of the newest record.
  mutating func requireRecent(_ column: String, _ part: DocumentNode, _ interval: DocumentNode) {
    let units = ["second": "s", "minute": "m", "hour": "h", "day": "d", "week": "w"]
    guard let word = part.text?.lowercased(), let unit = units[word] else {
      return refuse("an age in units of \(part.summary)", at: part.offset)
    }
    guard let digits = interval.digits, let number = Int(digits), number >= 0, number < 1_000_000
    else { return refuse("an age of \(interval.summary)", at: interval.offset) }
    measure(
      "max", of: column,
      bounds: [DocumentMember("after", .text("now-\(number)\(unit)", at: interval.offset))],
      hint: column + "-fresh")
  }

  // MARK: Layout

  mutating func addLayout(_ expectation: inout Expectation) -> Bool {
    switch expectation.name {
    case "column_to_exist":
      guard let column = expectation.column else { return false }
      requireColumns([.text(column, at: offset)], match: "subset", at: offset)
    case "table_columns_to_match_ordered_list":
      addColumns(expectation.list("column_list"), "exact", &expectation)
    case "table_columns_to_match_set":
      let list = expectation.list(expectation.isDbt ? "column_list" : "column_set")
      let isExact = expectation.isDbt || expectation.flag("exact_match", default: true)
      addColumns(list, isExact ? "equal" : "subset", &expectation)
    case "table_columns_to_contain_set":
      addColumns(expectation.list("column_list"), "subset", &expectation)
    case "table_columns_to_not_contain_set":
      for column in expectation.list("column_list")?.compactMap(\.text) ?? [] {
        constrain(column, "present", .boolean(false, at: offset))
      }
    default: return false
    }
    return true
  }

  private mutating func addColumns(
    _ names: [DocumentNode]?, _ match: String, _ expectation: inout Expectation
  ) {
    // Names are compared as they are written.
    _ = expectation.argument("transform")
    guard let names, !names.isEmpty else { return remark("checks nothing") }
    requireColumns(names, match: match, at: names[0].offset)
  }
}

extension ProfilePath {
  /// The path of a column in quotes, for expressions.
  static func quoted(_ column: String) -> String {
    column.split(separator: ".").map { JSONText.quoted(String($0)) }.joined(separator: ".")
  }
}

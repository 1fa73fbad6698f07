internal import BulkcheckCore
internal import BulkcheckDocument

extension CheckDraft {
  /// Adds what an expectation says, or leaves it over.
  mutating func add(_ expectation: Expectation) {
    if let template = expectation.template {
      return refuse(
        "the value of \(Complaint.quoted(template.name)) is filled in by the tool",
        at: template.nameOffset)
    }
    var expectation = expectation
    // pandas evaluates a condition in another language than SQL.
    let parser = expectation.argument("condition_parser")?.text
    if let condition = expectation.argument("row_condition") {
      guard let sql = RowCondition.sql(condition, parser: parser) else {
        return refuse("a condition that is not SQL", at: condition.offset)
      }
      guard restrict(to: sql) else { return }
    }
    groups += expectation.argument("group_by")?.listed ?? []
    if let mostly = expectation.argument("mostly"), let digits = mostly.digits {
      guard let rest = ExactShare.rest(digits) else {
        return refuse("`mostly` is not a share from 0 to 1", at: mostly.offset)
      }
      if rest != "0%" { tolerance = .text(rest, at: mostly.offset) }
    }
    let isKnown =
      addValues(&expectation) || addTexts(&expectation) || addRows(&expectation)
      || addFigures(&expectation) || addLayout(&expectation)
    guard isKnown else {
      return refuse("profiles have no rule like `expect_\(expectation.name)`")
    }
    if let unread = expectation.unread, check.leftovers.isEmpty {
      refuse("the argument \(Complaint.quoted(unread.name)) is not known", at: unread.nameOffset)
    }
  }

  /// Notes that nothing is required: bounds that are not given.
  private mutating func addNothing() { remark("checks nothing") }

  // MARK: Values of a column

  private mutating func addValues(_ expectation: inout Expectation) -> Bool {
    guard let column = expectation.column else { return false }
    let yes = DocumentNode.boolean(true, at: offset)
    switch expectation.name {
    case "column_values_to_not_be_null": constrain(column, "required", yes)
    case "column_values_to_be_null": requireNull(column)
    case "column_values_to_be_unique": constrain(column, "unique", yes)
    case "column_values_to_be_in_set", "column_distinct_values_to_be_in_set":
      addChoice(column, "enum", &expectation)
    case "column_values_to_not_be_in_set": addChoice(column, "notEnum", &expectation)
    case "column_values_to_be_between":
      addBounds(column, expectation.bounds(), isSQL: expectation.isDbt)
    case "column_values_to_be_of_type":
      let name = expectation.argument(expectation.isDbt ? "column_type" : "type_")
      addType(column, name.map { [$0] }, expectation)
    case "column_values_to_be_in_type_list":
      let names = expectation.list(expectation.isDbt ? "column_type_list" : "type_list")
      addType(column, names, expectation)
    case "column_values_to_be_increasing", "column_values_to_be_decreasing":
      guard !expectation.isDbt, condition == nil, tolerance == nil else {
        refuse("the order of records within a query")
        break
      }
      requireOrder(
        column, descending: expectation.name.hasSuffix("decreasing"),
        strictly: expectation.flag("strictly"))
    default: return false
    }
    return true
  }

  private mutating func requireNull(_ column: String) {
    let share = tolerance?.text ?? "0"
    let maximum = share == "0" ? DocumentNode.number(0, at: offset) : .text(share, at: offset)
    tolerance = nil
    measure(
      "present", of: column, bounds: [DocumentMember("maximum", maximum)],
      hint: column + "-null")
  }

  private mutating func addChoice(
    _ column: String, _ keyword: String, _ expectation: inout Expectation
  ) {
    let isQuoted = expectation.flag("quote_values", default: true)
    guard let given = expectation.argument("value_set") else { return addNothing() }
    guard let values = given.elements else {
      return refuse("the values are \(given.summary)", at: given.offset)
    }
    addChoice(column, keyword, values, isQuoted: isQuoted)
  }

  /// Adds a list of values. Null is never checked.
  ///
  /// - Parameter isQuoted: whether texts are texts; otherwise they are words of SQL.
  mutating func addChoice(
    _ column: String, _ keyword: String, _ values: [DocumentNode], isQuoted: Bool
  ) {
    let choices = values.filter { !$0.isNull }.map { value in
      isQuoted ? value : ForeignValue.number(value) ?? value
    }
    guard let first = choices.first else { return refuse("a list without values") }
    guard choices.allSatisfy({ $0.scalarText != nil }) else {
      return refuse("values that are lists or objects", at: first.offset)
    }
    constrain(column, keyword, .list(choices, at: first.offset))
  }

  private mutating func addType(
    _ column: String, _ names: [DocumentNode]?, _ expectation: Expectation
  ) {
    guard let names, !names.isEmpty else { return addNothing() }
    requireType(column, names, isDatabase: expectation.isDbt)
  }

  /// Adds bounds of the values of a column: numbers, dates, or what SQL compares.
  mutating func addBounds(_ column: String, _ bounds: Bounds, isSQL: Bool) {
    if bounds.isOpen { return addNothing() }
    if let numbers = bounds.numbers {
      constrain(column, numbers.members.map { ($0.name, $0.value) })
    } else if let dates = bounds.dates {
      presumeDates(of: column)
      constrain(
        column,
        [("format", .text("date", at: offset))] + dates.members.map { ($0.name, $0.value) })
    } else {
      addComparison(column, bounds, isSQL: isSQL)
    }
  }

  private mutating func addComparison(_ column: String, _ bounds: Bounds, isSQL: Bool) {
    var parts: [String] = []
    for (bound, sign) in [
      (bounds.minimum, bounds.excludesMinimum ? ">" : ">="),
      (bounds.maximum, bounds.excludesMaximum ? "<" : "<="),
    ] {
      guard let bound else { continue }
      guard let text = bound.scalarText else {
        return refuse("a bound that is \(bound.summary)", at: bound.offset)
      }
      let operand = isSQL || bound.text == nil ? text : ForeignSQL.literal(text)
      parts.append("\(ForeignSQL.name(column)) \(sign) \(operand)")
    }
    let place = bounds.minimum?.offset ?? bounds.maximum?.offset ?? offset
    state(sql: parts.joined(separator: " and "), hint: column + "-range", at: place)
  }

  // MARK: Texts

  private mutating func addTexts(_ expectation: inout Expectation) -> Bool {
    guard let column = expectation.column else { return false }
    let name = expectation.name
    switch name {
    case "column_value_lengths_to_be_between":
      addLengths(column, expectation.bounds())
    case "column_value_lengths_to_equal":
      let value = expectation.argument("value")
      addLengths(column, Bounds(minimum: value, maximum: value))
    case "column_values_to_match_regex", "column_values_to_not_match_regex":
      let regex = expectation.argument("regex")
      // Words of dbt-expectations: raw strings of the warehouse, and flags of its function.
      _ = expectation.argument("is_raw")
      addPattern(column, regex, isMatch: !name.contains("_not_"))
    case "column_values_to_match_like_pattern", "column_values_to_not_match_like_pattern":
      let pattern = expectation.argument("like_pattern")
      addPattern(
        column, pattern.flatMap(Self.regex(ofLike:)), isMatch: !name.contains("_not_"))
    case "column_values_to_match_regex_list":
      addPatterns(
        column, expectation.list("regex_list"),
        all: expectation.argument("match_on")?.text == "all")
    case "column_values_to_not_match_regex_list":
      let patterns = expectation.list("regex_list") ?? []
      let blocks = patterns.map { DocumentNode.object(["pattern": $0], at: $0.offset) }
      if blocks.isEmpty {
        addNothing()
      } else {
        constrain(column, "none", .list(blocks, at: offset))
      }
    case "column_values_to_match_strftime_format":
      guard let format = expectation.argument("strftime_format"), let text = format.text else {
        addNothing()
        break
      }
      let kind = Self.temporalKind(ofStrftime: text)
      constrain(
        column, "format",
        .object(["value": .text(kind, at: format.offset), "as": format], at: format.offset))
    default: return false
    }
    return true
  }

  private mutating func addLengths(_ column: String, _ bounds: Bounds) {
    if bounds.isOpen { return addNothing() }
    guard let numbers = bounds.numbers, !bounds.excludesMinimum, !bounds.excludesMaximum else {
      return refuse("lengths without their ends")
    }
    if let minimum = numbers.minimum, let maximum = numbers.maximum {
      constrain(column, "length", .list([minimum, maximum], at: minimum.offset))
    } else if let minimum = numbers.minimum {
      constrain(column, "minLength", minimum)
    } else if let maximum = numbers.maximum {
      constrain(column, "maxLength", maximum)
    }
  }

  private mutating func addPattern(_ column: String, _ pattern: DocumentNode?, isMatch: Bool) {
    guard let pattern, pattern.text != nil else {
      return refuse("a pattern that is missing")
    }
    constrain(column, isMatch ? "pattern" : "notPattern", pattern)
  }

  private mutating func addPatterns(_ column: String, _ patterns: [DocumentNode]?, all: Bool) {
    guard let patterns, !patterns.isEmpty else { return addNothing() }
    let blocks = patterns.map { DocumentNode.object(["pattern": $0], at: $0.offset) }
    constrain(column, all ? "all" : "any", .list(blocks, at: patterns[0].offset))
  }

  /// A pattern that matches what `like` does.
  static func regex(ofLike pattern: DocumentNode) -> DocumentNode? {
    guard let text = pattern.text else { return nil }
    var regex = "(?s)^"
    for character in text.unicodeScalars {
      switch character {
      case "%": regex += ".*"
      case "_": regex += "."
      default:
        if character.isASCII, !Ascii.isAlphanumeric(UInt8(character.value)), character != " " {
          regex += "\\"
        }
        regex.unicodeScalars.append(character)
      }
    }
    return .text(regex + "$", at: pattern.offset)
  }

  /// The format of values with the directives of a pattern.
  private static func temporalKind(ofStrftime pattern: String) -> String {
    let hasTime = ["%H", "%I", "%M", "%S"].contains { pattern.contains($0) }
    let hasDate = ["%Y", "%y", "%m", "%d", "%b", "%B"].contains { pattern.contains($0) }
    return hasTime ? hasDate ? "date-time" : "time" : "date"
  }
}

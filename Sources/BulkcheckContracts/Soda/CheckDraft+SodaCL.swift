internal import BulkcheckCore
internal import BulkcheckDocument

/// Checks of SodaCL.
extension CheckDraft {
  /// Adds what a check requires, or leaves it over.
  ///
  /// - Parameters:
  ///   - line: the check as it is written.
  ///   - metric: the line as a metric; nil if it begins otherwise.
  mutating func add(_ line: String, _ metric: SodaMetric?, _ settings: SodaSettings) {
    if ForeignSQL.isTemplate(line) { return refuse("variables that Soda fills in") }
    if let group = settings["group by"] {
      return refuse("a check of each group", at: group.offset)
    }
    let lower = line.lowercased()
    if lower == "schema" { return addSchema(settings) }
    if lower.hasPrefix("failed rows") { return addFailedRows(settings) }
    if lower.hasPrefix("values in ") { return addReference(line) }
    if lower.hasPrefix("freshness") { return addFreshness(line, settings) }
    let others = [
      "anomaly": "a comparison with earlier scans", "change ": "a comparison with earlier scans",
      "distribution": "a comparison of distributions",
      "reconciliation": "a comparison of two tables",
      "row_count same as": "a comparison of two tables",
      "schema changes": "changes since the last scan",
      "group evolution": "changes since the last scan",
    ]
    if let other = others.first(where: { lower.hasPrefix($0.key) }) { return refuse(other.value) }
    guard let metric else { return refuse("a line that is not a check of SodaCL") }
    addMetric(metric, settings)
  }

  // MARK: Metrics

  private mutating func addMetric(_ metric: SodaMetric, _ settings: SodaSettings) {
    let levels = levels(of: settings)
    if metric.threshold.isEmpty, !levels.isEmpty {
      for (severity, condition) in levels {
        guard let text = condition.text,
          let threshold = SodaThreshold(failing: text, at: condition.offset)
        else { return refuse("a threshold that is not a bound", at: condition.offset) }
        self.severity = severity
        add(metric, threshold, settings)
      }
      return
    }
    guard let threshold = SodaThreshold(metric.threshold, at: offset) else {
      let isMetric = !metric.columns.isEmpty || metric.name == "row_count"
      return refuse(
        isMetric && !metric.threshold.contains(" where ")
          ? "a threshold that is not a bound" : "a line that is not a check of SodaCL")
    }
    add(metric, threshold, settings)
  }

  /// The conditions of `warn` and `fail`, with their severities.
  private func levels(of settings: SodaSettings) -> [(severity: DocumentNode?, DocumentNode)] {
    var levels: [(DocumentNode?, DocumentNode)] = []
    if let fail = settings["fail"] { levels.append((nil, fail)) }
    if let warn = settings["warn"] {
      levels.append((.text("warning", at: warn.offset), warn))
    }
    return levels
  }

  /// Adds a bound of a metric.
  mutating func add(_ metric: SodaMetric, _ threshold: SodaThreshold, _ settings: SodaSettings) {
    let first = metric.columns.first
    switch metric.name {
    case "row_count" where metric.columns.isEmpty:
      guard knows(settings, []) else { return }
      bound("count", of: nil, threshold, hint: "rows")
    case "missing_count", "missing_percent":
      addMissing(metric, threshold, settings)
    case "duplicate_count", "duplicate_percent":
      guard knows(settings, []) else { return }
      guard threshold.isZero else { return refuse("a number of values that occur twice") }
      if metric.columns.count == 1, let first {
        constrain(first, "unique", .boolean(true, at: offset))
      } else if metric.columns.count > 1 {
        requireUnique(metric.columns)
      } else {
        refuse("the columns are not named")
      }
    case "invalid_count", "invalid_percent":
      guard let first, metric.columns.count == 1 else {
        return refuse("the column is not named")
      }
      addInvalid(
        first, threshold, isShare: metric.name == "invalid_percent", SodaValidity(settings, self),
        settings)
    default: addFigure(metric, threshold, settings)
    }
  }

  /// Leaves the check over if it has a setting that is not known; false then.
  private mutating func knows(_ settings: SodaSettings, _ known: Set<String>) -> Bool {
    guard let unknown = settings.unknown(beside: known.union(["warn", "fail", "threshold"])) else {
      return true
    }
    refuse("the setting \(Complaint.quoted(unknown.name)) is not known", at: unknown.nameOffset)
    return false
  }

  /// Adds a bound of a measure.
  mutating func bound(
    _ measure: String, of column: String?, _ threshold: SodaThreshold,
    filter: DocumentNode? = nil, extra: [DocumentMember] = [], hint: String
  ) {
    for members in threshold.members {
      self.measure(measure, of: column, bounds: members, filter: filter, extra: extra, hint: hint)
    }
  }

  private mutating func addFigure(
    _ metric: SodaMetric, _ threshold: SodaThreshold, _ settings: SodaSettings
  ) {
    let measures = [
      "avg": "mean", "min": "min", "max": "max", "sum": "sum", "stddev": "stddev",
      "min_length": "minLength", "max_length": "maxLength", "distinct_count": "distinct",
      "percentile": "quantile",
    ]
    guard let column = metric.columns.first, let measure = measures[metric.name] else {
      return addOwnMetric(metric, threshold, settings)
    }
    guard knows(settings, []) else { return }
    var extra: [DocumentMember] = []
    if measure == "quantile" {
      guard metric.columns.count == 2, ForeignValue.isNumber(metric.columns[1]) else {
        return refuse("a percentile without its position")
      }
      extra = [DocumentMember("at", .number(metric.columns[1], at: offset))]
    } else if metric.columns.count != 1 {
      return refuse("a figure of several columns")
    }
    bound(
      measure, of: column, threshold, extra: extra, hint: column + "-" + metric.name)
  }

  /// A metric that the user has defined, as an expression or as a query.
  private mutating func addOwnMetric(
    _ metric: SodaMetric, _ threshold: SodaThreshold, _ settings: SodaSettings
  ) {
    let query = settings[metric.name + " query"]
    let expression = settings[metric.name + " expression"]
    guard let sql = (query ?? expression)?.text, let place = (query ?? expression)?.offset else {
      return refuse("the metric \(Complaint.quoted(metric.name)) is not known")
    }
    for members in threshold.members {
      measure(
        sql: query == nil ? "select \(sql) from t" : sql, bounds: members, hint: metric.name,
        at: place)
    }
  }

  // MARK: Missing values

  /// Adds a bound of the number of missing values.
  private mutating func addMissing(
    _ metric: SodaMetric, _ threshold: SodaThreshold, _ settings: SodaSettings
  ) {
    guard let column = metric.columns.first, metric.columns.count == 1 else {
      return refuse("the column is not named")
    }
    addMissing(column, threshold, isShare: metric.name == "missing_percent", settings)
  }

  /// Adds a bound of the number or the share of missing values.
  mutating func addMissing(
    _ column: String, _ threshold: SodaThreshold, isShare: Bool, _ settings: SodaSettings
  ) {
    guard knows(settings, ["missing values", "missing regex"]) else { return }
    if threshold.isPercentage, !isShare { return refuse("a number compared with a percentage") }
    var threshold = threshold
    threshold.isPercentage = isShare
    let words = settings["missing values"]?.elements?.filter { !$0.isNull } ?? []
    let pattern = settings["missing regex"]
    if threshold.isZero {
      var constraints = [("required", DocumentNode.boolean(true, at: offset))]
      if let first = words.first { constraints.append(("notEnum", .list(words, at: first.offset))) }
      if let pattern { constraints.append(("notPattern", pattern)) }
      return constrain(column, constraints)
    }
    if let place = words.first ?? pattern {
      return refuse("words for missing values beside a bound", at: place.offset)
    }
    bound("missing", of: column, threshold, hint: column + "-missing")
  }

  /// Adds a bound of the number or the share of invalid values.
  mutating func addInvalid(
    _ column: String, _ threshold: SodaThreshold, isShare: Bool, _ validity: SodaValidity?,
    _ settings: SodaSettings
  ) {
    guard knows(settings, SodaValidity.names) else { return }
    guard let validity, !validity.isEmpty else {
      return refuse(
        validity?.fault ?? "what is valid is not said",
        at: validity?.faultOffset)
    }
    if let fault = validity.fault { return refuse(fault, at: validity.faultOffset) }
    if threshold.isPercentage, !isShare { return refuse("a number compared with a percentage") }
    var threshold = threshold
    threshold.isPercentage = isShare
    if threshold.isZero {
      if !validity.constraints.isEmpty { constrain(column, validity.constraints) }
      if let bounds = validity.texts { addBounds(column, bounds, isSQL: false) }
      return
    }
    guard validity.texts == nil else { return refuse("a number of values outside of dates") }
    var inner = ProfileObject(at: offset)
    for (keyword, value) in validity.constraints { inner.add(keyword, value) }
    bound(
      "count", of: nil, threshold, filter: block(column, [("not", inner.node)]),
      hint: column + "-invalid")
  }

  // MARK: Rows

  /// Adds a condition or a query of rows that fail, with the number of them that is tolerated.
  private mutating func addFailedRows(_ settings: SodaSettings) {
    let levels = levels(of: settings)
    guard !levels.isEmpty else { return addFailedRow(settings) }
    for (severity, condition) in levels {
      guard let text = condition.text,
        let allowed = SodaThreshold(failing: text, at: condition.offset)?.tolerated
      else {
        return refuse("a number of failed rows that is not an upper limit", at: condition.offset)
      }
      self.severity = severity
      tolerance = allowed > 0 ? .number(allowed, at: condition.offset) : nil
      addFailedRow(settings)
      if !check.leftovers.isEmpty { return }
    }
  }

  private mutating func addFailedRow(_ settings: SodaSettings) {
    let known: Set<String> = [
      "fail condition", "fail query", "expression", "query", "missing values", "valid values",
    ]
    guard knows(settings, known) else { return }
    if let condition = settings["fail condition"] ?? settings["expression"] {
      guard let sql = condition.text else { return refuse("a condition that is missing") }
      return state(
        sql: "not (\(ForeignSQL.trimmed(sql)))", hint: "failed-rows", at: condition.offset)
    }
    guard let query = settings["fail query"] ?? settings["query"], let sql = query.text else {
      return refuse("rows without a condition")
    }
    state(sql: sql, hint: "failed-rows", at: query.offset)
  }

  /// Adds a statement or a query of a contract.
  mutating func addRows(_ settings: SodaSettings) { addFailedRows(settings) }

  /// Reads `values in (country) must exist in countries (code)`.
  private mutating func addReference(_ line: String) {
    let parts = line.dropFirst("values in ".utf8.count).split(
      separator: " must exist in ", maxSplits: 1)
    guard parts.count == 2 else { return refuse("values that must not exist in another table") }
    let columns = Self.names(in: String(parts[0]))
    let other = String(parts[1])
    let table = ForeignSQL.trimmed(String(other.prefix { $0 != "(" }))
    addReference(
      columns, table: table, Self.names(in: String(other.dropFirst(table.count))), at: offset)
  }

  /// Adds that the values of columns occur in another table.
  mutating func addReference(_ columns: [String], table: String, _ others: [String], at place: Int)
  {
    guard !columns.isEmpty, columns.count == others.count else {
      return refuse("the columns of the other table are not named", at: place)
    }
    let last =
      table.split(whereSeparator: { $0 == "." || $0 == "/" }).last.map(String.init) ?? table
    guard let file = options.tables[table] ?? options.tables[last] else {
      return refuse("the file of the other table is not given: --table \(table)=FILE", at: place)
    }
    guard columns.count > 1 else {
      return constrain(
        columns[0], "references",
        .object(["file": .text(file, at: place), "column": .text(others[0], at: place)], at: place))
    }
    state(
      columns.joined(separator: "-") + "-references", "references",
      .object(
        [
          "fields": .texts(columns.map(ProfilePath.column), at: place),
          "file": .text(file, at: place), "columns": .texts(others, at: place),
        ], at: place))
  }

  private static func names(in text: String) -> [String] {
    let inner = text.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }
    return (inner.isEmpty ? text[...] : inner).split(separator: ",").map { SodaMetric.name($0) }
      .filter { !$0.isEmpty }
  }

  // MARK: Freshness

  /// Reads `freshness(created_at) < 1d6h`.
  private mutating func addFreshness(_ line: String, _ settings: SodaSettings) {
    var text = line
    if line.hasPrefix("freshness using ") {
      let rest = line.dropFirst("freshness using ".utf8.count)
      let column = rest.prefix { !$0.isWhitespace }
      text = "freshness(\(column))" + rest.dropFirst(column.count)
    }
    guard let metric = SodaMetric(text), metric.columns.count == 1 else {
      return refuse("the time from which the age counts", at: offset)
    }
    if !metric.threshold.isEmpty {
      let age = metric.threshold.hasPrefix("<") ? String(metric.threshold.dropFirst()) : ""
      return requireFresh(metric.columns[0], age, at: offset)
    }
    for (severity, condition) in levels(of: settings) {
      self.severity = severity
      let words = condition.text?.split(whereSeparator: \.isWhitespace) ?? []
      guard words.count == 3, words[0] == "when", words[1] == ">" || words[1] == ">=" else {
        return refuse("an age that is not an upper limit", at: condition.offset)
      }
      requireFresh(metric.columns[0], String(words[2]), at: condition.offset)
    }
    if check.parts.isEmpty, check.leftovers.isEmpty { refuse("an age that is not given") }
  }

  /// Adds a bound of the age of the newest record, such as `24h` or `1d6h`.
  mutating func requireFresh(_ column: String, _ age: String, at place: Int) {
    let units: [Character: (seconds: Int, word: String)] = [
      "s": (1, "s"), "m": (60, "m"), "h": (3600, "h"), "d": (86400, "d"),
    ]
    var seconds = 0
    var digits = ""
    var parts: [String] = []
    for character in ForeignSQL.trimmed(age) {
      if character.isASCII, character.isNumber {
        digits.append(character)
      } else {
        guard let unit = units[character], let number = Int(digits), number < 1_000_000 else {
          return refuse("an age of \(Complaint.quoted(age))", at: place)
        }
        seconds += number * unit.seconds
        parts.append(digits + unit.word)
        digits = ""
      }
    }
    guard digits.isEmpty, !parts.isEmpty, parts.count == 1 || seconds < 60_000_000 else {
      return refuse("an age of \(Complaint.quoted(age))", at: place)
    }
    let distance = parts.count == 1 ? parts[0] : "\(seconds / 60)m"
    guard parts.count == 1 || seconds % 60 == 0 else {
      return refuse("an age of \(Complaint.quoted(age))", at: place)
    }
    measure(
      "max", of: column, bounds: [DocumentMember("after", .text("now-" + distance, at: place))],
      hint: column + "-fresh")
  }
}

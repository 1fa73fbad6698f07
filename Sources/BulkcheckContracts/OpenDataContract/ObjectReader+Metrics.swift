internal import BulkcheckCore
internal import BulkcheckDocument

/// The metrics of the library, each a figure of the table.
///
/// A metric that must be 0 is a rule about single records, so that a report shows those that break
/// it. All others are entries of `table`.
extension ObjectReader {
  private static let metrics = [
    "rowCount", "nullValues", "missingValues", "invalidValues", "duplicateValues",
  ]

  mutating func readMetric(_ entry: QualityEntry) {
    guard let member = entry.metric else {
      return findings.leave(entry.node.offset, "\(entry.shown) names no `metric`")
    }
    // The name that an example of version 3.0 has.
    let name = member.value.text == "duplicateCount" ? "duplicateValues" : member.value.text ?? ""
    guard Self.metrics.contains(name) else {
      let nearest = NearestWord.of(name, among: Self.metrics)
      return findings.leave(
        member.value.offset,
        "the metric \(member.value.summary) is not one of "
          + Self.metrics.joined(separator: ", ")
          + (nearest.map { "; did you mean \(Complaint.quoted($0))?" } ?? ""))
    }
    let arguments = arguments(of: entry, name)
    leaveWords(
      of: entry,
      besides: ["metric", "rule", "arguments"] + arguments.map(\.name) + MetricBounds.words)
    guard let isShare = isShare(entry), let bounds = bounds(of: entry, isShare: isShare) else {
      return
    }
    switch (name, entry.path) {
    case ("rowCount", _): readRowCount(entry, bounds, isShare: isShare)
    case ("duplicateValues", nil): readDuplicateRecords(entry, arguments, bounds)
    case (_, nil):
      findings.leave(
        member.value.offset,
        "the metric \(name) is about a property, and this one is about an object")
    case ("nullValues", let path?): readNulls(entry, name, path, bounds)
    case ("missingValues", let path?): readMissing(entry, path, arguments, bounds)
    case ("duplicateValues", let path?): readDuplicates(entry, path, bounds)
    case (_, let path?): readInvalid(entry, path, arguments, bounds)
    }
  }

  // MARK: Arguments

  private static let argumentWords = [
    "missingValues": ["missingValues"], "invalidValues": ["validValues", "pattern"],
    "duplicateValues": ["properties"],
  ]

  /// The arguments that the metric has. The standard's own page once has one beside `arguments`.
  private mutating func arguments(of entry: QualityEntry, _ metric: String) -> [DocumentMember] {
    let known = Self.argumentWords[metric] ?? []
    let given = entry.given("arguments").map { findings.object($0.value, "`arguments`") } ?? []
    for member in given where !known.contains(member.name) && !member.value.isNull {
      findings.leave(
        member.nameOffset,
        "\(Complaint.quoted(member.name)) is not an argument of the metric \(metric)")
    }
    return known.compactMap { name in
      given.named(name).flatMap { $0.value.isNull ? nil : $0 } ?? entry.given(name)
    }
  }

  // MARK: Metrics

  private mutating func readRowCount(
    _ entry: QualityEntry, _ bounds: MetricBounds, isShare: Bool
  ) {
    guard !isShare else {
      return findings.leave(
        entry.given("unit")?.value.offset ?? entry.node.offset,
        "\(entry.shown): a number of rows is no share of them")
    }
    saysRowCount = true
    let measure = DocumentNode.text("count", at: entry.node.offset)
    table.append(rule(entry, "rowCount", [("measure", measure)] + bounds.statement))
  }

  private mutating func readNulls(
    _ entry: QualityEntry, _ metric: String, _ path: FieldPath, _ bounds: MetricBounds
  ) {
    let offset = entry.node.offset
    if bounds.isNone {
      let block = DocumentNode.object(["required": .boolean(true, at: offset)], at: offset)
      return addRecordRule(entry, metric, path, block)
    }
    addMeasure(entry, metric, "missing", path, bounds)
  }

  private mutating func readDuplicates(
    _ entry: QualityEntry, _ path: FieldPath, _ bounds: MetricBounds
  ) {
    if bounds.isNone, !path.leadsToSeveral {
      let paths = [DocumentNode.text(path.description, at: entry.node.offset)]
      return addUnique(entry, paths)
    }
    addMeasure(entry, "duplicateValues", "duplicates", path, bounds)
  }

  /// Values of several properties together.
  private mutating func readDuplicateRecords(
    _ entry: QualityEntry, _ arguments: [DocumentMember], _ bounds: MetricBounds
  ) {
    guard let member = arguments.first else {
      return findings.leave(
        entry.node.offset, "\(entry.shown) does not say which `properties` are compared")
    }
    var paths: [DocumentNode] = []
    for name in findings.list(member) {
      guard let text = name.text else {
        return findings.complain(name, "an element of `properties`", expected: "a string")
      }
      let path = object.path(text.split(separator: ".").map(String.init)) ?? object.path([text])
      guard let path else {
        return findings.leave(
          name.offset, "\(entry.shown): the object has no property \(Complaint.quoted(text))")
      }
      paths.append(.text(path.description, at: name.offset))
    }
    if paths.count == 1, !bounds.isNone, let path = paths.first?.text {
      return addMeasure(entry, "duplicateValues", "duplicates", path, bounds)
    }
    guard !paths.isEmpty else { return }
    if bounds.isNone { return addUnique(entry, paths) }
    guard let tolerance = bounds.tolerance else {
      return findings.leave(
        entry.node.offset,
        "\(entry.shown): of duplicates of several properties, only the greatest number is limited"
      )
    }
    addUnique(entry, paths, tolerance)
  }

  private mutating func addUnique(
    _ entry: QualityEntry, _ paths: [DocumentNode], _ tolerance: DocumentNode? = nil
  ) {
    var statement = [("unique", DocumentNode.list(paths, at: entry.node.offset))]
    if let tolerance { statement.append(("tolerance", tolerance)) }
    rules.append(rule(entry, "duplicateValues", statement))
  }

  /// Nulls, and values that count as missing.
  private mutating func readMissing(
    _ entry: QualityEntry, _ path: FieldPath, _ arguments: [DocumentMember], _ bounds: MetricBounds
  ) {
    let offset = entry.node.offset
    let listed = arguments.named("missingValues").map { findings.list($0) } ?? []
    let values = listed.filter { !$0.isNull }
    guard !values.isEmpty else { return readNulls(entry, "missingValues", path, bounds) }
    let required = DocumentNode.object(["required": .boolean(true, at: offset)], at: offset)
    if bounds.isNone {
      let block = DocumentNode.object(
        ["required": .boolean(true, at: offset), "notEnum": .list(values, at: values[0].offset)],
        at: offset)
      return addRecordRule(entry, "missingValues", path, block)
    }
    let key = ProfilePath.key(path)
    let isListed = DocumentNode.object(["enum": .list(values, at: values[0].offset)], at: offset)
    let parts = [
      DocumentNode.object(["not": member(key, required)], at: offset), member(key, isListed),
    ]
    addCount(
      entry, "missingValues", where: .object(["any": .list(parts, at: offset)], at: offset),
      bounds)
  }

  private mutating func readInvalid(
    _ entry: QualityEntry, _ path: FieldPath, _ arguments: [DocumentMember], _ bounds: MetricBounds
  ) {
    let offset = entry.node.offset
    var block = ProfileObject(at: offset)
    if let member = arguments.named("validValues") {
      // Nulls are not counted.
      let values = findings.list(member).filter { !$0.isNull }
      block.add("enum", .list(values, at: member.value.offset), at: member.nameOffset)
    }
    if let member = arguments.named("pattern"), let text = findings.text(member) {
      guard let pattern = pattern(text, at: member.value.offset) else { return }
      block.add("pattern", pattern, at: member.nameOffset)
    }
    guard !block.isEmpty else {
      return findings.leave(
        offset, "\(entry.shown) has neither `validValues` nor `pattern` among its arguments")
    }
    if bounds.isNone { return addRecordRule(entry, "invalidValues", path, block.node) }
    let condition = DocumentNode.object(
      ["not": member(ProfilePath.key(path), block.node)], at: offset)
    addCount(entry, "invalidValues", where: condition, bounds)
  }

  // MARK: Adding

  private func member(_ key: String, _ value: DocumentNode) -> DocumentNode {
    var object = ProfileObject(at: value.offset)
    object.add(key, value)
    return object.node
  }

  /// A rule about the value of each record.
  private mutating func addRecordRule(
    _ entry: QualityEntry, _ word: String, _ path: FieldPath, _ block: DocumentNode
  ) {
    let part = member(ProfilePath.key(path), block)
    rules.append(rule(entry, word, [("all", .list([part], at: entry.node.offset))]))
  }

  private mutating func addMeasure(
    _ entry: QualityEntry, _ word: String, _ measure: String, _ path: FieldPath,
    _ bounds: MetricBounds
  ) {
    addMeasure(entry, word, measure, path.description, bounds)
  }

  private mutating func addMeasure(
    _ entry: QualityEntry, _ word: String, _ measure: String, _ path: String,
    _ bounds: MetricBounds
  ) {
    let offset = entry.node.offset
    var statement = [
      ("measure", DocumentNode.text(measure, at: offset)),
      ("of", DocumentNode.text(path, at: offset)),
    ]
    // Without values there are no duplicates, which is a figure like any other.
    if measure == "duplicates", bounds.admitsZero {
      statement.append(("empty", .text("pass", at: offset)))
    }
    table.append(rule(entry, word, statement + bounds.statement))
  }

  /// The number of records that meet a condition.
  private mutating func addCount(
    _ entry: QualityEntry, _ word: String, where condition: DocumentNode, _ bounds: MetricBounds
  ) {
    let measure = DocumentNode.text("count", at: entry.node.offset)
    table.append(
      rule(entry, word, [("measure", measure), ("where", condition)] + bounds.statement))
  }
}

extension ProfilePath {
  /// A path as the key of a block in `rules`.
  static func key(_ path: FieldPath) -> String {
    if path.steps.count == 1, case .key(let name) = path.steps[0] { return operand([name]) }
    return path.description
  }
}

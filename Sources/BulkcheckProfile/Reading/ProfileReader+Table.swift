internal import BulkcheckCore
internal import BulkcheckDocument

/// The key `table`: rules about the table as a whole.
extension ProfileReader {
  static let tableForms = ["measure", "sorted", "columns", "covers", "sql"]
  private static let measureKeys =
    ["measure", "of", "where", "by", "at", "empty"] + TableBoundWord.allCases.map(\.rawValue)
  private static let sqlKeys = ["sql", "by", "empty"] + TableBoundWord.allCases.map(\.rawValue)
  /// Tags choose among rules of one record.
  private static let tableAttributes: [AttributeKey] = [
    .id, .message, .code, .severity, .tolerance, .labels, .was,
  ]

  mutating func readTable(_ node: DocumentNode) {
    guard let entries = list(node, "`table`", of: "rules", mayBeEmpty: true) else { return }
    for entry in entries { readTableEntry(entry) }
  }

  private mutating func readTableEntry(_ node: DocumentNode) {
    guard let members = object(node, "an entry of `table`") else { return }
    let isAttribute = { (member: DocumentMember) in
      Self.tableAttributes.contains { $0.rawValue == member.name }
    }
    let given = attributes(members.filter(isAttribute))
    let others = members.filter { !isAttribute($0) }
    if members.named("id") == nil {
      complain(node.offset, .missing("id", in: "an entry of `table`"))
    }
    let forms = others.filter { Self.tableForms.contains($0.name) }
    guard let form = forms.first else {
      complain(
        unknown: others,
        known: Self.measureKeys + ["sorted", "strictly", "columns", "match", "covers"])
      let forms = Self.tableForms.map { "`\($0)`" }
      return complain(node.offset, .checksNothing(in: "table", known: forms))
    }
    for extra in forms.dropFirst() {
      complain(extra.nameOffset, .secondOperator(extra.name, first: form.name, in: "table"))
    }
    let statement = tableStatement(form, others)
    guard let id = given.id, let (constraint, statement) = statement else { return }
    addTableRule(
      TableRule(
        id: id.text, field: nil, constraint: constraint, statement: statement,
        attributes: RuleAttributes(message: MessageTemplate([]))), given, at: id.offset, members)
  }

  private mutating func tableStatement(
    _ form: DocumentMember, _ members: [DocumentMember]
  ) -> (constraint: String, statement: TableStatement)? {
    if form.name == "sorted" {
      complain(unknown: members, known: ["sorted", "strictly", "by", "empty"])
      return order(form, members).map { ("sorted", $0) }
    }
    if form.name == "covers" {
      complain(unknown: members, known: ["covers"])
      return coverage(form.value).map { ("covers", .covers($0)) }
    }
    if form.name == "sql" {
      complain(unknown: members, known: Self.sqlKeys)
      return measurement(form, members).map { ("sql", .measure($0)) }
    }
    guard form.name == "measure" else {
      complain(unknown: members, known: ["columns", "match"])
      return columns(form, members).map { ("columns", $0) }
    }
    complain(unknown: members, known: Self.measureKeys)
    return measurement(form, members).map { ($0.measure.rawValue, .measure($0)) }
  }

  private mutating func complain(unknown members: [DocumentMember], known: [String]) {
    for member in members
    where !known.contains(member.name) && !Self.tableForms.contains(member.name) {
      complain(
        member.nameOffset,
        AttributeKey(rawValue: member.name) != nil
          ? .tableAttribute(member.name)
          : .unknownKey(member.name, in: "an entry of `table`", known: known))
    }
  }

  /// Completes a rule about the table and adds it.
  mutating func addTableRule(
    _ rule: TableRule, _ given: GivenAttributes, at offset: Int, _ members: [DocumentMember]
  ) {
    var rule = rule
    rule.id = idPrefix + rule.id
    rule.section = section
    rule.attributes.message = MessageTemplate([.literal(rule.words)])
    note(rule.id, at: offset, given, rule.paths, .zero, &rule.attributes)
    tableIDs.insert(ExactText(rule.id))
    rule.field = rule.paths.count == 1 ? rule.paths[0].description : nil
    if let message = given.message, let node = members.named("message")?.value,
      message.segments.contains(where: { if case .literal = $0 { false } else { true } })
    {
      complain(node.offset, .tableMessagePlace)
    }
    if given.tolerance != nil, !rule.hasGroups, let member = members.named("tolerance") {
      complain(member.nameOffset, .tableTolerance)
    }
    rule.isRun = rule.attributes.severity != .off
    ruleSet.tableRules.append(rule)
    tableOrigins.append(members.named("id")?.value.offset ?? 0)
  }

  private mutating func order(
    _ form: DocumentMember, _ members: [DocumentMember]
  ) -> TableStatement? {
    var strictly = false
    if let member = members.named("strictly") {
      strictly = boolean(member.value, "`strictly`") ?? false
    }
    guard let elements = list(form.value, "`sorted`", of: "paths") else { return nil }
    var order = SortOrder(elements.compactMap { sortKey($0) })
    order.isStrict = strictly
    if let member = members.named("by") { order.groups = groups(member.value) }
    if let member = members.named("empty") { order.passesEmpty = passesEmpty(member) }
    return order.keys.isEmpty ? nil : .sorted(order)
  }

  private mutating func passesEmpty(_ member: DocumentMember) -> Bool {
    if member.value.text == "pass" { return true }
    complain(member.value, "`empty`", expected: "\"pass\"")
    return false
  }

  /// A path, or an object with it and an order.
  private mutating func sortKey(_ node: DocumentNode) -> SortKey? {
    let what = "an element of `sorted`"
    var path = node
    var isDescending = false
    if node.members != nil {
      let members = members(node, what, keys: ["path", "order"])
      guard let member = members.named("path") else {
        return refuse(node, what, expected: "a path, or an object with `path`")
      }
      path = member.value
      if let order = members.named("order") {
        isDescending = order.value.text == "descending"
        if !isDescending, order.value.text != "ascending" {
          complain(order.value, "`order`", expected: "\"ascending\" or \"descending\"")
        }
      }
    }
    guard let found = singlePath(path, what) else { return nil }
    return SortKey(
      path: found, isDescending: isDescending, kind: known.temporalKind(found, in: section),
      notation: known.notation(found, in: section))
  }

  private mutating func columns(
    _ form: DocumentMember, _ members: [DocumentMember]
  ) -> TableStatement? {
    guard let elements = list(form.value, "`columns`", of: "names") else { return nil }
    var names: [String] = []
    var seen: Set<ExactText> = []
    for element in elements {
      guard let name = text(element, "a name of `columns`") else { continue }
      if !seen.insert(ExactText(name)).inserted {
        complain(element.offset, .repeatedColumn(name))
      }
      names.append(name)
    }
    var match = ColumnMatch.subset
    if let member = members.named("match") {
      match = word(member.value, "`match`", as: ColumnMatch.self) ?? match
    }
    return .columns(names, match)
  }

  // MARK: Measurements

  private mutating func measurement(
    _ form: DocumentMember, _ members: [DocumentMember]
  ) -> Measurement? {
    var measurement: Measurement
    if form.name == "sql" {
      guard let read = sqlMeasurement(form.value) else { return nil }
      measurement = read
      if let path = read.path { checkMeasuredType(read.measure, path, form.value.offset) }
    } else {
      guard let measure = word(form.value, "`measure`", as: Measure.self) else { return nil }
      measurement = Measurement(measure)
      measurement.path = measuredPath(measure, form, members)
      if let member = members.named("where") { measurement.condition = condition(member.value) }
    }
    if let member = members.named("by") { measurement.groups = groups(member.value) }
    if let member = members.named("empty") { measurement.passesEmpty = passesEmpty(member) }
    if form.name != "sql" { readPosition(members, form, into: &measurement) }
    readBounds(members, form, into: &measurement)
    if let member = members.named("of") { checkBoundedType(measurement, member.value.offset) }
    if measurement.path == nil, measurement.measure != .count { return nil }
    return measurement
  }

  private mutating func measuredPath(
    _ measure: Measure, _ form: DocumentMember, _ members: [DocumentMember]
  ) -> FieldPath? {
    guard let member = members.named("of") else {
      if measure != .count { complain(form.nameOffset, .measureWithoutPath(measure)) }
      return nil
    }
    guard measure != .count else { return refuse(member.nameOffset, .countOfPath) }
    guard let path = path(member.value, "`of`") else { return nil }
    mention(path, at: member.value.offset)
    checkMeasuredType(measure, path, member.value.offset)
    return path
  }

  /// Complains of a measure that is about none of the types that its path is declared to have.
  private mutating func checkMeasuredType(_ measure: Measure, _ path: FieldPath, _ offset: Int) {
    let subject: ConstraintSubject
    switch measure {
    case .sum, .mean, .stddev, .quantile: subject = .numbers
    case .minLength, .maxLength: subject = .texts
    default: return
    }
    guard let types = declaration(of: path)?.types,
      !types.contains(where: subject.types.contains)
    else { return }
    complain(
      offset, .otherTypes(path, types, than: "`\(measure.rawValue)` applies to \(subject.name)"))
  }

  /// Complains of bounds of an extreme that are about none of the types of its path.
  private mutating func checkBoundedType(_ measurement: Measurement, _ offset: Int) {
    guard measurement.measure.isExtreme, !measurement.bounds.isEmpty,
      let path = measurement.path, let declaration = declaration(of: path)
    else { return }
    let subject = measurement.kind == .numbers ? ConstraintSubject.numbers : .texts
    let types = declaration.types ?? []
    if !types.isEmpty, !types.contains(where: subject.types.contains) {
      let wanted = "the bounds of `\(measurement.measure.rawValue)` are \(subject.name)"
      return complain(offset, .otherTypes(path, types, than: wanted))
    }
    if let temporal = declaration.temporal, measurement.kind == .numbers {
      notes.append((offset, .numberBoundOfTimes(measurement.measure, temporal, path: path)))
    }
  }

  private mutating func condition(_ node: DocumentNode) -> Expression {
    let referencesBefore = references.count
    let block = pathBlock(node, "the block of `where`")
    // No rule refers to one about the table.
    for index in referencesBefore..<references.count { references[index].from = .max }
    return block
  }

  private mutating func groups(_ node: DocumentNode) -> [FieldPath] {
    let nodes = node.elements ?? [node]
    if nodes.isEmpty { complain(node, "`by`", expected: "a path or a list of at least one path") }
    return singlePaths(nodes, "`by`")
  }

  private mutating func readPosition(
    _ members: [DocumentMember], _ form: DocumentMember, into measurement: inout Measurement
  ) {
    guard let member = members.named("at") else {
      if measurement.measure == .quantile { complain(form.nameOffset, .quantileWithoutPosition) }
      return
    }
    guard measurement.measure == .quantile else {
      return complain(member.nameOffset, .misplacedPosition)
    }
    measurement.position = member.value.digits.flatMap { QuantilePosition.text($0) }
    if measurement.position == nil {
      complain(
        member.value, "`at`", expected: "a number from 0 to 1 with at most 1,000 decimal places")
    }
  }
}

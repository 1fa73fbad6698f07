/// How rules of a schema failed.
extension FailureExplainer {
  /// A value at failure, or a member of it that is missing or one too many.
  private struct SchemaFailure {
    var place: SchemaLog.Place
    var member: NamedMember?
  }

  /// Says where a rule of the schema failed.
  mutating func locateInSchema(_ rule: RuleNumber, _ sample: inout Sample) {
    let log = schemaLog()
    let (failures, count) = failures(of: rule, log)
    guard let first = failures.first else { return }
    sample.instanceLocation = location(of: first)
    sample.keywordLocation = keywordLocation(first.place)
    if let shown = first.place.isName
      ? engine.shown(MemberName(node: first.place.node)) : first.member?.shown
    {
      sample.value = shown.text
      sample.valueIsTruncated = shown.isTruncated
    }
    guard count > 1 else { return }
    sample.places = failures.map { failureLocation($0, of: rule) }
    sample.morePlaces = count - failures.count
  }

  /// The first failures, in the order in which the schema asks about them, and how many there are
  /// in all.
  private mutating func failures(of rule: RuleNumber, _ log: SchemaLog) -> (
    first: [SchemaFailure], count: Int
  ) {
    var failures: [SchemaFailure] = []
    var count = 0
    for place in log.places[rule] ?? [] {
      let members = membersNamed(by: rule, place.node)
      count += max(1, members.count)
      let room = placesShownMaximum - failures.count
      if members.count == 0, room > 0 { failures.append(SchemaFailure(place: place)) }
      failures += members.first.prefix(room).map { SchemaFailure(place: place, member: $0) }
    }
    for node in log.furtherNodes[rule] ?? [] {
      count += max(1, membersNamed(by: rule, node).count)
    }
    return (failures, count)
  }

  private mutating func membersNamed(by rule: RuleNumber, _ node: NodeNumber) -> NamedMembers {
    engine.hidesNames(rule, node) ? NamedMembers() : membersAtFault(rule, node)
  }

  private mutating func failureLocation(_ failure: SchemaFailure, of rule: RuleNumber)
    -> FailureLocation
  {
    let node = failure.place.node
    let name = failure.place.isName ? MemberName(node: node) : nil
    let value =
      if let name { engine.shown(name).text } else if let member = failure.member {
        member.shown?.text
      } else {
        node >= 0 && !engine.isRow(node) ? engine.core.values.shown(node).text : nil
      }
    var place = FailureLocation(
      instanceLocation: location(of: failure), value: value,
      keywordLocation: keywordLocation(failure.place))
    if placesShownMaximum > FailureTrace.placesMaximum {
      place.messageParts = message(of: rule, value, name?.culprit ?? node, member: failure.member)
    }
    return place
  }

  private mutating func location(of failure: SchemaFailure) -> String {
    let node = failure.place.node
    let value = node >= 0 ? engine.core.values.location(ofPart: node) : ""
    return failure.member.map { InstanceLocation.appending($0.name, to: value) } ?? value
  }

  /// The way from the root of the schema to a keyword, through references.
  private mutating func keywordLocation(_ place: SchemaLog.Place) -> String {
    guard let graph = engine.program.ruleSet.schema else { return "" }
    let tables = engine.schema
    func keyword(_ number: Int32) -> SchemaKeyword {
      let owner = tables.keywords[number].owner
      return graph.subschemas[Int(owner)]
        .keywords[Int(number - tables.subschemas[owner].start)]
    }
    var text = ""
    for step in place.trail {
      for name in keyword(step.keyword).steps(toPart: Int(step.part)) {
        text = InstanceLocation.appending(name, to: text)
      }
    }
    guard place.keyword >= 0 else { return text }
    let name = keyword(place.keyword).name
    return name.isEmpty ? text : InstanceLocation.appending(name, to: text)
  }

  /// The difference between a value and a rule of the schema, in words that do not repeat the
  /// value.
  mutating func difference(
    _ keyword: SchemaStatement, of rule: RuleNumber, _ culprit: NodeNumber
  ) -> String? {
    if let name = MemberName(culprit: culprit) {
      return choiceText(keyword, rule, culprit) ?? difference(keyword, name)
    }
    if !engine.hidesNames(rule, culprit), let complaint = membersAtFault(rule, culprit).complaint {
      return complaint
    }
    guard let constraint = keyword.constraint else {
      return choiceText(keyword, rule, culprit) ?? wordToWrite(keyword, culprit)
    }
    if engine.isCSV, culprit < 0 || engine.isRow(culprit) {
      // How many members a row has says nothing of their values.
      guard case .memberCount = constraint else { return nil }
      return difference(constraint, engine.core.values.value(engine.schema.rootPath))
    }
    return openValue(culprit).flatMap { difference(constraint, $0) }
  }

  /// The value at fault as a schema sees it; nil if there is none, or it must not be told.
  mutating func openValue(_ culprit: NodeNumber) -> Value? {
    guard culprit >= 0 else { return nil }
    let state = engine.core.values.table.nodes[culprit].state
    guard engine.core.values.masking.maskings[state] == .none else { return nil }
    let path = engine.isCSV ? engine.schema.pathOfState[max(0, state)] : -1
    return engine.core.values.value(
      ofNode: culprit, path: path >= 0 ? path : engine.schema.partPath)
  }

  mutating func difference(_ keyword: SchemaStatement, _ name: MemberName) -> String? {
    if engine.isHidden(name) { return nil }
    let text = engine.core.values.key(of: name.node)
    if keyword == .never { return "the name \(ShownText.text(text.text).text) is not allowed" }
    let path = engine.schema.namePath
    return keyword.constraint.flatMap {
      difference($0, Value(kind: .string, bytes: text, node: -1, path: path))
    }
  }
}

extension SchemaKeyword {
  /// The steps of a `keywordLocation` to one of the subschemas of the keyword.
  fileprivate func steps(toPart part: Int) -> [String] {
    guard let applicator = statement.applicator else { return [name] }
    return switch applicator.kind {
    case .conditional: [["if", "then", "else"][part]]
    case .allOf, .anyOf, .oneOf, .prefixItems: [name, "\(part)"]
    default: [name] + (applicator.parts[part].name.map { [$0] } ?? [])
    }
  }
}

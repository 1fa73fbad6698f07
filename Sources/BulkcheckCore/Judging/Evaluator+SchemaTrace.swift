/// Where the rules of the schema failed in the record that is looked at alone. Cold: the record is
/// judged once more, and the way to each failure noted, for all rules at once. So a record costs
/// one more judgement, however many rules it breaks.
extension Evaluator {
  /// A step of the way from the root of the schema: a part of a keyword.
  struct TrailStep {
    var keyword: Int32
    var part: Int32
  }

  /// What is noted while a record is judged for the places of failures.
  struct SchemaTrace {
    struct Place {
      var node: Int32
      /// The member that is missing or one too many; nil if the value itself is at fault.
      var member: NamedMember?
      /// The name of the member at the node is at fault, and not its value.
      var isName = false
      var keywordLocation: String
    }

    /// The places of one rule's failures, in the order in which the schema asks about them.
    struct Faults {
      /// The first of them.
      var places: [Place] = []
      /// How many there are in all.
      var count = 0
    }

    var trail: [TrailStep] = []
    var faults: [Int32: Faults] = [:]
  }

  /// The places at which a rule failed in the record at hand.
  private mutating func schemaFaults(_ rule: Int32) -> SchemaTrace.Faults {
    if tracedBatch != batch {
      traces.removeAll(keepingCapacity: true)
      tracedBatch = batch
    }
    if traces[lane] == nil {
      tracing = SchemaTrace()
      beginMemo()
      _ = judge(schema.root, column(schema.rootPath), Lanes(lane), asserts: true)
      beginMemo()
      traces[lane] = tracing?.faults
      tracing = nil
    }
    return traces[lane]?[rule] ?? SchemaTrace.Faults()
  }

  /// Whether anybody asks where a rule failed.
  private func isTraced(_ rule: Int32) -> Bool { collectsFailures || counters.wantsSample(rule) }

  /// Judges a part of a keyword, and knows the way there if it is asked for.
  @inline(__always)
  mutating func judgePart(
    _ keyword: KeywordCode, _ index: Int32, _ body: (inout Evaluator) -> Answer
  ) -> Answer {
    guard tracing != nil else { return body(&self) }
    tracing?.trail.append(TrailStep(keyword: keyword.number, part: index))
    defer { tracing?.trail.removeLast() }
    return body(&self)
  }

  /// Notes where a rule failed.
  ///
  /// - Parameter keyword: the number of the keyword that it is; -1 for a schema `false`.
  mutating func trace(_ rule: Int32, keyword: Int32, _ answer: Answer, _ column: Int32) {
    guard !answer.failing.isEmpty, isTraced(rule) else { return }
    let isName = columns[column].path == schema.namePath
    for lane in answer.failing {
      let node = columns[column].place(lane)
      let members = tracedMembers(rule, node)
      guard members.count > 0 else {
        trace(rule, keyword, count: 1) { location in
          [SchemaTrace.Place(node: node, isName: isName, keywordLocation: location)]
        }
        continue
      }
      trace(rule, keyword, count: members.count) { location in
        members.first.map { member in
          SchemaTrace.Place(node: node, member: member, keywordLocation: location)
        }
      }
    }
  }

  /// The members that a rule complains about, in the middle of judging.
  private mutating func tracedMembers(_ rule: Int32, _ node: Int32) -> NamedMembers {
    if hidesNames(rule, node) { return NamedMembers() }
    let before = unmatched
    defer { unmatched = before }
    return membersAtFault(rule, node)
  }

  /// As ``trace(_:keyword:_:_:)``, for parts that a schema `false` forbids.
  mutating func trace(_ rule: Int32, partsFrom start: Int, areNames: Bool) {
    guard isTraced(rule) else { return }
    for index in start..<foundCount {
      let node = found[index].place
      trace(rule, -1, count: 1) { location in
        [SchemaTrace.Place(node: node, isName: areNames, keywordLocation: location)]
      }
    }
  }

  /// Notes places, as far as there is room for them, and counts the others.
  private mutating func trace(
    _ rule: Int32, _ keyword: Int32, count: Int,
    _ places: (_ keywordLocation: String) -> [SchemaTrace.Place]
  ) {
    let room = placesShownMaximum - (tracing?.faults[rule]?.places.count ?? 0)
    let shown = room > 0 ? places(keywordLocation(keyword)).prefix(room) : []
    tracing?.faults[rule, default: SchemaTrace.Faults()].count += count
    tracing?.faults[rule]?.places += shown
  }

  /// The way from the root of the schema to a keyword, through references.
  private func keywordLocation(_ keyword: Int32) -> String {
    guard let graph = program.ruleSet.schema, let trail = tracing?.trail else { return "" }
    var text = ""
    for step in trail {
      let code = schema.keywords[step.keyword]
      let owner = graph.subschemas[Int(code.owner)]
      let place = Int(step.keyword - schema.subschemas[code.owner].start)
      for name in owner.keywords[place].steps(toPart: Int(step.part)) {
        text = InstanceLocation.appending(name, to: text)
      }
    }
    guard keyword >= 0 else { return text }
    let code = schema.keywords[keyword]
    let place = Int(keyword - schema.subschemas[code.owner].start)
    let name = graph.subschemas[Int(code.owner)].keywords[place].name
    return name.isEmpty ? text : InstanceLocation.appending(name, to: text)
  }

  /// Says where a rule of the schema failed.
  mutating func locateInSchema(_ rule: Int32, _ sample: inout ChunkStatistics.RawSample) {
    let faults = schemaFaults(rule)
    guard let first = faults.places.first else { return }
    sample.instanceLocation = location(of: first)
    sample.keywordLocation = first.keywordLocation
    if let shown = first.isName ? shown(MemberName(node: first.node)) : first.member?.shown {
      sample.value = shown.text
      sample.valueIsTruncated = shown.isTruncated
    }
    guard faults.count > 1 else { return }
    sample.places = faults.places.map { faultPlace($0, of: rule) }
    sample.morePlaces = faults.count - faults.places.count
  }

  private mutating func faultPlace(_ place: SchemaTrace.Place, of rule: Int32) -> FaultPlace {
    let name = place.isName ? MemberName(node: place.node) : nil
    let value =
      if let name { shown(name).text } else if let member = place.member {
        member.shown?.text
      } else {
        place.node >= 0 && !isRow(place.node) ? shown(place.node).text : nil
      }
    var fault = FaultPlace(
      instanceLocation: location(of: place), value: value, keywordLocation: place.keywordLocation)
    if placesShownMaximum > FaultTrace.placesMaximum {
      fault.messageParts = message(
        of: rule, value, name?.culprit ?? place.node, member: place.member)
    }
    return fault
  }

  func isRow(_ node: Int32) -> Bool { isCSV && table.nodes[node].kind == .object }

  private mutating func location(of place: SchemaTrace.Place) -> String {
    let value = place.node >= 0 ? location(ofPart: place.node) : ""
    return place.member.map { InstanceLocation.appending($0.name, to: value) } ?? value
  }
}

extension Evaluator {
  mutating func location(ofPart node: Int32) -> String {
    guard isCSV, !program.columns.contains(where: { $0.state == table.nodes[node].state }) else {
      return location(ofNode: node)
    }
    // A row, or a cell that is linked to it.
    return table.nodes[node].kind == .object
      ? "" : InstanceLocation.appending(key(of: node).text, to: "")
  }
}

extension SchemaKeyword {
  /// The steps of a `keywordLocation` to one of the subschemas of the keyword.
  fileprivate func steps(toPart part: Int) -> [String] {
    switch statement {
    case .conditional: [["if", "then", "else"][part]]
    case .properties(let members), .dependentSchemas(let members): [name, members[part].name]
    case .patternProperties(let members): [name, members[part].written]
    case .allOf, .anyOf, .oneOf, .prefixItems: [name, "\(part)"]
    default: [name]
    }
  }
}

/// Where a rule of the schema failed in the record that is looked at alone. Cold: the record is
/// judged once more, and the way to each failure noted.
extension Evaluator {
  /// A step of the way from the root of the schema: a part of a keyword.
  struct TrailStep {
    var keyword: Int32
    var part: Int32
  }

  /// What is noted while a record is judged for the places of one rule's failures.
  struct SchemaTrace {
    struct Place {
      var node: Int32
      /// The member that is missing or one too many; nil if the value itself is at fault.
      var member: NamedMember?
      /// The name of the member at the node is at fault, and not its value.
      var isName = false
      var keywordLocation: String
    }

    var rule: Int32
    var trail: [TrailStep] = []
    var places: [Place] = []
  }

  /// The places at which a rule failed, in the order in which the schema asks about them.
  private mutating func traceSchema(_ rule: Int32) -> [SchemaTrace.Place] {
    tracing = SchemaTrace(rule: rule)
    beginMemo()
    _ = judge(schema.root, column(schema.rootPath), Lanes(lane), asserts: true)
    defer {
      tracing = nil
      beginMemo()
    }
    let places = tracing?.places ?? []
    let number = schema.keywordOfRule[rule]
    guard number >= 0, schema.keywords[number].code == .additionalProperties else { return places }
    return places.flatMap { place in
      let members = hidesNames(rule, place.node) ? [] : membersAtFault(rule, place.node)
      return members.isEmpty
        ? [place]
        : members.map { member in
          var place = place
          place.member = member
          return place
        }
    }
  }

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

  /// Notes the failures of the traced rule.
  ///
  /// - Parameter keyword: the number of the keyword that it is; -1 for a schema `false`.
  mutating func trace(_ rule: Int32, keyword: Int32, _ answer: Answer, _ column: Int32) {
    guard tracing?.rule == rule else { return }
    let isName = columns[column].path == schema.namePath
    for lane in answer.failing {
      let node = columns[column].place(lane)
      let missing =
        keyword >= 0 && Evaluator.asksForNames(schema.keywords[keyword])
        ? missingNames(schema.keywords[keyword], node) : []
      let location = keywordLocation(keyword)
      if missing.isEmpty {
        tracing?.places.append(
          SchemaTrace.Place(node: node, isName: isName, keywordLocation: location))
      }
      for name in missing {
        tracing?.places.append(
          SchemaTrace.Place(
            node: node, member: NamedMember(name: name), keywordLocation: location))
      }
    }
  }

  private static func asksForNames(_ keyword: KeywordCode) -> Bool {
    keyword.code == .required || keyword.code == .dependentRequired
  }

  /// As ``trace(_:keyword:_:_:)``, for parts that a schema `false` forbids.
  mutating func trace(_ rule: Int32, partsFrom start: Int, areNames: Bool) {
    guard tracing?.rule == rule else { return }
    let location = keywordLocation(-1)
    for index in start..<foundCount {
      tracing?.places.append(
        SchemaTrace.Place(
          node: found[index].place, isName: areNames, keywordLocation: location))
    }
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
    let places = traceSchema(rule)
    guard let first = places.first else { return }
    sample.instanceLocation = location(of: first)
    sample.keywordLocation = first.keywordLocation
    if let shown = first.isName ? shown(MemberName(node: first.node)) : first.member?.shown {
      sample.value = shown.text
      sample.valueIsTruncated = shown.isTruncated
    }
    guard places.count > 1 else { return }
    let shownPlaces = places.prefix(placesShownMaximum)
    sample.places = shownPlaces.map { faultPlace($0, of: rule) }
    sample.morePlaces = places.count - shownPlaces.count
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

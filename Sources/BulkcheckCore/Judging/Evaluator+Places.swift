/// Where a rule failed on the record that is looked at alone. Cold: judging notes one element at
/// fault at most, so where several may be, the rule is asked once more, value by value.
extension Evaluator {
  /// Says where a rule failed.
  mutating func locate(
    _ rule: Int32, _ culprit: Int32, _ sample: inout ChunkStatistics.RawSample
  ) {
    if rules[rule].isOfSchema {
      locateInSchema(rule, &sample)
      return
    }
    if rules[rule].isAboutNames, locateExtraFields(rule, culprit, &sample) { return }
    // In a nested block the value around may be at fault.
    if let location = program.fixedLocation(of: rule, isCSV: isCSV),
      culprit < 0 || rules[rule].gathered < 0
    {
      sample.instanceLocation = location
      return
    }
    let trace = trace(rule)
    sample.instanceLocation =
      culprit >= 0 && !isInserted(culprit) && !rules[rule].asksForNames
      ? location(ofNode: culprit)
      : trace.places.first?.location
        ?? program.fieldPaths[Int(max(0, rules[rule].samplePath))].pointer(isCSV: isCSV)
    guard trace.count > 1 else { return }
    sample.places = trace.places.map { place in
      FaultPlace(
        instanceLocation: place.location,
        value: place.node >= 0 ? shown(place.node).text : nil)
    }
    sample.morePlaces = trace.count - trace.places.count
  }

  /// Says which fields a rule does not admit; false if none are to be shown.
  private mutating func locateExtraFields(
    _ rule: Int32, _ culprit: Int32, _ sample: inout ChunkStatistics.RawSample
  ) -> Bool {
    var shown: [(place: FaultPlace, isTruncated: Bool)] = []
    var count = 0
    var areNamed = false
    for object in objectsAtFault(rule, culprit) {
      let fields = extraFields(of: rule, object.node) ?? NamedMembers()
      areNamed = areNamed || fields.count > 0
      count += max(1, fields.count)
      let room = FaultTrace.placesMaximum - shown.count
      if fields.count == 0, room > 0 { shown.append(whole(object)) }
      shown += fields.first.prefix(room).map { field in
        let location = InstanceLocation.appending(field.name, to: object.location)
        return (
          FaultPlace(instanceLocation: location, value: field.shown?.text),
          field.shown?.isTruncated ?? false
        )
      }
    }
    guard areNamed, let first = shown.first else { return false }
    sample.instanceLocation = first.place.instanceLocation
    sample.value = first.place.value
    sample.valueIsTruncated = first.isTruncated
    guard count > 1 else { return true }
    sample.places = shown.map(\.place)
    sample.morePlaces = count - shown.count
    return true
  }

  /// The values at which a rule about names failed: objects, and what should be one.
  private mutating func objectsAtFault(_ rule: Int32, _ culprit: Int32) -> [FaultTrace.Place] {
    if rules[rule].gathered >= 0 || rules[rule].hasElements {
      return trace(rule, maximum: .max).places
    }
    let node = shownNode(failingNode(at: rules[rule].samplePath, culprit))
    return [FaultTrace.Place(node: node, location: node < 0 ? "" : location(ofNode: node))]
  }

  /// A value at fault that is not an object, or whose names are not shown.
  private mutating func whole(_ place: FaultTrace.Place) -> (place: FaultPlace, isTruncated: Bool) {
    let value = place.node >= 0 ? shown(place.node) : nil
    return (
      FaultPlace(instanceLocation: place.location, value: value?.text), value?.isTruncated ?? false
    )
  }

  /// The values at which a rule failed, as far as it is about more than one place.
  ///
  /// - Parameter maximum: as many are kept.
  mutating func trace(
    _ rule: Int32, maximum: Int = FaultTrace.placesMaximum
  ) -> FaultTrace {
    var trace = FaultTrace(maximum: maximum)
    let definition = program.ruleSet.rules[Int(rule)]
    // Closures are not asked twice: they may have effects.
    guard rules[rule].expression >= 0, !definition.expression.asksClosure else { return trace }
    guard let scope = definition.scope else {
      follow(
        rules[rule].expression, column(ProgramBuilder.recordPath), lane, "", &trace)
      return trace
    }
    forEachInstance(of: scope.value) { evaluator, place, isMismatch in
      if isMismatch {
        evaluator.add(place, to: &trace)
        return
      }
      evaluator.at(place, path: evaluator.scopes[Int32(scope.value)].path) {
        evaluator, column, lane in
        guard evaluator.isOpen(scope.value, before: definition.stage, column, lane) else { return }
        evaluator.follow(
          evaluator.rules[rule].expression, column, lane, place.location, &trace)
      }
    }
    return trace
  }

  /// Follows a statement that fails to the values that make it fail.
  private mutating func follow(
    _ number: Int32, _ column: Int32, _ lane: Int32, _ location: String,
    _ trace: inout FaultTrace
  ) {
    guard fails(number, column, lane) else { return }
    let instruction = instructions[number]
    let place = FaultTrace.Place(node: columns[column].place(lane), location: location)
    switch instruction.code {
    case .all, .fields:
      let before = trace.additions
      for index in instruction.a..<instruction.a &+ instruction.b {
        follow(children[index], column, lane, location, &trace)
      }
      if trace.additions == before { add(place, to: &trace) }
    case .when:
      let holds = evaluate(instruction.a, column, Lanes(lane)).yes.contains(lane)
      let branch = holds ? instruction.b : instruction.c
      if branch < 0 {
        add(place, to: &trace)
      } else {
        follow(branch, column, lane, location, &trace)
      }
    case .atPath:
      let path = program.fieldPaths[Int(instruction.a)]
      follow(
        instruction.b, self.column(instruction.a), columns[column].record(lane),
        path.pointer(isCSV: isCSV), &trace)
    case .atWalk:
      let walk = walks[instruction.a]
      let root = FaultTrace.Place(node: partsRoot(column, lane), location: location)
      for found in placesFound(walk, from: root) {
        at(found, path: walk.target) { evaluator, column, lane in
          evaluator.follow(instruction.b, column, lane, found.location, &trace)
        }
      }
    case .items:
      let before = trace.additions
      for element in elements(of: place, column, lane) {
        at(element, path: instruction.a) { evaluator, column, lane in
          evaluator.follow(instruction.b, column, lane, element.location, &trace)
        }
      }
      if trace.additions == before { add(place, to: &trace) }
    case .names where columns[column].objects.contains(lane) && showsNames(of: place):
      let value = value(column, lane)
      for name in failingNames(
        of: value.bytes, instruction, record: columns[column].record(lane))
      {
        trace.add(
          FaultTrace.Place(
            node: -1, location: InstanceLocation.appending(name, to: location)))
      }
    case .leaf where leaves[instruction.a].code == .dependentRequired:
      let value = value(column, lane)
      let dependencies = program.dependencies[Int(leaves[instruction.a].operand)]
      let missing = value.kind == .object ? missingNames(dependencies, value.bytes) : []
      if missing.isEmpty { add(place, to: &trace) }
      for name in missing {
        trace.add(
          FaultTrace.Place(
            node: -1, location: InstanceLocation.appending(name.name, to: location)))
      }
    default: add(place, to: &trace)
    }
  }

  /// Adds a value at fault.
  private mutating func add(_ place: FaultTrace.Place, to trace: inout FaultTrace) {
    trace.add(
      FaultTrace.Place(node: shownNode(place.node), location: place.location),
      insertedNode: place.node >= 0 && isInserted(place.node) ? place.node : nil)
  }

  /// Whether the names of an object's members may be shown.
  private func showsNames(of object: FaultTrace.Place) -> Bool {
    object.node < 0 || masking.maskings[table.nodes[object.node].state] != .whole
  }

  private mutating func fails(_ number: Int32, _ column: Int32, _ lane: Int32) -> Bool {
    evaluate(number, column, Lanes(lane)).failing.contains(lane)
  }

  /// Asks about one value: in the column of its path, or in a frame where a record has several.
  private mutating func at(
    _ place: FaultTrace.Place, path: Int32,
    _ body: (inout Evaluator, _ column: Int32, _ lane: Int32) -> Void
  ) {
    guard paths[path].isRepeated else {
      body(&self, column(path), lane)
      return
    }
    let start = foundCount
    push(place.node, lane)
    let frame = openFrame(
      start, start + 1, path: path, around: column(ProgramBuilder.recordPath))
    body(&self, frame, 0)
    closeFrame()
    foundCount = start
  }

  // MARK: Scopes

  /// The values about which a block is judged, and those that enclose them but are of another kind.
  private mutating func forEachInstance(
    of scope: Int, _ body: (inout Evaluator, FaultTrace.Place, _ isMismatch: Bool) -> Void
  ) {
    switch program.ruleSet.scopes[scope].place {
    case .field:
      let record = FaultTrace.Place(node: -1, location: "")
      for place in instances(of: scope, in: record) { body(&self, place, false) }
    case .items(let parent):
      forEachParent(parent.value) { evaluator, outer, column, lane in
        guard evaluator.arrayLanes(column).contains(lane) else {
          if evaluator.isMismatch(parent.value, column, lane) { body(&evaluator, outer, true) }
          return
        }
        for place in evaluator.elements(of: outer, column, lane) { body(&evaluator, place, false) }
      } mismatch: { evaluator, outer in
        body(&evaluator, outer, true)
      }
    case .member(let parent, _):
      forEachParent(parent.value) { evaluator, outer, column, lane in
        guard evaluator.columns[column].objects.contains(lane) else {
          if evaluator.isMismatch(parent.value, column, lane) { body(&evaluator, outer, true) }
          return
        }
        let root = FaultTrace.Place(
          node: evaluator.partsRoot(column, lane), location: outer.location)
        for place in evaluator.instances(of: scope, in: root) { body(&evaluator, place, false) }
      } mismatch: { evaluator, outer in
        body(&evaluator, outer, true)
      }
    }
  }

  /// Whether a value of another kind than a nested block is about is one that its field does not
  /// declare (docs/reference/constraints.md#values-of-another-kind).
  private mutating func isMismatch(_ scope: Int, _ column: Int32, _ lane: Int32) -> Bool {
    !mismatch(paths[scopes[Int32(scope)].path].types, column, Lanes(lane)).no.isEmpty
  }

  /// The values of an enclosing block that are there and not blocked.
  private mutating func forEachParent(
    _ scope: Int, _ body: (inout Evaluator, FaultTrace.Place, Int32, Int32) -> Void,
    mismatch: (inout Evaluator, FaultTrace.Place) -> Void
  ) {
    forEachInstance(of: scope) { evaluator, outer, isMismatch in
      if isMismatch { return mismatch(&evaluator, outer) }
      evaluator.at(outer, path: evaluator.scopes[Int32(scope)].path) { evaluator, column, lane in
        guard evaluator.columns[column].values.contains(lane),
          evaluator.isOpen(scope, before: .value, column, lane)
        else { return }
        body(&evaluator, outer, column, lane)
      }
    }
  }

  private mutating func instances(
    of scope: Int, in outer: FaultTrace.Place
  ) -> [FaultTrace.Place] {
    let code = scopes[Int32(scope)]
    if code.walk >= 0 { return placesFound(walks[code.walk], from: outer) }
    let path = program.fieldPaths[Int(code.path)]
    return [
      FaultTrace.Place(node: node(at: code.path), location: path.pointer(isCSV: isCSV))
    ]
  }

  /// Whether no rule that goes before others has failed in a lane.
  private mutating func isOpen(
    _ scope: Int, before stage: Rule.Stage, _ column: Int32, _ lane: Int32
  ) -> Bool {
    let code = scopes[Int32(scope)]
    return stage.blockers.allSatisfy { blocker in
      switch blocker {
      case .presence: holds(code.presenceStart, code.presenceCount, column, lane)
      case .type: holds(code.typeStart, code.typeCount, column, lane)
      case .format: holds(code.formatStart, code.formatCount, column, lane)
      case .bound, .value: true
      }
    }
  }

  private mutating func holds(
    _ start: Int32, _ count: Int32, _ column: Int32, _ lane: Int32
  ) -> Bool {
    for index in start..<start &+ count where rules[ruleList[index]].isRun {
      if program.ruleSet.rules[Int(ruleList[index])].expression.asksClosure { continue }
      if fails(rules[ruleList[index]].expression, column, lane) { return false }
    }
    return true
  }
}

extension Program {
  /// The pointer of the value at fault where it is the same in every record, otherwise nil.
  func fixedLocation(of rule: Int32, isCSV: Bool) -> String? {
    let code = rules[rule]
    guard code.samplePath >= 0, !code.hasElements || code.isUnique, !code.asksForNames,
      !paths[code.samplePath].isRepeated
    else { return code.isUnique ? "" : nil }
    return fieldPaths[Int(code.samplePath)].pointer(isCSV: isCSV)
  }
}

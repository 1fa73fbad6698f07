/// The places at which a rule failed on the record that is looked at alone. Cold: judging notes one
/// element at fault at most, so where several may be, the rule is asked once more, value by value.
extension FailureExplainer {
  /// Says where a rule failed.
  mutating func locate(
    _ rule: RuleNumber, _ culprit: NodeNumber, _ sample: inout Sample
  ) {
    if engine.core.tables.rules[rule].isKeyword {
      locateInSchema(rule, &sample)
      return
    }
    if engine.core.tables.rules[rule].isAboutNames, locateExtraFields(rule, culprit, &sample) {
      return
    }
    // In a nested block the value around may be at fault.
    if let location = engine.program.fixedLocation(of: rule, isCSV: engine.isCSV),
      culprit < 0 || engine.core.tables.rules[rule].gathered < 0
    {
      sample.instanceLocation = location
      return
    }
    let trace = trace(rule)
    if trace.count == 0, !definition(of: rule).expression.asksClosure { missedPlaces += 1 }
    sample.instanceLocation =
      culprit >= 0 && !engine.core.values.isInserted(culprit)
        && !engine.core.tables.rules[rule].asksForNames
      ? engine.core.values.location(ofNode: culprit)
      : trace.places.first?.location
        ?? location(at: max(0, engine.core.tables.rules[rule].samplePath))
    guard trace.count > 1 else { return }
    sample.places = trace.places.map { place in
      FailureLocation(
        instanceLocation: place.location,
        value: place.node >= 0 ? engine.core.values.shown(place.node).text : nil)
    }
    sample.morePlaces = trace.count - trace.places.count
  }

  /// Says which fields a rule does not admit; false if none are to be shown.
  private mutating func locateExtraFields(
    _ rule: RuleNumber, _ culprit: NodeNumber, _ sample: inout Sample
  ) -> Bool {
    var shown: [(place: FailureLocation, isTruncated: Bool)] = []
    var count = 0
    var areNamed = false
    for object in objectsAtFault(rule, culprit) {
      let fields = extraFields(of: rule, object.node) ?? NamedMembers()
      areNamed = areNamed || fields.count > 0
      count += max(1, fields.count)
      let room = FailureTrace.placesMaximum - shown.count
      if fields.count == 0, room > 0 { shown.append(whole(object)) }
      shown += fields.first.prefix(room).map { field in
        let location = InstanceLocation.appending(field.name, to: object.location)
        return (
          FailureLocation(instanceLocation: location, value: field.shown?.text),
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
  private mutating func objectsAtFault(_ rule: RuleNumber, _ culprit: NodeNumber) -> [FailureTrace
    .Site]
  {
    if engine.core.tables.rules[rule].gathered >= 0 || engine.core.tables.rules[rule].hasElements {
      return trace(rule, maximum: .max).places
    }
    let node = engine.core.values.shownNode(
      engine.core.failingNode(at: engine.core.tables.rules[rule].samplePath, culprit))
    return [
      FailureTrace.Site(
        node: node, location: node < 0 ? "" : engine.core.values.location(ofNode: node))
    ]
  }

  /// A value at fault that is not an object, or whose names are not shown.
  private mutating func whole(_ place: FailureTrace.Site) -> (
    place: FailureLocation, isTruncated: Bool
  ) {
    let value = place.node >= 0 ? engine.core.values.shown(place.node) : nil
    return (
      FailureLocation(instanceLocation: place.location, value: value?.text),
      value?.isTruncated ?? false
    )
  }

  /// The values at which a rule failed, as far as it is about more than one place.
  ///
  /// - Parameter maximum: as many are kept.
  private mutating func trace(
    _ rule: RuleNumber, maximum: Int = FailureTrace.placesMaximum
  ) -> FailureTrace {
    var trace = FailureTrace(maximum: maximum)
    let definition = definition(of: rule)
    let expression = engine.core.tables.rules[rule].expression
    if engine.core.tables.rules[rule].isUnique {
      for part in askedParts(of: rule) where part.key == nil { add(part.place, to: &trace) }
      return trace
    }
    // Closures are not asked twice: they may have effects.
    guard expression >= 0, !definition.expression.asksClosure else { return trace }
    guard let scope = definition.scope?.value else {
      let record = Spot(
        column: engine.core.values.column(ProgramBuilder.recordPath), lane: engine.lane)
      follow(expression, record, "", &trace)
      return trace
    }
    for instance in instances(of: scope) {
      if instance.isMismatch {
        add(instance.place, to: &trace)
        continue
      }
      let spot = open(instance.place, path: engine.core.tables.scopes[Int32(scope)].path)
      if isOpen(scope, before: definition.stage, spot) {
        follow(expression, spot, instance.place.location, &trace)
      }
      close(spot)
    }
    return trace
  }

  /// A value of a record at which a reference to other records is judged.
  struct AskedPart {
    var place: FailureTrace.Site
    /// The key that it asks for; nil: it is around such values, but of another kind.
    var key: Fingerprint?
  }

  /// The values of the record that is looked at alone at which a reference is judged, in the order
  /// in which the engine judges them.
  mutating func askedParts(of rule: RuleNumber) -> [AskedPart] {
    let definition = definition(of: rule)
    guard let scope = definition.scope?.value else { return [] }
    var parts: [AskedPart] = []
    for instance in instances(of: scope) {
      if instance.isMismatch {
        parts.append(AskedPart(place: instance.place))
        continue
      }
      let spot = open(instance.place, path: engine.core.tables.scopes[Int32(scope)].path)
      let present =
        engine.core.values.columns[spot.column].values
        - engine.core.values.columns[spot.column].unreadables
      if present.contains(spot.lane), isOpen(scope, before: definition.stage, spot) {
        let key = engine.core.referenceKey(of: rule, spot.column, spot.lane)
        parts.append(AskedPart(place: instance.place, key: key))
      }
      close(spot)
    }
    return parts
  }

  private mutating func definition(of rule: RuleNumber) -> Rule {
    engine.program.ruleSet.rules[Int(rule)]
  }

  // MARK: Statements

  /// Follows a statement that fails to the values that make it fail.
  private mutating func follow(
    _ number: Int32, _ spot: Spot, _ location: String, _ trace: inout FailureTrace
  ) {
    guard fails(number, spot) else { return }
    let (column, lane) = (spot.column, spot.lane)
    let instruction = engine.core.tables.instructions[number]
    let place = FailureTrace.Site(
      node: engine.core.values.columns[column].place(lane), location: location)
    let before = trace.additions
    switch instruction.code {
    case .all, .fields:
      for index in instruction.a..<instruction.a &+ instruction.b {
        follow(engine.core.tables.children[index], spot, location, &trace)
      }
      if trace.additions == before { add(place, to: &trace) }
    case .when:
      let holds = engine.core.evaluate(instruction.a, column, Lanes(lane)).yes.contains(lane)
      let branch = holds ? instruction.b : instruction.c
      if branch < 0 {
        add(place, to: &trace)
      } else {
        follow(branch, spot, location, &trace)
      }
    case .atPath:
      let record = engine.core.values.columns[column].record(lane)
      follow(
        instruction.b, Spot(column: engine.core.values.column(instruction.path), lane: record),
        self.location(at: instruction.path), &trace)
    case .atWalk:
      let walk = engine.core.values.tables.walks[instruction.a]
      let root = FailureTrace.Site(
        node: engine.core.values.partsRoot(column, lane), location: location)
      follow(instruction.b, at: placesFound(walk, from: root), path: walk.target, &trace)
    case .items:
      follow(instruction.b, at: elements(of: place, column, lane), path: instruction.path, &trace)
      if trace.additions == before { add(place, to: &trace) }
    case .names
    where engine.core.values.columns[column].objects.contains(lane) && showsNames(of: place):
      let object = engine.core.values.value(column, lane).bytes
      let record = engine.core.values.columns[column].record(lane)
      add(
        engine.core.failingNames(of: object, instruction, record: record), of: location, to: &trace)
    case .leaf where engine.core.tables.leaves[instruction.a].code == .dependentRequired:
      let value = engine.core.values.value(column, lane)
      let dependencies = engine.program.lists.dependencies[
        Int(engine.core.tables.leaves[instruction.a].operand)]
      let missing = value.kind == .object ? engine.core.missingNames(dependencies, value.bytes) : []
      if missing.isEmpty { add(place, to: &trace) }
      add(missing.map(\.name), of: location, to: &trace)
    default: add(place, to: &trace)
    }
  }

  private mutating func follow(
    _ number: Int32, at places: [FailureTrace.Site], path: PathNumber, _ trace: inout FailureTrace
  ) {
    for place in places {
      let spot = open(place, path: path)
      follow(number, spot, place.location, &trace)
      close(spot)
    }
  }

  /// Adds a value at fault.
  private mutating func add(_ place: FailureTrace.Site, to trace: inout FailureTrace) {
    trace.add(
      FailureTrace.Site(node: engine.core.values.shownNode(place.node), location: place.location),
      insertedNode: place.node >= 0 && engine.core.values.isInserted(place.node) ? place.node : nil)
  }

  /// Adds members by their names.
  private mutating func add(_ names: [String], of location: String, to trace: inout FailureTrace) {
    for name in names {
      trace.add(
        FailureTrace.Site(node: -1, location: InstanceLocation.appending(name, to: location)))
    }
  }

  /// Whether the names of an object's members may be shown.
  private mutating func showsNames(of object: FailureTrace.Site) -> Bool {
    object.node < 0
      || engine.core.values.masking.maskings[engine.core.values.table.nodes[object.node].state]
        != .whole
  }

  mutating func fails(_ number: Int32, _ spot: Spot) -> Bool {
    engine.core.evaluate(number, spot.column, Lanes(spot.lane)).failing.contains(spot.lane)
  }

  // MARK: Spots

  /// A lane of a column, in which the engine can be asked about one value.
  struct Spot {
    var column: ColumnNumber
    var lane: Lane
    /// How many values had been found before the frame was opened; nil if it is not a frame.
    var foundBefore: Int?
  }

  /// The column of a path, or a frame of one value where a record has several. To be closed before
  /// one that was opened earlier.
  mutating func open(_ place: FailureTrace.Site, path: PathNumber) -> Spot {
    guard engine.core.values.tables.paths[path].isRepeated else {
      return Spot(column: engine.core.values.column(path), lane: engine.lane)
    }
    let start = engine.core.values.foundCount
    engine.core.values.push(place.node, engine.lane)
    let frame = engine.core.values.openFrame(
      start, start + 1, path: path, around: engine.core.values.column(ProgramBuilder.recordPath))
    return Spot(column: frame, lane: 0, foundBefore: start)
  }

  mutating func close(_ spot: Spot) {
    guard let foundBefore = spot.foundBefore else { return }
    engine.core.values.closeFrame()
    engine.core.values.foundCount = foundBefore
  }

  // MARK: Scopes

  /// A value about which a block is judged, or one around it that is of another kind.
  private struct Instance {
    var place: FailureTrace.Site
    var isMismatch = false
  }

  private mutating func instances(of scope: Int) -> [Instance] {
    let (parent, isAboutElements): (Int, Bool)
    switch engine.program.ruleSet.scopes[scope].place {
    case .field:
      let record = FailureTrace.Site(node: -1, location: "")
      return values(of: scope, in: record).map { Instance(place: $0) }
    case .items(let outer): (parent, isAboutElements) = (outer.value, true)
    case .member(let outer, _): (parent, isAboutElements) = (outer.value, false)
    }
    let path = engine.core.tables.scopes[Int32(parent)].path
    var found: [Instance] = []
    for outer in instances(of: parent) {
      if outer.isMismatch {
        found.append(outer)
        continue
      }
      let spot = open(outer.place, path: path)
      let (column, lane) = (spot.column, spot.lane)
      let about =
        isAboutElements
        ? engine.core.values.arrayLanes(column) : engine.core.values.columns[column].objects
      if !engine.core.values.columns[column].values.contains(lane)
        || !isOpen(parent, before: .value, spot)
      {
        // Nothing in it was judged.
      } else if !about.contains(lane) {
        // Not so of a kind that the field declares
        // (docs/reference/constraints.md#values-of-another-kind).
        let mismatch = engine.core.mismatch(
          engine.core.values.tables.paths[path].types, column, Lanes(lane))
        if !mismatch.no.isEmpty { found.append(Instance(place: outer.place, isMismatch: true)) }
      } else if isAboutElements {
        found += elements(of: outer.place, column, lane).map { Instance(place: $0) }
      } else {
        let root = FailureTrace.Site(
          node: engine.core.values.partsRoot(column, lane), location: outer.place.location)
        found += values(of: scope, in: root).map { Instance(place: $0) }
      }
      close(spot)
    }
    return found
  }

  private mutating func values(of scope: Int, in outer: FailureTrace.Site) -> [FailureTrace.Site] {
    let code = engine.core.tables.scopes[Int32(scope)]
    if code.walk >= 0 {
      return placesFound(engine.core.values.tables.walks[code.walk], from: outer)
    }
    let location = self.location(at: code.path)
    return [FailureTrace.Site(node: engine.core.values.node(at: code.path), location: location)]
  }

  /// Whether no rule that goes before others has failed on a value.
  private mutating func isOpen(_ scope: Int, before stage: Rule.Stage, _ spot: Spot) -> Bool {
    let code = engine.core.tables.scopes[Int32(scope)]
    return stage.blockers.allSatisfy { blocker in
      switch blocker {
      case .presence: holds(code.presenceStart, code.presenceCount, spot)
      case .type: holds(code.typeStart, code.typeCount, spot)
      case .format: holds(code.formatStart, code.formatCount, spot)
      case .bound, .value: true
      }
    }
  }

  private mutating func holds(_ start: Int32, _ count: Int32, _ spot: Spot) -> Bool {
    for index in start..<start &+ count {
      let rule = engine.core.tables.ruleList[index]
      guard engine.core.tables.rules[rule].isRun,
        !engine.program.ruleSet.rules[Int(rule)].expression.asksClosure
      else { continue }
      if fails(engine.core.tables.rules[rule].expression, spot) { return false }
    }
    return true
  }
}

extension Program {
  /// The pointer of the value at fault where it is the same in every record, otherwise nil.
  func fixedLocation(of rule: RuleNumber, isCSV: Bool) -> String? {
    let code = tables.rules[rule]
    guard code.samplePath >= 0, !code.hasElements || code.isUnique, !code.asksForNames,
      !tables.paths[code.samplePath].isRepeated, !tables.paths[code.samplePath].countsFromEnd
    else { return code.isUnique ? "" : nil }
    return lists.fieldPaths[Int(code.samplePath)].pointer(isCSV: isCSV)
  }
}

/// The records of a document that a schema splits: each is judged by the subschemas of its set.
extension SchemaEvaluator {
  /// Judges records by the subschemas that have to hold for them.
  @inline(__always)
  mutating func judgeRecords(_ lanes: Lanes) {
    if schema.setCount > 0, core.values.document != nil { return judgeSets(lanes) }
    _ = judge(schema.root, core.values.column(schema.rootPath), lanes, asserts: true)
  }

  @inline(never)
  private mutating func judgeSets(_ lanes: Lanes) {
    commonFailures.removeAll(keepingCapacity: true)
    // Before any column is read.
    for lane in lanes { restoreCounts(lane) }
    let column = core.values.column(schema.rootPath)
    var rest = lanes
    while !rest.isEmpty {
      let set = core.values.set(of: rest.first)
      var alike = Lanes.none
      for lane in rest where core.values.set(of: lane) == set { alike |= Lanes(lane) }
      rest -= alike
      guard let set, set != Int(schema.setCount) else {
        _ = judge(schema.root, column, alike, asserts: true)
        continue
      }
      let parts =
        set < 0
        ? program.recordSets[SchemaRecordSet.set(ofOutline: set)].outlines
        : program.recordSets[set].parts
      for part in parts {
        let asked = part.isAboutAll ? alike : having(part, alike)
        if asked.isEmpty { continue }
        log?.begin(part.way)
        _ = judge(part.subschema, column, asked, asserts: true)
        log?.begin([])
      }
      if set >= 0, !program.recordSets[set].commonRules.isEmpty { claim(set, column, alike) }
    }
  }

  /// The lanes whose records have a name that a part of a set is about.
  private mutating func having(_ part: RecordSetPart, _ lanes: Lanes) -> Lanes {
    guard let document = core.values.document else { return lanes }
    var found = Lanes.none
    for lane in lanes {
      let ordinal = core.values.positions[lane].ordinal
      if let isAboutMembers = part.isAboutMembers, document.isMember(ordinal) != isAboutMembers {
        continue
      }
      let isMeant = document.withName(of: ordinal) { name in
        if part.pattern >= 0 { return matches(part.pattern, name: name, lane) }
        return !part.exceptions.contains { matches($0, name: name, lane) }
      }
      found.insert(lane, if: isMeant)
    }
    return found
  }

  /// Tells the arrays and maps of an outline, which are empty in its text, how many parts they had.
  private mutating func restoreCounts(_ lane: Lane) {
    guard let set = core.values.set(of: lane), set < 0 || set == Int(schema.setCount) else {
      return
    }
    let ordinal = core.values.positions[lane].ordinal
    guard let outline = core.values.document?.outline(ordinal) else { return }
    let first =
      set < 0 ? program.recordSets[SchemaRecordSet.set(ofOutline: set)].firstInner : 0
    for (index, count) in outline.counts.enumerated() where count >= 0 {
      let node = node(at: program.recordSets[first + index].names, lane)
      if node >= 0 { core.values.table.links[node].count = Int32(clamping: count) }
    }
    for failure in outline.failures {
      let node = node(at: program.recordSets[failure.set].names, lane)
      let keyword = program.recordSets[failure.set].commonRules[failure.rule]
      if node >= 0 {
        commonFailures.append((node, schema.keywords[keyword].rule, failure.isLimited))
      }
    }
  }

  // MARK: Rules about all elements

  /// Notes what elements say to the rules about all of them.
  @inline(never)
  private mutating func claim(_ set: Int, _ column: ColumnNumber, _ lanes: Lanes) {
    guard log == nil, !core.collectsFailures, let document = core.values.document else { return }
    var elements = Lanes.none
    for lane in lanes {
      let ordinal = core.values.positions[lane].ordinal
      guard !document.isMember(ordinal) else { continue }
      elements |= Lanes(lane)
      if document.isFirstElement(ordinal) { note(.begins, set, 0, lane) }
    }
    for (index, number) in program.recordSets[set].commonRules.enumerated() {
      let keyword = schema.keywords[number]
      guard keyword.rule >= 0, core.tables.rules[keyword.rule].isRun else { continue }
      if keyword.kind == .contains {
        let answer = judge(part(keyword, 0), column, elements, asserts: false)
        for lane in answer.yes { note(.counts, set, index, lane) }
        for lane in answer.limited { note(.mayCount, set, index, lane) }
      } else {
        for lane in elements {
          let value = core.values.value(column, lane)
          note(.key(core.fingerprint(of: value)), set, index, lane)
        }
      }
    }
  }

  private mutating func note(
    _ kind: ChunkStatistics.CommonClaim.Kind, _ set: Int, _ rule: Int, _ lane: Lane
  ) {
    core.statistics.commonClaims.append(
      ChunkStatistics.CommonClaim(
        ordinal: core.values.positions[lane].ordinal, set: set, rule: rule, kind: kind))
  }

  /// Whether the elements of an array are judged as records, so that its text has none of them.
  mutating func isEmptied(_ node: NodeNumber) -> Bool {
    schema.setCount > 0 && core.values.document != nil && node >= 0
      && core.values.table.links[node].count > 0 && core.values.table.firstChild(of: node) < 0
  }

  /// Corrects what a keyword says of arrays whose elements fail together.
  @inline(never)
  mutating func correct(_ answer: inout Answer, of number: Int32, _ column: ColumnNumber) {
    let rule = schema.keywords[number].rule
    for lane in answer.yes {
      let node = columns[column].place(lane)
      guard let found = commonFailures.first(where: { $0.node == node && $0.rule == rule })
      else { continue }
      answer.yes -= Lanes(lane)
      if found.isLimited { answer.limited |= Lanes(lane) } else { answer.no |= Lanes(lane) }
    }
  }

  /// The general location, in its record, of the piece in a lane; empty of whole records.
  mutating func location(ofPiece lane: Lane) -> String {
    guard core.values.document?.pieces != nil, let number = core.values.set(of: lane) else {
      return ""
    }
    return number < 0 ? "" : program.recordSets[number].location
  }

  /// The node to which names lead from a record; -1 if there is none.
  private mutating func node(at names: [OwnedBytes], _ lane: Lane) -> NodeNumber {
    var node = core.values.table.node(at: FieldTree.root, in: lane)
    for name in names {
      guard node >= 0, core.values.table.nodes[node].kind == .object else { return -1 }
      let parent = core.values.table.nodes[node].state
      let state = withExtendedLifetime(name) { program.tree.keys.member(name.view, of: parent) }
      guard state >= 0 else { return -1 }
      if !core.values.states[state].isRepeated {
        node = core.values.table.node(at: state, in: lane)
        continue
      }
      node = core.values.table.firstChild(of: node)
      while node >= 0, core.values.table.nodes[node].state != state {
        node = core.values.table.links[node].nextSibling
      }
    }
    return node
  }
}

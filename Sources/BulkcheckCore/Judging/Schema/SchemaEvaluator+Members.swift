/// The members of objects, by name, by pattern, and those that neither is about.
extension SchemaEvaluator {
  /// `propertyNames`: the names as texts.
  @inline(never)
  mutating func names(
    _ keyword: KeywordCode, _ column: ColumnNumber, _ lanes: Lanes, asserts: Bool
  ) -> Answer {
    let objects = lanes & columns[column].objects
    if asserts { noteInapplicable(keyword, column, lanes - objects) }
    let start = core.values.foundCount
    for lane in objects {
      var member = core.values.table.firstChild(of: columns[column].place(lane))
      while member >= 0 {
        core.values.push(member, lane)
        member = core.values.table.links[member].nextSibling
      }
    }
    return judgePart(keyword, 0) { evaluator in
      evaluator.judgeFound(
        from: start, evaluator.part(keyword, 0), column, objects, asserts: asserts,
        areNames: true
      ).filled(lanes)
    }
  }

  // MARK: By name

  /// The answer of a subschema about the member with a name, where there is one.
  @inline(never)
  mutating func member(
    _ name: Int32, _ subschema: Int32, _ column: ColumnNumber, _ lanes: Lanes, asserts: Bool
  ) -> Answer {
    let child = memberColumn(name, column)
    guard child != .linked else {
      return parts(.member(name), subschema, column, lanes, asserts: asserts)
    }
    guard case .column(let inner) = child else { return Answer(yes: lanes, no: .none) }
    let asked = lanes & there(inner)
    return branch(subschema, inner, asked, of: lanes, asserts: asserts)
  }

  /// The place at which the members with a name are found.
  enum MemberColumns: Equatable {
    case column(ColumnNumber)
    /// Among the linked parts of their objects.
    case linked
    /// No subschema reads them.
    case none
  }

  private mutating func memberColumn(_ name: Int32, _ column: ColumnNumber) -> MemberColumns {
    guard !columns[column].isFrame else { return .linked }
    let state = core.values.tables.pathStates[
      core.values.tables.paths[columns[column].path].stateStart]
    let child = program.tree.keys.member(core.values.tables.textViews[name], of: state)
    guard child >= 0 else { return .none }
    if core.values.states[child].isRepeated { return .linked }
    let path = schema.pathOfState[child]
    return path >= 0 ? .column(core.values.column(path)) : .none
  }

  /// The lanes whose values are there: in CSV an empty cell is an absent member.
  private mutating func there(_ column: ColumnNumber) -> Lanes {
    isCSV ? columns[column].values : columns[column].captured
  }

  /// The lanes whose objects have a member.
  @inline(never)
  mutating func having(member name: Int32, _ column: ColumnNumber, _ lanes: Lanes) -> Lanes {
    switch memberColumn(name, column) {
    case .column(let inner): return lanes & there(inner)
    case .none: return .none
    case .linked:
      var found = Lanes.none
      for lane in lanes {
        let node = columns[column].place(lane)
        found.insert(lane, if: member(name, of: node, columns[column].record(lane)) >= 0)
      }
      return found
    }
  }

  /// The node of an object's member with a name, or -1.
  @inline(never)
  mutating func member(_ name: Int32, of node: NodeNumber, _ record: Lane) -> NodeNumber {
    let state = core.values.table.nodes[node].state
    let child =
      isCSV
      ? FieldTree.none : program.tree.keys.member(core.values.tables.textViews[name], of: state)
    if child >= 0, !core.values.states[child].isRepeated {
      return core.values.table.node(at: child, in: record)
    }
    guard core.values.states[state].linksChildren || isCSV else { return -1 }
    var part = core.values.table.firstChild(of: node)
    if child >= 0 {
      while part >= 0, core.values.table.nodes[part].state != child {
        part = core.values.table.links[part].nextSibling
      }
      return part
    }
    // Where values are captured whole, members have no states of their own.
    guard core.values.states[state].everyMember >= 0 || isCSV else { return -1 }
    while part >= 0, !core.values.key(of: part).equals(core.values.tables.textViews[name]) {
      part = core.values.table.links[part].nextSibling
    }
    return part
  }

  // MARK: Others

  @inline(never)
  mutating func others(
    _ keyword: KeywordCode, _ column: ColumnNumber, _ lanes: Lanes, asserts: Bool
  ) -> Answer {
    let objects = lanes & columns[column].objects
    let subschema = part(keyword, 0)
    guard schema.subschemas[subschema].isNever else {
      return judgePart(keyword, 0) { evaluator in
        evaluator.parts(.others(keyword), subschema, column, objects, asserts: asserts)
          .filled(lanes)
      }
    }
    var answer = Answer()
    unmatched = .none
    if isCSV, !core.values.linksCells {
      answer.no = lanesWithOtherCells(keyword, objects)
    } else {
      for lane in objects {
        answer.no.insert(lane, if: hasOthers(keyword, columns[column].place(lane), lane))
      }
    }
    answer.limited = unmatched & objects - answer.no
    unmatched = .none
    answer.yes = objects - answer.no - answer.limited
    answer.notApplicable = lanes - objects
    if asserts {
      _ = judgePart(keyword, 0) { evaluator in
        evaluator.note(never: subschema, answer, column)
        return answer
      }
    }
    return answer
  }

  /// Whether an object has a member that no name or pattern beside the keyword is about.
  @inline(never)
  private mutating func hasOthers(
    _ keyword: KeywordCode, _ node: NodeNumber, _ lane: Lane
  ) -> Bool {
    let state = core.values.table.nodes[node].state
    if keyword.patterns < 0, !isCSV {
      if core.values.table.nodes[node].flags.contains(.hasOtherKeys) { return true }
      if !core.values.states[state].linksChildren { return hasOtherColumns(keyword, node) }
    }
    var member = core.values.table.firstChild(of: node)
    while member >= 0 {
      if isOther(named: core.values.key(of: member), keyword, lane) { return true }
      member = core.values.table.links[member].nextSibling
    }
    return false
  }

  /// Whether an object has a member that is read, but not because of the names beside the keyword.
  @inline(never)
  private mutating func hasOtherColumns(_ keyword: KeywordCode, _ node: NodeNumber) -> Bool {
    let state = core.values.table.nodes[node].state
    let lane = core.values.table.lane(of: node)
    var rest = core.values.states[state].memberCount
    guard rest > keyword.nameCount else { return false }
    var child = state &+ 1
    while rest > 0 {
      rest &-= 1
      if core.values.table.node(at: child, in: lane) >= 0,
        !program.lists.nameSets[Int(keyword.names)].contains(program.tables.stepNames[child])
      {
        return true
      }
      child = core.values.states[child].lastDescendant
    }
    return false
  }

  /// Whether no name or pattern beside a keyword is about the members with a name.
  @inline(never)
  mutating func isOther(
    named key: ByteView, _ keyword: KeywordCode, _ lane: Lane
  ) -> Bool {
    if keyword.names >= 0, program.lists.nameSets[Int(keyword.names)].contains(key) { return false }
    guard keyword.patterns >= 0 else { return true }
    let patterns = schema.keywords[keyword.patterns]
    for index in 0..<patterns.partCount {
      let pattern = schema.parts[patterns.partStart &+ index].operand
      if matches(pattern, name: key, lane) { return false }
    }
    return true
  }

  /// Whether a pattern matches the name of a member.
  ///
  /// Where the match limit is reached, that is not known: the name counts as matched, and the lane
  /// as one about which nothing is decided.
  mutating func matches(_ pattern: Int32, name: ByteView, _ lane: Lane) -> Bool {
    let answer = core.values.match(pattern, name)
    if answer == .limitExceeded { unmatched |= Lanes(lane) }
    return answer != .notMatched
  }

  /// The lanes whose rows have a cell, among the columns that the program reads, that no name or
  /// pattern beside the keyword is about.
  mutating func lanesWithOtherCells(_ keyword: KeywordCode, _ lanes: Lanes) -> Lanes {
    var found = Lanes.none
    for column in program.lists.columns {
      let path = schema.pathOfState[column.state]
      guard path >= 0 else { continue }
      let cells = lanes & columns[core.values.column(path)].values
      guard let first = cells.isEmpty ? nil : cells.first,
        isOther(named: program.tables.stepNames[column.state], keyword, first)
      else { continue }
      found |= cells
    }
    return found
  }
}

/// Members and elements, and what a schema's applicators ask about them.
extension Evaluator {
  /// Which parts of a value are meant.
  enum SchemaSource {
    /// The member with a name in the pool of texts.
    case member(Int32)
    /// The members whose names match a pattern.
    case members(Int32)
    /// The members that no name or pattern beside a keyword is about.
    case others(KeywordCode)
    case element(Int32)
    case elements(from: Int32)
    /// Parts that no keyword has evaluated: those without the mark.
    case unmarked(Int32, from: Int32)
  }

  /// What a keyword says that applies others: in the same place, or to parts.
  @inline(never)
  mutating func apply(
    _ keyword: KeywordCode, _ column: Int32, _ lanes: Lanes, asserts: Bool
  ) -> Answer {
    switch keyword.code {
    case .allOf, .reference:
      var result = Answer(yes: lanes, no: .none)
      var open = lanes
      for index in 0..<keyword.partCount where !open.isEmpty {
        result.and(
          judgePart(keyword, index) { evaluator in
            evaluator.judge(
              evaluator.part(keyword, index), column, open, asserts: asserts)
          })
        if !asserts { open = lanes - result.no }
      }
      return result
    case .conditional: return conditional(keyword, column, lanes, asserts: asserts)
    case .dependentSchemas:
      return dependentSchemas(keyword, column, lanes, asserts: asserts)
    case .properties: return properties(keyword, column, lanes, asserts: asserts)
    case .patternProperties:
      let objects = lanes & columns[column].objects
      if asserts { noteInapplicable(keyword, column, lanes - objects) }
      var result = Answer(yes: lanes, no: .none)
      for index in 0..<keyword.partCount where !objects.isEmpty {
        let part = schema.parts[keyword.partStart &+ index]
        result.and(
          judgePart(keyword, index) { evaluator in
            evaluator.parts(
              .members(part.operand), part.subschema, column, objects, asserts: asserts)
          })
      }
      return result
    case .additionalProperties: return others(keyword, column, lanes, asserts: asserts)
    case .propertyNames: return names(keyword, column, lanes, asserts: asserts)
    case .prefixItems:
      let arrays = lanes & columns[column].arrays
      if asserts { noteInapplicable(keyword, column, lanes - arrays) }
      var result = Answer(yes: lanes, no: .none)
      for index in 0..<keyword.partCount where !arrays.isEmpty {
        result.and(
          judgePart(keyword, index) { evaluator in
            evaluator.parts(
              .element(index), evaluator.part(keyword, index), column, arrays, asserts: asserts)
          })
      }
      return result
    case .items:
      if asserts { noteInapplicable(keyword, column, lanes - columns[column].arrays) }
      return judgePart(keyword, 0) { evaluator in
        evaluator.parts(
          .elements(from: keyword.minimum), evaluator.part(keyword, 0), column,
          lanes & evaluator.columns[column].arrays, asserts: asserts
        ).filled(lanes)
      }
    case .unevaluatedProperties, .unevaluatedItems:
      return unevaluated(keyword, column, lanes, asserts: asserts)
    default: return Answer(yes: lanes, no: .none)
    }
  }

  // MARK: In place

  @inline(never)
  private mutating func conditional(
    _ keyword: KeywordCode, _ column: Int32, _ lanes: Lanes, asserts: Bool
  ) -> Answer {
    let condition = judge(part(keyword, 0), column, lanes, asserts: false)
    var result = Answer(yes: lanes, no: .none)
    // Which branch is to be taken is not known.
    result.and(Answer(limited: condition.limited))
    for (index, asked) in [(Int32(1), condition.yes), (2, condition.no)] {
      result.and(
        judgePart(keyword, index) { evaluator in
          evaluator.branch(
            evaluator.part(keyword, index), column, asked, of: lanes, asserts: asserts)
        })
    }
    return result
  }

  /// What a subschema says that is asked about some of the lanes. As an assertion, `false` is
  /// judged in all of them: it passes where it forbids nothing.
  @inline(never)
  private mutating func branch(
    _ subschema: Int32, _ column: Int32, _ asked: Lanes, of lanes: Lanes, asserts: Bool
  ) -> Answer {
    guard subschema >= 0 else { return Answer(yes: lanes, no: .none) }
    if schema.subschemas[subschema].isNever {
      let answer = Answer(yes: lanes - asked, no: asked)
      if asserts { note(never: subschema, answer, column) }
      return answer
    }
    if asked.isEmpty { return Answer(yes: lanes, no: .none) }
    return judge(subschema, column, asked, asserts: asserts).filled(lanes)
  }

  @inline(never)
  private mutating func dependentSchemas(
    _ keyword: KeywordCode, _ column: Int32, _ lanes: Lanes, asserts: Bool
  ) -> Answer {
    let objects = lanes & columns[column].objects
    if asserts { noteInapplicable(keyword, column, lanes - objects) }
    var result = Answer(yes: lanes, no: .none)
    for index in 0..<keyword.partCount where !objects.isEmpty {
      let part = schema.parts[keyword.partStart &+ index]
      let asked = having(member: part.operand, column, objects)
      result.and(
        judgePart(keyword, index) { evaluator in
          evaluator.branch(part.subschema, column, asked, of: objects, asserts: asserts)
        })
    }
    return result
  }

  // MARK: Members

  @inline(never)
  private mutating func properties(
    _ keyword: KeywordCode, _ column: Int32, _ lanes: Lanes, asserts: Bool
  ) -> Answer {
    let objects = lanes & columns[column].objects
    if asserts { noteInapplicable(keyword, column, lanes - objects) }
    var result = Answer(yes: lanes, no: .none)
    var open = objects
    for index in 0..<keyword.partCount where !open.isEmpty {
      let part = schema.parts[keyword.partStart &+ index]
      result.and(
        judgePart(keyword, index) { evaluator in
          evaluator.member(part.operand, part.subschema, column, open, asserts: asserts)
        })
      if !asserts { open = objects - result.no }
    }
    return result
  }

  /// What a subschema says of the member with a name, where there is one.
  @inline(never)
  private mutating func member(
    _ name: Int32, _ subschema: Int32, _ column: Int32, _ lanes: Lanes, asserts: Bool
  ) -> Answer {
    let child = memberColumn(name, column)
    guard child != .linked else {
      return parts(.member(name), subschema, column, lanes, asserts: asserts)
    }
    guard case .column(let inner) = child else { return Answer(yes: lanes, no: .none) }
    let asked = lanes & there(inner)
    return branch(subschema, inner, asked, of: lanes, asserts: asserts)
  }

  /// Where the members with a name are found.
  enum MemberPlace: Equatable {
    case column(Int32)
    /// Among the linked parts of their objects.
    case linked
    /// No subschema reads them.
    case none
  }

  private mutating func memberColumn(_ name: Int32, _ column: Int32) -> MemberPlace {
    guard !columns[column].isFrame else { return .linked }
    let state = pathStates[paths[columns[column].path].stateStart]
    let child = program.tree.keys.member(textViews[name], of: state)
    guard child >= 0 else { return .none }
    if states[child].isRepeated { return .linked }
    let path = schema.pathOfState[child]
    return path >= 0 ? .column(self.column(path)) : .none
  }

  /// The lanes whose values are there: in CSV an empty cell is an absent member.
  private mutating func there(_ column: Int32) -> Lanes {
    isCSV ? columns[column].values : columns[column].captured
  }

  /// The lanes whose objects have a member.
  @inline(never)
  mutating func having(member name: Int32, _ column: Int32, _ lanes: Lanes) -> Lanes {
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
  mutating func member(_ name: Int32, of node: Int32, _ record: Int32) -> Int32 {
    let state = table.nodes[node].state
    let child =
      isCSV ? FieldTree.none : program.tree.keys.member(textViews[name], of: state)
    if child >= 0, !states[child].isRepeated { return table.node(at: child, in: record) }
    guard states[state].linksChildren || isCSV else { return -1 }
    var part = table.firstChild(of: node)
    if child >= 0 {
      while part >= 0, table.nodes[part].state != child { part = table.links[part].nextSibling }
      return part
    }
    // Where values are captured whole, members have no states of their own.
    guard states[state].everyMember >= 0 || isCSV else { return -1 }
    while part >= 0, !key(of: part).equals(textViews[name]) {
      part = table.links[part].nextSibling
    }
    return part
  }

  /// The name of a linked member.
  @inline(never)
  mutating func key(of node: Int32) -> ByteView {
    if isCSV { return cellNames[Int(table.links[node].keyDistance)].view }
    let raw = table.rawKey(of: node)
    return table.links[node].keyIsEscaped ? JSONString.unescape(raw, into: &arena) : raw
  }

  @inline(never)
  private mutating func others(
    _ keyword: KeywordCode, _ column: Int32, _ lanes: Lanes, asserts: Bool
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
    if isCSV, !linksCells {
      answer.no = lanesWithOtherCells(keyword, objects)
    } else {
      for lane in objects {
        answer.no.insert(lane, if: hasOthers(keyword, columns[column].place(lane)))
      }
    }
    answer.yes = objects - answer.no
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
  private mutating func hasOthers(_ keyword: KeywordCode, _ node: Int32) -> Bool {
    let state = table.nodes[node].state
    if keyword.patterns < 0, !isCSV {
      if table.nodes[node].flags.contains(.hasOtherKeys) { return true }
      if !states[state].linksChildren { return hasOtherColumns(keyword, node) }
    }
    var member = table.firstChild(of: node)
    while member >= 0 {
      if isOther(member, keyword) { return true }
      member = table.links[member].nextSibling
    }
    return false
  }

  /// Whether an object has a member that is read, but not because of the names beside the keyword.
  @inline(never)
  private mutating func hasOtherColumns(_ keyword: KeywordCode, _ node: Int32) -> Bool {
    let state = table.nodes[node].state
    let lane = table.lane(of: node)
    var rest = states[state].memberCount
    guard rest > keyword.nameCount else { return false }
    var child = state &+ 1
    while rest > 0 {
      rest &-= 1
      if table.node(at: child, in: lane) >= 0,
        !program.nameSets[Int(keyword.names)].contains(program.stepNames[child])
      {
        return true
      }
      child = states[child].lastDescendant
    }
    return false
  }

  @inline(never)
  private mutating func isOther(_ member: Int32, _ keyword: KeywordCode) -> Bool {
    isOther(named: key(of: member), keyword)
  }

  /// Whether no name or pattern beside a keyword is about the members with a name.
  @inline(never)
  mutating func isOther(named key: ByteView, _ keyword: KeywordCode) -> Bool {
    if keyword.names >= 0, program.nameSets[Int(keyword.names)].contains(key) { return false }
    guard keyword.patterns >= 0 else { return true }
    let patterns = schema.keywords[keyword.patterns]
    for index in 0..<patterns.partCount {
      let pattern = schema.parts[patterns.partStart &+ index].operand
      // What a pattern leaves open is not forbidden by another keyword.
      if match(pattern, key) != .notMatched { return false }
    }
    return true
  }

  /// `propertyNames`: the names as texts.
  @inline(never)
  private mutating func names(
    _ keyword: KeywordCode, _ column: Int32, _ lanes: Lanes, asserts: Bool
  ) -> Answer {
    let objects = lanes & columns[column].objects
    if asserts { noteInapplicable(keyword, column, lanes - objects) }
    let start = foundCount
    for lane in objects {
      var member = table.firstChild(of: columns[column].place(lane))
      while member >= 0 {
        push(member, lane)
        member = table.links[member].nextSibling
      }
    }
    return judgePart(keyword, 0) { evaluator in
      evaluator.judgeFound(
        from: start, evaluator.part(keyword, 0), column, objects, asserts: asserts,
        areNames: true
      ).filled(lanes)
    }
  }

  // MARK: Parts

  /// What a subschema says of parts of the values in some lanes, taken together.
  @inline(never)
  mutating func parts(
    _ source: SchemaSource, _ subschema: Int32, _ column: Int32, _ lanes: Lanes, asserts: Bool
  ) -> Answer {
    let start = foundCount
    for lane in lanes { findParts(source, columns[column].place(lane), lane, column) }
    return judgeFound(from: start, subschema, column, lanes, asserts: asserts)
  }

  @inline(never)
  mutating func findParts(
    _ source: SchemaSource, _ node: Int32, _ lane: Int32, _ column: Int32
  ) {
    guard node >= 0 else { return }
    if case .member(let name) = source {
      let member = member(name, of: node, columns[column].record(lane))
      if member >= 0 { push(member, lane) }
      return
    }
    var part = table.firstChild(of: node)
    var position: Int32 = 0
    while part >= 0 {
      if isMeant(source, part, position) { push(part, lane) }
      if case .element(let wanted) = source, wanted == position { return }
      part = table.links[part].nextSibling
      position += 1
    }
  }

  @inline(__always)
  private mutating func isMeant(_ source: SchemaSource, _ part: Int32, _ position: Int32) -> Bool {
    switch source {
    case .member: false
    case .members(let pattern): match(pattern, key(of: part)) != .notMatched
    case .others(let keyword): isOther(part, keyword)
    case .element(let wanted): position == wanted
    case .elements(let first): position >= first
    case .unmarked(let mark, let first): position >= first && marks[part] != mark
    }
  }

  /// Judges the parts that have been found, and says of each lane what is said of all its parts.
  @inline(never)
  mutating func judgeFound(
    from start: Int, _ subschema: Int32, _ column: Int32, _ lanes: Lanes, asserts: Bool,
    areNames: Bool = false
  ) -> Answer {
    var result = Answer(yes: lanes, no: .none)
    if schema.subschemas[subschema].isNever {
      result = forbidden(from: start, lanes)
      if asserts { note(never: subschema, result, column, partsFrom: start) }
      foundCount = start
      return result
    }
    let end = foundCount
    var next = start
    while next < end {
      let stop = min(next + Int(ColumnTable.lanesMaximum), end)
      let frame =
        areNames
        ? openNameFrame(next, stop, around: column)
        : openFrame(next, stop, path: schema.partPath, around: column)
      let answer = judge(subschema, frame, columns[frame].lanes, asserts: asserts)
      result.and(ofParents(answer, frame))
      closeFrame()
      next = stop
    }
    foundCount = start
    return result
  }

  @inline(never)
  private mutating func forbidden(from start: Int, _ lanes: Lanes) -> Answer {
    var no = Lanes.none
    for index in start..<foundCount { no |= Lanes(found[index].parent) }
    return Answer(yes: lanes - no, no: no)
  }

  @inline(never)
  private mutating func ofParents(_ answer: Answer, _ frame: Int32) -> Answer {
    var result = Answer()
    if !answer.no.isEmpty { result.no = parents(of: answer.no, frame) }
    if !answer.limited.isEmpty { result.limited = parents(of: answer.limited, frame) }
    return result
  }

  /// Makes a frame of the names of members, as texts.
  @inline(never)
  private mutating func openNameFrame(_ start: Int, _ end: Int, around: Int32) -> Int32 {
    let frame = nextFrame()
    columns[frame].clear(Lanes(below: Int32(end - start)))
    columns[frame].path = schema.namePath
    for lane in 0..<Int32(end - start) {
      let found = found[start + Int(lane)]
      columns[frame].parents[lane] = found.parent
      columns[frame].records[lane] = columns[around].record(found.parent)
      columns[frame].places[lane] = found.place
      columns[frame].nodes[lane] = Node(bytes: key(of: found.place), state: -1, kind: .string)
    }
    columns[frame].captured = columns[frame].lanes
    columns[frame].strings = columns[frame].lanes
    return frame
  }

  // MARK: contains

  @inline(never)
  mutating func contains(
    _ keyword: KeywordCode, _ column: Int32, _ lanes: Lanes
  ) -> Answer {
    let arrays = lanes & columns[column].arrays
    var answer = Answer()
    for lane in arrays {
      let counts = containedCounts(keyword, column, lane, mark: -1)
      if counts.yes > keyword.maximum || counts.yes + counts.limited < keyword.minimum {
        answer.no |= Lanes(lane)
      } else if counts.limited > 0,
        counts.yes < keyword.minimum || counts.yes + counts.limited > keyword.maximum
      {
        answer.limited |= Lanes(lane)
      }
    }
    answer.yes = arrays - answer.no - answer.limited
    answer.notApplicable = lanes - arrays
    return answer
  }

  /// How many elements of an array satisfy a `contains`; they get a mark, unless it is -1.
  @inline(never)
  mutating func containedCounts(
    _ keyword: KeywordCode, _ column: Int32, _ lane: Int32, mark: Int32
  ) -> (yes: Int32, limited: Int32) {
    let start = foundCount
    findParts(.elements(from: 0), columns[column].place(lane), lane, column)
    let end = foundCount
    var counts: (yes: Int32, limited: Int32) = (0, 0)
    var next = start
    while next < end {
      let stop = min(next + Int(ColumnTable.lanesMaximum), end)
      let frame = openFrame(next, stop, path: schema.partPath, around: column)
      let answer = judge(part(keyword, 0), frame, columns[frame].lanes, asserts: false)
      counts.yes += Int32(answer.yes.count)
      counts.limited += Int32(answer.limited.count)
      if mark >= 0 { for part in answer.yes { marks[columns[frame].places[part]] = mark } }
      closeFrame()
      next = stop
    }
    foundCount = start
    return counts
  }
}

extension Answer {
  init(limited: Lanes) { self.limited = limited }

  /// Says yes where nothing was said.
  func filled(_ lanes: Lanes) -> Answer {
    var answer = self
    answer.yes |= lanes - failing
    return answer
  }
}

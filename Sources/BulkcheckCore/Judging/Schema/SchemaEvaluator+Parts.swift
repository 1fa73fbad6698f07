/// Parts of values: found by what a keyword is about, and judged in frames of up to 64, whichever
/// records they belong to.
extension SchemaEvaluator {
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

  /// The answer of a subschema about parts of the values in some lanes, taken together.
  @inline(never)
  mutating func parts(
    _ source: SchemaSource, _ subschema: Int32, _ column: ColumnNumber, _ lanes: Lanes,
    asserts: Bool
  ) -> Answer {
    let start = core.values.foundCount
    unmatched = .none
    for lane in lanes { findParts(source, columns[column].place(lane), lane, column) }
    let limited = unmatched
    var answer = judgeFound(from: start, subschema, column, lanes, asserts: asserts)
    if !limited.isEmpty {
      if asserts { noteLimited(subschema, column, limited) }
      answer.and(Answer(limited: limited))
    }
    return answer
  }

  @inline(never)
  mutating func findParts(
    _ source: SchemaSource, _ node: NodeNumber, _ lane: Lane, _ column: ColumnNumber
  ) {
    guard node >= 0 else { return }
    if case .member(let name) = source {
      let member = member(name, of: node, columns[column].record(lane))
      if member >= 0 { core.values.push(member, lane) }
      return
    }
    var part = core.values.table.firstChild(of: node)
    if case .elements(from: 0) = source {
      // All of them: the common case.
      while part >= 0 {
        core.values.push(part, lane)
        part = core.values.table.links[part].nextSibling
      }
      return
    }
    var position: Int32 = 0
    while part >= 0 {
      if isMeant(source, part, position, lane) { core.values.push(part, lane) }
      if case .element(let wanted) = source, wanted == position { return }
      part = core.values.table.links[part].nextSibling
      position += 1
    }
  }

  @inline(__always)
  private mutating func isMeant(
    _ source: SchemaSource, _ part: NodeNumber, _ position: Int32, _ lane: Lane
  ) -> Bool {
    switch source {
    case .member: false
    case .members(let pattern): matches(pattern, name: core.values.key(of: part), lane)
    case .others(let keyword): isOther(named: core.values.key(of: part), keyword, lane)
    case .element(let wanted): position == wanted
    case .elements(let first): position >= first
    case .unmarked(let mark, let first): position >= first && !evaluated.has(part, mark)
    }
  }

  /// Judges the parts that have been found, and says of each lane what is said of all its parts.
  @inline(never)
  mutating func judgeFound(
    from start: Int, _ subschema: Int32, _ column: ColumnNumber, _ lanes: Lanes, asserts: Bool,
    areNames: Bool = false
  ) -> Answer {
    var result = Answer(yes: lanes, no: .none)
    if schema.subschemas[subschema].isNever {
      result = forbidden(from: start, lanes)
      if asserts {
        note(never: subschema, result, column, partsFrom: start, areNames: areNames)
      }
      core.values.foundCount = start
      return result
    }
    let end = core.values.foundCount
    var next = start
    while next < end {
      let stop = min(next + Int(ColumnTable.lanesMaximum), end)
      let frame =
        areNames
        ? openNameFrame(next, stop, around: column)
        : core.values.openFrame(next, stop, path: schema.partPath, around: column)
      let answer = judge(subschema, frame, columns[frame].lanes, asserts: asserts)
      result.and(ofParents(answer, frame))
      core.values.closeFrame()
      next = stop
    }
    core.values.foundCount = start
    return result
  }

  @inline(never)
  private mutating func forbidden(from start: Int, _ lanes: Lanes) -> Answer {
    var no = Lanes.none
    for index in start..<core.values.foundCount { no |= Lanes(core.values.found[index].parent) }
    return Answer(yes: lanes - no, no: no)
  }

  @inline(never)
  private mutating func ofParents(_ answer: Answer, _ frame: ColumnNumber) -> Answer {
    var result = Answer()
    if !answer.no.isEmpty { result.no = core.values.parents(of: answer.no, frame) }
    if !answer.limited.isEmpty { result.limited = core.values.parents(of: answer.limited, frame) }
    return result
  }

  /// Makes a frame of the names of members, as texts.
  @inline(never)
  private mutating func openNameFrame(_ start: Int, _ end: Int, around: ColumnNumber)
    -> ColumnNumber
  {
    let frame = core.values.nextFrame()
    columns[frame].clear(Lanes(below: Int32(end - start)))
    columns[frame].path = schema.namePath
    for lane in 0..<Lane(end - start) {
      let found = core.values.found[start + Int(lane)]
      columns[frame].parents[lane] = found.parent
      columns[frame].records[lane] = columns[around].record(found.parent)
      columns[frame].places[lane] = found.place
      columns[frame].nodes[lane] = Node(
        bytes: core.values.key(of: found.place), state: -1, kind: .string)
    }
    columns[frame].captured = columns[frame].lanes
    columns[frame].strings = columns[frame].lanes
    return frame
  }

  // MARK: contains

  @inline(never)
  mutating func contains(
    _ keyword: KeywordCode, _ column: ColumnNumber, _ lanes: Lanes
  ) -> Answer {
    let arrays = lanes & columns[column].arrays
    var answer = Answer()
    for lane in arrays where !isEmptied(columns[column].place(lane)) {
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
    _ keyword: KeywordCode, _ column: ColumnNumber, _ lane: Lane, mark: Int32
  ) -> (yes: Int32, limited: Int32) {
    let start = core.values.foundCount
    findParts(.elements(from: 0), columns[column].place(lane), lane, column)
    let end = core.values.foundCount
    var counts: (yes: Int32, limited: Int32) = (0, 0)
    var next = start
    while next < end {
      let stop = min(next + Int(ColumnTable.lanesMaximum), end)
      let frame = core.values.openFrame(next, stop, path: schema.partPath, around: column)
      let answer = judge(part(keyword, 0), frame, columns[frame].lanes, asserts: false)
      counts.yes += Int32(answer.yes.count)
      counts.limited += Int32(answer.limited.count)
      if mark >= 0 { for part in answer.yes { evaluated.mark(columns[frame].places[part], mark) } }
      core.values.closeFrame()
      next = stop
    }
    core.values.foundCount = start
    return counts
  }
}

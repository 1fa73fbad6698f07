/// `unevaluatedProperties` and `unevaluatedItems`: about the parts that no keyword has evaluated,
/// of those beside it and of the subschemas in the same place that hold.
extension SchemaEvaluator {
  @inline(never)
  mutating func unevaluated(
    _ keyword: KeywordCode, _ column: ColumnNumber, _ lanes: Lanes, asserts: Bool
  ) -> Answer {
    let areMembers = keyword.kind == .unevaluatedProperties
    let about = lanes & (areMembers ? columns[column].objects : columns[column].arrays)
    if asserts { noteInapplicable(keyword, column, lanes - about) }
    let first = evaluated.parts.count
    collect(keyword.owner, column, about, areMembers, except: keyword.kind)
    let start = core.values.foundCount
    for lane in about {
      let node = columns[column].place(lane)
      guard node >= 0 else { continue }
      let mark = evaluated.newMark(nodes: core.values.table.nodes.capacity)
      var position: Int32 = 0
      for index in first..<evaluated.parts.count where evaluated.parts[index].lanes.contains(lane) {
        setMarks(
          schema.keywords[evaluated.parts[index].keyword], node, column, lane, mark, &position)
      }
      if position == .max { continue }
      findParts(.unmarked(mark, from: position), node, lane, column)
    }
    evaluated.parts.removeSubrange(first...)
    return judgePart(keyword, 0) { evaluator in
      evaluator.judgeFound(
        from: start, evaluator.part(keyword, 0), column, about, asserts: asserts
      ).filled(lanes)
    }
  }

  /// Notes which keywords evaluate parts, and of which values.
  ///
  /// All subschemas are judged here, before the first mark is made: they may make marks themselves.
  @inline(never)
  private mutating func collect(
    _ number: Int32, _ column: ColumnNumber, _ lanes: Lanes, _ areMembers: Bool,
    except: Applicator.Kind? = nil
  ) {
    if lanes.isEmpty { return }
    let subschema = schema.subschemas[number]
    for index in subschema.start..<subschema.start &+ subschema.count {
      let keyword = schema.keywords[index]
      switch keyword.kind {
      case .properties, .patternProperties, .additionalProperties, .unevaluatedProperties:
        if areMembers, keyword.kind != except {
          evaluated.parts.append(EvaluatedParts.Keyword(keyword: index, lanes: lanes))
        }
      // Before 2020-12 it evaluates nothing.
      case .contains where !keyword.flag: break
      case .prefixItems, .items, .contains, .unevaluatedItems:
        if !areMembers, keyword.kind != except {
          evaluated.parts.append(EvaluatedParts.Keyword(keyword: index, lanes: lanes))
        }
      case .allOf, .anyOf, .oneOf, .reference:
        for place in 0..<keyword.partCount {
          collectHolding(part(keyword, place), column, lanes, areMembers)
        }
      case .dependentSchemas:
        for place in 0..<keyword.partCount {
          let part = schema.parts[keyword.partStart &+ place]
          let asked = having(member: part.operand, column, lanes & columns[column].objects)
          collectHolding(part.subschema, column, asked, areMembers)
        }
      case .conditional: collectBranches(keyword, column, lanes, areMembers)
      default: break
      }
    }
  }

  @inline(never)
  private mutating func collectHolding(
    _ number: Int32, _ column: ColumnNumber, _ lanes: Lanes, _ areMembers: Bool
  ) {
    guard number >= 0, !lanes.isEmpty else { return }
    collect(number, column, judge(number, column, lanes, asserts: false).yes, areMembers)
  }

  @inline(never)
  private mutating func collectBranches(
    _ keyword: KeywordCode, _ column: ColumnNumber, _ lanes: Lanes, _ areMembers: Bool
  ) {
    let condition = judge(part(keyword, 0), column, lanes, asserts: false)
    collect(part(keyword, 0), column, condition.yes, areMembers)
    collectHolding(part(keyword, 1), column, condition.yes, areMembers)
    collectHolding(part(keyword, 2), column, condition.no, areMembers)
  }

  /// Marks the parts of a value that a keyword evaluates.
  ///
  /// - Parameter position: elements before it are evaluated; the largest number: all parts are.
  @inline(never)
  private mutating func setMarks(
    _ keyword: KeywordCode, _ node: NodeNumber, _ column: ColumnNumber, _ lane: Lane, _ mark: Int32,
    _ position: inout Int32
  ) {
    switch keyword.kind {
    case .properties:
      for index in 0..<keyword.partCount {
        let name = schema.parts[keyword.partStart &+ index].operand
        let member = self.member(name, of: node, columns[column].record(lane))
        if member >= 0 { evaluated.mark(member, mark) }
      }
    case .patternProperties:
      for index in 0..<keyword.partCount {
        let start = core.values.foundCount
        findParts(.members(schema.parts[keyword.partStart &+ index].operand), node, lane, column)
        while core.values.foundCount > start {
          core.values.foundCount -= 1
          evaluated.mark(core.values.found[core.values.foundCount].place, mark)
        }
      }
    case .prefixItems: position = max(position, keyword.partCount)
    case .contains: _ = containedCounts(keyword, column, lane, mark: mark)
    default: position = .max
    }
  }
}

/// The keywords that evaluate parts of values, as a stack, and marks of the parts that they
/// evaluate.
struct EvaluatedParts {
  /// A keyword that evaluates parts of the values in some lanes.
  fileprivate struct Keyword {
    var keyword: Int32
    var lanes: Lanes
  }

  fileprivate var parts: [Keyword] = []
  /// The last mark of each node.
  private var marks = Storage<Int32>(capacity: 1, repeating: 0)
  private var markCount: Int32 = 0

  func deallocate() { marks.deallocate() }

  /// A mark that no part has.
  fileprivate mutating func newMark(nodes: Int) -> Int32 {
    if marks.capacity < nodes { marks = marks.grown(to: nodes, padding: 0) }
    markCount += 1
    return markCount
  }

  func mark(_ node: NodeNumber, _ mark: Int32) { marks[node] = mark }

  func has(_ node: NodeNumber, _ mark: Int32) -> Bool { marks[node] == mark }
}

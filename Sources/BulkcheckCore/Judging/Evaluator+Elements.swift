/// Statements about several values of a record: elements of arrays, and what walks find.
///
/// Such values are judged in frames of up to 64, whichever records of the batch they belong to. So
/// an instruction takes as long for 64 records with one element each as for one record with 64. Of
/// three records with 40, 0 and 50 tags, ``forEachFrame(_:of:_:path:_:)`` makes two frames:
///
///     frame   lanes    parts
///     0       0…63     all 40 of record 0, the first 24 of record 2
///     1       0…25     the other 26 of record 2
///
/// What is said of the parts is then gathered by record, as by `all` (`items`, paths with `[*]`) or
/// as by `any` (`contains`). The body returns the lanes that are settled, and no further part of
/// these is looked at: if a tag in frame 0 has failed `items`, the 26 tags of record 2 are left
/// out. A failing `items` or walk leaves its first failing part as the culprit of the lane around.
///
/// Frames nest as arrays do. The parts that walks find lie on one stack (`values.found`), and so do
/// the frames, so each loop leaves both as it found them.
extension Evaluator {
  /// The parts that are judged together.
  enum PartSource {
    case elements
    case walk(Int32)
  }

  /// Judges the parts of the values in some lanes, frame by frame.
  ///
  /// - Parameters:
  ///   - path: that by which the parts are read.
  ///   - body: gets a frame and returns the lanes of the column that are settled.
  @inline(__always)
  mutating func forEachFrame(
    _ source: PartSource, of column: ColumnNumber, _ lanes: Lanes, path: PathNumber,
    _ body: (inout Evaluator, ColumnNumber) -> Lanes
  ) {
    let start = values.foundCount
    var settled = Lanes.none
    for lane in lanes {
      find(source, column, lane)
      if values.foundCount - start < Int(ColumnTable.lanesMaximum) { continue }
      settled |= judgeFound(from: start, column, path, settled, all: false, body)
    }
    _ = judgeFound(from: start, column, path, settled, all: true, body)
    values.foundCount = start
  }

  /// Judges what has been found in frames; the last one only if `all` is true.
  @inline(__always)
  private mutating func judgeFound(
    from start: Int, _ column: ColumnNumber, _ path: PathNumber, _ before: Lanes, all: Bool,
    _ body: (inout Evaluator, ColumnNumber) -> Lanes
  ) -> Lanes {
    let width = Int(ColumnTable.lanesMaximum)
    var settled = before
    var next = start
    while values.foundCount - next >= width || all && next < values.foundCount {
      let end = min(next + width, values.foundCount)
      let kept = dropSettled(from: next, to: end, settled)
      if kept > next {
        let frame = values.openFrame(next, kept, path: path, around: column)
        settled |= body(&self, frame)
        values.closeFrame()
      }
      next = end
    }
    let rest = values.foundCount - next
    for index in 0..<rest { values.found[start + index] = values.found[next + index] }
    values.foundCount = start + rest
    return settled
  }

  /// Leaves out what was found in lanes that are settled; returns the new end.
  @inline(__always)
  private mutating func dropSettled(from start: Int, to end: Int, _ settled: Lanes) -> Int {
    if settled.isEmpty { return end }
    var kept = start
    for index in start..<end where !settled.contains(values.found[index].parent) {
      values.found[kept] = values.found[index]
      kept += 1
    }
    return kept
  }

  private mutating func find(_ source: PartSource, _ column: ColumnNumber, _ lane: Lane) {
    switch source {
    case .walk(let walk): values.find(walk, from: column, lane)
    case .elements:
      var element = values.firstElement(column, lane)
      while element >= 0 {
        values.push(element, lane)
        element = values.table.links[element].nextSibling
      }
    }
  }

  // MARK: Statements

  /// `items` inside a form that is one rule, and `contains` with a block.
  mutating func items(_ instruction: Instruction, _ column: ColumnNumber, _ lanes: Lanes) -> Answer
  {
    let present = lanes & columns[column].values
    let arrays = present & values.arrayLanes(column)
    var result = mismatch(instruction.declared, column, present - arrays)
    result.unreadable |= (lanes - present) & columns[column].unreadables
    if arrays.isEmpty { return result }
    result.add(
      instruction.code == .items
        ? each(.elements, column, arrays, instruction.path, instruction.b)
        : some(column, arrays, instruction.path, instruction.b))
    return result
  }

  mutating func atWalk(_ instruction: Instruction, _ column: ColumnNumber, _ lanes: Lanes) -> Answer
  {
    let unreadable = values.unreadableLanes(ofWalk: instruction.a, column, lanes)
    var answer = each(
      .walk(instruction.a), column, lanes - unreadable, values.tables.walks[instruction.a].target,
      instruction.b)
    answer.unreadable |= unreadable
    return answer
  }

  /// The answer about each part, taken together as by `all`. The first part that brings it down is
  /// at fault.
  private mutating func each(
    _ source: PartSource, _ column: ColumnNumber, _ lanes: Lanes, _ path: PathNumber,
    _ expression: Int32
  ) -> Answer {
    var result = Answer()
    forEachFrame(source, of: column, lanes, path: path) { evaluator, frame in
      let part = evaluator.evaluate(expression, frame, evaluator.columns[frame].lanes)
      evaluator.gather(part, frame, column, &result)
      return evaluator.values.hasReplacements ? result.unreadable : result.unreadable | result.no
    }
    return result
  }

  private mutating func gather(
    _ part: Answer, _ frame: ColumnNumber, _ column: ColumnNumber, _ result: inout Answer
  ) {
    result.yes |= values.parents(of: part.yes, frame)
    for lane in part.failing {
      let parent = columns[frame].parents[lane]
      let gravity = part.gravity(lane)
      guard gravity > result.gravity(parent) else { continue }
      columns[column].culprits[parent] = columns[frame].places[lane]
      switch gravity {
      case 3: result.unreadable |= Lanes(parent)
      case 2: result.no |= Lanes(parent)
      default: result.limited |= Lanes(parent)
      }
    }
    result.and(Answer())
  }

  /// Whether some element satisfies a statement.
  private mutating func some(
    _ column: ColumnNumber, _ lanes: Lanes, _ path: PathNumber, _ expression: Int32
  ) -> Answer {
    // What `none` says; of no elements that it holds.
    var result = Answer(yes: lanes, no: .none)
    forEachFrame(.elements, of: column, lanes, path: path) { evaluator, frame in
      let part = evaluator.evaluate(expression, frame, evaluator.columns[frame].lanes).inverted
      result.and(part.mapped { evaluator.values.parents(of: $0, frame) })
      return evaluator.values.hasReplacements ? result.unreadable : result.unreadable | result.no
    }
    return result.inverted
  }
}

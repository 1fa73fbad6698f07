/// Statements about the members of an object by their names.
extension Evaluator {
  /// `propertyNames`: each name is a text that has to satisfy a statement. An object without
  /// members passes.
  mutating func names(_ instruction: Instruction, _ column: ColumnNumber, _ lanes: Lanes) -> Answer
  {
    let present = lanes & columns[column].values
    let objects = present & columns[column].objects
    var answer = mismatch(instruction.declared, column, present - objects)
    answer.unreadable |= (lanes - present) & columns[column].unreadables
    for lane in objects {
      let value = values.value(column, lane)
      let truth =
        isCSV && value.bytes.isEmpty
        ? .true : judgeNames(of: value.bytes, instruction, record: columns[column].record(lane))
      answer.insert(truth, lane)
    }
    return answer
  }

  private mutating func judgeNames(
    of object: ByteView, _ instruction: Instruction, record: Lane
  ) -> Truth {
    var result = Answer(yes: Lanes(0), no: .none)
    forEachNameFrame(of: object, instruction, record: record) { evaluator, frame, _ in
      let part = evaluator.evaluate(
        instruction.b, frame, evaluator.columns[frame].lanes)
      if !part.no.isEmpty { result.no = Lanes(0) }
      if !part.limited.isEmpty { result.limited = Lanes(0) }
      if !part.unreadable.isEmpty { result.unreadable = Lanes(0) }
      return result.no.isEmpty
    }
    if !result.unreadable.isEmpty { return .unreadable }
    return !result.no.isEmpty ? .false : result.limited.isEmpty ? .true : .limited
  }

  /// Hands over frames of names until one is refused.
  private mutating func forEachNameFrame(
    of object: ByteView, _ instruction: Instruction, record: Lane,
    _ body: (inout Evaluator, _ frame: ColumnNumber, _ names: [ByteView]) -> Bool
  ) {
    var cursor = JSONCursor(object)
    guard cursor.take(Ascii.openBrace) else { return }
    // No frame of names lies within another one.
    var names: [ByteView] = []
    swap(&names, &nameRoom.views)
    defer {
      names.removeAll(keepingCapacity: true)
      swap(&names, &nameRoom.views)
    }
    while true {
      let key = cursor.nextKey()
      if names.count == Int(ColumnTable.lanesMaximum) || key == nil && !names.isEmpty {
        let frame = values.openFrame(names: names, path: instruction.path, record: record)
        let goesOn = body(&self, frame, names)
        values.closeFrame()
        if !goesOn { return }
        names.removeAll(keepingCapacity: true)
      }
      guard let key else { return }
      names.append(JSONString.unescape(key, into: &values.arena))
      _ = cursor.takeValue()
    }
  }

  /// The names of an object that do not satisfy the statement, for what is shown.
  mutating func failingNames(
    of object: ByteView, _ instruction: Instruction, record: Lane
  ) -> [String] {
    var found: [String] = []
    forEachNameFrame(of: object, instruction, record: record) { evaluator, frame, names in
      let part = evaluator.evaluate(
        instruction.b, frame, evaluator.columns[frame].lanes)
      for lane in part.failing { found.append(names[Int(lane)].text) }
      return true
    }
    return found
  }

  // MARK: Numbers of members, and members that ask for others

  mutating func checkMemberCount(_ leaf: Int32, _ column: ColumnNumber, _ lanes: Lanes) -> Answer {
    checkObjects(leaf, column, lanes) { evaluator, object in
      let count = evaluator.memberCount(object)
      return count >= evaluator.tables.leaves[leaf].minimum
        && count <= evaluator.tables.leaves[leaf].maximum
    }
  }

  mutating func checkDependencies(_ leaf: Int32, _ column: ColumnNumber, _ lanes: Lanes) -> Answer {
    let dependencies = program.lists.dependencies[Int(tables.leaves[leaf].operand)]
    return checkObjects(leaf, column, lanes) { evaluator, object in
      evaluator.markNames(of: object.bytes, in: dependencies.names)
      return dependencies.isSatisfied(by: evaluator.nameRoom.present)
    }
  }

  @inline(__always)
  private mutating func checkObjects(
    _ leaf: Int32, _ column: ColumnNumber, _ lanes: Lanes,
    _ holds: (inout Evaluator, _ object: Value) -> Bool
  ) -> Answer {
    let about = lanes & columns[column].objects
    var yes = Lanes.none
    for lane in about {
      let object = values.value(column, lane)
      yes.insert(lane, if: holds(&self, object))
    }
    var answer = Answer(yes: yes, no: about - yes)
    answer.add(mismatch(leaf, column, lanes - about))
    return answer
  }

  /// The number of different names.
  mutating func memberCount(_ object: Value) -> Int {
    let written = Int(object.count)
    if isCSV || written < 2 { return written }
    nameHashes.removeAll()
    var count = 0
    var members = MemberCursor(object.bytes)
    while let member = members.next(&values.arena) {
      if nameHashes.insert(hash(ofName: member.name)) { count += 1 }
    }
    return count
  }

  /// The names that must be there because of others, and are not.
  mutating func missingNames(
    _ dependencies: DependencyTable, _ object: ByteView
  ) -> [(name: String, because: String)] {
    markNames(of: object, in: dependencies.names)
    return dependencies.missing(from: nameRoom.present)
  }

  /// Notes which of some names an object has, by their numbers.
  private mutating func markNames(of object: ByteView, in names: TextSet) {
    nameRoom.present.removeAll(keepingCapacity: true)
    nameRoom.present.append(contentsOf: repeatElement(false, count: names.count))
    var members = MemberCursor(object)
    while let member = members.next(&values.arena) {
      let number = names.number(of: member.name)
      if number >= 0 { nameRoom.present[number] = true }
    }
  }
}

/// Room for the names of an object's members.
struct NameRoom {
  fileprivate var views: [ByteView] = []
  /// Whether the object has a name that `dependentRequired` asks about, by the place of the name.
  fileprivate var present: [Bool] = []
}

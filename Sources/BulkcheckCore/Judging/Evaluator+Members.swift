/// What is asked of the members of an object by their names.
extension Evaluator {
  /// `propertyNames`: each name is a text that has to satisfy a statement. An object without
  /// members passes.
  mutating func names(_ instruction: Instruction, _ column: Int32, _ lanes: Lanes) -> Answer {
    let present = lanes & columns[column].values
    let objects = present & columns[column].objects
    var answer = mismatch(instruction.declared, column, present - objects)
    answer.unreadable |= (lanes - present) & columns[column].unreadables
    for lane in objects {
      let value = value(column, lane)
      let truth =
        isCSV && value.bytes.isEmpty
        ? .true : judgeNames(of: value.bytes, instruction, record: columns[column].record(lane))
      answer.insert(truth, lane)
    }
    return answer
  }

  private mutating func judgeNames(
    of object: ByteView, _ instruction: Instruction, record: Int32
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
    of object: ByteView, _ instruction: Instruction, record: Int32,
    _ body: (inout Evaluator, _ frame: Int32, _ names: [ByteView]) -> Bool
  ) {
    var cursor = JSONCursor(object)
    guard cursor.take(Ascii.openBrace) else { return }
    // No frame of names lies within another one.
    var names: [ByteView] = []
    swap(&names, &nameRoom)
    defer {
      names.removeAll(keepingCapacity: true)
      swap(&names, &nameRoom)
    }
    while true {
      let key = cursor.nextKey()
      if names.count == Int(ColumnTable.lanesMaximum) || key == nil && !names.isEmpty {
        let frame = openFrame(names: names, path: instruction.a, record: record)
        let goesOn = body(&self, frame, names)
        closeFrame()
        if !goesOn { return }
        names.removeAll(keepingCapacity: true)
      }
      guard let key else { return }
      names.append(JSONString.unescape(key, into: &arena))
      _ = cursor.takeValue()
    }
  }

  /// The names of an object that do not satisfy the statement, for what is shown.
  mutating func failingNames(
    of object: ByteView, _ instruction: Instruction, record: Int32
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

  mutating func checkMembers(_ leaf: Int32, _ column: Int32, _ lanes: Lanes) -> Answer {
    let about = lanes & columns[column].objects
    var yes = Lanes.none
    for lane in about {
      let value = value(column, lane)
      let holds: Bool
      if leaves[leaf].code == .memberCount {
        let count = memberCount(value)
        holds = count >= leaves[leaf].minimum && count <= leaves[leaf].maximum
      } else {
        let dependencies = program.dependencies[Int(leaves[leaf].operand)]
        holds = missingNames(dependencies, value.bytes).isEmpty
      }
      yes.insert(lane, if: holds)
    }
    var answer = Answer(yes: yes, no: about - yes)
    answer.add(mismatch(leaf, column, lanes - about))
    return answer
  }

  /// The number of different names.
  mutating func memberCount(_ object: Value) -> Int {
    let written = Int(object.count)
    if isCSV || written < 2 { return written }
    var hashes: [UInt64] = []
    swap(&hashes, &hashRoom)
    defer {
      hashes.removeAll(keepingCapacity: true)
      swap(&hashes, &hashRoom)
    }
    let seed = counters.seed
    forEachName(of: object.bytes) { name in
      hashes.append(ByteHash.hash(name, seed: seed))
    }
    hashes.sort()
    var count = 0
    for index in hashes.indices where index == 0 || hashes[index] != hashes[index - 1] {
      count += 1
    }
    return count
  }

  /// The names that must be there because of others, and are not.
  mutating func missingNames(
    _ dependencies: [NameDependency], _ object: ByteView
  ) -> [(name: String, because: String)] {
    var wanted: Set<ExactText> = []
    for dependency in dependencies {
      wanted.insert(ExactText(dependency.name))
      wanted.formUnion(dependency.required.exactly)
    }
    var present: Set<ExactText> = []
    forEachName(of: object) { name in
      let text = ExactText(name.text)
      if wanted.contains(text) { present.insert(text) }
    }
    var missing: [(name: String, because: String)] = []
    for dependency in dependencies where present.contains(ExactText(dependency.name)) {
      for name in dependency.required where !present.contains(ExactText(name)) {
        missing.append((name, dependency.name))
      }
    }
    return missing
  }

  private mutating func forEachName(of object: ByteView, _ body: (ByteView) -> Void) {
    var cursor = JSONCursor(object)
    guard cursor.take(Ascii.openBrace) else { return }
    while let key = cursor.nextKey() {
      body(JSONString.unescape(key, into: &arena))
      _ = cursor.takeValue()
    }
  }
}

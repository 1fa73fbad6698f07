internal import PatternSyntax

/// Expressions: equal ones about the same value become one instruction.
extension ProgramBuilder {
  /// The instruction for an expression about the value at a path.
  mutating func instruction(
    _ expression: Expression, _ path: PathNumber
  ) throws(ProgramError) -> Int32 {
    let key = SharedKey(expression: read(expression), path: path)
    if let known = shared[key] {
      share(known)
      return known
    }
    var made = try make(expression, path)
    made.hasElements = hasElements(made)
    let number = Int32(instructions.count)
    instructions.append(made)
    shared[key] = number
    return number
  }

  /// A second use: the answer is kept. Values below a `[*]` differ from element to element, so
  /// theirs are not; and whether a value is there, and of what type, is found out faster than kept.
  mutating func share(_ number: Int32) {
    let instruction = instructions[Int(number)]
    guard instruction.shared == -1 else { return }
    if instruction.code == .leaf, leaves[Int(instruction.a)].code.isGate { return }
    instructions[Int(number)].shared = -2
  }

  /// Gives the shared instructions about single values a place for their answers; called when all
  /// instructions are there.
  mutating func assignShared() {
    for (key, number) in shared.sorted(by: { $0.value < $1.value })
    where instructions[Int(number)].shared == -2 {
      guard !paths[Int(key.path)].isRepeated else {
        instructions[Int(number)].shared = -1
        continue
      }
      instructions[Int(number)].shared = Int32(lists.sharedCount)
      lists.sharedCount += 1
    }
  }

  private func hasElements(_ instruction: Instruction) -> Bool {
    func has(_ number: Int32) -> Bool { number >= 0 && instructions[Int(number)].hasElements }
    switch instruction.code {
    case .leaf, .test, .compare, .compareTimes, .relate, .combination, .outcome: return false
    case .atWalk, .items, .someItem, .names: return true
    case .not: return has(instruction.a)
    case .atPath: return has(instruction.b)
    case .when: return has(instruction.a) || has(instruction.b) || has(instruction.c)
    case .all, .any, .none, .both, .either, .fields:
      return children[Int(instruction.a)..<Int(instruction.a + instruction.b)].contains(where: has)
    }
  }

  mutating func make(
    _ expression: Expression, _ path: PathNumber
  ) throws(ProgramError) -> Instruction {
    let declared = paths[Int(path)].types
    switch expression {
    case .constraint(let constraint):
      var leaf = try self.leaf(constraint)
      leaf.declared = declared
      if leaf.code == .chain {
        for change in lists.chains[Int(leaf.operand)] where changes[Int(change)].code == .check {
          leaves[Int(changes[Int(change)].operand)].declared = declared
        }
      }
      leaves.append(leaf)
      if case .closure(let number) = constraint {
        lists.closureMembers[number] = lists.closures[number].paths(from: fieldPath(path)).map {
          self.number(of: $0)
        }
      }
      return Instruction(code: .leaf, a: Int32(leaves.count - 1))
    case .all(let parts): return try list(.all, parts, path)
    case .any(let parts): return try list(.any, parts, path)
    case .none(let parts): return try list(.none, parts, path)
    case .both(let parts): return try list(.both, parts, path)
    case .either(let parts): return try list(.either, parts, path)
    case .about(let subject, let constraint):
      var leaf = try self.leaf(constraint)
      leaf.subject = subject
      leaf.isOpenOnOthers = true
      leaves.append(leaf)
      return Instruction(code: .leaf, a: Int32(leaves.count - 1))
    case .test(let operand):
      lists.tests.append(try lower(operand))
      lists.testNumbers[read(expression)] = lists.tests.count - 1
      return Instruction(code: .test, a: Int32(lists.tests.count - 1))
    case .fields(let parts):
      var made = try list(.fields, parts, path)
      made.declared = declared
      return made
    case .not(let inner): return Instruction(code: .not, a: try instruction(inner, path))
    case .when(let condition, let then, let otherwise):
      var made = Instruction(code: .when, a: try instruction(condition, path))
      if let then { made.b = try instruction(then, path) }
      if let otherwise { made.c = try instruction(otherwise, path) }
      return made
    case .at(let relative, let inner): return try at(relative, inner, path)
    case .items(let inner), .someItem(let inner):
      var elements = number(of: fieldPath(path).appending(.everyElement))
      var code = Instruction.Opcode.items
      if case .someItem = expression {
        code = .someItem
        elements = withoutNormalization(elements)
      }
      return Instruction(
        code: code, a: elements.value, b: try instruction(inner, elements), declared: declared)
    case .names(let inner):
      let names = namePath()
      return Instruction(
        code: .names, a: names.value, b: try instruction(inner, names), declared: declared)
    case .relate(let left, let operation, let right, let within):
      lists.relations.append(
        RelationCode(
          left: try lower(left), operation: operation, right: try lower(right),
          within: try within.map { digits throws(ProgramError) in try exact(digits) }))
      lists.relationNumbers[read(expression)] = lists.relations.count - 1
      return Instruction(code: .relate, a: Int32(lists.relations.count - 1))
    case .compare(let left, let operation, let right):
      let position = ComparisonOperator.allCases.firstIndex(of: operation) ?? 0
      return Instruction(
        code: .compare, a: number(of: left).value, b: Int32(position), c: number(of: right).value)
    case .compareInstants(let left, let operation, let right, let sides):
      return Instruction(
        code: .compareTimes, a: number(of: left).value, b: timeRelation(operation, sides),
        c: number(of: right).value)
    case .combination(let combination):
      lists.combinations.append(
        CombinationCode(
          paths: combination.fields.map { number(of: $0) }, values: combination.values,
          collector: combination.collector,
          cellTypes: combination.cellTypes.map { CellTypes($0) }))
      return Instruction(code: .combination, a: Int32(lists.combinations.count - 1))
    case .outcome(let rule): return Instruction(code: .outcome, a: Int32(rule.value))
    case .unique, .refers, .keyword:
      throw ProgramError(description: "unique and keyword must be alone in a rule")
    }
  }

  func fieldPath(_ number: PathNumber) -> FieldPath {
    lists.fieldPaths[Int(number)]
  }

  mutating func at(
    _ relative: FieldPath, _ inner: Expression, _ path: PathNumber
  ) throws(ProgramError) -> Instruction {
    let context = fieldPath(path)
    let whole = context.appending(relative)
    let target = number(of: whole)
    let child = try instruction(inner, target)
    if !whole.leadsToSeveral { return Instruction(code: .atPath, a: target.value, b: child) }
    let walk = walk(relative, from: context, isRelative: context.leadsToSeveral)
    return Instruction(code: .atWalk, a: walk, b: child)
  }

  mutating func list(
    _ code: Instruction.Opcode, _ parts: [Expression], _ path: PathNumber
  ) throws(ProgramError) -> Instruction {
    var numbers: [Int32] = []
    for part in parts { numbers.append(try instruction(part, path)) }
    let start = Int32(children.count)
    children += numbers
    return Instruction(code: code, a: start, b: Int32(numbers.count))
  }

  // MARK: Operands

  mutating func text(_ text: String) -> Int32 {
    lists.texts.append(OwnedBytes(text))
    return Int32(lists.texts.count - 1)
  }

  mutating func pattern(_ source: PatternSource) throws(ProgramError) -> Int32 {
    if let known = patternNumbers[source] { return known }
    do throws(PatternError) {
      lists.patterns.append(try Pattern(source))
    } catch {
      throw ProgramError(description: "the pattern \(source.pattern) is wrong: \(error.message)")
    }
    let number = Int32(lists.patterns.count - 1)
    patternNumbers[source] = number
    return number
  }
}

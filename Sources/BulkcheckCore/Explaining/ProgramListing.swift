/// A program as text, for those who learn how it works or ask what became of a rule.
///
/// Numbers, opcodes and notes are the program's. Operands are worded as the rules have them, since
/// the program keeps many only in the form in which they are looked up. That is possible because
/// every expression makes one instruction.
package struct ProgramListing {
  private let program: Program
  private let ids: [String]
  private var rows: [[String]] = []
  /// Instructions whose parts are listed.
  private var listed: Set<Int32> = []

  /// The paths that are read, then the blocks under `fields`, the entries of `rules` and the tags,
  /// each in the order in which they are judged.
  package static func text(_ program: Program) -> String {
    var listing = ProgramListing(program)
    listing.listRules()
    let lanes = ColumnTable(stateCount: program.tree.stateCount).laneCount
    return "up to \(lanes) records at a time\n\n" + TerminalText.table(listing.paths) + "\n"
      + TerminalText.table(listing.rows)
  }

  private init(_ program: Program) {
    self.program = program
    ids = program.ruleSet.rules.map(\.id)
  }

  // MARK: Paths

  private var paths: [[String]] {
    [["path", "name", "places", "type", "read"]]
      + (0..<PathNumber(program.pathCount)).map { number in
        let code = program.tables.paths[number]
        let types = code.typeList.map(\.rawValue)
        let states = program.tree.states(of: program.lists.fieldPaths[Int(number)])
        return [
          "\(number)", name(number), states.map { "\($0)" }.joined(separator: ","),
          types.joined(separator: "|"), reading(number),
        ]
      }
  }

  private func reading(_ number: PathNumber) -> String {
    let code = program.tables.paths[number]
    let path = program.lists.fieldPaths[Int(number)]
    let known = program.lists.pathNumbers.first { $0.value == number }?.key
    let section = known?.section
    let declaration = program.ruleSet.declaration(of: path, in: section) ?? Declaration()
    var notes: [String] = []
    if let id = program.ruleSet.id(of: section) { notes.append("by section \(id)") }
    if code.isRepeated { notes.append("repeated") }
    if code.column >= 0 { notes.append("CSV: in the cell of \(name(code.column))") }
    if code.separator >= 0, let separator = declaration.separator {
      notes.append("separator \(JSONText.quoted(separator))")
    }
    if code.changeCount > 0 {
      notes.append(
        "normalize " + declaration.normalize.map(\.description).joined(separator: ", "))
    } else if known == nil {
      notes.append("without normalize")
    }
    return notes.joined(separator: "; ")
  }

  private func name(_ path: PathNumber) -> String {
    let path = program.lists.fieldPaths[Int(path)]
    return path.steps.isEmpty ? "(record)" : path.description
  }

  // MARK: Rules

  private mutating func listRules() {
    rows.append(["code", "stage", "rule", "notes", "instruction"])
    listSections()
    for index in 0..<program.tables.topScopeCount { list(block: program.tables.topScopes[index]) }
    if program.tables.entryCount > 0 { rows.append(["rules"]) }
    for index in 0..<program.tables.entryCount { list(rule: program.tables.entries[index], "") }
    for group in program.lists.tagGroups {
      rows.append(["tag \(rule(group[0]).attributes.tag ?? ""): the first that applies counts"])
      for number in group {
        let priority = RuleAttributes.written(priority: rule(number).attributes.priority)
        rows.append(["", "", ids[Int(number)], "priority \(priority)", ""])
      }
    }
    let others = ids.indices.filter {
      !program.tables.rules[$0].isRun && program.tables.rules[$0].tracked < 0
    }
    if !others.isEmpty { rows.append(["not compiled, since they are not run"]) }
    for number in others { rows.append(["", "", ids[number], "", ""]) }
  }

  private mutating func listSections() {
    for (number, section) in program.ruleSet.sections.enumerated() {
      rows.append(["section \(section.id)"])
      let condition = program.tables.sections[number].condition
      guard let expression = section.condition else { continue }
      list(condition, expression, ["", ""], [])
    }
  }

  private func rule(_ number: RuleNumber) -> Rule { program.ruleSet.rules[Int(number)] }

  private mutating func list(block number: Int32, in parent: Int32? = nil) {
    let scope = program.tables.scopes[number]
    let walk = scope.walk >= 0 ? ": \(walk(scope.walk))" : ""
    let section = scope.section == .everyRecord ? nil : SectionIndex(Int(scope.section))
    let place = program.ruleSet.id(of: section).map { " of section \($0)" } ?? ""
    rows.append(["\(parent == nil ? "field" : "inner block") \(name(scope.path))\(walk)\(place)"])
    let last =
      scope.formatCount + scope.boundCount + scope.valueCount + scope.subtreeCount
    let stages = [
      ("presence", scope.presenceStart, scope.presenceCount, scope.typeCount + last),
      ("type", scope.typeStart, scope.typeCount, last),
      ("format", scope.formatStart, scope.formatCount, scope.boundCount),
      ("bound", scope.boundStart, scope.boundCount, 0),
      ("value", scope.valueStart, scope.valueCount, 0),
    ]
    for (stage, start, count, blocked) in stages {
      for index in start..<start + count {
        list(rule: program.tables.ruleList[index], stage, blocked: blocked)
      }
    }
    for index in scope.childStart..<scope.childStart + scope.childCount {
      list(block: program.tables.scopeList[index], in: number)
    }
  }

  private mutating func list(rule number: RuleNumber, _ stage: String, blocked: Int32 = 0) {
    let code = program.tables.rules[number]
    let expression = rule(number).expression
    var notes: [String] = []
    if !code.isRun { notes.append("not counted") }
    if blocked > 0, code.isRun { notes.append("blocks \(blocked)") }
    if code.gathered >= 0 { notes.append("gathered \(code.gathered)") }
    if code.tracked >= 0 { notes.append("tracked \(code.tracked)") }
    let start = [stage, ids[Int(number)]]
    if code.isUnique {
      notes.append("keys \(code.keyNumber)")
      rows.append(["-"] + start + [notes.joined(separator: ", "), words("unique", expression)])
    } else if code.pairing >= 0 {
      let statement = program.ruleSet.statement(of: rule(number), ids: ids)
      let text = TerminalText.shortened("pairs \(statement)", to: 100)
      rows.append(["-"] + start + [notes.joined(separator: ", "), text])
    } else {
      list(code.expression, expression, start, notes)
    }
  }

  // MARK: Instructions

  private mutating func list(
    _ number: Int32, _ expression: Expression, _ start: [String] = ["", ""], _ notes: [String] = [],
    role: String = "", depth: Int = 0
  ) {
    let instruction = program.tables.instructions[number]
    let parts = parts(instruction, expression)
    let isKnown = !listed.insert(number).inserted && !parts.isEmpty
    var notes = notes + self.notes(instruction)
    if instruction.shared >= 0 { notes.append("shared \(instruction.shared)") }
    let text = role + self.text(instruction, expression) + (isKnown ? " (as above)" : "")
    rows.append(
      ["\(number)"] + start + [notes.joined(separator: ", ")]
        + [String(repeating: "  ", count: depth) + TerminalText.shortened(text, to: 100)])
    if isKnown { return }
    for part in parts { list(part.number, part.expression, role: part.role, depth: depth + 1) }
  }

  private func parts(
    _ instruction: Instruction, _ expression: Expression
  ) -> [(role: String, number: Int32, expression: Expression)] {
    switch expression {
    case .all(let parts), .any(let parts), .none(let parts), .fields(let parts),
      .both(let parts), .either(let parts):
      parts.enumerated().map { ("", program.tables.children[Int(instruction.a) + $0], $1) }
    case .not(let inner): [("", instruction.a, inner)]
    case .at(_, let inner), .items(let inner), .someItem(let inner), .names(let inner):
      [("", instruction.b, inner)]
    case .when(let condition, let then, let otherwise):
      [("if ", instruction.a, condition)] + (then.map { [("then ", instruction.b, $0)] } ?? [])
        + (otherwise.map { [("else ", instruction.c, $0)] } ?? [])
    // Those of a key stand in its text.
    case .constraint, .about, .test, .compare, .compareInstants, .relate, .unique, .combination,
      .refers, .outcome, .keyword:
      []
    }
  }

  private func text(_ instruction: Instruction, _ expression: Expression) -> String {
    switch instruction.code {
    case .leaf: words("\(program.tables.leaves[instruction.a].code)", expression)
    case .compare, .compareTimes, .relate, .test, .combination, .outcome:
      words("\(instruction.code)", expression)
    case .atPath, .items, .someItem: "\(instruction.code) \(name(instruction.path))"
    case .atWalk: "atWalk \(walk(instruction.a))"
    case .all, .any, .none, .both, .either, .not, .when, .fields, .names: "\(instruction.code)"
    }
  }

  /// The opcode, and the statement unless that begins with the same word.
  private func words(_ opcode: String, _ expression: Expression) -> String {
    let statement = expression.text(ids: ids)
    return statement.hasPrefix(opcode) ? statement : opcode + " " + statement
  }

  private func walk(_ number: Int32) -> String {
    let walk = program.tables.walks[number]
    let steps = program.lists.fieldPaths[Int(walk.target)].steps.suffix(Int(walk.stepCount))
    return "\(FieldPath(Array(steps))) of \(walk.origin >= 0 ? name(walk.origin) : "the value")"
  }

  /// Which of them have a faster form.
  private func notes(_ instruction: Instruction) -> [String] {
    guard instruction.code == .leaf else { return [] }
    let leaf = program.tables.leaves[instruction.a]
    switch leaf.code {
    case .bounds where leaf.scaled >= 0: return ["integers"]
    case .pattern, .notPattern:
      let pattern = program.tables.patternCodes[leaf.operand]
      return pattern.hasClassPattern ? ["classes"] : pattern.hasAutomaton ? ["automaton"] : []
    default: return []
    }
  }
}

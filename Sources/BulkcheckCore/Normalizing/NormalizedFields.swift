/// The fields of a program whose values `normalize` or a `chain` changes, found by their state in
/// the field tree.
///
/// For records that are written as rules saw them
/// (``ChunkWorker/normalizingEdits(ofRecord:in:by:into:)``).
package final class NormalizedFields {
  /// The changes to the values of a state.
  struct Target {
    /// The path whose declaration holds.
    var path: PathNumber
    /// The `chain`s of the path's block that are run, in the profile's order.
    var chains: [Int32]
  }

  /// A member that an object gets if it lacks it.
  struct Addition {
    var state: StateNumber
    var name: String
  }

  /// The targets by state. Where several paths lead to a part, that of the one with fewer `[*]` and
  /// `*`.
  let targets: [Target?]
  /// CSV: the same. A pointer's number is part of a column's name there, and no position.
  let cellTargets: [Target?]
  /// Whether a state or one below it has a target, by state.
  let leads: [Bool]
  /// The members of an object with defaults, or with members that have some, by its state.
  let additions: [[Addition]]
  /// CSV: paths of whole cells, and of cells whose elements are changed.
  let cells: [PathNumber]
  /// The fields as they are changed in the records of a section, where that is another way; by
  /// section. A record of several such sections is changed as the first of them says.
  let sections: [NormalizedFields?]
  /// No value is ever changed.
  package let isEmpty: Bool

  convenience init(_ program: Program) {
    let sections = program.ruleSet.sections.indices.map { index -> NormalizedFields? in
      let section = SectionIndex(index)
      let isOther =
        program.ruleSet.sections[index].declarations.contains {
          $0.value != program.ruleSet.declarations[$0.key]
        }
        || program.ruleSet.rules.contains {
          $0.section == section && NormalizedFields.chainPath(of: $0, program) != nil
        }
      return isOther ? NormalizedFields(program, in: section, sections: []) : nil
    }
    self.init(program, in: nil, sections: sections)
  }

  private init(_ program: Program, in section: SectionIndex?, sections: [NormalizedFields?]) {
    let count = program.tree.stateCount
    var targets = [Target?](repeating: nil, count: count)
    var cellTargets = targets
    var cells: [PathNumber] = []
    let paths = NormalizedFields.paths(of: program, section)
    let ordered = paths.sorted {
      ($0.path.everyCount, $0.number) < ($1.path.everyCount, $1.number)
    }
    for (path, number) in ordered {
      let target = Target(path: number, chains: NormalizedFields.chains(at: path, program, section))
      for state in program.tree.allStates(of: path) where targets[Int(state)] == nil {
        targets[Int(state)] = target
      }
      let cellPath = program.lists.ownCellPaths[number] ?? path
      for state in program.tree.allStates(of: cellPath, isCSV: true)
      where cellTargets[Int(state)] == nil {
        cellTargets[Int(state)] = target
      }
      let column = program.tables.paths[number].column
      let cell = column >= 0 ? column : number
      let isCell =
        !program.tables.paths[cell].isRepeated || program.tables.paths[cell].columnGroup >= 0
      if isCell, !cells.contains(cell) {
        cells.append(cell)
      }
    }
    self.targets = targets
    self.cellTargets = cellTargets
    self.cells = cells
    leads = (0..<count).map { state in
      let end = max(state + 1, Int(program.tree.states[state].lastDescendant))
      return targets[state..<end].contains { $0 != nil }
    }
    additions = NormalizedFields.additions(program, targets)
    self.sections = sections.contains { $0 != nil } ? sections : []
    isEmpty = targets.allSatisfy { $0 == nil } && self.sections.isEmpty
  }

  /// The paths with changes, in the profile's order.
  private static func paths(
    of program: Program, _ section: SectionIndex?
  ) -> [(path: FieldPath, number: PathNumber)] {
    let own = section.map { program.ruleSet.sections[$0.value].declarations } ?? [:]
    let declared = program.ruleSet.declarations.merging(own) { $1 }
      .filter { !$0.value.normalize.isEmpty }.keys
    let chained = program.ruleSet.rules.compactMap { rule in
      isAsked(rule, section) ? chainPath(of: rule, program) : nil
    }
    return Set(declared).union(chained)
      .compactMap { path in program.number(of: path, in: section).map { (path, $0) } }
      .sorted { $0.1 < $1.1 }
  }

  /// Whether a rule is asked about the records of a section, or about all if there is none.
  private static func isAsked(_ rule: Rule, _ section: SectionIndex?) -> Bool {
    rule.section == nil || rule.section == section
  }

  /// The path of a rule that is a `chain` of a block under `fields`.
  private static func chainPath(of rule: Rule, _ program: Program) -> FieldPath? {
    guard rule.isRun, case .constraint(.chain) = rule.expression, let scope = rule.scope else {
      return nil
    }
    // Records are written from their start, where the last element is not known yet.
    let path = program.ruleSet.scopes[scope.value].path
    return path.countsFromEnd ? nil : path
  }

  private static func chains(
    at path: FieldPath, _ program: Program, _ section: SectionIndex?
  ) -> [Int32] {
    program.ruleSet.rules.enumerated().compactMap { index, rule in
      guard isAsked(rule, section), chainPath(of: rule, program) == path else { return nil }
      let instruction = program.tables.instructions[program.tables.rules[index].expression]
      guard instruction.code == .leaf, program.tables.leaves[instruction.a].code == .chain else {
        return nil
      }
      return program.tables.leaves[instruction.a].operand
    }
  }

  private static func additions(_ program: Program, _ targets: [Target?]) -> [[Addition]] {
    let tree = program.tree
    var hasDefault = targets.map { target in
      target.map { program.hasDefault($0.path) } ?? false
    }
    var additions = [[Addition]](repeating: [], count: targets.count)
    // A number in a JSON Pointer may be an index: such members are not added.
    let numbers = Set(program.ruleSet.paths.flatMap(\.steps).compactMap(\.numberName))
    // Parents have lower numbers, so a member with a default can mark its parent.
    for state in stride(from: targets.count - 1, to: 0, by: -1) where hasDefault[state] {
      let parent = Int(tree.states[state].parent)
      // Elements are not added to arrays.
      guard let name = tree.stepNames[state], parent >= 0, !numbers.contains(name) else { continue }
      hasDefault[parent] = true
      additions[parent].insert(Addition(state: StateNumber(state), name: name), at: 0)
    }
    return additions
  }
}

extension FieldTree {
  /// The states of all values to which a path leads; the parts of a `[*]` or `*` that also have a
  /// path of their own included.
  fileprivate func allStates(of path: FieldPath, isCSV: Bool = false) -> [StateNumber] {
    var reached: [StateNumber] = [FieldTree.root]
    for step in path.steps {
      reached = reached.flatMap { next(step, from: $0, isCSV: isCSV) }.filter { $0 >= 0 }
    }
    return reached
  }

  private func next(_ step: PathStep, from state: StateNumber, isCSV: Bool) -> [StateNumber] {
    switch step {
    case .key(let name): [member(name, of: state)]
    case .keyOrIndex(let name, _) where isCSV: [member(name, of: state)]
    case .index(let position): [element(position, of: state)]
    case .keyOrIndex(let name, let position):
      [member(name, of: state), element(position, of: state)]
    case .everyElement: elementStates(of: state)
    case .everyMember: memberStates(of: state)
    // They are not in the record.
    case .recordKey, .previous: []
    }
  }

  private func member(_ name: String, of state: StateNumber) -> StateNumber {
    let key = OwnedBytes(name)
    return withExtendedLifetime(key) { keys.member(key.view, of: state) }
  }

  private func memberStates(of state: StateNumber) -> [StateNumber] {
    let below = state + 1..<max(state + 1, states[state].lastDescendant)
    let named = below.filter { states[$0].parent == state && stepNames[Int($0)] != nil }
    return named + [states[state].everyMember]
  }

  private func elementStates(of state: StateNumber) -> [StateNumber] {
    let start = states[state].indexStart
    let indexed = (start..<start + states[state].indexCount).map { elements[$0].state }
    return indexed + [states[state].everyElement]
  }
}

extension FieldPath {
  fileprivate var everyCount: Int { steps.count(where: \.isToEvery) }
}

extension PathStep {
  fileprivate var numberName: String? {
    if case .keyOrIndex(let name, _) = self { name } else { nil }
  }
}

extension Program {
  fileprivate func hasDefault(_ path: PathNumber) -> Bool {
    let start = tables.paths[path].changeStart
    return (start..<start + tables.paths[path].changeCount).contains {
      tables.changes[$0].code == .setDefault
    }
  }
}

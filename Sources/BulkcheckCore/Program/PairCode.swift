/// A pairing, ready to run: what is kept of each record, and the program that judges two of them.
struct PairCode: Sendable {
  /// A value that is kept of a record.
  struct Piece: Sendable {
    /// By which the program of records reads it.
    var path: PathNumber
    /// Its place in the program of pairs; ``FieldTree/none`` where no rule reads it.
    var own: StateNumber
    /// The place of the value of the record before.
    var previous: StateNumber
  }

  var rules: [RuleNumber] = []
  /// The values that both records have in common.
  var by: [PathNumber] = []
  /// These, and others that a record has to have.
  var required: [PathNumber] = []
  /// The other record is the first of the group, and not the last one.
  var isWithFirst = false
  var section = SectionNumber.everyRecord
  var pieces: [Piece] = []
  /// The walk to the arrays whose elements are paired; -1: records are.
  var walk: Int32 = -1
  let program: Program
}

extension ProgramBuilder {
  /// - Parameter programs: those of pairs, by pairing.
  mutating func buildPairs(_ programs: [Program]) {
    defer { section = nil }
    for (index, program) in programs.enumerated() {
      let pairing = ruleSet.pairings[index]
      section = pairing.section
      var code = PairCode(program: program)
      code.section = SectionNumber(section)
      code.by = pairing.by.map { number(of: $0) }
      code.required = pairing.required.map { number(of: $0) }
      code.isWithFirst = pairing.isWithFirst
      code.rules = ruleSet.rules.indices.filter {
        ruleSet.rules[$0].pairing?.value == index
          && (ruleSet.rules[$0].isRun || rules[$0].tracked >= 0)
      }.map { RuleNumber($0) }
      if let elements = pairing.elements {
        let arrays = FieldPath(elements.steps.dropLast())
        code.walk = walk(arrays, from: FieldPath(), isRelative: false)
        lists.pairs.append(code)
        continue
      }
      lists.hasRecordPairs = true
      code.pieces = ruleSet.pieces(ofPairs: index).map { path in
        PairCode.Piece(
          path: number(of: path), own: program.tree.states(of: path).first ?? FieldTree.none,
          previous: program.tree.states(of: path.inPrevious).first ?? FieldTree.none)
      }
      lists.pairs.append(code)
    }
  }
}

extension RuleSet {
  /// The rules about pairs of records, as rules about a record that has two parts: its own values,
  /// and those of the record before, to which the step ``PathStep/previous`` leads.
  ///
  /// All rules keep their numbers; those about other things are not run. Both parts are read as the
  /// profile declares, each by the format of its input.
  func ofPairs(_ index: Int) -> RuleSet {
    var pairs = self
    let section = pairings[index].section
    pairs.pairings = []
    pairs.isOfPairs = true
    pairs.isWithFirst = pairings[index].isWithFirst
    pairs.isOfElements = pairings[index].elements != nil
    pairs.scopes = []
    pairs.sections = []
    pairs.tableRules = []
    pairs.fields = []
    pairs.referenceFiles = []
    pairs.schema = nil
    pairs.documentSchema = nil
    let paths = Set(declarations.keys)
      .union(section.map { Set(sections[$0.value].declarations.keys) } ?? [])
    pairs.declarations = [:]
    let elements = pairings[index].elements ?? FieldPath()
    for path in paths {
      guard let own = path.within(elements) else { continue }
      let declared = declaration(of: path, in: section)
      pairs.declarations[own] = declared
      pairs.declarations[own.inPrevious] = declared
    }
    pairs.maskedPaths = Set(maskedPaths.compactMap { $0.within(elements, orAround: true) })
    if case .first(let paths) = pairings[index].partner {
      // Cells without a declared type are compared as texts, as keys are.
      for path in paths.flatMap({ [$0, $0.inPrevious] })
      where pairs.declarations[path]?.types == nil {
        pairs.declarations[path, default: Declaration()].types = [.string]
      }
    }
    for number in pairs.rules.indices {
      pairs.rules[number].section = nil
      // Elements are not counted: their outcomes are gathered by record.
      if pairs.isOfElements { pairs.rules[number].isRun = false }
      guard pairs.rules[number].pairing?.value != index else { continue }
      pairs.rules[number].pairing = nil
      pairs.rules[number].scope = nil
      pairs.rules[number].isRun = false
      pairs.rules[number].expression = .all([])
      pairs.rules[number].paths = []
      pairs.rules[number].attributes.tag = nil
      pairs.rules[number].attributes.message = MessageTemplate([])
    }
    return pairs
  }

  /// The values of a record that the rules of a pairing read, of whichever record of a pair. Each
  /// is a single value; of what is within arrays, the array.
  func pieces(ofPairs index: Int) -> [FieldPath] {
    if let elements = pairings[index].elements {
      return [elements.fixedPart, FieldPath(elements.steps.dropLast()), elements]
    }
    var paths: [FieldPath] = []
    for rule in rules where rule.pairing?.value == index {
      var names: [FieldPath] = []
      rule.expression.collectPaths(from: FieldPath(), [], &paths, &names)
      paths += rule.paths
      for segment in rule.attributes.message.segments {
        if case .path(let path) = segment { paths.append(path) }
      }
    }
    var pieces: [FieldPath] = []
    for path in paths {
      let steps = path.inItsRecord.steps.prefix { step in
        switch step {
        case .key, .keyOrIndex, .recordKey: true
        case .index, .everyElement, .everyMember, .previous: false
        }
      }
      let piece = FieldPath(Array(steps))
      if !pieces.contains(piece) { pieces.append(piece) }
    }
    // What is within another one comes behind it.
    return pieces.sorted { $0.steps.count < $1.steps.count }
  }
}

extension FieldPath {
  /// The path from the elements at a path, to which it leads too; nil if it does not.
  ///
  /// - Parameter isAround: a path to something around the elements counts as one to them.
  fileprivate func within(_ elements: FieldPath, orAround isAround: Bool = false) -> FieldPath? {
    let common = zip(steps, elements.steps)
    guard common.allSatisfy({ isAround ? $0.mayMeet($1) : $0 == $1 }),
      steps.count >= elements.steps.count || isAround
    else { return nil }
    return FieldPath(Array(steps.dropFirst(elements.steps.count)))
  }
}

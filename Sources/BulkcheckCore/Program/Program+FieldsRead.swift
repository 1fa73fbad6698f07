/// The fields of records that a program reads, for readers of inputs that hold columns.
package struct FieldsRead: Sendable {
  /// The names of the members of a record, in the order of the profile; nil: all are read.
  package var names: [String]?

  package init(_ names: [String]?) { self.names = names }
}

extension Program {
  /// The members of a record that rules, messages or reports read. nil: a rule may read the record
  /// as it is written.
  ///
  /// A profile about `plan`, `address.city` and `tags[*]` reads `plan`, `address` and `tags`. All
  /// are read by a schema, by `*` at the top, by what is about the names of members, and where
  /// columns have other names than the profile gives them.
  package var fieldsRead: FieldsRead? {
    let csv = ruleSet.csv
    let namesAreFound = csv.columns != nil || !csv.headerCaseMatters || !csv.aliases.isEmpty
    guard columnRules.isEmpty, !namesAreFound, !ruleSet.rules.contains(where: readsWhole) else {
      return nil
    }
    if ruleSet.schema != nil || tree.states[FieldTree.root].everyMember >= 0 {
      return FieldsRead(nil)
    }
    let keys = Set(tree.recordKeys.map(\.state))
    return FieldsRead(
      (0..<tree.stateCount).compactMap { number in
        let state = StateNumber(number)
        guard tree.states[state].parent == FieldTree.root, !keys.contains(state) else { return nil }
        return tree.stepNames[number]
      })
  }

  /// Notes in the tree which arrays and objects need a text.
  func markTexts() {
    let states =
      insertsParts
      ? (0..<tree.stateCount).map { StateNumber($0) }
      : textPaths.flatMap { tree.everyState(of: $0) }
    for state in states { tree.states[state].isReadWhole = true }
  }

  /// The paths to values of which a rule may read the text, whatever they are.
  private var textPaths: [FieldPath] {
    var paths: [FieldPath] = []
    for index in ruleSet.pairings.indices {
      paths += ruleSet.pairings[index].by + ruleSet.pieces(ofPairs: index)
    }
    for rule in ruleSet.rules where rule.pairing == nil {
      let place = rule.scope.map { ruleSet.scopes[$0.value].path } ?? FieldPath()
      rule.expression.collectTexts(from: place, lists.closures, &paths)
    }
    for section in ruleSet.sections {
      section.condition?.collectTexts(from: FieldPath(), lists.closures, &paths)
    }
    for declarations in [ruleSet.declarations] + ruleSet.sections.map(\.declarations) {
      paths += declarations.filter { !$0.value.normalize.isEmpty }.keys
    }
    for rule in ruleSet.tableRules {
      paths += rule.paths
      guard case .measure(let measurement) = rule.statement else { continue }
      measurement.condition?.collectTexts(from: FieldPath(), lists.closures, &paths)
    }
    return paths
  }

  private func readsWhole(_ rule: Rule) -> Bool {
    if let pairing = rule.pairing {
      return ruleSet.pieces(ofPairs: pairing.value).contains(where: \.steps.isEmpty)
    }
    let place = rule.scope.map { ruleSet.scopes[$0.value].path } ?? FieldPath()
    return rule.expression.readsWholeRecord(from: place)
  }
}

extension Expression {
  /// Whether it asks for more of the record than for its type and the paths that it names.
  fileprivate func readsWholeRecord(from place: FieldPath) -> Bool {
    switch self {
    case .constraint(.required), .constraint(.present), .constraint(.notNull), .constraint(.type):
      false
    case .constraint, .about, .names: place.steps.isEmpty
    case .at(let path, let inner): inner.readsWholeRecord(from: place.appending(path))
    case .all, .any, .none, .fields, .both, .either, .not, .when:
      parts.contains { $0.readsWholeRecord(from: place) }
    case .items(let inner), .someItem(let inner):
      inner.readsWholeRecord(from: place.appending(.everyElement))
    case .test, .relate, .compare, .compareInstants, .unique, .combination, .refers:
      pathsRead(from: place).contains(where: \.steps.isEmpty)
    // A schema reads parts, and asks for a text where it needs one.
    case .outcome, .keyword: false
    }
  }

  /// Adds the paths to values of which it asks for more than the kind, the number of elements, and
  /// the parts that it names.
  fileprivate func collectTexts(
    from place: FieldPath, _ closures: [ClosureCheck], _ paths: inout [FieldPath]
  ) {
    switch self {
    case .constraint(.required), .constraint(.present), .constraint(.notNull), .constraint(.type),
      .constraint(.notEmpty), .constraint(.itemCount), .outcome, .keyword:
      return
    case .at(let path, let inner): inner.collectTexts(from: place.appending(path), closures, &paths)
    case .all, .any, .none, .fields, .both, .either, .not, .when:
      for part in parts { part.collectTexts(from: place, closures, &paths) }
    case .items(let inner), .someItem(let inner):
      inner.collectTexts(from: place.appending(.everyElement), closures, &paths)
    case .constraint, .about, .test, .names, .relate, .compare, .compareInstants, .unique,
      .combination, .refers:
      var names: [FieldPath] = []
      collectPaths(from: place, closures, &paths, &names)
    }
  }

  private func pathsRead(from place: FieldPath) -> [FieldPath] {
    var (paths, names): ([FieldPath], [FieldPath]) = ([], [])
    collectPaths(from: place, [], &paths, &names)
    return paths
  }
}

/// The fields of records that a program reads, for readers of inputs that hold columns.
package struct FieldsRead: Sendable {
  /// The names of the members of a record, in the order of the profile.
  package var names: [String]
  /// The ways from the record to objects of which no rule reads more than the kind and the members
  /// that it names.
  package var objects: Set<[ExactText]> = []
  /// Those to arrays of which no rule reads more than the kind, their elements and how many there
  /// are.
  package var arrays: Set<[ExactText]> = []

  package init(_ names: [String]) { self.names = names }
}

extension Program {
  /// The members of a record that rules, messages or reports read. nil: all of them may be read.
  ///
  /// A profile about `plan`, `address.city` and `tags[*]` reads `plan`, `address` and `tags`. All
  /// are read by a schema, by `*` at the top, by what is about the names of members, and where
  /// columns have other names than the profile gives them.
  package var fieldsRead: FieldsRead? {
    let csv = ruleSet.csv
    let namesAreFound = csv.columns != nil || !csv.headerCaseMatters || !csv.aliases.isEmpty
    guard ruleSet.schema == nil, columnRules.isEmpty, !namesAreFound,
      tree.states[FieldTree.root].everyMember < 0, !ruleSet.rules.contains(where: readsWhole)
    else { return nil }
    let keys = Set(tree.recordKeys.map(\.state))
    var fields = FieldsRead(
      (0..<tree.stateCount).compactMap { number in
        let state = StateNumber(number)
        guard tree.states[state].parent == FieldTree.root, !keys.contains(state) else { return nil }
        return tree.stepNames[number]
      })
    addContainers(to: &fields, keys)
    return fields
  }

  /// Adds the ways to objects and arrays that need no text before one of them is shown.
  private func addContainers(to fields: inout FieldsRead, _ keys: Set<StateNumber>) {
    if insertsParts { return }
    let texts = Set(textPaths.flatMap { tree.everyState(of: $0) })
    var ways: [StateNumber: [ExactText]] = [FieldTree.root: []]
    for number in 1..<max(1, tree.stateCount) {
      let state = StateNumber(number)
      let code = tree.states[state]
      guard !code.isRepeated, !code.isElement, !keys.contains(state), let way = ways[code.parent],
        let name = tree.stepNames[number]
      else { continue }
      ways[state] = way + [ExactText(name)]
      if texts.contains(state) { continue }
      if !code.linksChildren { fields.objects.insert(way + [ExactText(name)]) }
      if code.indexCount == 0 { fields.arrays.insert(way + [ExactText(name)]) }
    }
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
    case .constraint, .names: place.steps.isEmpty
    case .at(let path, let inner): inner.readsWholeRecord(from: place.appending(path))
    case .all, .any, .none, .fields, .not, .when:
      parts.contains { $0.readsWholeRecord(from: place) }
    case .items(let inner), .someItem(let inner):
      inner.readsWholeRecord(from: place.appending(.everyElement))
    case .relate, .compare, .compareInstants, .unique, .combination, .refers:
      pathsRead(from: place).contains(where: \.steps.isEmpty)
    case .outcome: false
    case .keyword: true
    }
  }

  /// Adds the paths to values of which it asks for more than the kind, the number of elements, and
  /// the parts that it names.
  fileprivate func collectTexts(
    from place: FieldPath, _ closures: [ClosureCheck], _ paths: inout [FieldPath]
  ) {
    switch self {
    case .constraint(.required), .constraint(.present), .constraint(.notNull), .constraint(.type),
      .constraint(.notEmpty), .constraint(.itemCount), .outcome:
      return
    case .at(let path, let inner): inner.collectTexts(from: place.appending(path), closures, &paths)
    case .all, .any, .none, .fields, .not, .when:
      for part in parts { part.collectTexts(from: place, closures, &paths) }
    case .items(let inner), .someItem(let inner):
      inner.collectTexts(from: place.appending(.everyElement), closures, &paths)
    case .constraint, .names, .relate, .compare, .compareInstants, .unique, .combination, .refers,
      .keyword:
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

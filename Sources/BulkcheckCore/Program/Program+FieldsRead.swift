/// The fields of records that a program reads, for readers of inputs that hold columns.
extension Program {
  /// The names of the members of a record that rules, messages or reports read, in the order of the
  /// profile. nil: all of them may be read.
  ///
  /// A profile about `plan`, `address.city` and `tags[*]` reads `plan`, `address` and `tags`. All
  /// are read by a schema, by `*` at the top, by what is about the names of members, and where
  /// columns have other names than the profile gives them.
  package var fieldsRead: [String]? {
    let csv = ruleSet.csv
    let namesAreFound = csv.columns != nil || !csv.headerCaseMatters || !csv.aliases.isEmpty
    guard ruleSet.schema == nil, columnRules.isEmpty, !namesAreFound,
      tree.states[FieldTree.root].everyMember < 0, !ruleSet.rules.contains(where: readsWhole)
    else { return nil }
    let keys = Set(tree.recordKeys.map(\.state))
    return (0..<tree.stateCount).compactMap { number in
      let state = StateNumber(number)
      guard tree.states[state].parent == FieldTree.root, !keys.contains(state) else { return nil }
      return tree.stepNames[number]
    }
  }

  private func readsWhole(_ rule: Rule) -> Bool {
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

  private func pathsRead(from place: FieldPath) -> [FieldPath] {
    var (paths, names): ([FieldPath], [FieldPath]) = ([], [])
    collectPaths(from: place, [], &paths, &names)
    return paths
  }
}

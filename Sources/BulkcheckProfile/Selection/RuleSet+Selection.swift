package import BulkcheckCore
internal import BulkcheckDocument

extension RuleSet {
  /// This rule set with the rules off that `--only` does not select or `--skip` names (SEMANTICS
  /// 17).
  ///
  /// - Parameters:
  /// - only: rule ids, `label:NAME`, or in a schema `LOCATION/*`; empty: all. Does not turn
  ///   built-in rules off.
  /// - skip: the same; wins over `only`.
  package func selecting(only: [String], skip: [String]) throws(SelectionError) -> RuleSet {
    let selected = try chosen(by: only)
    let skipped = try chosen(by: skip)
    var result = self
    for index in rules.indices {
      let isSelected = only.isEmpty || selected.rules.contains(index)
      if !isSelected || skipped.rules.contains(index) { result.rules[index].isRun = false }
    }
    for rule in skipped.builtIns {
      var settings = settings(of: rule)
      settings.isRun = false
      result.builtIns[rule] = settings
    }
    return result
  }

  private func chosen(
    by names: [String]
  ) throws(SelectionError) -> (rules: Set<Int>, builtIns: Set<BuiltInRule>) {
    var chosen: (rules: Set<Int>, builtIns: Set<BuiltInRule>) = ([], [])
    for name in names {
      let wanted = ExactText(name)
      // `#/properties/address/*`: all keywords of a schema below a location.
      let folder = schema != nil && name.hasSuffix("/*") ? String(name.dropLast()) : nil
      let indexes = rules.indices.filter { index in
        ExactText(rules[index].id) == wanted
          || folder.map { rules[index].expression.isSchema && rules[index].id.hasPrefix($0) }
            ?? false
          || rules[index].attributes.labels.contains { ExactText("label:" + $0) == wanted }
      }
      chosen.rules.formUnion(indexes)
      if let rule = BuiltInRule.allCases.first(where: { $0.id == name }) {
        chosen.builtIns.insert(rule)
      } else if indexes.isEmpty {
        throw SelectionError(name: name, suggestion: NearestWord.of(name, among: selectableNames))
      }
    }
    return chosen
  }

  private var selectableNames: [String] {
    rules.map(\.id) + BuiltInRule.allCases.map(\.id)
      + rules.flatMap { $0.attributes.labels.map { "label:" + $0 } }
  }
}

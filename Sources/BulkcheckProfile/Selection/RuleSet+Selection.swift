package import BulkcheckCore
internal import BulkcheckDocument

extension RuleSet {
  /// This rule set with the rules off that `--only` does not select or `--skip` names
  /// (docs/reference/command-line.md#selecting-rules).
  ///
  /// - Parameters:
  /// - only: rule ids, `SECTION.*`, `label:NAME`, or in a schema `LOCATION/*`; empty: all. Does not
  ///   turn built-in rules off.
  /// - skip: the same; wins over `only`.
  package func selecting(only: [String], skip: [String]) throws(SelectionError) -> RuleSet {
    let selected = try chosen(by: only)
    let skipped = try chosen(by: skip)
    var result = self
    for index in rules.indices {
      let isSelected = only.isEmpty || selected.rules.contains(index)
      if !isSelected || skipped.rules.contains(index) { result.rules[index].isRun = false }
    }
    for index in tableRules.indices {
      let isSelected = only.isEmpty || selected.tableRules.contains(index)
      if !isSelected || skipped.tableRules.contains(index) {
        result.tableRules[index].isRun = false
      }
    }
    for rule in skipped.builtIns {
      var settings = settings(of: rule)
      settings.isRun = false
      result.builtIns[rule] = settings
    }
    return result
  }

  /// The rules that names select.
  private struct Chosen {
    var rules: Set<Int> = []
    var tableRules: Set<Int> = []
    var builtIns: Set<BuiltInRule> = []
  }

  private func chosen(
    by names: [String]
  ) throws(SelectionError) -> Chosen {
    var chosen = Chosen()
    for name in names {
      let wanted = ExactText(name)
      func isWanted(_ id: String, _ attributes: RuleAttributes) -> Bool {
        ExactText(id) == wanted
          || attributes.labels.contains { ExactText("label:" + $0) == wanted }
      }
      // `#/properties/address/*`: all keywords of a schema below a location.
      let folder = schema != nil && name.hasSuffix("/*") ? String(name.dropLast()) : nil
      // `patient.*`: all rules of a section.
      let section = sections.firstIndex { name.isExactly($0.idPrefix + "*") }.map {
        SectionIndex($0)
      }
      let indexes = rules.indices.filter { index in
        section != nil && rules[index].section == section
          || isWanted(rules[index].id, rules[index].attributes)
          || folder.map { rules[index].expression.keyword != nil && rules[index].id.hasPrefix($0) }
            ?? false
      }
      let tableIndexes = tableRules.indices.filter {
        section != nil && tableRules[$0].section == section
          || isWanted(tableRules[$0].id, tableRules[$0].attributes)
      }
      chosen.rules.formUnion(indexes)
      chosen.tableRules.formUnion(tableIndexes)
      if let rule = builtInRules.first(where: { $0.id == name }) {
        chosen.builtIns.insert(rule)
      } else if indexes.isEmpty, tableIndexes.isEmpty, section == nil {
        throw SelectionError(name: name, suggestions: suggestions(for: name))
      }
    }
    return chosen
  }

  /// The names that may have been meant by one that selects nothing: the rules of a field, a label
  /// without `label:`, a built-in rule without `bulkcheck.`, or the nearest name.
  private func suggestions(for name: String) -> [String] {
    let names = selectableNames
    let wanted = name.lowercased()
    let whole = names.filter { known in
      let known = known.lowercased()
      return known == "label:" + wanted || known == "bulkcheck." + wanted
    }
    if let first = whole.first { return [first] }
    let ofField = rules.filter { $0.field?.lowercased() == wanted }.map(\.id)
    if !ofField.isEmpty { return ofField }
    return NearestWord.of(name, among: names).map { [$0] } ?? []
  }

  private var selectableNames: [String] {
    rules.map(\.id) + tableRules.map(\.id) + builtInRules.map(\.id)
      + sections.map { $0.idPrefix + "*" }
      + (rules.map(\.attributes) + tableRules.map(\.attributes)).flatMap { attributes in
        attributes.labels.map { "label:" + $0 }
      }
  }
}

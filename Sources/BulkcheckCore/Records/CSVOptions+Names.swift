/// The names of columns as rules have them.
extension CSVOptions {
  /// The names of a header, each in the spelling by which rules speak of it.
  ///
  /// An alias becomes the name that it stands for. Where case does not matter, a name becomes that
  /// of the rules which is the same but for its case, otherwise the first such name of the header.
  /// Thus a name beside its alias is a column named twice.
  ///
  /// - Parameter known: the names by which rules speak of columns.
  package func columnNames(_ header: [String], known: [String]) -> [String] {
    guard !aliases.isEmpty || !headerCaseMatters else { return header }
    var meant: [ExactText: String] = [:]
    func learn(_ written: String, _ name: String) {
      let key = key(written)
      if meant[key] == nil { meant[key] = name }
    }
    for alias in aliases { learn(alias.name, alias.name) }
    for name in known { learn(name, name) }
    for alias in aliases {
      for other in alias.others { learn(other, alias.name) }
    }
    let exact = (known + aliases.map(\.name)).exactly
    return header.map { name in
      if exact.contains(ExactText(name)) { return name }
      if !headerCaseMatters { learn(name, name) }
      return meant[key(name)] ?? name
    }
  }

  private func key(_ name: String) -> ExactText {
    ExactText(headerCaseMatters ? name : name.lowercased())
  }
}

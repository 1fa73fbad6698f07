internal import BulkcheckCore
internal import BulkcheckDocument

/// How cells of CSV write numbers and booleans, where that is not as in JSON.
extension ProfileReader {
  /// `"boolean": {"true": ["yes"], "false": ["no"]}`.
  mutating func booleanWords(_ node: DocumentNode) -> [Change]? {
    guard node.members != nil else {
      return refuse(
        node, "`boolean`", expected: #"an object such as {"true": ["yes"], "false": ["no"]}"#)
    }
    var words: [Change] = []
    var seen: Set<ExactText> = []
    for member in members(node, "`boolean`", keys: ["true", "false"]) {
      for text in texts(member.value, "`\(member.name)`", mayBeEmpty: false) ?? [] {
        let isOther = text == "true" || text == "false"
        guard seen.insert(ExactText(text)).inserted, !isOther || text == member.name else {
          return refuse(member.value.offset, .ambiguousBoolean(text))
        }
        if !isOther { words.append(.word(ExactText(text), becomes: ExactText(member.name))) }
      }
    }
    return words
  }

  /// Cells get the form that JSON has before they are read as numbers or booleans.
  mutating func declareCellForms() {
    for (path, declaration) in ruleSet.declarations {
      let changes = cellForms(of: NamedField(path), declaration)
      if !changes.isEmpty { ruleSet.declarations[path]?.normalize += changes }
    }
    for index in ruleSet.sections.indices {
      for (path, declaration) in ruleSet.sections[index].declarations {
        let changes = cellForms(of: NamedField(path, in: SectionIndex(index)), declaration)
        if !changes.isEmpty { ruleSet.sections[index].declarations[path]?.normalize += changes }
      }
    }
  }

  private mutating func cellForms(
    of field: NamedField, _ declaration: Declaration
  ) -> [Change] {
    // A cell that may be a string, too, is read as the first type of the list that fits.
    let types = (declaration.types ?? []).prefix { $0 != .string }
    if let offset = booleanOffsets[field], !types.contains(.boolean) {
      complain(offset, .booleanWordsWithoutType)
    }
    var changes = types.contains(.boolean) ? declaration.booleanWords ?? [] : []
    if ruleSet.csv.numbersAreLenient, types.contains(.number) || types.contains(.integer) {
      changes.append(.plainNumber)
    }
    return changes
  }
}

extension Complaint {
  fileprivate static func ambiguousBoolean(_ word: String) -> Complaint {
    Complaint("`boolean` has \(quoted(word)) twice, or where it is the other value")
  }

  fileprivate static var booleanWordsWithoutType: Complaint {
    Complaint(
      "`boolean` says which cells are booleans, so the field also needs `\"type\": \"boolean\"`")
  }
}

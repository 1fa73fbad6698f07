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

  /// `"number": {"decimal": ",", "group": ".", "affixes": ["€"]}`.
  mutating func numberForm(_ node: DocumentNode) -> NumberForm? {
    guard node.members != nil else {
      return refuse(
        node, "`number`", expected: #"an object such as {"decimal": ",", "group": "."}"#)
    }
    var form = NumberForm()
    let keys = ["decimal", "group", "affixes", "parentheses", "lenient"]
    for member in members(node, "`number`", keys: keys) {
      let what = "`\(member.name)`"
      switch member.name {
      case "decimal":
        guard let text = text(member.value, what), text == "." || text == "," else {
          return refuse(member.value, what, expected: #"".", or ",""#)
        }
        form.decimal = text == "." ? Ascii.point : Ascii.comma
      case "group":
        guard let text = text(member.value, what), NumberForm.mayGroup(text) else {
          return refuse(
            member.value, what, expected: #"one character that is no digit, such as "," or " ""#)
        }
        form.group = text
      case "affixes":
        guard let texts = affixes(member.value, what) else { return nil }
        form.affixes = texts
      case "parentheses":
        guard text(member.value, what) == "negative" else {
          return refuse(member.value, what, expected: #""negative""#)
        }
        form.hasParentheses = true
      default: form.isLenient = boolean(member.value, what) ?? false
      }
    }
    guard form.group != String(Unicode.Scalar(form.decimal)) else {
      return refuse(node.offset, .groupIsDecimal(form.group))
    }
    return form
  }

  private mutating func affixes(_ node: DocumentNode, _ what: String) -> [String]? {
    guard let texts = texts(node, what, mayBeEmpty: false) else { return nil }
    guard texts.count <= 64 else { return refuse(node, what, expected: "at most 64 texts") }
    for element in node.elements ?? [] {
      guard let text = element.text, !NumberForm.mayBeAffix(text) else { continue }
      return refuse(
        element, "an element of \(what)",
        expected: "a text without digits, signs, blanks at its ends or parentheses")
    }
    return texts
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
    let isNumber = types.contains(.number) || types.contains(.integer)
    if let offset = numberOffsets[field], !isNumber {
      complain(offset, .numberFormWithoutType)
    }
    var changes = types.contains(.boolean) ? declaration.booleanWords ?? [] : []
    if isNumber, var form = declaration.numberForm {
      form.isLenient = form.isLenient || ruleSet.csv.numbersAreLenient
      changes.append(.formedNumber(form))
    } else if isNumber, ruleSet.csv.numbersAreLenient {
      changes.append(.plainNumber)
    }
    return changes
  }
}

extension NumberForm {
  fileprivate static func mayGroup(_ text: String) -> Bool {
    text.unicodeScalars.count == 1
      && text.unicodeScalars.allSatisfy {
        !$0.properties.isAlphabetic && !("0"..."9").contains($0)
          && !"+-()\0".unicodeScalars.contains($0)
      }
  }

  fileprivate static func mayBeAffix(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else {
      return false
    }
    return text.unicodeScalars.allSatisfy {
      !("0"..."9").contains($0) && !"+-()\0".unicodeScalars.contains($0)
    } && !first.properties.isWhitespace && !last.properties.isWhitespace
  }
}

extension Complaint {
  fileprivate static func ambiguousBoolean(_ word: String) -> Complaint {
    Complaint("`boolean` has \(quoted(word)) twice, or where it is the other value")
  }

  fileprivate static func groupIsDecimal(_ character: String) -> Complaint {
    Complaint(
      "`number` has \(quoted(character)) both between groups and before decimals",
      expected: "a `decimal` and a `group` that differ")
  }

  fileprivate static var numberFormWithoutType: Complaint {
    Complaint(
      "`number` says how cells write numbers, so the field also needs `\"type\": \"number\"` or "
        + "`\"integer\"`")
  }

  fileprivate static var booleanWordsWithoutType: Complaint {
    Complaint(
      "`boolean` says which cells are booleans, so the field also needs `\"type\": \"boolean\"`")
  }
}

internal import BulkcheckCore
internal import BulkcheckDocument
internal import PatternSyntax

/// Constraints.
extension TableField {
  mutating func translateConstraints() {
    guard let constraints = node["constraints"], !constraints.isNull else { return }
    guard let members = constraints.members else {
      return leave(constraints, "`constraints` of \(name): expected an object")
    }
    for member in members { translate(member) }
  }

  private mutating func translate(_ member: DocumentMember) {
    let value = member.value
    switch member.name {
    case "required", "unique":
      guard let isOn = value.boolean else { return leave(member, "expected true or false") }
      if isOn { block.add(member.name, value, at: member.nameOffset) }
    case "minLength", "maxLength": translateLength(member)
    case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum": translateLimit(member)
    case "pattern": translatePattern(member)
    case "enum":
      guard let elements = value.elements else { return leave(member, "expected a list") }
      if node["categories"] == nil { addChoices("enum", value, elements) }
    case "jsonSchema": leave(member, "a JSON Schema of one field")
    default: leave(member, "Table Schema has no such constraint")
    }
  }

  private mutating func leave(_ member: DocumentMember, _ reason: String) {
    leftovers.append(
      Leftover(
        offset: member.nameOffset, sentence: "`\(member.name)` of \(name): \(reason)"))
  }

  private mutating func translateLength(_ member: DocumentMember) {
    guard let digits = member.value.digits, digits.utf8.allSatisfy(Ascii.isDigit) else {
      return leave(member, "expected a length")
    }
    switch type {
    case .string, .any: block.add(member.name, member.value, at: member.nameOffset)
    case .list where block["separator"] != nil:
      block.add(
        member.name == "minLength" ? "minItems" : "maxItems", member.value, at: member.nameOffset)
    default: leave(member, "\(type.rawValue) has no length that is checked")
    }
  }

  private mutating func translateLimit(_ member: DocumentMember) {
    switch type.order {
    case .numbers where block["type"] != nil:
      guard let number = number(member.value) else { return leave(member, "expected a number") }
      block.add(member.name, number, at: member.nameOffset)
    case .times where limitsAreTimes:
      guard let limit = limit(member.value) else {
        return leave(member, "expected a \(type.rawValue)")
      }
      block.add(member.name, limit, at: member.nameOffset)
    default: leave(member, "the order of its values is not checked")
    }
  }

  /// A number, or the text of one.
  private func number(_ node: DocumentNode) -> DocumentNode? {
    if node.digits != nil { return node }
    guard let text = node.text,
      let digits = JSONNumberText.json(text, decimal: self.node["decimalChar"]?.text ?? ".")
    else { return nil }
    return .number(digits, at: node.offset)
  }

  private mutating func translatePattern(_ member: DocumentMember) {
    guard let pattern = member.value.text else { return leave(member, "expected a text") }
    guard type == .string || type == .any else {
      return leave(member, "a pattern of \(type.rawValue)")
    }
    if let escape = XMLSchemaPattern.foreignEscape(in: pattern) {
      return leave(member, "\(escape) is an escape that only XML Schema has")
    }
    let whole = "^(?:\(pattern))$"
    if let fault = Pattern.mistake(in: PatternSource(whole)) {
      return leave(member, "the pattern cannot be read: \(fault.message)")
    }
    block.add(
      "pattern", .text(whole, at: member.value.offset), at: member.nameOffset)
  }

  // MARK: Choices

  /// - Parameter word: the contract's word for the list.
  mutating func addChoices(_ word: String, _ list: DocumentNode, _ values: [DocumentNode]) {
    let choices = values.compactMap(choice)
    guard !values.isEmpty, choices.count == values.count else {
      return leave(list, "`\(word)` of \(name): a choice is not of its type")
    }
    switch type {
    case .object, .array, .geojson, .list, .geopoint:
      return leave(list, "`\(word)` of \(name): values of \(type.rawValue) are not compared")
    default: block.add("enum", .list(choices, at: list.offset), at: list.offset)
    }
  }

  private func choice(_ node: DocumentNode) -> DocumentNode? {
    switch type {
    case .number, .integer, .year: return number(node)
    case .boolean:
      if node.boolean != nil { return node }
      let yes =
        self.node["trueValues"]?.elements?.compactMap(\.text) ?? ["true", "True", "TRUE", "1"]
      return node.text.map { .boolean(yes.contains($0), at: node.offset) }
    case .any: return node.isNull ? nil : node
    default:
      if node.text != nil { return node }
      return node.digits.map { .text($0, at: node.offset) }
    }
  }
}

/// Texts of numbers.
enum JSONNumberText {
  /// The number as JSON writes it; nil if the text is not one.
  static func json(_ text: String, decimal: String) -> String? {
    var digits = text.replacing(decimal, with: ".")[...]
    var sign = ""
    if digits.hasPrefix("-") { sign = "-" }
    if digits.hasPrefix("-") || digits.hasPrefix("+") { digits.removeFirst() }
    let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard !digits.isEmpty, parts.allSatisfy({ $0.utf8.allSatisfy(Ascii.isDigit) }),
      parts.contains(where: { !$0.isEmpty })
    else { return nil }
    let whole = parts[0].drop { $0 == "0" }
    let fraction = parts.count == 2 && !parts[1].isEmpty ? ".\(parts[1])" : ""
    return sign + (whole.isEmpty ? "0" : String(whole)) + fraction
  }
}

/// The patterns of XML Schema, as far as other engines do not have them.
enum XMLSchemaPattern {
  /// An escape that means nothing, or something else, in other patterns; nil if there is none.
  static func foreignEscape(in pattern: String) -> String? {
    let scalars = Array(pattern.unicodeScalars)
    var index = 0
    var isInClass = false
    while index < scalars.count {
      let scalar = scalars[index]
      if scalar == "\\", index + 1 < scalars.count {
        let letter = scalars[index + 1]
        if "iIcC".unicodeScalars.contains(letter) { return "\\\(letter)" }
        if letter == "p" || letter == "P",
          scalars[(index + 2)...].starts(with: "{Is".unicodeScalars)
        {
          return "\\\(letter){Is…}"
        }
        index += 2
        continue
      }
      if scalar == "[" {
        if isInClass, scalars[index - 1] == "-" { return "-[…], a subtraction of classes," }
        isInClass = true
      } else if scalar == "]" {
        isInClass = false
      }
      index += 1
    }
    return nil
  }
}

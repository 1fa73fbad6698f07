internal import BulkcheckCore
internal import BulkcheckDocument
internal import BulkcheckProfile

/// Says what the metaschema of a dialect refuses about the value of a keyword.
struct KeywordCheck {
  typealias Complaints = [(offset: Int, complaint: Complaint)]

  let dialect: SchemaDialect
  let keyword: String

  private var what: String { "`\(keyword)`" }

  func complaints(
    _ form: KeywordFacts.Form, _ value: DocumentNode, beside members: [DocumentMember]
  ) -> Complaints {
    switch form {
    case .any: []
    case .text, .uri: value.text == nil ? unexpected(value, "a string") : []
    case .reference: value.text == nil ? unexpected(value, "a string: a URI reference") : []
    case .identifier: identifier(value)
    case .anchor: anchor(value)
    case .boolean: boolean(value, beside: members)
    case .number: value.digits == nil ? unexpected(value, "a number") : []
    case .positiveNumber: positiveNumber(value)
    case .count: count(value)
    case .schema: schema(value, what)
    case .schemaOrBoolean: value.boolean == nil ? schema(value, what) : []
    case .schemaList: schemaList(value)
    case .schemaOrList: value.elements == nil ? schema(value, what) : schemaList(value)
    case .members: self.members(value)
    case .patternMembers: patternMembers(value)
    case .dependencies: dependencies(value)
    case .names: names(value, what)
    case .nameLists: nameLists(value)
    case .types: types(value)
    case .list: value.elements == nil ? unexpected(value, "a list") : []
    case .choices: choices(value)
    case .pattern: pattern(value)
    case .vocabulary: vocabulary(value)
    }
  }

  private func unexpected(_ node: DocumentNode, _ expected: String) -> Complaints {
    unexpected(node, what, expected)
  }

  private func unexpected(_ node: DocumentNode, _ what: String, _ expected: String) -> Complaints {
    [(node.offset, .unexpected(what, found: node, expected: expected))]
  }

  // MARK: Simple values

  private func identifier(_ value: DocumentNode) -> Complaints {
    guard let text = value.text else { return unexpected(value, "a string: a URI reference") }
    guard dialect >= .draft2019, let fragment = URIText.split(text).fragment, !fragment.isEmpty
    else { return [] }
    return [(value.offset, .badIdentifier(keyword, text))]
  }

  private func anchor(_ value: DocumentNode) -> Complaints {
    guard let text = value.text else { return unexpected(value, "a string") }
    let bytes = Array(text.utf8)
    func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    let isName =
      bytes.first.map { isLetter($0) || dialect == .draft2020 && $0 == UInt8(ascii: "_") } ?? false
    let others = dialect == .draft2020 ? "-._" : "-._:"
    let isWhole = bytes.allSatisfy { Ascii.isAlphanumeric($0) || others.utf8.contains($0) }
    return isName && isWhole ? [] : [(value.offset, .badAnchor(keyword, text))]
  }

  private func boolean(_ value: DocumentNode, beside members: [DocumentMember]) -> Complaints {
    guard value.boolean != nil else { return unexpected(value, "true or false") }
    let limits = ["exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"]
    guard let limit = limits[keyword], members.named(limit) == nil else { return [] }
    return [(value.offset, .lonelyExclusion(keyword, limit))]
  }

  private func positiveNumber(_ value: DocumentNode) -> Complaints {
    if let digits = value.digits, BigDecimal(digits).signum > 0 { return [] }
    return unexpected(value, "a number above 0")
  }

  private func count(_ value: DocumentNode) -> Complaints {
    if let number = value.digits.map({ BigDecimal($0) }), number.isInteger, !number.isNegative {
      return []
    }
    return unexpected(value, "a non-negative integer")
  }

  private func pattern(_ value: DocumentNode) -> Complaints {
    guard let text = value.text else { return unexpected(value, "a string: a regular expression") }
    return pattern(text, what, at: value.offset)
  }

  private func pattern(_ text: String, _ what: String, at offset: Int) -> Complaints {
    switch SchemaPattern.read(text) {
    case .success: []
    case .failure(let fault): [(offset, .badPattern(what, fault.reason))]
    }
  }

  // MARK: Schemas

  private func schema(_ value: DocumentNode, _ what: String) -> Complaints {
    if SchemaLibrary.isSchema(value, dialect) { return [] }
    return unexpected(
      value, what, dialect == .draft4 ? "a schema: an object" : "a schema: an object, true or false"
    )
  }

  private func schemaList(_ value: DocumentNode) -> Complaints {
    guard let elements = value.elements, !elements.isEmpty else {
      return unexpected(value, "a list of at least one schema")
    }
    return elements.flatMap { schema($0, "an element of \(what)") }
  }

  private func members(_ value: DocumentNode) -> Complaints {
    guard let members = value.members else { return unexpected(value, "an object of schemas") }
    return members.flatMap { schema($0.value, "a member of \(what)") }
  }

  private func patternMembers(_ value: DocumentNode) -> Complaints {
    self.members(value)
      + (value.members ?? []).flatMap { pattern($0.name, "a key of \(what)", at: $0.nameOffset) }
  }

  private func dependencies(_ value: DocumentNode) -> Complaints {
    guard let members = value.members else {
      return unexpected(value, "an object of schemas and lists of names")
    }
    return members.flatMap { member -> Complaints in
      let what = "a member of \(what)"
      if member.value.elements != nil { return names(member.value, what) }
      return schema(member.value, what)
    }
  }

  // MARK: Lists

  private func names(_ value: DocumentNode, _ what: String) -> Complaints {
    guard let elements = value.elements, dialect > .draft4 || !elements.isEmpty else {
      return unexpected(
        value, what, dialect == .draft4 ? "a list of at least one name" : "a list of names")
    }
    return elements.filter { $0.text == nil }
      .flatMap { unexpected($0, "an element of \(what)", "a string") } + repetitions(elements)
  }

  private func repetitions(_ elements: [DocumentNode]) -> Complaints {
    var seen: Set<JSONIdentity> = []
    return elements.filter { !seen.insert(JSONIdentity($0.literal)).inserted }
      .map { ($0.offset, .repeatedElement(keyword, $0)) }
  }

  private func nameLists(_ value: DocumentNode) -> Complaints {
    guard let members = value.members else { return unexpected(value, "an object of lists") }
    return members.flatMap { names($0.value, "a member of \(what)") }
  }

  private func types(_ value: DocumentNode) -> Complaints {
    guard let elements = value.elements else {
      return type(value, what, value.text == nil ? "a type or a list of types" : nil)
    }
    guard !elements.isEmpty else { return unexpected(value, "a list of at least one type") }
    return elements.flatMap { type($0, "an element of \(what)", nil) } + repetitions(elements)
  }

  private func type(_ value: DocumentNode, _ what: String, _ expected: String?) -> Complaints {
    if let text = value.text, SchemaType(rawValue: text) != nil { return [] }
    if let expected { return unexpected(value, what, expected) }
    return [
      (
        value.offset,
        .unknownWord(what, found: value, known: SchemaType.allCases.map(\.rawValue))
      )
    ]
  }

  private func choices(_ value: DocumentNode) -> Complaints {
    guard let elements = value.elements else { return unexpected(value, "a list") }
    // Later drafts only recommend what draft 4 asks for.
    guard dialect == .draft4 else { return [] }
    if elements.isEmpty { return unexpected(value, "a list of at least one value") }
    return repetitions(elements)
  }

  private func vocabulary(_ value: DocumentNode) -> Complaints {
    guard let members = value.members else { return unexpected(value, "an object") }
    return members.filter { $0.value.boolean == nil }
      .flatMap { unexpected($0.value, "a member of \(what)", "true or false") }
  }
}

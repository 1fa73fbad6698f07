internal import BulkcheckCore
internal import BulkcheckDocument

/// Values of a certain kind; nil after a complaint.
extension ProfileReader {
  mutating func object(_ node: DocumentNode, _ what: String) -> [DocumentMember]? {
    guard let members = node.members else {
      complain(node, what, expected: "an object")
      return nil
    }
    return members
  }

  mutating func list(
    _ node: DocumentNode, _ what: String, of content: String, mayBeEmpty: Bool = false
  ) -> [DocumentNode]? {
    guard let elements = node.elements, mayBeEmpty || !elements.isEmpty else {
      complain(
        node, what,
        expected: mayBeEmpty ? "a list of \(content)" : "a list of at least one of \(content)")
      return nil
    }
    return elements
  }

  mutating func text(_ member: DocumentMember) -> String? {
    text(member.value, "`\(member.name)`")
  }

  mutating func text(_ node: DocumentNode, _ what: String, mayBeEmpty: Bool = true) -> String? {
    guard let text = node.text, mayBeEmpty || !text.isEmpty else {
      complain(node, what, expected: mayBeEmpty ? "a text" : "a text that is not empty")
      return nil
    }
    return text
  }

  mutating func texts(_ node: DocumentNode, _ what: String, mayBeEmpty: Bool) -> [String]? {
    guard let elements = list(node, what, of: "texts", mayBeEmpty: mayBeEmpty) else { return nil }
    return elements.compactMap { text($0, "an element of \(what)") }
  }

  mutating func boolean(_ node: DocumentNode, _ what: String) -> Bool? {
    guard let value = node.boolean else {
      complain(node, what, expected: "true or false")
      return nil
    }
    return value
  }

  mutating func count(_ member: DocumentMember) -> Int? {
    count(member.value, "`\(member.name)`")
  }

  /// An integer that is not negative, however it is written.
  mutating func count(_ node: DocumentNode, _ what: String) -> Int? {
    guard let value = node.digits.flatMap({ ExactNumber($0).integer }), value >= 0 else {
      complain(node, what, expected: "an integer that is not negative")
      return nil
    }
    return value
  }

  mutating func number(_ node: DocumentNode, _ what: String) -> String? {
    guard let digits = node.digits else {
      complain(node, what, expected: "a number")
      return nil
    }
    return digits
  }

  /// One of the words of `Word`.
  mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ node: DocumentNode, _ what: String, as type: Word.Type
  ) -> Word? {
    if let text = node.text, let word = Word(rawValue: text) { return word }
    complain(
      node.offset, .unknownWord(what, found: node, known: Word.allCases.map(\.rawValue)))
    return nil
  }

  mutating func path(_ text: String, at offset: Int) -> FieldPath? {
    do {
      return try PathParser.path(text)
    } catch {
      complain(offset, .badPath(text, reason: error.reason))
      return nil
    }
  }

  mutating func path(_ node: DocumentNode, _ what: String) -> FieldPath? {
    guard let text = node.text else {
      complain(node, what, expected: "a path")
      return nil
    }
    return path(text, at: node.offset)
  }

  /// Notes that the profile names this path (SEMANTICS 64) at this place.
  mutating func mention(_ path: FieldPath, at offset: Int) {
    mentions.append(Mention(path: path, offset: offset))
  }

  /// A value as an operand of `const` and the like; nil (the value itself, not a part) is no choice
  /// (SEMANTICS 41).
  mutating func choice(_ node: DocumentNode, _ what: String) -> Literal? {
    if node.isNull {
      complain(node.offset, .nullIsNoChoice(what))
      return nil
    }
    return Self.literal(node)
  }

  static func literal(_ node: DocumentNode) -> Literal {
    switch node.kind {
    case .null: .null
    case .boolean(let value): .boolean(value)
    case .number(let digits): .number(digits)
    case .text(let text): .text(text)
    case .array(let elements): .array(elements.map(literal))
    case .object(let members):
      .object(members.map { .init(name: $0.name, value: literal($0.value)) })
    }
  }
}

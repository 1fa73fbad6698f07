package import BulkcheckCore
package import BulkcheckDocument

/// Values of a certain kind; nil after a complaint.
extension ProfileReader {
  mutating func object(_ node: DocumentNode, _ what: String) -> [DocumentMember]? {
    node.members ?? refuse(node, what, expected: "an object")
  }

  /// The members of an object that has no keys but `keys`; it complains of each other one.
  ///
  /// - Parameter place: what the object is called in a complaint of a key, if not `what`.
  mutating func members(
    _ node: DocumentNode, _ what: String, in place: String? = nil, keys: [String]
  ) -> [DocumentMember] {
    (object(node, what) ?? []).filter { member in
      if keys.contains(member.name) { return true }
      complain(member.nameOffset, .unknownKey(member.name, in: place ?? what, known: keys))
      return false
    }
  }

  mutating func list(
    _ node: DocumentNode, _ what: String, of content: String, mayBeEmpty: Bool = false
  ) -> [DocumentNode]? {
    if let elements = node.elements, mayBeEmpty || !elements.isEmpty { return elements }
    return refuse(
      node, what,
      expected: mayBeEmpty ? "a list of \(content)" : "a list of \(content), with at least one")
  }

  mutating func text(_ member: DocumentMember) -> String? {
    text(member.value, "`\(member.name)`")
  }

  mutating func text(_ node: DocumentNode, _ what: String, mayBeEmpty: Bool = true) -> String? {
    if let text = node.text, mayBeEmpty || !text.isEmpty { return text }
    return refuse(node, what, expected: mayBeEmpty ? "a string" : "a string that is not empty")
  }

  mutating func texts(_ node: DocumentNode, _ what: String, mayBeEmpty: Bool) -> [String]? {
    guard let elements = list(node, what, of: "strings", mayBeEmpty: mayBeEmpty) else { return nil }
    return elements.compactMap { text($0, "an element of \(what)") }
  }

  mutating func boolean(_ node: DocumentNode, _ what: String) -> Bool? {
    node.boolean ?? refuse(node, what, expected: "true or false")
  }

  mutating func count(_ member: DocumentMember) -> Int? {
    count(member.value, "`\(member.name)`")
  }

  /// An integer that is not negative, however it is written.
  mutating func count(_ node: DocumentNode, _ what: String) -> Int? {
    if let value = node.digits.flatMap({ BigDecimal($0).integer }), value >= 0 { return value }
    return refuse(node, what, expected: "a non-negative integer")
  }

  mutating func number(_ node: DocumentNode, _ what: String) -> String? {
    node.digits ?? refuse(node, what, expected: "a number")
  }

  /// One of the words of `Word`.
  mutating func word<Word: RawRepresentable<String> & CaseIterable & Equatable>(
    _ node: DocumentNode, _ what: String, as type: Word.Type
  ) -> Word? {
    word(node, what, among: Array(Word.allCases))
  }

  mutating func word<Word: RawRepresentable<String> & Equatable>(
    _ node: DocumentNode, _ what: String, among words: [Word]
  ) -> Word? {
    if let text = node.text, let word = Word(rawValue: text), words.contains(word) { return word }
    return refuse(node.offset, .unknownWord(what, found: node, known: words.map(\.rawValue)))
  }

  mutating func path(_ text: String, at offset: Int) -> FieldPath? {
    do {
      let path = try PathParser.path(text, reach: reach)
      noteStars(path, text, at: offset)
      return path
    } catch {
      return refuse(offset, .badPath(text, error))
    }
  }

  mutating func path(_ node: DocumentNode, _ what: String) -> FieldPath? {
    guard let text = node.text else { return refuse(node, what, expected: "a path") }
    return path(text, at: node.offset)
  }

  /// Notes that the profile names this path (docs/reference/reports.md#fields) at this place.
  mutating func mention(_ path: FieldPath, at offset: Int) {
    mentions.append(mention(of: path, at: offset))
  }

  func mention(of path: FieldPath, at offset: Int, isNamed: Bool = true) -> Mention {
    Mention(
      path: inRecord(path), read: path, offset: offset,
      place: placeOfUse ?? offset, isNamed: isNamed, section: section)
  }

  /// A value as an operand of `const` and the like; nil (the value itself, not a part) is not a
  /// choice (docs/reference/constraints.md#type).
  mutating func choice(_ node: DocumentNode, _ what: String) -> Literal? {
    node.isNull ? refuse(node.offset, .nullIsNoChoice(what)) : node.literal
  }
}

extension DocumentNode {
  /// The value without places.
  package var literal: Literal {
    switch kind {
    case .null: .null
    case .boolean(let value): .boolean(value)
    case .number(let digits): .number(digits)
    case .text(let text): .text(text)
    case .array(let elements): .array(elements.map(\.literal))
    case .object(let members):
      .object(members.map { .init(name: $0.name, value: $0.value.literal) })
    }
  }
}

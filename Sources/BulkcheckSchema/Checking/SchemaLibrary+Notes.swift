internal import BulkcheckCore
internal import BulkcheckDocument

/// Notes about what is probably not meant.
extension SchemaLibrary {
  /// Notes about the keywords of a place.
  mutating func noteKeywords(_ members: [DocumentMember], of place: Int) {
    let meaning = meaning(of: place)
    let document = places[place].document
    let types = Self.types(members)
    let isReference =
      meaning.dialect < .draft2019 && members.named("$ref")?.value.text != nil
    for member in members {
      if let complaint = Self.note(member.name, meaning.dialect) {
        note(document, member.nameOffset, complaint)
      } else if member.name == "contentSchema",
        KeywordFacts.named(member.name, in: meaning.dialect) != nil
      {
        note(document, member.nameOffset, .contentSchema)
      } else if isReference, Self.isAssertion(member.name, meaning.dialect) {
        note(document, member.nameOffset, .ignoredBesideReference(member.name, meaning.dialect))
      } else if let types, let subject = KeywordSubject(member.name),
        subject.types.isDisjoint(with: types)
      {
        note(
          document, member.nameOffset,
          .unreachable(member.name, about: subject.name, types: types))
      }
    }
  }

  /// Notes about patterns that are none with the flag `u`.
  mutating func notePatterns(_ members: [DocumentMember], of place: Int) {
    let document = places[place].document
    var patterns: [(text: String, offset: Int)] = []
    if let member = members.named("pattern"), let text = member.value.text {
      patterns.append((text, member.value.offset))
    }
    for member in members.named("patternProperties")?.value.members ?? [] {
      patterns.append((member.name, member.nameOffset))
    }
    for (text, offset) in patterns {
      if case .success(let read) = SchemaPattern.read(text), read.isLenient {
        note(document, offset, .lenientPattern(text))
      }
    }
  }

  /// The note about a keyword that the dialect does not know.
  private static func note(_ name: String, _ dialect: SchemaDialect) -> Complaint? {
    guard KeywordFacts.named(name, in: dialect) == nil else { return nil }
    if let other = KeywordFacts.all(named: name).last {
      return .otherDialect(name, dialect, since: other.dialects.lowerBound, instead: instead(name))
    }
    // Names that begin so are meant to be unknown.
    guard !name.hasPrefix("x-"), name.utf8.count > 2 else { return nil }
    guard let nearest = NearestWord.of(name, among: KeywordFacts.names(in: dialect)) else {
      return nil
    }
    return .unknownKeyword(name, nearest: nearest)
  }

  private static func instead(_ name: String) -> String? {
    switch name {
    case "id": "`$id`"
    case "$recursiveRef": "`$dynamicRef`"
    case "$recursiveAnchor": "`$dynamicAnchor`"
    case "additionalItems": "`items` next to `prefixItems`"
    default: nil
    }
  }

  private static func isAssertion(_ name: String, _ dialect: SchemaDialect) -> Bool {
    switch KeywordFacts.named(name, in: dialect)?.vocabulary {
    case .validation, .applicator, .unevaluated, .format: true
    case .core, .content, .metadata, nil: false
    }
  }

  private static func types(_ members: [DocumentMember]) -> Set<SchemaType>? {
    guard let value = members.named("type")?.value else { return nil }
    let names = value.elements ?? [value]
    let types = names.compactMap { $0.text.flatMap { SchemaType(rawValue: $0) } }
    return types.isEmpty ? nil : Set(types)
  }
}

/// The types that a keyword is about: values of others satisfy it.
private struct KeywordSubject {
  var name: String
  var types: Set<SchemaType>

  init?(_ keyword: String) {
    switch keyword {
    case "minLength", "maxLength", "pattern", "contentEncoding", "contentMediaType",
      "contentSchema":
      self.init("strings", [.string])
    case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
      self.init("numbers", [.number, .integer])
    case "items", "prefixItems", "additionalItems", "contains", "minContains", "maxContains",
      "minItems", "maxItems", "uniqueItems", "unevaluatedItems":
      self.init("arrays", [.array])
    case "properties", "patternProperties", "additionalProperties", "propertyNames", "required",
      "minProperties", "maxProperties", "dependencies", "dependentRequired", "dependentSchemas",
      "unevaluatedProperties":
      self.init("objects", [.object])
    default: return nil
    }
  }

  private init(_ name: String, _ types: Set<SchemaType>) {
    self.name = name
    self.types = types
  }
}

extension Complaint {
  static func unknownKeyword(_ name: String, nearest: String) -> Complaint {
    Complaint("unknown keyword \(quoted(name))", suggestion: nearest)
  }

  static func otherDialect(
    _ name: String, _ dialect: SchemaDialect, since other: SchemaDialect, instead: String?
  ) -> Complaint {
    let when = other > dialect ? "was added in \(other.name)" : "belongs to earlier drafts"
    return Complaint(
      "`\(name)` is not a keyword of \(dialect.name): it \(when)",
      expected: dialect > other ? instead : nil)
  }

  static func unreachable(_ name: String, about subject: String, types: Set<SchemaType>)
    -> Complaint
  {
    let names = SchemaType.allCases.filter(types.contains).map(\.rawValue)
    return Complaint(
      "no value reaches `\(name)`: it applies to \(subject), but `type` is "
        + names.joined(separator: ", "))
  }

  static func ignoredBesideReference(_ name: String, _ dialect: SchemaDialect) -> Complaint {
    Complaint("`\(name)` is ignored: in \(dialect.name), `$ref` disables the keywords next to it")
  }

  static let contentSchema = Complaint(
    "`contentSchema` is an annotation: what a string contains is not checked against it")

  static func lenientPattern(_ text: String) -> Complaint {
    Complaint("\(quoted(text)) is valid only without the flag u of ECMA-262; it is read that way")
  }
}

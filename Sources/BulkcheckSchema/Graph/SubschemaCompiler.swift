internal import BulkcheckCore
internal import BulkcheckDocument
internal import BulkcheckProfile

/// Turns the keywords of one schema object into statements.
struct SubschemaCompiler {
  let place: SchemaLibrary.Place
  let members: [DocumentMember]
  let meaning: SchemaMeaning
  var keywords: [SchemaKeyword] = []
  var offsets: [Int] = []
  /// The children are in the order of the keywords.
  private var nextChild = 0

  init(place: SchemaLibrary.Place, members: [DocumentMember], meaning: SchemaMeaning) {
    self.place = place
    self.members = members
    self.meaning = meaning
  }

  /// The statements of a keyword: none where it is an annotation or not known.
  mutating func statements(
    of member: DocumentMember, in scope: Int, _ builder: inout GraphBuilder
  ) -> [SchemaStatement] {
    guard let facts = KeywordFacts.named(member.name, in: meaning.dialect),
      meaning.vocabularies.contains(facts.vocabulary)
    else { return [] }
    let children = children(of: member.name)
    if facts.form == .reference {
      guard let reference = place.references.first(where: { $0.keyword == member.name }) else {
        return []
      }
      let target = builder.target(of: reference, in: scope)
      return [.applicator(Applicator(.reference, [.init(target)]))]
    }
    switch facts.vocabulary {
    case .core, .metadata: return []
    case .validation: return assertion(member).map { [$0] } ?? []
    case .format: return format(member, &builder).map { [$0] } ?? []
    case .content: return content(member, builder.options).map { [$0] } ?? []
    case .applicator, .unevaluated:
      guard place.applies(member.name, in: meaning.dialect) else { return [] }
      let parts = children.compactMap { child -> Applicator.Part? in
        let target = builder.node(child.place, scope)
        guard facts.subschemas == .members || facts.subschemas == .membersOrNames else {
          return .init(target)
        }
        guard facts.form == .patternMembers else { return .init(target, name: child.key) }
        guard let text = child.key, case .success(let pattern) = SchemaPattern.read(text) else {
          return nil
        }
        return .init(target, name: text, pattern: pattern.source)
      }
      guard !parts.isEmpty || facts.subschemas != .one else { return [] }
      return applicator(member, parts, in: scope, &builder)
    }
  }

  /// The children of a keyword; each keyword is asked for once, in order.
  private mutating func children(of keyword: String) -> ArraySlice<SchemaLibrary.Child> {
    let start = nextChild
    while nextChild < place.children.count, place.children[nextChild].keyword.isExactly(keyword) {
      nextChild += 1
    }
    return place.children[start..<nextChild]
  }

  /// The subschema of a keyword beside this one.
  private func neighbour(
    _ keyword: String, in scope: Int, _ builder: inout GraphBuilder
  ) -> SubschemaIndex? {
    place.children.first { $0.keyword == keyword && $0.key == nil }
      .map { builder.node($0.place, scope) }
  }

  // MARK: Applicators

  private func applicator(
    _ member: DocumentMember, _ parts: [Applicator.Part], in scope: Int,
    _ builder: inout GraphBuilder
  ) -> [SchemaStatement] {
    switch member.name {
    case "dependencies":
      let lists = Self.lists(member.value)
      return (lists.isEmpty ? [] : [.dependentRequired(lists)])
        + (parts.isEmpty ? [] : [.applicator(Applicator(.dependentSchemas, parts))])
    case "items" where member.value.elements != nil:
      return [.applicator(Applicator(.prefixItems, parts))]
    case "items", "additionalItems":
      let first = listCount(member.name == "items" ? "prefixItems" : "items")
      guard let first = first ?? (member.name == "items" ? 0 : nil) else { return [] }
      var items = Applicator(.items, parts)
      items.minimum = first
      return [.applicator(items)]
    case "contains": return [.applicator(contains(parts))]
    case "if":
      let branches = ["then", "else"].map { neighbour($0, in: scope, &builder) }
      return [.applicator(Applicator(.conditional, parts + branches.map { .init($0) }))]
    default:
      return Applicator.Kind(rawValue: member.name).map { [.applicator(Applicator($0, parts))] }
        ?? []
    }
  }

  private func listCount(_ keyword: String) -> Int? {
    guard let facts = KeywordFacts.named(keyword, in: meaning.dialect),
      meaning.vocabularies.contains(facts.vocabulary)
    else { return nil }
    return members.named(keyword)?.value.elements?.count
  }

  private static func lists(_ node: DocumentNode) -> [NameDependency] {
    (node.members ?? []).compactMap { member in
      member.value.elements.map {
        .init(name: member.name, required: $0.compactMap(\.text))
      }
    }
  }

  private func contains(_ parts: [Applicator.Part]) -> Applicator {
    var applicator = Applicator(.contains, parts)
    let hasLimits =
      meaning.dialect >= .draft2019 && meaning.vocabularies.contains(.validation)
    func limit(_ keyword: String) -> Int? {
      hasLimits ? members.named(keyword).flatMap { Self.count($0.value) } : nil
    }
    applicator.minimum = limit("minContains") ?? 1
    applicator.maximum = limit("maxContains")
    applicator.evaluates = meaning.dialect >= .draft2020
    return applicator
  }

  // MARK: Assertions

  private func assertion(_ member: DocumentMember) -> SchemaStatement? {
    let value = member.value
    switch member.name {
    case "type": return type(value)
    case "required": return value.elements.map { .required($0.compactMap(\.text)) }
    case "dependentRequired": return .dependentRequired(Self.lists(value))
    default: return constraint(member).map { .constraint($0) }
    }
  }

  private func constraint(_ member: DocumentMember) -> Constraint? {
    let value = member.value
    switch member.name {
    case "enum":
      let choices = (value.elements ?? []).map(\.literal)
      return choices.count == 1 ? .const(choices[0]) : .oneOf(choices)
    case "const": return .const(value.literal)
    case "multipleOf": return value.digits.map { .multipleOf($0) }
    case "minimum", "exclusiveMinimum":
      return bound(member, "exclusiveMinimum").map { .bounds(lower: $0, upper: nil) }
    case "maximum", "exclusiveMaximum":
      return bound(member, "exclusiveMaximum").map { .bounds(lower: nil, upper: $0) }
    case "pattern":
      guard let text = value.text, case .success(let pattern) = SchemaPattern.read(text) else {
        return nil
      }
      return .pattern(pattern.source)
    case "uniqueItems": return value.boolean == true ? .uniqueItems : nil
    default: return Self.count(value).flatMap { Constraint(limit: member.name, $0) }
    }
  }

  /// A count of more than there can be is the largest one.
  private static func count(_ node: DocumentNode) -> Int? {
    node.digits.map { BigDecimal($0).integer ?? Int.max }
  }

  private func type(_ value: DocumentNode) -> SchemaStatement {
    let names = value.elements?.compactMap(\.text) ?? [value.text].compactMap { $0 }
    return .type(
      Set(names.compactMap(SchemaType.init)), writtenIntegers: meaning.dialect == .draft4)
  }

  /// - Parameter exclusive: the keyword that excludes the limit; in draft 4 it stands beside it.
  private func bound(_ member: DocumentMember, _ exclusive: String) -> Bound? {
    let isExclusive =
      member.name == exclusive
      || meaning.dialect == .draft4 && members.named(exclusive)?.value.boolean == true
    return member.value.digits.map { Bound($0, isExclusive: isExclusive) }
  }

  // MARK: Annotations that may be asserted

  private func format(
    _ member: DocumentMember, _ builder: inout GraphBuilder
  ) -> SchemaStatement? {
    guard let name = member.value.text else { return nil }
    if let format = Format(inSchema: name),
      builder.options.assertsFormat || meaning.assertsFormat && meaning.dialect.knows(format)
    {
      return .constraint(.format(format))
    }
    builder.unassertedFormats.insert(
      .init(document: place.document, offset: member.nameOffset))
    return nil
  }

  private func content(_ member: DocumentMember, _ options: SchemaOptions) -> SchemaStatement? {
    guard options.assertsContent else { return nil }
    let isBase64 = members.named("contentEncoding")?.value.text == "base64"
    switch (member.name, member.value.text) {
    case ("contentEncoding", "base64"): return .content(isBase64: true, isJSON: false)
    case ("contentMediaType", "application/json"):
      // Another encoding is not read.
      guard isBase64 || members.named("contentEncoding") == nil else { return nil }
      return .content(isBase64: isBase64, isJSON: true)
    default: return nil
    }
  }
}

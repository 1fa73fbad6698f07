internal import BulkcheckCore
internal import BulkcheckDocument
internal import BulkcheckProfile

/// Turns the keywords of one schema object into statements.
struct PlaceCompiler {
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
    switch facts.form {
    case .reference:
      guard let reference = place.references.first(where: { $0.keyword == member.name }) else {
        return []
      }
      return [.reference(builder.target(of: reference, in: scope))]
    default: break
    }
    switch facts.vocabulary {
    case .core, .metadata: return []
    case .validation: return assertion(member).map { [$0] } ?? []
    case .format: return format(member, &builder).map { [$0] } ?? []
    case .content: return content(member, builder.options).map { [$0] } ?? []
    case .applicator, .unevaluated:
      guard place.applies(member.name, in: meaning.dialect) else { return [] }
      let targets = children.map { builder.node($0.place, scope) }
      return applicator(member, children, targets, in: scope, &builder)
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
    _ member: DocumentMember, _ children: ArraySlice<SchemaLibrary.Child>,
    _ targets: [SubschemaIndex], in scope: Int, _ builder: inout GraphBuilder
  ) -> [SchemaStatement] {
    switch member.name {
    case "properties": return [.properties(Self.named(children, targets))]
    case "patternProperties": return [.patternProperties(Self.patterns(children, targets))]
    case "dependentSchemas": return [.dependentSchemas(Self.named(children, targets))]
    case "dependencies": return dependencies(member, Self.named(children, targets))
    case "allOf": return [.allOf(targets)]
    case "anyOf": return [.anyOf(targets)]
    case "oneOf": return [.oneOf(targets)]
    case "prefixItems": return [.prefixItems(targets)]
    case "items" where member.value.elements != nil: return [.prefixItems(targets)]
    default: break
    }
    guard let target = targets.first else { return [] }
    switch member.name {
    case "additionalProperties": return [.additionalProperties(target)]
    case "propertyNames": return [.propertyNames(target)]
    case "unevaluatedProperties": return [.unevaluatedProperties(target)]
    case "unevaluatedItems": return [.unevaluatedItems(target)]
    case "not": return [.not(target)]
    case "items": return [.items(target, from: listCount("prefixItems") ?? 0)]
    case "additionalItems": return listCount("items").map { [.items(target, from: $0)] } ?? []
    case "contains": return [contains(target)]
    case "if":
      return [
        .conditional(
          if: target, then: neighbour("then", in: scope, &builder),
          else: neighbour("else", in: scope, &builder))
      ]
    default: return []
    }
  }

  private func listCount(_ keyword: String) -> Int? {
    guard let facts = KeywordFacts.named(keyword, in: meaning.dialect),
      meaning.vocabularies.contains(facts.vocabulary)
    else { return nil }
    return members.named(keyword)?.value.elements?.count
  }

  private static func named(
    _ children: ArraySlice<SchemaLibrary.Child>, _ targets: [SubschemaIndex]
  ) -> [SchemaStatement.Member] {
    zip(children, targets).map { .init($0.key ?? "", $1) }
  }

  private static func patterns(
    _ children: ArraySlice<SchemaLibrary.Child>, _ targets: [SubschemaIndex]
  ) -> [SchemaStatement.PatternMembers] {
    zip(children, targets).compactMap { child, target in
      guard let text = child.key, case .success(let pattern) = SchemaPattern.read(text) else {
        return nil
      }
      return .init(pattern.source, written: text, target)
    }
  }

  private func dependencies(
    _ member: DocumentMember, _ schemas: [SchemaStatement.Member]
  ) -> [SchemaStatement] {
    let lists = Self.lists(member.value)
    return (lists.isEmpty ? [] : [.dependentRequired(lists)])
      + (schemas.isEmpty ? [] : [.dependentSchemas(schemas)])
  }

  private static func lists(_ node: DocumentNode) -> [SchemaStatement.Dependency] {
    (node.members ?? []).compactMap { member in
      member.value.elements.map { .init(member.name, $0.compactMap(\.text)) }
    }
  }

  private func contains(_ target: SubschemaIndex) -> SchemaStatement {
    let hasLimits =
      meaning.dialect >= .draft2019 && meaning.vocabularies.contains(.validation)
    let minimum = hasLimits ? members.named("minContains").flatMap { Self.count($0.value) } : nil
    let maximum = hasLimits ? members.named("maxContains").flatMap { Self.count($0.value) } : nil
    return .contains(
      target, minimum: minimum ?? 1, maximum: maximum, evaluates: meaning.dialect >= .draft2020)
  }

  // MARK: Assertions

  private func assertion(_ member: DocumentMember) -> SchemaStatement? {
    let value = member.value
    switch member.name {
    case "type": return type(value)
    case "enum": return .choice((value.elements ?? []).map(\.literal))
    case "const": return .choice([value.literal])
    case "multipleOf": return value.digits.map { .multipleOf($0) }
    case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum": return bounds(member)
    case "pattern":
      guard let text = value.text, case .success(let pattern) = SchemaPattern.read(text) else {
        return nil
      }
      return .pattern(pattern.source)
    case "uniqueItems": return value.boolean == true ? .uniqueItems : nil
    case "required": return value.elements.map { .required($0.compactMap(\.text)) }
    case "dependentRequired": return .dependentRequired(Self.lists(value))
    default: return count(member)
    }
  }

  private func count(_ member: DocumentMember) -> SchemaStatement? {
    guard let count = Self.count(member.value) else { return nil }
    return switch member.name {
    case "minLength": .length(minimum: count, maximum: nil)
    case "maxLength": .length(minimum: nil, maximum: count)
    case "minItems": .itemCount(minimum: count, maximum: nil)
    case "maxItems": .itemCount(minimum: nil, maximum: count)
    case "minProperties": .memberCount(minimum: count, maximum: nil)
    case "maxProperties": .memberCount(minimum: nil, maximum: count)
    default: nil
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

  private func bounds(_ member: DocumentMember) -> SchemaStatement? {
    guard let digits = member.value.digits else { return nil }
    func excludes(_ keyword: String) -> Bool {
      meaning.dialect == .draft4 && members.named(keyword)?.value.boolean == true
    }
    return switch member.name {
    case "minimum":
      .bounds(lower: Bound(digits, isExclusive: excludes("exclusiveMinimum")), upper: nil)
    case "maximum":
      .bounds(lower: nil, upper: Bound(digits, isExclusive: excludes("exclusiveMaximum")))
    case "exclusiveMinimum": .bounds(lower: Bound(digits, isExclusive: true), upper: nil)
    default: .bounds(lower: nil, upper: Bound(digits, isExclusive: true))
    }
  }

  // MARK: Annotations that may be asserted

  private func format(
    _ member: DocumentMember, _ builder: inout GraphBuilder
  ) -> SchemaStatement? {
    guard let name = member.value.text else { return nil }
    if let format = Format(inSchema: name),
      builder.options.assertsFormat || meaning.assertsFormat && meaning.dialect.knows(format)
    {
      return .format(format)
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

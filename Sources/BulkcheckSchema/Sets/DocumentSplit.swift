internal import BulkcheckCore

/// Splits a schema into sets of records, and a schema of the document around them.
///
/// A place of a document is followed by the names under `properties`, from the root down to the
/// first array of objects or arrays, or the first map of them. Of the schema
///
///     {"properties": {"version": {"type": "string"},
///       "rates": {"minItems": 1, "items": {"type": "object", "required": ["code"]}}}}
///
/// `/rates/*` is a set: each element is a record of the subschema under `items`. The schema of the
/// document is the same without that subschema: `minItems` stays, and counts the elements that were
/// read.
///
/// A place is *asserted* by the subschemas that have to hold there, and *asked* by those below
/// `anyOf`, `not` and the like. What asks for the elements of an array makes it no set: its answer
/// depends on all of them.
struct DocumentSplit {
  /// A subschema that has to hold at a place, and one way there.
  private struct Reader {
    var node: SubschemaIndex
    var way: [SchemaRecordSet.Step]
  }

  /// The subschemas about a value, with those that they apply in place.
  private struct Place {
    var asserted: [Reader]
    var asked: [SubschemaIndex]
    var names: [String]
    /// Its position in ``outlines``.
    var outline: Int
    /// The assertions of the places around it: one of them again is a circle.
    var around: Set<[SubschemaIndex]>

    var holding: [SubschemaIndex] { asserted.map(\.node) }
    var all: [SubschemaIndex] { holding + asked }
  }

  /// A place on the way to sets, or a set.
  private struct Outline {
    var children: [ExactText: Int] = [:]
    var hidesElements = false
    var hidesMembers = false
  }

  private struct CloneKey: Hashable {
    var node: SubschemaIndex
    var outline: Int
  }

  private let graph: SchemaGraph
  private var subschemas: [Subschema]
  private var outlines: [Outline] = [Outline()]
  private var sets: [SchemaRecordSet] = []
  private var clones: [CloneKey: SubschemaIndex] = [:]
  private var patterns: [PatternSource: Pattern?] = [:]
  private var placesLeft = DocumentSplit.placesMaximum

  /// So many places are looked at, at most; the others are part of the document.
  private static let placesMaximum = 1_000
  /// So many names lead to a set, at most.
  private static let depthMaximum = 64

  /// The schema of documents that are split; nil if there is nothing to split.
  static func split(_ graph: SchemaGraph) -> SchemaGraph? {
    var split = DocumentSplit(graph)
    split.findSets()
    guard !split.sets.isEmpty else { return nil }
    var result = graph
    result.root = split.outline(graph.root, at: 0)
    result.subschemas = split.subschemas
    result.sets = split.sets
    return result
  }

  private init(_ graph: SchemaGraph) {
    self.graph = graph
    subschemas = graph.subschemas
  }

  // MARK: Sets

  private mutating func findSets() {
    let (asserted, asked) = closure([Reader(node: graph.root, way: [])], asked: [])
    var open = [Place(asserted: asserted, asked: asked, names: [], outline: 0, around: [])]
    var next = 0
    while next < open.count, placesLeft > 0 {
      placesLeft -= 1
      let place = open[next]
      next += 1
      // Compared as a whole.
      if place.all.contains(where: { graph[$0].comparesWhole }) { continue }
      if let set = set(at: place) {
        sets.append(set)
        outlines[place.outline].hidesElements = !set.elements.isEmpty
        outlines[place.outline].hidesMembers = !set.members.isEmpty
      } else if place.names.count < DocumentSplit.depthMaximum {
        open += children(of: place)
      }
    }
  }

  /// The subschemas that are applied to the same value: those that have to hold, and the others.
  private func closure(
    _ asserted: [Reader], asked: [SubschemaIndex]
  ) -> (asserted: [Reader], asked: [SubschemaIndex]) {
    var holding: [Reader] = []
    var seen: Set<SubschemaIndex> = []
    var branches = asked
    var open = Array(asserted.reversed())
    while let reader = open.popLast() {
      guard seen.insert(reader.node).inserted else { continue }
      holding.append(reader)
      for (index, keyword) in graph[reader.node].keywords.enumerated() {
        switch keyword.statement.applicator?.kind {
        case .allOf, .reference: open += parts(of: keyword, index, reader).reversed()
        default: branches += keyword.statement.targetsInPlace
        }
      }
    }
    var others: [SubschemaIndex] = []
    seen = []
    while let node = branches.popLast() {
      guard seen.insert(node).inserted else { continue }
      others.append(node)
      branches += graph[node].keywords.flatMap(\.statement.targetsInPlace)
    }
    return (holding, others)
  }

  /// The subschemas that a keyword applies.
  private func parts(of keyword: SchemaKeyword, _ index: Int, _ reader: Reader) -> [Reader] {
    keyword.statement.targets.enumerated().map { part, target in
      let step = SchemaRecordSet.Step(reader.node, keyword: index, part: part)
      return Reader(node: target, way: reader.way + [step])
    }
  }

  private func keywords(_ nodes: [SubschemaIndex]) -> [SchemaKeyword] {
    nodes.flatMap { graph[$0].keywords }
  }

  private func set(at place: Place) -> SchemaRecordSet? {
    let elements = elements(at: place)
    let members = members(at: place)
    guard !elements.isEmpty || !members.isEmpty else { return nil }
    return SchemaRecordSet(
      RecordPointer(elementsAt: place.names), elements: elements, members: members,
      keepsNames: asksForNames(place))
  }

  private func elements(at place: Place) -> [SchemaRecordSet.Part] {
    guard !keywords(place.asked).contains(where: \.statement.readsElements) else { return [] }
    var parts: [SchemaRecordSet.Part] = []
    for reader in place.asserted {
      for (index, keyword) in graph[reader.node].keywords.enumerated()
      where keyword.statement.readsElements {
        guard let items = keyword.statement.applicator, items.kind == .items, items.minimum == 0
        else { return [] }
        parts += self.parts(of: keyword, index, reader).map {
          SchemaRecordSet.Part($0.node, way: $0.way)
        }
      }
    }
    return parts.contains { admitsParts($0.subschema) } ? parts : []
  }

  private func members(at place: Place) -> [SchemaRecordSet.Part] {
    guard !keywords(place.asked).contains(where: \.statement.readsMembers) else { return [] }
    var parts: [SchemaRecordSet.Part] = []
    for reader in place.asserted {
      let keywords = graph[reader.node].keywords
      let patterns = keywords.compactMap(\.statement.applicator)
        .filter { $0.kind == .patternProperties }.flatMap(\.parts).compactMap(\.pattern)
      for (index, keyword) in keywords.enumerated() where keyword.statement.readsMembers {
        guard let applicator = keyword.statement.applicator else { continue }
        switch applicator.kind {
        case .properties where applicator.parts.isEmpty: continue
        case .patternProperties, .additionalProperties: break
        default: return []
        }
        for (part, target) in zip(applicator.parts, self.parts(of: keyword, index, reader))
        where !graph[target.node].isNever {
          parts.append(
            SchemaRecordSet.Part(
              target.node, way: target.way, pattern: part.pattern,
              exceptions: part.pattern == nil ? patterns : []))
        }
      }
    }
    return parts.contains { admitsParts($0.subschema) } ? parts : []
  }

  /// Whether the rules about a map itself depend on the names in it.
  private func asksForNames(_ place: Place) -> Bool {
    keywords(place.all).contains { keyword in
      switch keyword.statement {
      case .required, .dependentRequired: return true
      case .applicator(let applicator):
        switch applicator.kind {
        case .propertyNames, .dependentSchemas, .unevaluatedProperties: return true
        case .additionalProperties:
          return applicator.parts.contains { $0.subschema.map { graph[$0].isNever } ?? false }
        case .patternProperties:
          return applicator.parts.contains { $0.subschema.map { graph[$0].isNever } ?? false }
        default: return false
        }
      default: return false
      }
    }
  }

  /// Whether a subschema admits objects or arrays: by `type`, or else because it is about them.
  private func admitsParts(_ node: SubschemaIndex) -> Bool {
    let (holding, asked) = closure([Reader(node: node, way: [])], asked: [])
    let asserted = holding.map(\.node)
    var types: Set<SchemaType>?
    for case .type(let named, _) in keywords(asserted).map(\.statement) {
      types = types?.intersection(named) ?? named
    }
    if let types { return types.contains(.object) || types.contains(.array) }
    return keywords(asserted + asked).contains { keyword in
      if case .type(let named, _) = keyword.statement {
        return named.contains(.object) || named.contains(.array)
      }
      return keyword.statement.isAboutParts
    }
  }

  // MARK: Places

  private mutating func children(of place: Place) -> [Place] {
    var names: [String] = []
    var seen: Set<ExactText> = []
    for applicator in keywords(place.holding).compactMap(\.statement.applicator)
    where applicator.kind == .properties {
      for name in applicator.parts.compactMap(\.name) where seen.insert(ExactText(name)).inserted {
        names.append(name)
      }
    }
    // A segment of a pointer that is a star stands for all names.
    return names.filter { $0 != "*" }.compactMap { child($0, of: place) }
  }

  private mutating func child(_ name: String, of place: Place) -> Place? {
    // What is about members by pattern, or about all others, is not split.
    for node in place.all where hasOtherReader(of: name, node) { return nil }
    let (asserted, asked) = closure(
      place.asserted.flatMap { readers(of: name, $0) },
      asked: place.asked.flatMap { graph[$0].target(of: name) })
    let around = place.around.union([place.holding])
    guard !asserted.isEmpty, !around.contains(asserted.map(\.node)) else { return nil }
    let outline: Int
    if let known = outlines[place.outline].children[ExactText(name)] {
      outline = known
    } else {
      outline = outlines.count
      outlines.append(Outline())
      outlines[place.outline].children[ExactText(name)] = outline
    }
    return Place(
      asserted: asserted, asked: asked, names: place.names + [name], outline: outline,
      around: around)
  }

  /// The subschemas under `properties` for a name.
  private func readers(of name: String, _ reader: Reader) -> [Reader] {
    var found: [Reader] = []
    for (index, keyword) in graph[reader.node].keywords.enumerated() {
      guard let applicator = keyword.statement.applicator, applicator.kind == .properties else {
        continue
      }
      for (part, target) in zip(applicator.parts, parts(of: keyword, index, reader))
      where part.name?.isExactly(name) == true {
        found.append(target)
      }
    }
    return found
  }

  /// Whether a subschema says something of a member that it does not name.
  private mutating func hasOtherReader(of name: String, _ node: SubschemaIndex) -> Bool {
    let applicators = graph[node].keywords.compactMap(\.statement.applicator)
    let isNamed = !graph[node].target(of: name).isEmpty
    var isMatched = false
    for part in applicators.filter({ $0.kind == .patternProperties }).flatMap(\.parts) {
      guard let source = part.pattern, matches(name, source) else { continue }
      isMatched = true
      if part.subschema.map(saysSomething) ?? false { return true }
    }
    if isNamed || isMatched { return false }
    return applicators.contains { applicator in
      guard applicator.parts.contains(where: { $0.subschema.map(saysSomething) ?? false }) else {
        return false
      }
      switch applicator.kind {
      case .additionalProperties: return true
      case .unevaluatedProperties:
        return !closure([Reader(node: node, way: [])], asked: []).asserted
          .contains { !graph[$0.node].target(of: name).isEmpty }
      default: return false
      }
    }
  }

  private func saysSomething(_ node: SubschemaIndex) -> Bool { !graph[node].keywords.isEmpty }

  private mutating func matches(_ name: String, _ source: PatternSource) -> Bool {
    if patterns[source] == nil { patterns[source] = .some(try? Pattern(source)) }
    guard let pattern = patterns[source].flatMap({ $0 }) else { return true }
    let bytes = OwnedBytes(name)
    return withExtendedLifetime(bytes) {
      PatternMatcher().match(pattern.code, bytes.view) != .notMatched
    }
  }

  // MARK: The schema of the document

  /// The subschema for a place of the document, without what is judged in sets.
  private mutating func outline(_ node: SubschemaIndex, at position: Int) -> SubschemaIndex {
    let place = outlines[position]
    guard place.hidesElements || place.hidesMembers || !place.children.isEmpty else { return node }
    let key = CloneKey(node: node, outline: position)
    if let known = clones[key] { return known }
    let number = SubschemaIndex(subschemas.count)
    subschemas.append(Subschema())
    clones[key] = number
    var keywords: [SchemaKeyword] = []
    for keyword in graph[node].keywords {
      var keyword = keyword
      if var applicator = keyword.statement.applicator {
        for index in applicator.parts.indices {
          guard let target = applicator.parts[index].subschema else { continue }
          applicator.parts[index].subschema = outline(
            target, of: applicator.kind, applicator.parts[index].name, at: position)
        }
        keyword.statement = .applicator(applicator)
      }
      keywords.append(keyword)
    }
    subschemas[number.value] = Subschema(keywords)
    return number
  }

  /// The target of an applicator of a place.
  private mutating func outline(
    _ target: SubschemaIndex, of kind: Applicator.Kind, _ name: String?, at position: Int
  ) -> SubschemaIndex {
    if kind.isInPlace { return outline(target, at: position) }
    switch kind {
    case .items where outlines[position].hidesElements: return empty()
    case .additionalProperties, .patternProperties:
      guard outlines[position].hidesMembers, !graph[target].isNever else { return target }
      return empty()
    case .properties:
      guard let name, let child = outlines[position].children[ExactText(name)] else {
        return target
      }
      return outline(target, at: child)
    default: return target
    }
  }

  /// A subschema that says nothing.
  private mutating func empty() -> SubschemaIndex {
    subschemas.append(Subschema())
    return SubschemaIndex(subschemas.count - 1)
  }
}

extension Subschema {
  fileprivate var isNever: Bool { keywords.first?.statement == .never }

  /// Whether it compares the value with others as a whole.
  fileprivate var comparesWhole: Bool {
    keywords.contains { $0.statement.constraint?.choices != nil }
  }

  /// The subschema under `properties` for a name.
  fileprivate func target(of name: String) -> [SubschemaIndex] {
    keywords.compactMap(\.statement.applicator).filter { $0.kind == .properties }
      .flatMap(\.parts).filter { $0.name.map { $0.isExactly(name) } ?? false }
      .compactMap(\.subschema)
  }
}

extension SchemaStatement {
  /// Whether its answer depends on the elements of an array, not only on how many they are.
  fileprivate var readsElements: Bool {
    if case .constraint(.uniqueItems) = self { return true }
    switch applicator?.kind {
    case .prefixItems, .items, .contains, .unevaluatedItems: return true
    default: return false
    }
  }

  /// Whether it is about objects or arrays.
  fileprivate var isAboutParts: Bool {
    switch self {
    case .required, .dependentRequired: return true
    case .constraint(let constraint):
      return constraint.subject == .arrays || constraint.subject == .objects
    case .applicator(let applicator):
      return !applicator.kind.isInPlace || applicator.kind == .dependentSchemas
    case .never, .type, .content: return false
    }
  }

  /// Whether its answer depends on the members of an object, not only on their names.
  fileprivate var readsMembers: Bool {
    switch applicator?.kind {
    case .properties, .patternProperties, .additionalProperties, .unevaluatedProperties: true
    default: false
    }
  }
}

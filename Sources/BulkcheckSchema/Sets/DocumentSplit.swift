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
  /// A subschema that has to hold at a place, and one way there: its last step, of ``steps``, or
  /// -1.
  private struct Reader {
    var node: SubschemaIndex
    var way: Int
  }

  /// The subschemas about a value, with those that they apply in place.
  private struct Place {
    var asserted: [Reader]
    var asked: [SubschemaIndex]
    var names: [String]
    /// Its number in ``outlines``.
    var outline: Int
    /// The assertions of the places around it: one of them again is a circle.
    var around: Set<[SubschemaIndex]>

    var holding: [SubschemaIndex] { asserted.map(\.node) }
    var all: [SubschemaIndex] { holding + asked }
  }

  private let graph: SchemaGraph
  private var outlines: DocumentOutlines
  private var sets: [SchemaRecordSet] = []
  private var patterns: [PatternSource: Pattern?] = [:]
  /// The steps of all ways, each with the one before.
  private var steps: [(before: Int, step: SchemaRecordSet.Step)] = []
  private var placesLeft = DocumentSplit.placesMaximum
  private var workLeft = DocumentSplit.workMaximum

  /// So many places are looked at, at most; the others are part of the document.
  private static let placesMaximum = 1_000
  /// So many parts of subschemas are looked at, at most, and names are compared with patterns. One
  /// definition may be about any number of places.
  private static let workMaximum = 500_000
  /// No way to a set has more steps.
  private static let wayMaximum = 1_000
  /// So many names lead to a set, at most.
  private static let depthMaximum = 64

  /// The schema of documents that are split; nil if there is nothing to split.
  static func split(_ graph: SchemaGraph) -> SchemaGraph? {
    var split = DocumentSplit(graph)
    split.findSets([Reader(node: graph.root, way: -1)])
    guard !split.sets.isEmpty else { return nil }
    var result = graph
    result.root = split.outlines.outline(graph.root)
    result.sets = split.sets
    for index in result.sets.indices {
      split.splitRecords(of: &result.sets[index])
    }
    result.sets.numberAll()
    result.subschemas = split.outlines.subschemas
    return result
  }

  /// Splits the records of a set in the way in which a document is split.
  private mutating func splitRecords(of set: inout SchemaRecordSet) {
    // What compares elements with one another needs each as a whole.
    guard set.partsAreAboutAll, set.commonRules.isEmpty else { return }
    outlines.begin()
    sets = []
    findSets(
      set.parts.map { part in
        var way = -1
        for step in part.way { way = extended(way, by: step) }
        return Reader(node: part.subschema, way: way)
      })
    guard !sets.isEmpty else { return }
    set.outlines = set.parts.map { outlines.outline($0.subschema) }
    set.inner = sets
  }

  private init(_ graph: SchemaGraph) {
    self.graph = graph
    outlines = DocumentOutlines(graph)
  }

  // MARK: Sets

  /// Finds the sets below a place that is read by some subschemas.
  private mutating func findSets(_ readers: [Reader]) {
    guard let (asserted, asked) = closure(readers, asked: []) else { return }
    var open = [Place(asserted: asserted, asked: asked, names: [], outline: 0, around: [])]
    var next = 0
    while next < open.count, placesLeft > 0, workLeft > 0 {
      placesLeft -= 1
      let place = open[next]
      next += 1
      // Compared as a whole.
      if place.all.contains(where: { graph[$0].comparesWhole }) { continue }
      if let set = set(at: place) {
        sets.append(set)
        outlines.hide(set, at: place.outline)
      } else if place.names.count < DocumentSplit.depthMaximum {
        open += children(of: place)
      }
    }
  }

  /// The subschemas that are applied to the same value: those that have to hold, and the others;
  /// nil if they are too many to look at.
  private mutating func closure(
    _ asserted: [Reader], asked: [SubschemaIndex]
  ) -> (asserted: [Reader], asked: [SubschemaIndex])? {
    var holding: [Reader] = []
    var seen: Set<SubschemaIndex> = []
    var branches = asked
    var open = Array(asserted.reversed())
    while let reader = open.popLast() {
      guard seen.insert(reader.node).inserted else { continue }
      guard lookAt(reader.node) else { return nil }
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
      guard lookAt(node) else { return nil }
      others.append(node)
      branches += graph[node].keywords.flatMap(\.statement.targetsInPlace)
    }
    return (holding, others)
  }

  /// Counts what a look at a subschema takes; false if there is no more to spend.
  private mutating func lookAt(_ node: SubschemaIndex) -> Bool {
    workLeft -= 1
    for keyword in graph[node].keywords {
      workLeft -= 1 + (keyword.statement.applicator?.parts.count ?? 0)
    }
    return workLeft > 0
  }

  /// The subschemas that a keyword applies.
  private mutating func parts(
    of keyword: SchemaKeyword, _ index: Int, _ reader: Reader
  ) -> [Reader] {
    var readers: [Reader] = []
    for (part, target) in keyword.statement.targets.enumerated() {
      let step = SchemaRecordSet.Step(reader.node, keyword: index, part: part)
      readers.append(Reader(node: target, way: extended(reader.way, by: step)))
    }
    return readers
  }

  private mutating func extended(_ way: Int, by step: SchemaRecordSet.Step) -> Int {
    steps.append((way, step))
    return steps.count - 1
  }

  /// The steps of a way; nil if it is too long.
  private func steps(to reader: Reader) -> [SchemaRecordSet.Step]? {
    var found: [SchemaRecordSet.Step] = []
    var last = reader.way
    while last >= 0 {
      found.append(steps[last].step)
      last = steps[last].before
      if found.count > DocumentSplit.wayMaximum { return nil }
    }
    return found.reversed()
  }

  private func keywords(_ nodes: [SubschemaIndex]) -> [SchemaKeyword] {
    nodes.flatMap { graph[$0].keywords }
  }

  private mutating func set(at place: Place) -> SchemaRecordSet? {
    let elements = elements(at: place)
    let members = members(at: place)
    guard !elements.isEmpty || !members.isEmpty else { return nil }
    return SchemaRecordSet(
      RecordPointer(elementsAt: place.names), elements: elements, members: members,
      commonRules: elements.isEmpty ? [] : commonRules(at: place), keepsNames: asksForNames(place))
  }

  private mutating func elements(at place: Place) -> [SchemaRecordSet.Part] {
    guard !keywords(place.asked).contains(where: \.statement.readsElements) else { return [] }
    var parts: [SchemaRecordSet.Part] = []
    for reader in place.asserted {
      for (index, keyword) in graph[reader.node].keywords.enumerated()
      where keyword.statement.readsElements && !keyword.statement.isCommonRule {
        guard let items = keyword.statement.applicator, items.kind == .items, items.minimum == 0
        else { return [] }
        for target in self.parts(of: keyword, index, reader) {
          guard let way = steps(to: target) else { return [] }
          parts.append(SchemaRecordSet.Part(target.node, way: way))
        }
      }
    }
    return parts.contains { admitsParts($0.subschema) } ? parts : []
  }

  /// The keywords about all elements of an array together.
  private func commonRules(at place: Place) -> [SchemaRecordSet.CommonRule] {
    Set(place.holding).sorted { $0.value < $1.value }.flatMap { node in
      graph[node].keywords.indices.filter { graph[node].keywords[$0].statement.isCommonRule }
        .map { SchemaRecordSet.CommonRule(node, keyword: $0) }
    }
  }

  private mutating func members(at place: Place) -> [SchemaRecordSet.Part] {
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
          guard let way = steps(to: target) else { return [] }
          parts.append(
            SchemaRecordSet.Part(
              target.node, way: way, pattern: part.pattern,
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
  private mutating func admitsParts(_ node: SubschemaIndex) -> Bool {
    guard let (holding, asked) = closure([Reader(node: node, way: -1)], asked: []) else {
      return false
    }
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
    var members = Members()
    for reader in place.asserted { name(membersOf: reader, in: &members) }
    for node in place.asked {
      for (name, target) in graph[node].namedTargets {
        members.asked[ExactText(name), default: []].append(target)
      }
    }
    for node in place.all {
      if let others = otherMembers(node) { members.others.append(others) }
    }
    members.around = place.around.union([place.holding])
    var children: [Place] = []
    // A segment of a pointer that is a star stands for all names.
    for name in members.names where name != "*" {
      guard open(children.count) else { break }
      if let child = child(name, members, of: place) { children.append(child) }
    }
    return children
  }

  /// Whether there is more to spend on a further place beside some that wait.
  private func open(_ waiting: Int) -> Bool { waiting < placesLeft && workLeft > 0 }

  private mutating func child(_ name: String, _ members: Members, of place: Place) -> Place? {
    let key = ExactText(name)
    // What is about members by pattern, or about all others, is not split.
    for others in members.others where isAbout(name, others) { return nil }
    guard
      let (asserted, asked) = closure(
        members.asserted[key] ?? [], asked: members.asked[key] ?? []),
      !asserted.isEmpty, !members.around.contains(asserted.map(\.node))
    else { return nil }
    return Place(
      asserted: asserted, asked: asked, names: place.names + [name],
      outline: outlines.child(key, of: place.outline),
      around: members.around)
  }

  /// The subschemas of a place that speak of members.
  private struct Members {
    /// In the order of the schema, each once.
    var names: [String] = []
    /// The subschemas under `properties`, by name.
    var asserted: [ExactText: [Reader]] = [:]
    var asked: [ExactText: [SubschemaIndex]] = [:]
    var others: [OtherMembers] = []
    var around: Set<[SubschemaIndex]> = []
  }

  /// The members that a subschema speaks of without their names.
  private struct OtherMembers {
    var patterns: [(source: PatternSource, saysSomething: Bool)] = []
    /// The names that it has under `properties`.
    var names: Set<ExactText> = []
    /// `additionalProperties` says something.
    var isAboutRest = false
    /// The names that are evaluated, if `unevaluatedProperties` says something.
    var evaluated: Set<ExactText>?
  }

  private mutating func name(membersOf reader: Reader, in members: inout Members) {
    for (index, keyword) in graph[reader.node].keywords.enumerated() {
      guard let applicator = keyword.statement.applicator, applicator.kind == .properties else {
        continue
      }
      for (part, target) in zip(applicator.parts, parts(of: keyword, index, reader)) {
        guard let name = part.name else { continue }
        let key = ExactText(name)
        if members.asserted[key] == nil { members.names.append(name) }
        members.asserted[key, default: []].append(target)
      }
    }
  }

  /// Nil of a subschema that says nothing of members without a name.
  private mutating func otherMembers(_ node: SubschemaIndex) -> OtherMembers? {
    var others = OtherMembers()
    for applicator in graph[node].keywords.compactMap(\.statement.applicator) {
      let says = applicator.parts.contains { $0.subschema.map(saysSomething) ?? false }
      switch applicator.kind {
      case .patternProperties:
        for part in applicator.parts {
          guard let source = part.pattern else { continue }
          others.patterns.append((source, part.subschema.map(saysSomething) ?? false))
        }
      case .additionalProperties: others.isAboutRest = others.isAboutRest || says
      case .unevaluatedProperties where says:
        // If it cannot be told, none is.
        let nodes = closure([Reader(node: node, way: -1)], asked: [])?.asserted.map(\.node) ?? []
        others.evaluated = Set(nodes.flatMap { graph[$0].namedTargets.map { ExactText($0.name) } })
      default: break
      }
    }
    guard !others.patterns.isEmpty || others.isAboutRest || others.evaluated != nil else {
      return nil
    }
    others.names = Set(graph[node].namedTargets.map { ExactText($0.name) })
    return others
  }

  /// Whether a subschema says something of a member, but not by its name.
  private mutating func isAbout(_ name: String, _ others: OtherMembers) -> Bool {
    var isMatched = false
    let matcher = PatternMatcher()
    for pattern in others.patterns where matches(name, pattern.source, matcher) {
      if pattern.saysSomething { return true }
      isMatched = true
    }
    let key = ExactText(name)
    if isMatched || others.names.contains(key) { return false }
    return others.isAboutRest || others.evaluated.map { !$0.contains(key) } ?? false
  }

  private func saysSomething(_ node: SubschemaIndex) -> Bool { !graph[node].keywords.isEmpty }

  /// Whether a name has a pattern, or that is not known.
  private mutating func matches(
    _ name: String, _ source: PatternSource, _ matcher: borrowing PatternMatcher
  ) -> Bool {
    workLeft -= 1
    if workLeft <= 0 { return true }
    if patterns[source] == nil { patterns[source] = .some(try? Pattern(source)) }
    guard let pattern = patterns[source].flatMap({ $0 }) else { return true }
    let bytes = OwnedBytes(name)
    defer { extendLifetime(bytes) }
    return matcher.match(pattern.code, bytes.view) != .notMatched
  }
}

extension Subschema {
  /// Whether it compares the value with others as a whole.
  fileprivate var comparesWhole: Bool {
    keywords.contains { $0.statement.constraint?.choices != nil }
  }

  /// The subschemas under `properties`, each with its name.
  fileprivate var namedTargets: [(name: String, target: SubschemaIndex)] {
    keywords.compactMap(\.statement.applicator).filter { $0.kind == .properties }
      .flatMap(\.parts).compactMap { part in
        guard let name = part.name, let target = part.subschema else { return nil }
        return (name, target)
      }
  }
}

extension SchemaStatement {
  /// Whether its answer depends on the elements of an array, not only on how many they are.
  fileprivate var readsElements: Bool {
    switch applicator?.kind {
    case .prefixItems, .items, .unevaluatedItems: true
    default: isCommonRule
    }
  }

  /// Whether it is about all elements of an array together.
  fileprivate var isCommonRule: Bool {
    self == .constraint(.uniqueItems) || applicator?.kind == .contains
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

internal import BulkcheckCore

/// Makes the schemas of what is around sets of records: of a document, and of a record.
///
/// Such a schema is the original one without the subschemas about the records. A subschema that
/// stands for several places is copied for each of them.
struct DocumentOutlines {
  /// A place on the way to sets, or a set.
  private struct Place {
    var children: [ExactText: Int] = [:]
    var hidesElements = false
    var hidesMembers = false
  }

  private struct CloneKey: Hashable {
    var node: SubschemaIndex
    var place: Int
  }

  private let graph: SchemaGraph
  /// Those of the graph, and those that are made here.
  private(set) var subschemas: [Subschema]
  /// The first one is the root.
  private var places = [Place()]
  private var clones: [CloneKey: SubschemaIndex] = [:]

  init(_ graph: SchemaGraph) {
    self.graph = graph
    subschemas = graph.subschemas
  }

  /// Begins another schema.
  mutating func begin() {
    places = [Place()]
    clones = [:]
  }

  /// The number of the member of a name.
  mutating func child(_ name: ExactText, of place: Int) -> Int {
    if let known = places[place].children[name] { return known }
    places.append(Place())
    places[place].children[name] = places.count - 1
    return places.count - 1
  }

  /// Leaves out what is about the records of a set.
  mutating func hide(_ set: SchemaRecordSet, at place: Int) {
    places[place].hidesElements = !set.elements.isEmpty
    places[place].hidesMembers = !set.members.isEmpty
  }

  /// The subschema for the root, without what is about records.
  mutating func outline(_ node: SubschemaIndex) -> SubschemaIndex { outline(node, at: 0) }

  /// The subschema for a place of the document, without what is judged in sets.
  private mutating func outline(_ node: SubschemaIndex, at position: Int) -> SubschemaIndex {
    let place = places[position]
    guard place.hidesElements || place.hidesMembers || !place.children.isEmpty else { return node }
    let key = CloneKey(node: node, place: position)
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
    case .items where places[position].hidesElements: return empty()
    case .additionalProperties, .patternProperties:
      guard places[position].hidesMembers, !graph[target].isNever else { return target }
      return empty()
    case .properties:
      guard let name, let child = places[position].children[ExactText(name)] else {
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
  /// The schema `false`.
  var isNever: Bool { keywords.first?.statement == .never }
}

internal import BulkcheckCore
internal import BulkcheckDocument
internal import BulkcheckProfile

/// Makes the rules of a graph.
extension GraphBuilder {
  /// A keyword of a place.
  private struct KeywordKey: Hashable {
    var place: Int
    var position: Int
  }

  /// The most bytes that all ids together may have.
  private static let idBytesMaximum = 256 << 20

  /// The rules in the order of the documents; the keywords of the graph are told theirs.
  mutating func makeRules() -> [Rule] {
    let found = assertions()
    var rules: [Rule] = []
    var indexes: [KeywordKey: RuleIndex] = [:]
    var locations = Locations(library)
    var bytes = 0
    for (key, node) in found {
      let keyword = graph.subschemas[node].keywords[key.position]
      let id = locations.text(of: key.place, keyword: keyword.name)
      bytes += id.utf8.count
      guard bytes <= Self.idBytesMaximum else {
        let place = library.places[key.place]
        problems.append((place.document, place.node.offset, .longLocations))
        return []
      }
      indexes[key] = RuleIndex(rules.count)
      rules.append(rule(keyword, id: id, lastStep: library.places[key.place].steps.last))
    }
    for node in origins.indices {
      for position in graph.subschemas[node].keywords.indices {
        graph.subschemas[node].keywords[position].rule =
          indexes[KeywordKey(place: origins[node].place, position: position)]
      }
    }
    return rules
  }

  /// The assertions that are reached where all has to hold, each with a node that has it.
  private func assertions() -> [(key: KeywordKey, node: Int)] {
    var isReached = [Bool](repeating: false, count: origins.count)
    isReached[graph.root.value] = true
    var waiting = [graph.root.value]
    var nodes: [Int: Int] = [:]
    while let node = waiting.popLast() {
      nodes[origins[node].place] = node
      for keyword in graph.subschemas[node].keywords {
        for target in keyword.statement.assertedTargets where !isReached[target.value] {
          isReached[target.value] = true
          waiting.append(target.value)
        }
      }
    }
    var found: [(key: KeywordKey, node: Int, document: Int, offset: Int)] = []
    for (place, node) in nodes {
      for (position, keyword) in graph.subschemas[node].keywords.enumerated()
      where keyword.statement.isAssertion {
        found.append(
          (
            KeywordKey(place: place, position: position), node, library.places[place].document,
            offsets[node][position]
          ))
      }
    }
    found.sort { ($0.document, $0.offset) < ($1.document, $1.offset) }
    return found.map { ($0.key, $0.node) }
  }

  private func rule(_ keyword: SchemaKeyword, id: String, lastStep: String?) -> Rule {
    let name = keyword.name.isEmpty ? lastStep ?? "false" : keyword.name
    let expression = Expression.keyword(keyword.statement)
    return Rule(
      id: id, field: nil, constraint: name, scope: nil, stage: .value, expression: expression,
      attributes: RuleAttributes(message: MessageTemplate(failing: expression)), paths: [])
  }
}

/// The absolute locations of places.
private struct Locations {
  private let library: SchemaLibrary
  private let base: String
  private let rootResource: Int

  init(_ library: SchemaLibrary) {
    self.library = library
    rootResource = 0
    base = library.documents.isEmpty ? "" : library.rootURI
  }

  mutating func text(of place: Int, keyword: String) -> String {
    var steps: [[String]] = []
    var current: Int? = place
    while let number = current {
      steps.append(library.places[number].steps)
      current = library.places[number].parent
    }
    let resource = library.places[place].resource
    var text =
      resource == rootResource ? "" : URIText.shown(library.resources[resource].uri, from: base)
    text += "#"
    for step in steps.reversed().joined() { text += "/" + InstanceLocation.escaped(step) }
    if !keyword.isEmpty { text += "/" + InstanceLocation.escaped(keyword) }
    return text
  }
}

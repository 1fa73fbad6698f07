internal import BulkcheckCore
internal import BulkcheckDocument

/// Checks of the graph as a whole.
extension GraphBuilder {
  /// How deep schemas for one value may be nested in each other, chains of references apart.
  static let inPlaceMaximum = 1000
  /// A chain of references that do nothing else is kept, for `keywordLocation`, up to this length.
  private static let chainMaximum = 64

  /// Looks for references that lead back to themselves through dynamic scopes, and for depth.
  mutating func checkCircles() {
    shortenChains()
    let walk = SameInstanceWalk(count: origins.count) { node in
      inPlaceEdges(of: node)
    }
    for circle in walk.circles {
      problems.append((circle.document, circle.offset, .endlessReference(circle.keyword)))
    }
    if walk.circles.isEmpty, walk.depth > Self.inPlaceMaximum {
      let place = library.places[origins[walk.deepest].place]
      problems.append((place.document, place.node.offset, .deepReferences(Self.inPlaceMaximum)))
    }
  }

  private func inPlaceEdges(of node: Int) -> [SameInstanceWalk.Edge] {
    let place = library.places[origins[node].place]
    return graph.subschemas[node].keywords.flatMap { keyword in
      let isReference = keyword.statement.applicator?.kind == .reference
      let reference = isReference ? place.references.first { $0.keyword == keyword.name } : nil
      return keyword.statement.targetsInPlace.map { target in
        SameInstanceWalk.Edge(
          target: target.value,
          reference: reference.map { (place.document, $0.offset, $0.keyword) })
      }
    }
  }

  /// Lets references that begin a long chain of pure references lead to its end.
  private mutating func shortenChains() {
    let next = graph.subschemas.map { subschema -> Int in
      guard subschema.keywords.count == 1,
        let applicator = subschema.keywords[0].statement.applicator,
        applicator.kind == .reference, let target = applicator.parts[0].subschema
      else { return -1 }
      return target.value
    }
    var ends = [(end: Int, length: Int)](repeating: (-1, 0), count: next.count)
    for start in next.indices where ends[start].end < 0 {
      var chain: [Int] = []
      var node = start
      while next[node] >= 0, ends[node].end < 0, chain.count <= next.count {
        chain.append(node)
        node = next[node]
      }
      // A circle has no end; it is found later.
      guard chain.count <= next.count else { return }
      if ends[node].end < 0 { ends[node] = (node, 0) }
      var (end, length) = ends[node]
      for link in chain.reversed() {
        length += 1
        ends[link] = (end, length)
        end = ends[link].end
      }
    }
    for node in next.indices where next[node] >= 0 && ends[node].length > Self.chainMaximum {
      graph.subschemas[node].keywords[0].statement = .applicator(
        Applicator(.reference, [.init(SubschemaIndex(ends[node].end))]))
    }
  }
}

extension SchemaLibrary {
  /// Complains of references that lead back to themselves without a step into the value.
  mutating func checkCircles() {
    let walk = SameInstanceWalk(count: places.count) { place in inPlaceEdges(of: place) }
    let circles = walk.circles.filter { !documents[$0.document].isBuiltIn }
    guard !circles.isEmpty else { return }
    let reached = places.filter(\.isReached).flatMap { place in
      place.references.map { SubschemaKey(document: place.document, offset: $0.offset) }
    }
    let mistakes = Set(reached)
    for circle in circles {
      complain(
        ofReferenceIn: circle.document, circle.offset, .endlessReference(circle.keyword),
        isReached: mistakes.contains(
          SubschemaKey(document: circle.document, offset: circle.offset)))
    }
  }

  private static let inPlaceKeywords: Set<String> = [
    "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies",
  ]

  private func inPlaceEdges(of place: Int) -> [SameInstanceWalk.Edge] {
    let (number, place) = (place, places[place])
    let references = place.references.filter { $0.keyword == "$ref" }.map { reference in
      SameInstanceWalk.Edge(
        target: reference.target,
        reference: (place.document, reference.offset, reference.keyword))
    }
    return references
      + appliedChildren(of: number).filter { Self.inPlaceKeywords.contains($0.keyword) }
      .map { SameInstanceWalk.Edge(target: $0.place, reference: nil) }
  }
}

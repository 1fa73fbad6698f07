internal import BulkcheckCore
internal import BulkcheckDocument

/// Makes the ``SchemaGraph`` of a library without mistakes: each place that the root reaches, once
/// for each dynamic scope that it is reached in.
struct GraphBuilder {
  /// The place and the dynamic scope of which a node of the graph was made.
  struct Origin: Hashable {
    var place: Int
    var scope: Int
  }

  /// The place at which a keyword of a node stands.
  struct Source {
    var offset: Int
    var location: [String]
  }

  let library: SchemaLibrary
  let options: SchemaOptions
  var graph = SchemaGraph()
  var origins: [Origin] = []
  /// The offsets of the keywords of each node.
  var offsets: [[Int]] = []
  /// The `format` keywords that are only annotations.
  var unassertedFormats: Set<SchemaLibrary.SubschemaKey> = []
  var problems: [(document: Int, offset: Int, complaint: Complaint)] = []
  private var nodes: [Origin: Int] = [:]
  private var scopes: DynamicScopes

  /// The most nodes that a schema may have in all its dynamic scopes.
  private var nodesMaximum: Int { library.places.count * 8 + 100_000 }

  init(_ library: SchemaLibrary, options: SchemaOptions) {
    self.library = library
    self.options = options
    scopes = DynamicScopes(library.resources)
  }

  /// Fills the graph from a place on.
  mutating func build(from root: Int) {
    graph.root = node(root, DynamicScopes.empty)
    var cursor = 0
    let nodesMaximum = nodesMaximum
    while cursor < origins.count {
      guard origins.count <= nodesMaximum else {
        let place = library.places[origins[0].place]
        problems.append((place.document, place.node.offset, .tooManyMeanings))
        return
      }
      let compiled = compile(origins[cursor])
      graph.subschemas[cursor].keywords = compiled.keywords
      graph.subschemas[cursor].title =
        library.places[origins[cursor].place].node.members?.named("title")?.value.text
      offsets[cursor] = compiled.offsets
      cursor += 1
    }
  }

  mutating func node(_ place: Int, _ scope: Int) -> SubschemaIndex {
    let origin = Origin(
      place: place, scope: scopes.entering(library.places[place].resource, from: scope))
    if let known = nodes[origin] { return SubschemaIndex(known) }
    nodes[origin] = origins.count
    origins.append(origin)
    graph.subschemas.append(Subschema())
    offsets.append([])
    return SubschemaIndex(origins.count - 1)
  }

  /// The node that a reference leads to.
  mutating func target(of reference: SchemaLibrary.Reference, in scope: Int) -> SubschemaIndex {
    if let name = reference.dynamicName, let resource = scopes.resource(name, in: scope) {
      let outermost = library.resources[resource]
      let place = name.isEmpty ? outermost.root : outermost.dynamicAnchors[name]
      return node(place ?? reference.target, scope)
    }
    return node(reference.target, scope)
  }

  private mutating func compile(
    _ origin: Origin
  ) -> (keywords: [SchemaKeyword], offsets: [Int]) {
    let place = library.places[origin.place]
    guard let members = place.node.members else {
      guard place.node.boolean == false else { return ([], []) }
      return ([SchemaKeyword(.never, name: "")], [place.node.offset])
    }
    var compiler = SubschemaCompiler(
      place: place, members: members, meaning: library.meaning(of: origin.place))
    let isReference =
      compiler.meaning.dialect < .draft2019 && place.references.contains { $0.keyword == "$ref" }
    for member in members where !isReference || member.name == "$ref" {
      let statements = compiler.statements(of: member, in: origin.scope, &self)
      for statement in statements {
        compiler.keywords.append(SchemaKeyword(statement, name: member.name))
        compiler.offsets.append(member.nameOffset)
      }
    }
    return (compiler.keywords, compiler.offsets)
  }
}

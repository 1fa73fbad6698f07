internal import BulkcheckCore
internal import BulkcheckDocument

/// The documents of a schema, and what can be referred to in them.
///
/// A document is indexed as soon as it is opened: its resources (what has an `$id`), its anchors,
/// and every place of a subschema. Then ``readAll(from:)`` resolves the references that the root
/// reaches, which may open further documents, and looks at each place once: it checks the values of
/// the keywords, and resolves the other references. Nothing recurses: places are a list that grows
/// behind a cursor.
struct SchemaLibrary {
  struct OpenedDocument {
    var name: String
    /// The URI under which it was found.
    var uri: String
    /// The resource of the document's root.
    var resource: Int
    var source: SourceText
    var root: DocumentNode
    var isBuiltIn: Bool
    /// Opened only for references that nothing reaches.
    var isBeyondReach = false
    var complaints: [(offset: Int, complaint: Complaint)] = []
    var notes: [(offset: Int, complaint: Complaint)] = []
  }

  /// A part of a document with a URI of its own.
  struct Resource {
    /// Absolute, without fragment.
    var uri: String
    var document: Int
    /// A position in ``places``.
    var root: Int
    var meaning: SchemaMeaning
    var anchors: [ExactText: Int] = [:]
    var dynamicAnchors: [String: Int] = [:]
    var isRecursiveAnchor = false
  }

  /// A place at which a schema stands.
  struct Place {
    var document: Int
    var node: DocumentNode
    var resource: Int
    /// The place that this one is below, in the same resource; nil at a resource's root.
    var parent: Int?
    /// The steps from there, unescaped.
    var steps: [String]
    /// The subschemas in the order of the document.
    var children: [Child] = []
    var references: [Reference] = []
    /// Reached only by a pointer through keywords that hold no schemas: an `$id` below is not
    /// known elsewhere.
    var isHidden = false
    var isIndexed = false
    /// Whether the root leads here.
    var isReached = false
  }

  struct Child {
    var keyword: String
    /// The name or position of a member; nil where the keyword's value is the subschema.
    var key: String?
    var place: Int
  }

  struct Reference {
    var keyword: String
    var target: Int
    /// The dynamic anchor by which the target is looked up again; empty for `$recursiveRef`.
    var dynamicName: String?
    var offset: Int
  }

  let resolver: SchemaResolver
  /// The dialect of documents that do not name one.
  let defaultDialect: SchemaDialect
  /// The URI of the schema itself: other files are shown from there.
  var rootURI = ""
  private(set) var documents: [OpenedDocument] = []
  var resources: [Resource] = []
  var places: [Place] = []
  /// All that was read from files, in order.
  private(set) var files: [OpenedSchemaFile] = []
  private var resourcesByURI: [ExactText: Int] = [:]
  /// The places by document and offset.
  private var placesByNode: [SubschemaKey: Int] = [:]
  private var memberIndexes: [SubschemaKey: [ExactText: Int]] = [:]
  var meanings: [String: SchemaMeaning] = [:]
  var metaschemasBeingRead: Set<String> = []
  /// Names that are given twice, until it is known whether that matters.
  var repetitions: [Repetition] = []
  /// The URIs and anchors by which reachable references find their targets.
  var referredNames: Set<Repetition.Name> = []
  /// All that the root reaches is resolved.
  var isBeyondReach = false

  struct SubschemaKey: Hashable {
    var document: Int
    var offset: Int
  }

  init(resolver: SchemaResolver, defaultDialect: SchemaDialect) {
    self.resolver = resolver
    self.defaultDialect = defaultDialect
  }

  static let documentKind = Document.Kind(
    "schema", content: "a schema: an object, true or false", nestingMaximum: 1000,
    lastOfEqualNamesCounts: true)

  // MARK: Opening

  /// Opens a document and indexes it.
  ///
  /// - Returns: its resource; nil after a complaint.
  mutating func open(
    _ file: SchemaFile, as uri: String, meaning: SchemaMeaning, isBuiltIn: Bool = false
  ) -> Int? {
    let source = SourceText(file.bytes)
    var opened = OpenedDocument(
      name: file.name, uri: file.uri, resource: resources.count, source: source, root: .nothing,
      isBuiltIn: isBuiltIn, isBeyondReach: isBeyondReach)
    if !isBuiltIn { files.append(OpenedSchemaFile(uri: uri, file: file)) }
    let number = documents.count
    do {
      let document = try Document(source, kind: Self.documentKind, language: file.language)
      opened.root = document.root
      opened.source = document.source
      documents.append(opened)
      noteRepeatedNames(document, number)
    } catch {
      documents.append(opened)
      complain(number, error.offset, error.complaint)
      return nil
    }
    let root = places.count
    let resource = resources.count
    resources.append(
      Resource(uri: file.uri, document: number, root: root, meaning: meaning))
    resourcesByURI[ExactText(file.uri)] = resource
    add(
      Place(
        document: number, node: documents[number].root, resource: resource, parent: nil, steps: []))
    if !Self.isSchema(documents[number].root, meaning.dialect, isRoot: true) {
      complain(
        number, documents[number].root.offset, .noSchema("a schema", documents[number].root))
      return nil
    }
    index(from: root)
    return resource
  }

  private mutating func noteRepeatedNames(_ document: Document, _ number: Int) {
    for repetition in document.repetitions {
      let line = document.source.line(of: repetition.firstOffset)
      note(number, repetition.offset, .repeatedName(repetition.name, firstLine: line))
    }
  }

  /// The resource of an absolute URI without fragment, whose document is opened if need be.
  ///
  /// - Parameter places: where else the document may be: URIs of files near the schema.
  mutating func resource(
    _ uri: String, for meaning: SchemaMeaning, near places: [String]? = nil
  ) -> Int? {
    if let known = resourcesByURI[ExactText(uri)] { return known }
    if let bytes = Metaschema.bytes(uri) {
      let file = SchemaFile(name: uri, uri: uri, bytes: bytes)
      return open(file, as: uri, meaning: SchemaMeaning(.draft2020), isBuiltIn: true)
    }
    guard let file = resolver.file(uri) ?? neighbour(uri, places) else { return nil }
    let resource =
      resourcesByURI[ExactText(file.uri)]
      ?? open(file, as: uri, meaning: SchemaMeaning(meaning.dialect))
    // The document may hold the URI as the `$id` of a part.
    if let found = resourcesByURI[ExactText(uri)] { return found }
    if let resource { resourcesByURI[ExactText(uri)] = resource }
    return resource
  }

  private func neighbour(_ uri: String, _ places: [String]?) -> SchemaFile? {
    guard let places, let root = files.first?.file else { return nil }
    // A search among all files would cost too much for what nothing reaches.
    return resolver.neighbour(isBeyondReach ? nil : uri, places, root)
  }

  /// Makes a URI known; false if another resource has it.
  mutating func register(_ uri: String, resource: Int) -> Bool {
    if let known = resourcesByURI[ExactText(uri)] { return known == resource }
    resourcesByURI[ExactText(uri)] = resource
    return true
  }

  func registered(_ uri: String) -> Int? { resourcesByURI[ExactText(uri)] }

  // MARK: Places

  @discardableResult
  mutating func add(_ place: Place) -> Int {
    placesByNode[SubschemaKey(document: place.document, offset: place.node.offset)] = places.count
    places.append(place)
    return places.count - 1
  }

  func place(of node: DocumentNode, in document: Int) -> Int? {
    placesByNode[SubschemaKey(document: document, offset: node.offset)]
  }

  func meaning(of place: Int) -> SchemaMeaning { resources[places[place].resource].meaning }

  static func isSchema(_ node: DocumentNode, _ dialect: SchemaDialect, isRoot: Bool = false)
    -> Bool
  {
    node.members != nil || node.boolean != nil && (dialect > .draft4 || isRoot)
  }

  /// The member of an object; large objects are indexed once.
  mutating func member(_ name: String, of node: DocumentNode, in document: Int) -> DocumentNode? {
    guard let members = node.members else { return nil }
    guard members.count > 32 else { return members.named(name)?.value }
    let key = SubschemaKey(document: document, offset: node.offset)
    if memberIndexes[key] == nil {
      memberIndexes[key] = Dictionary(
        members.enumerated().map { (ExactText($0.element.name), $0.offset) },
        uniquingKeysWith: { first, _ in first })
    }
    return memberIndexes[key]?[ExactText(name)].map { members[$0].value }
  }

  // MARK: Complaints

  /// A mistake; only a note in a document that nothing reaches.
  mutating func complain(_ document: Int, _ offset: Int, _ complaint: Complaint) {
    guard !documents[document].isBeyondReach else { return note(document, offset, complaint) }
    documents[document].complaints.append((offset, complaint))
  }

  mutating func note(_ document: Int, _ offset: Int, _ complaint: Complaint) {
    documents[document].notes.append((offset, complaint))
  }

  var hasComplaints: Bool { documents.contains { !$0.complaints.isEmpty } }
}

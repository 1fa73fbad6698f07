internal import BulkcheckCore
internal import BulkcheckDocument

/// Finds the subschemas, resources and anchors of a document.
extension SchemaLibrary {
  /// Indexes a place and all that are added behind it. To know a metaschema, it may open that
  /// document, whose places are indexed first.
  mutating func index(from start: Int) {
    var cursor = start
    while cursor < places.count {
      if !places[cursor].isIndexed, let members = places[cursor].node.members {
        places[cursor].isIndexed = true
        identify(cursor, members)
        addChildren(of: cursor, members)
      }
      cursor += 1
    }
  }

  // MARK: Identity

  private mutating func identify(_ place: Int, _ members: [DocumentMember]) {
    let isDocumentRoot = resources[places[place].resource].root == place
    var meaning = meaning(of: place)
    if let member = members.named("$schema"), let uri = member.value.text,
      isDocumentRoot || Self.hasAddress(members)
    {
      do throws(Complaint) {
        meaning = try self.meaning(ofMetaschema: uri)
      } catch {
        if !documents[places[place].document].isBuiltIn {
          complain(places[place].document, member.value.offset, error)
        }
      }
    }
    if isDocumentRoot { resources[places[place].resource].meaning = meaning }
    let keyword = meaning.dialect == .draft4 ? "id" : "$id"
    if let member = members.named(keyword), let text = member.value.text,
      meaning.dialect >= .draft2019 || members.named("$ref")?.value.text == nil
    {
      readIdentifier(text, at: member, of: place, meaning, isDocumentRoot: isDocumentRoot)
    }
    readAnchors(of: place, members, meaning.dialect)
  }

  /// Whether an `$id` or `id` makes a resource of it.
  private static func hasAddress(_ members: [DocumentMember]) -> Bool {
    ["$id", "id"].contains { name in
      members.named(name)?.value.text.map { !URIText.split($0).address.isEmpty } ?? false
    }
  }

  private mutating func readIdentifier(
    _ text: String, at member: DocumentMember, of place: Int, _ meaning: SchemaMeaning,
    isDocumentRoot: Bool
  ) {
    let (address, fragment) = URIText.split(text)
    let document = places[place].document
    if !address.isEmpty {
      let uri = URIText.resolve(address, from: resources[places[place].resource].uri)
      if !isDocumentRoot { makeResource(place, uri, meaning) }
      let resource = places[place].resource
      if isDocumentRoot { resources[resource].uri = uri }
      if !register(uri, resource: resource), !places[place].isHidden {
        repetitions.append(
          Repetition(
            name: .uri(ExactText(uri)), document: document, offset: member.value.offset,
            complaint: repeated(uri, member.name, in: document)))
      }
    }
    if let fragment, !fragment.isEmpty, meaning.dialect < .draft2019 {
      addAnchor(fragment, to: place, at: member.value.offset)
    }
  }

  private mutating func makeResource(_ place: Int, _ uri: String, _ meaning: SchemaMeaning) {
    places[place].resource = resources.count
    places[place].parent = nil
    places[place].steps = []
    resources.append(
      Resource(uri: uri, document: places[place].document, root: place, meaning: meaning))
  }

  private func repeated(_ uri: String, _ keyword: String, in document: Int) -> Complaint {
    guard let first = registered(uri).map({ resources[$0] }) else {
      return .repeatedIdentifier(uri, keyword, where: "elsewhere")
    }
    if documents[first.document].isBuiltIn {
      return .repeatedIdentifier(uri, keyword, where: "in bulkcheck's own schemas")
    }
    let line = documents[first.document].source.line(of: places[first.root].node.offset)
    let file = first.document == document ? "" : " of " + documents[first.document].name
    return .repeatedIdentifier(uri, keyword, where: "on line \(line)\(file)")
  }

  // MARK: Anchors

  private mutating func readAnchors(
    of place: Int, _ members: [DocumentMember], _ dialect: SchemaDialect
  ) {
    guard dialect >= .draft2019 else { return }
    if let member = members.named("$anchor"), let name = member.value.text {
      addAnchor(name, to: place, at: member.value.offset)
    }
    let resource = places[place].resource
    if dialect == .draft2020, let member = members.named("$dynamicAnchor"),
      let name = member.value.text
    {
      addAnchor(name, to: place, at: member.value.offset)
      resources[resource].dynamicAnchors[name] = resources[resource].anchors[ExactText(name)]
    }
    if dialect == .draft2019, resources[resource].root == place,
      members.named("$recursiveAnchor")?.value.boolean == true
    {
      resources[resource].isRecursiveAnchor = true
    }
  }

  private mutating func addAnchor(_ name: String, to place: Int, at offset: Int) {
    let resource = places[place].resource
    if let first = resources[resource].anchors[ExactText(name)], first != place {
      if places[place].isHidden { return }
      let document = places[place].document
      let line = documents[document].source.line(of: places[first].node.offset)
      return repetitions.append(
        Repetition(
          name: .anchor(ExactText(name), resource: resource), document: document, offset: offset,
          complaint: .repeatedAnchor(name, firstLine: line)))
    }
    resources[resource].anchors[ExactText(name)] = place
  }

  // MARK: Subschemas

  private mutating func addChildren(of place: Int, _ members: [DocumentMember]) {
    let meaning = meaning(of: place)
    for member in members {
      guard let facts = KeywordFacts.named(member.name, in: meaning.dialect),
        meaning.vocabularies.contains(facts.vocabulary)
      else { continue }
      switch facts.subschemas {
      case .none: break
      case .one: addChild(of: place, member.name, nil, member.value)
      case .list: addElements(of: place, member)
      case .oneOrList:
        if member.value.elements == nil { addChild(of: place, member.name, nil, member.value) }
        addElements(of: place, member)
      case .members, .membersOrNames:
        for part in member.value.members ?? [] {
          addChild(of: place, member.name, part.name, part.value)
        }
      }
    }
  }

  private mutating func addElements(of place: Int, _ member: DocumentMember) {
    for (position, element) in (member.value.elements ?? []).enumerated() {
      addChild(of: place, member.name, "\(position)", element)
    }
  }

  private mutating func addChild(
    of parent: Int, _ keyword: String, _ key: String?, _ node: DocumentNode
  ) {
    guard node.members != nil || node.boolean != nil else { return }
    let resource = places[parent].resource
    // A place that a pointer led to before its parent was known stays what it is.
    let known = place(of: node, in: places[parent].document)
    let child =
      known
      ?? add(
        Place(
          document: places[parent].document, node: node, resource: resource, parent: parent,
          steps: [keyword] + (key.map { [$0] } ?? []), isHidden: places[parent].isHidden))
    places[parent].children.append(Child(keyword: keyword, key: key, place: child))
  }
}

internal import BulkcheckCore
internal import BulkcheckDocument

/// Resolves references.
extension SchemaLibrary {
  /// Resolves the references of a place.
  mutating func readReferences(of place: Int, _ members: [DocumentMember]) {
    let dialect = meaning(of: place).dialect
    for member in members {
      guard let facts = KeywordFacts.named(member.name, in: dialect), facts.form == .reference,
        let text = member.value.text
      else { continue }
      do throws(Complaint) {
        let target = try target(of: text, from: place)
        places[place].references.append(
          Reference(
            keyword: member.name, target: target.place,
            dynamicName: dynamicName(member.name, target), offset: member.value.offset))
      } catch {
        complain(
          ofReferenceIn: places[place].document, member.value.offset, error,
          isReached: places[place].isReached)
      }
    }
  }

  struct Target {
    var place: Int
    var resource: Int
    /// The name in the fragment, if it is one and no pointer.
    var anchor: String?
  }

  private func dynamicName(_ keyword: String, _ target: Target) -> String? {
    let resource = resources[target.resource]
    switch keyword {
    case "$dynamicRef":
      return target.anchor.flatMap { resource.dynamicAnchors[$0] == nil ? nil : $0 }
    case "$recursiveRef": return resource.isRecursiveAnchor ? "" : nil
    default: return nil
    }
  }

  /// The target of a reference at a place.
  mutating func target(of text: String, from place: Int) throws(Complaint) -> Target {
    let (address, fragment) = URIText.split(text)
    let from = places[place].resource
    let uri = URIText.resolve(address, from: resources[from].uri)
    if !address.isEmpty, places[place].isReached { referredNames.insert(.uri(ExactText(uri))) }
    let found =
      address.isEmpty
      ? from
      : resource(
        uri, for: resources[from].meaning, near: neighbours(address, uri, from: place))
    guard let resource = found else { throw unresolved(text, uri) }
    guard let fragment, !fragment.isEmpty else {
      return Target(place: resources[resource].root, resource: resource)
    }
    guard let decoded = URIText.percentDecoded(fragment) else { throw .badFragment(text) }
    if decoded.utf8.first == UInt8(ascii: "/") {
      return Target(place: try walk(decoded, text, in: resource), resource: resource)
    }
    if places[place].isReached {
      referredNames.insert(.anchor(ExactText(decoded), resource: resource))
    }
    guard let anchored = resources[resource].anchors[ExactText(decoded)] else {
      throw .unknownAnchor(
        decoded, reference: text, known: resources[resource].anchors.keys.sorted().map(\.text))
    }
    return Target(place: anchored, resource: resource, anchor: decoded)
  }

  /// The files that a relative reference may mean, where the document that it is in lies in a file;
  /// nil for other references.
  private func neighbours(_ address: String, _ uri: String, from place: Int) -> [String]? {
    let document = documents[places[place].document]
    guard URIText.parts(address).scheme == nil, URIText.parts(document.uri).scheme == "file" else {
      return nil
    }
    if URIText.parts(uri).scheme == "file" { return [uri] }
    // A document with an `$id` lies among its neighbours as its URI does among theirs.
    let base = URIText.resolve(".", from: resources[document.resource].uri)
    if uri.utf8.starts(with: base.utf8) {
      let rest = String(Substring(uri.utf8.dropFirst(base.utf8.count)))
      return [URIText.resolve("./" + rest, from: document.uri)]
    }
    let isOfRoot = places[place].resource == document.resource
    return isOfRoot ? [URIText.resolve(address, from: document.uri)] : []
  }

  private func unresolved(_ text: String, _ uri: String) -> Complaint {
    let known = resources.prefix(10_000).map(\.uri) + resolver.uris()
    let base = resources.first?.uri ?? ""
    return .unresolved(text, uri: URIText.shown(uri, from: base), known: known)
  }

  /// Follows a pointer from a resource's root, also through what holds no schemas.
  private mutating func walk(
    _ pointer: String, _ text: String, in resource: Int
  ) throws(Complaint) -> Int {
    guard let steps = InstanceLocation.names(in: pointer) else { throw .badFragment(text) }
    let document = resources[resource].document
    var node = places[resources[resource].root].node
    var nearest = resources[resource].root
    var rest: [String] = []
    for step in steps {
      let next: DocumentNode? =
        if let elements = node.elements {
          InstanceLocation.position(step).flatMap {
            elements.indices.contains($0) ? elements[$0] : nil
          }
        } else {
          member(step, of: node, in: document)
        }
      guard let next else {
        let known = (node.members ?? []).prefix(1000).map(\.name)
        throw .noSuchStep(step, reference: text, known: Array(known))
      }
      node = next
      if let place = place(of: node, in: document) {
        nearest = place
        rest = []
      } else {
        rest.append(step)
      }
    }
    if rest.isEmpty { return nearest }
    let dialect = meaning(of: nearest).dialect
    guard Self.isSchema(node, dialect) else { throw .targetIsNoSchema(text, node) }
    return reveal(node, below: nearest, rest)
  }

  /// Makes a place of a node that stands where no schema is expected.
  private mutating func reveal(_ node: DocumentNode, below parent: Int, _ steps: [String]) -> Int {
    let place = add(
      Place(
        document: places[parent].document, node: node, resource: places[parent].resource,
        parent: parent, steps: steps, isHidden: true))
    index(from: place)
    return place
  }
}

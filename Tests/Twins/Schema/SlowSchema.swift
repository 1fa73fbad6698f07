import Foundation

/// A JSON Schema with all that it refers to, found as the specification says: the twin of the
/// reader of schemas.
final class SlowSchema {
  /// A schema resource.
  final class Resource {
    let uri: String
    var draft: Int
    var asserts = true
    var assertsFormat: Bool
    var anchors: [String: Place] = [:]
    var dynamicAnchors: [String: Place] = [:]
    var isRecursiveAnchor = false

    init(uri: String, draft: Int) {
      self.uri = uri
      self.draft = draft
      assertsFormat = draft <= 7
    }
  }

  /// A place in a document, whether there is a schema or not.
  final class Place {
    let value: DOM
    var resource: Resource
    /// Within the resource.
    var pointer: String
    private var steps: [String: Place] = [:]

    init(_ value: DOM, _ resource: Resource, _ pointer: String = "") {
      (self.value, self.resource, self.pointer) = (value, resource, pointer)
    }

    /// A member or an element.
    func step(_ name: String) -> Place? {
      if let place = steps[name] { return place }
      var next: DOM?
      if let elements = value.elements, let index = Int(name), elements.indices.contains(index) {
        next = elements[index]
      } else {
        next = value.member(name)
      }
      guard let next else { return nil }
      let escaped = name.replacing("~", with: "~0").replacing("/", with: "~1")
      let place = Place(next, resource, pointer + "/" + escaped)
      steps[name] = place
      return place
    }
  }

  let root: Place
  private var roots: [String: Place] = [:]
  private let load: (String) -> DOM?

  /// - Parameter load: the document of an address.
  init(_ schema: DOM, uri: String, draft: Int, load: @escaping (String) -> DOM?) {
    self.load = load
    let resource = Resource(uri: uri, draft: draft)
    root = Place(schema, resource)
    roots[uri] = root
    index(root, isRoot: true)
  }

  // MARK: Finding

  /// The subschema that a reference means, seen from a resource.
  func target(of reference: String, from resource: Resource) -> Place? {
    let uri = SlowURI(reference).resolved(from: SlowURI(resource.uri))
    guard let root = document(uri.address, draft: resource.draft) else { return nil }
    let fragment = (uri.fragment ?? "").removingPercentEncoding ?? ""
    guard fragment.hasPrefix("/") else {
      return fragment.isEmpty ? root : root.resource.anchors[fragment]
    }
    var place: Place? = root
    for token in fragment.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      place = place?.step(String(token).replacing("~1", with: "/").replacing("~0", with: "~"))
    }
    return place
  }

  private func document(_ address: String, draft: Int) -> Place? {
    if let root = roots[address] { return root }
    guard let value = load(address) else { return nil }
    let place = Place(value, Resource(uri: address, draft: draft))
    roots[address] = place
    index(place, isRoot: true)
    return place
  }

  private static let drafts = [
    "http://json-schema.org/draft-04/schema": 4, "http://json-schema.org/draft-06/schema": 6,
    "http://json-schema.org/draft-07/schema": 7,
    "https://json-schema.org/draft/2019-09/schema": 2019,
    "https://json-schema.org/draft/2020-12/schema": 2020,
  ]

  private func readDialect(_ place: Place) {
    guard let uri = place.value.member("$schema")?.string else { return }
    let address = SlowURI(uri).address
    if let draft = Self.drafts[address] {
      place.resource.draft = draft
      place.resource.assertsFormat = draft <= 7
    } else if let meta = load(address) {
      if let parent = meta.member("$schema")?.string {
        place.resource.draft = Self.drafts[SlowURI(parent).address] ?? place.resource.draft
      }
      guard let list = meta.member("$vocabulary")?.members else { return }
      let names = list.map { String(decoding: $0.name, as: UTF8.self) }
      place.resource.asserts = names.contains { $0.hasSuffix("/vocab/validation") }
      place.resource.assertsFormat = names.contains { $0.hasSuffix("/vocab/format-assertion") }
    }
  }

  // MARK: Indexing

  private static let ones: [String: ClosedRange<Int>] = [
    "additionalProperties": 4...2020, "additionalItems": 4...2019, "not": 4...2020,
    "items": 4...2020, "contains": 6...2020, "propertyNames": 6...2020, "if": 7...2020,
    "then": 7...2020, "else": 7...2020, "unevaluatedProperties": 2019...2020,
    "unevaluatedItems": 2019...2020, "contentSchema": 2019...2020,
  ]
  private static let many: [String: ClosedRange<Int>] = [
    "allOf": 4...2020, "anyOf": 4...2020, "oneOf": 4...2020, "prefixItems": 2020...2020,
    "items": 4...2019, "properties": 4...2020, "patternProperties": 4...2020,
    "definitions": 4...2020, "$defs": 2019...2020, "dependentSchemas": 2019...2020,
    "dependencies": 4...2020,
  ]

  private func index(_ place: Place, isRoot: Bool = false) {
    guard let members = place.value.members else { return }
    if isRoot { readDialect(place) }
    identify(place, isRoot: isRoot)
    let draft = place.resource.draft
    for member in members {
      let name = String(decoding: member.name, as: UTF8.self)
      guard let child = place.step(name) else { continue }
      if Self.ones[name]?.contains(draft) ?? false, child.value.elements == nil { index(child) }
      guard Self.many[name]?.contains(draft) ?? false else { continue }
      if name == "items", child.value.elements == nil { continue }
      for part in child.value.members ?? [] {
        child.step(String(decoding: part.name, as: UTF8.self)).map { index($0) }
      }
      for number in (child.value.elements ?? []).indices {
        child.step(String(number)).map { index($0) }
      }
    }
  }

  private func identify(_ place: Place, isRoot: Bool) {
    let old = place.resource
    let stated = place.value.member("$schema")?.string.flatMap { Self.drafts[SlowURI($0).address] }
    let keyword = (stated ?? old.draft) == 4 ? "id" : "$id"
    let isHidden = old.draft <= 7 && place.value.member("$ref")?.string != nil
    if let id = place.value.member(keyword)?.string, !isHidden {
      let uri = SlowURI(id)
      if !uri.address.isEmpty {
        let resource = Resource(
          uri: uri.resolved(from: SlowURI(old.uri)).address, draft: old.draft)
        (resource.asserts, resource.assertsFormat) = (old.asserts, old.assertsFormat)
        place.resource = resource
        place.pointer = ""
        readDialect(place)
        roots[resource.uri] = roots[resource.uri] ?? place
      }
      if old.draft <= 7, let fragment = uri.fragment, !fragment.isEmpty {
        place.resource.anchors[fragment] = place
      }
    }
    guard place.resource.draft >= 2019 else { return }
    if let name = place.value.member("$anchor")?.string { place.resource.anchors[name] = place }
    if place.resource.draft == 2020, let name = place.value.member("$dynamicAnchor")?.string {
      place.resource.anchors[name] = place
      place.resource.dynamicAnchors[name] = place
    }
    if place.resource.draft == 2019, place.pointer.isEmpty,
      place.value.member("$recursiveAnchor")?.flag == true
    {
      place.resource.isRecursiveAnchor = true
      place.resource.dynamicAnchors[""] = place
    }
  }
}

internal import BulkcheckCore
internal import BulkcheckDocument

/// The objects of a contract and their names, which relationships and service levels refer to.
struct ContractOutline {
  /// An object under `schema`.
  struct Object {
    var node: DocumentNode
    var name: String
    var physicalName: String?
    var id: String?
  }

  let root: DocumentNode
  private(set) var objects: [Object] = []
  /// The paths of files that are given for objects, by their names.
  let tables: [String: String]

  /// - Throws: an object that cannot be chosen, as it has no name or that of another one.
  init(_ root: DocumentNode, tables: [String: String]) throws(DocumentFault) {
    self.root = root
    self.tables = tables
    guard let schema = root["schema"], !schema.isNull else { return }
    guard let elements = schema.elements else {
      throw DocumentFault(
        offset: schema.offset,
        complaint: .unexpected("`schema`", found: schema, expected: "a list of objects"))
    }
    for node in elements {
      guard node.members != nil else {
        throw DocumentFault(
          offset: node.offset,
          complaint: .unexpected("an element of `schema`", found: node, expected: "an object"))
      }
      guard let nameNode = node["name"], let name = nameNode.text, !name.isEmpty else {
        throw DocumentFault(
          offset: node["name"]?.offset ?? node.offset,
          complaint: Complaint(
            "an element of `schema` has no name", expected: "`name` with a string"))
      }
      guard !objects.contains(where: { $0.name.isExactly(name) }) else {
        throw DocumentFault(
          offset: nameNode.offset,
          complaint: Complaint("two elements of `schema` have the name \(Complaint.quoted(name))"))
      }
      objects.append(
        Object(
          node: node, name: name, physicalName: node["physicalName"]?.text, id: node["id"]?.text))
    }
  }

  /// The object of a name, a physical name or an id.
  func object(_ name: String) -> Object? {
    objects.first { $0.name.isExactly(name) }
      ?? objects.first { $0.physicalName?.isExactly(name) ?? false }
      ?? objects.first { $0.id?.isExactly(name) ?? false }
  }

  /// The path of the file that is given for an object.
  func file(of name: String) -> String? {
    if let path = tables[name] { return path }
    guard let object = object(name) else { return nil }
    return tables[object.name] ?? object.physicalName.flatMap { tables[$0] }
  }
}

extension ContractOutline.Object {
  /// The property of a name or an id, and the path of its values.
  ///
  /// - Parameter names: from the outermost property.
  func path(_ names: [String]) -> FieldPath? {
    var path = FieldPath()
    var node = node
    for name in names {
      let properties = (node["properties"] ?? node["items"]?["properties"])?.elements ?? []
      // Properties of the elements of an array.
      if node["properties"] == nil, node["items"] != nil {
        path = path.appending(.everyElement)
      }
      let found =
        properties.first { $0["name"]?.text?.isExactly(name) ?? false }
        ?? properties.first { $0["id"]?.text?.isExactly(name) ?? false }
      guard let found, let column = found.column else { return nil }
      path = path.appending(.key(column))
      node = found
    }
    return path
  }
}

extension DocumentNode {
  /// The name that a property has in the data: `physicalName`, or else `name`.
  var column: String? {
    let physical = self["physicalName"]?.text ?? ""
    return physical.isEmpty ? self["name"]?.text : physical
  }
}

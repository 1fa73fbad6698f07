internal import BulkcheckCore
package import BulkcheckDocument

/// Reads Data Packages (datapackage.org) of version 1 and 2.
package struct DataPackage {
  private let tables: [String: String]
  private let resources: [DataResource]

  /// Translates the resources.
  ///
  /// - Parameters:
  ///   - tables: the paths of files that are given for resources, by their names.
  ///   - folder: the one of the package.
  ///   - open: reads a schema or a dialect that is in a file of its own.
  /// - Throws: what keeps the whole package from being read.
  package static func translate(
    _ root: DocumentNode, tables: [String: String], _ folder: ContractFolder,
    open: (String) -> [UInt8]?
  ) throws(DocumentFault) -> [Translation] {
    guard let node = root["resources"], let elements = node.elements else {
      throw DocumentFault(
        offset: (root["resources"] ?? root).offset,
        complaint: .unexpected(
          "`resources`", found: root["resources"] ?? root, expected: "a list of resources"))
    }
    var resources: [DataResource] = []
    for (number, element) in elements.enumerated() {
      let resource = DataResource(resolved(element, folder, open), number: number + 1, folder)
      if let first = resources.firstIndex(where: { $0.name == resource.name }) {
        resources[first].leave(element, "the second resource \(resource.name)")
      } else {
        resources.append(resource)
      }
    }
    let package = DataPackage(tables: tables, resources: resources)
    return resources.map(package.translation)
  }

  /// A resource with the schema and the dialect that it has in files of their own. What they say
  /// has the place of the path in the package.
  private static func resolved(
    _ resource: DocumentNode, _ folder: ContractFolder, _ open: (String) -> [UInt8]?
  ) -> DocumentNode {
    guard var members = resource.members else { return resource }
    for index in members.indices where ["schema", "dialect"].contains(members[index].name) {
      let node = members[index].value
      guard let path = node.text, folder.fault(path) == nil, let bytes = open(path),
        let document = try? Document(
          SourceText(bytes), kind: Contract.documentKind,
          language: DocumentLanguage(fileName: path)),
        document.root.members != nil
      else { continue }
      members[index].value = document.root.placed(at: node.offset)
    }
    return DocumentNode(kind: .object(members), offset: resource.offset)
  }

  private func translation(_ resource: DataResource) -> Translation {
    let node = resource.node
    var leftovers = resource.leftovers
    var profile = ProfileObject(at: node.offset)
    profile.add("bulkcheck", .number(1, at: node.offset))
    profile.add("name", .text(resource.name, at: node.offset))
    let schema = resource.schema.map { schema in
      TableSchema(schema, nullSequence: resource.nullSequence) { other, pairs in
        self.target(other, pairs, from: resource)
      }
    }
    leftovers += schema?.leftovers ?? []
    let input = resource.input(
      missingValues: schema?.missingValues, numbers: schema?.numbers, names: schema?.names ?? [])
    leftovers += input.leftovers
    if !input.object.isEmpty { profile.add("input", input.object.node) }
    profile.add(schema?.members ?? [])
    var translation = Translation(name: resource.name, offset: node.offset, profile: profile.node)
    translation.leftovers = leftovers
    translation.files = resource.isRead ? resource.files : []
    return translation
  }

  /// The table that the `resource` of a foreign key means.
  private func target(
    _ node: DocumentNode?, _ pairs: [TableSchema.KeyPair], from resource: DataResource
  ) -> TableSchema.Target {
    guard let node else { return .itself }
    guard let name = node.text else { return .none("expected the name of a resource") }
    // `self` is from before version 1.
    if name.isEmpty || name == resource.name { return .itself }
    guard let other = resources.first(where: { $0.name == name }) else {
      return name == "self" ? .itself : .none("the package has no resource \(name)")
    }
    if other.lacksSchema { return .none("the schema of \(name) cannot be read") }
    let schema = other.schema.map { schema in
      TableSchema(schema, nullSequence: other.nullSequence) { _, _ in .itself }
    }
    let format = tables[name] == nil ? other.formatWord : nil
    var columns: [KeyColumn] = []
    for pair in pairs {
      let key = KeyColumn(
        TableSchema.Reference.written(pair.column, format),
        other.field(pair.column), block: schema?.block(of: pair.column), field: pair.field)
      if let fault = key.fault(missing: schema?.missingValues) {
        return .none("\(pair.column) of \(name) \(fault)")
      }
      columns.append(key)
    }
    let input = other.input(
      missingValues: schema?.missingValues, numbers: nil, names: other.fieldNames,
      changes: KeyColumn.changes(of: columns, at: other.node.offset))
    let inputNode = input.object.isEmpty ? nil : input.object.node
    if let given = tables[name] {
      return .other(TableSchema.Reference(file: given, input: inputNode, format: format))
    }
    guard other.isRead, let file = other.files.first, other.files.count == 1 else {
      return .none("the resource \(name) is not one file that is read")
    }
    if let fault = ContractFolder.fault(ofPath: file.path) {
      return .none("the file of \(name), \(file.path), \(fault)")
    }
    return .other(TableSchema.Reference(file: file.path, input: inputNode, format: format))
  }
}

extension DocumentNode {
  /// The value with one offset for all of it. Recursion is as deep as a document nests.
  fileprivate func placed(at offset: Int) -> DocumentNode {
    switch kind {
    case .array(let elements):
      return .list(elements.map { $0.placed(at: offset) }, at: offset)
    case .object(let members):
      return DocumentNode(
        kind: .object(
          members.map {
            DocumentMember(
              name: $0.name, nameOffset: offset, value: $0.value.placed(at: offset))
          }), offset: offset)
    case .null, .boolean, .number, .text: return DocumentNode(kind: kind, offset: offset)
    }
  }
}

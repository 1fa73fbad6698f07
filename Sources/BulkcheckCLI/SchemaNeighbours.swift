internal import BulkcheckOutput
internal import BulkcheckSchema

/// The regular files in a schema's own folder and below, which relative references find.
final class SchemaNeighbours {
  /// Data may lie there too.
  private static let limits = SchemaFileIndex.Limits(files: 1000, bytes: 64 << 20)

  private var indexes: [String: SchemaFileIndex] = [:]

  /// - Parameters:
  ///   - uri: what the reference resolves to, if the document may be looked for by its `$id`.
  ///   - places: URIs of files that it may mean.
  ///   - root: the schema itself.
  func file(_ uri: String?, _ places: [String], _ root: SchemaFile) -> SchemaFile? {
    guard let schema = SchemaURI.path(root.uri) else { return nil }
    let folder = Self.folder(schema)
    for place in places {
      guard let path = SchemaURI.path(place), path.hasPrefix(folder + "/") else { continue }
      if let file = Self.file(path, below: folder, root) { return file }
      // The schema may be a link to one that has its neighbours beside it.
      let own = Self.folder(FileIdentity.resolved(schema))
      if own != folder, let file = Self.file(own + path.dropFirst(folder.count), below: own, root) {
        return file
      }
    }
    guard let uri else { return nil }
    let index =
      indexes[folder]
      ?? SchemaFileIndex([folder], limits: Self.limits) { Self.isRegular($0, below: folder) }
    indexes[folder] = index
    return index.file(uri).map { file in
      let path = SchemaURI.path(file.uri) ?? file.name
      return SchemaFile(
        name: Self.name(path, below: folder, root), uri: file.uri, bytes: file.bytes)
    }
  }

  private static func file(
    _ path: String, below folder: String, _ root: SchemaFile
  ) -> SchemaFile? {
    guard isRegular(path, below: folder), let bytes = try? SystemCalls.contents(ofFile: path)
    else { return nil }
    return SchemaFile(
      name: name(path, below: folder, root), uri: SchemaURI.file(path), bytes: bytes)
  }

  private static func folder(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  /// Whether it is a file, not a pipe that would be waited for, and no link leads outside.
  private static func isRegular(_ path: String, below folder: String) -> Bool {
    let root = FileIdentity.resolved(folder.isEmpty ? "/" : folder)
    return FileIdentity.size(ofRegular: path) != nil
      && FileIdentity.resolved(path).hasPrefix(root.hasSuffix("/") ? root : root + "/")
  }

  /// The path as the schema is given: from where the command runs, or absolute.
  private static func name(_ path: String, below folder: String, _ root: SchemaFile) -> String {
    guard !root.name.hasPrefix("/") else { return path }
    let rest = path.dropFirst(folder.count + 1)
    return root.name.lastIndex(of: "/").map { String(root.name[...$0] + rest) } ?? String(rest)
  }
}

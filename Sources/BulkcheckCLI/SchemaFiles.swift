internal import Bulkcheck
internal import BulkcheckCore
internal import BulkcheckDocument
internal import BulkcheckInput
internal import BulkcheckOutput
internal import BulkcheckProfile
internal import BulkcheckSchema

/// The documents that `--resolve` gives.
struct SchemaFiles {
  /// Folders by the beginning of the URIs of what is in them.
  private var bases: [(base: String, folder: String)] = []
  private var paths: [String] = []

  /// - Parameter arguments: paths, and `BASE=FOLDER`.
  init(_ arguments: [String]) {
    for argument in arguments {
      if let equals = argument.firstIndex(of: "="), argument[..<equals].contains(":") {
        bases.append(
          (String(argument[..<equals]), String(argument[argument.index(after: equals)...])))
      } else {
        paths.append(argument)
      }
    }
  }

  /// The first file or folder that is not there.
  var firstMissing: String? {
    (paths + bases.map(\.folder)).first { !FileIdentity.exists($0) }
  }

  /// Finds a document by its `$id`, by its place, or below a base. Folders are read only when
  /// something is asked for.
  var resolver: SchemaResolver {
    let (paths, bases) = (paths, bases)
    let index = LentValue(
      // A pipe would be waited for, a device has no end.
      SchemaFileIndex(paths) { FileIdentity.size(ofRegular: $0) != nil })
    let neighbours = LentValue(SchemaNeighbours())
    return SchemaResolver(
      file: { uri in Self.file(uri, below: bases) ?? index.value.file(uri) },
      uris: { index.value.uris },
      neighbour: { uri, places, root in neighbours.value.file(uri, places, root) })
  }

  private static func file(
    _ uri: String, below bases: [(base: String, folder: String)]
  ) -> SchemaFile? {
    for (base, folder) in bases where uri.hasPrefix(base) {
      guard let rest = SchemaURI.decoded(String(uri.dropFirst(base.count))),
        !rest.split(separator: "/").contains("..")
      else { continue }
      let path = folder + (folder.hasSuffix("/") || rest.hasPrefix("/") ? "" : "/") + rest
      if let bytes = try? SystemCalls.contents(ofFile: path) {
        return SchemaFile(name: path, uri: uri, bytes: bytes)
      }
    }
    return nil
  }

  // MARK: The schema itself

  /// The file of a schema by its path.
  static func open(_ path: String) throws(SchemaFault) -> SchemaFile {
    let bytes: [UInt8]
    do {
      bytes = try SystemCalls.contents(ofFile: path)
    } catch {
      throw SchemaFault(
        reason: "cannot read the schema \(path): \(ProfileFile.reason(error, path))")
    }
    // Read as a schema, a profile has no keyword, and every record would pass.
    if isProfile(bytes) {
      throw SchemaFault(
        reason: "\(path) is a profile, not a JSON Schema: give it with --profile")
    }
    return file(path, bytes)
  }

  /// Whether a document has the key `bulkcheck`, which no keyword is called, and no `$schema`.
  private static func isProfile(_ bytes: [UInt8]) -> Bool {
    guard ByteView.with(bytes, { ContentHint.hasProfileKey($0) }) else { return false }
    let kind = Document.Kind("file", content: "a value", nestingMaximum: 1000)
    guard let root = (try? Document(SourceText(bytes), kind: kind))?.root else { return false }
    return root["bulkcheck"]?.digits != nil && root["$schema"] == nil
  }

  /// The file of a path that has been read.
  static func file(_ path: String, _ bytes: [UInt8]) -> SchemaFile {
    SchemaFile(name: path, uri: uri(of: path), bytes: bytes)
  }

  static func uri(of path: String) -> String {
    SchemaURI.file(path.hasPrefix("/") ? path : SystemCalls.currentFolder + "/" + path)
  }
}

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

  /// What a folder may hold.
  private static let filesMaximum = 10_000
  private static let depthMaximum = 16

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
    let index = LentValue(SchemaFileIndex { Self.index(paths) })
    return SchemaResolver(
      file: { uri in Self.file(uri, below: bases) ?? index.value.files[uri] },
      uris: { index.value.files.keys.sorted() })
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

  private static func index(_ paths: [String]) -> [String: SchemaFile] {
    var found: [String: SchemaFile] = [:]
    var waiting = paths.map { (path: $0, depth: 0, isNamed: true) }
    var count = 0
    while let next = waiting.popLast(), count < filesMaximum {
      if let names = SystemCalls.names(inFolder: next.path) {
        guard next.depth < depthMaximum else { continue }
        waiting += names.sorted(by: >).map { (next.path + "/" + $0, next.depth + 1, false) }
        continue
      }
      guard next.isNamed || next.path.hasSuffix(".json"),
        let bytes = try? SystemCalls.contents(ofFile: next.path)
      else { continue }
      count += 1
      let file = SchemaFile(name: next.path, uri: uri(of: next.path), bytes: bytes)
      found[file.uri] = file
      if let id = identifier(bytes) { found[SchemaURI.resolve(id, from: file.uri)] = file }
    }
    return found
  }

  /// The `$id` or `id` of a document.
  private static func identifier(_ bytes: [UInt8]) -> String? {
    let kind = Document.Kind("schema", content: "a schema", nestingMaximum: 1000)
    guard let root = (try? Document(SourceText(bytes), kind: kind))?.root else { return nil }
    let text = root["$id"]?.text ?? root["id"]?.text
    return text.map(SchemaURI.address).flatMap { $0.isEmpty ? nil : $0 }
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

  private static func uri(of path: String) -> String {
    SchemaURI.file(path.hasPrefix("/") ? path : SystemCalls.currentFolder + "/" + path)
  }
}

/// Documents by URI, read when the first one is asked for.
private final class SchemaFileIndex {
  private let read: () -> [String: SchemaFile]
  private(set) lazy var files = read()

  init(_ read: @escaping () -> [String: SchemaFile]) { self.read = read }
}

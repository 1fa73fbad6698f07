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
      guard let rest = URIText.percentDecoded(String(uri.dropFirst(base.count))),
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

  /// The file of a schema by its path, behind which `#` and the place of a subschema may stand.
  static func open(_ argument: String) throws(SchemaLoadingError) -> SchemaFile {
    let (path, fragment) =
      FileIdentity.exists(argument) ? (argument, nil) : URIText.split(argument)
    let bytes: [UInt8]
    do {
      bytes = try SystemCalls.contents(ofFile: path)
    } catch {
      throw SchemaLoadingError(
        reason: "cannot read the schema \(path): \(RuleFile.reason(error, path))")
    }
    // Read as a schema, a profile has no keyword, and every record would pass.
    if isProfile(bytes, path) {
      throw SchemaLoadingError(
        reason: "\(path) is a profile, not a JSON Schema: give it with --profile")
    }
    var schema = file(path, bytes)
    schema.fragment = fragment
    return schema
  }

  /// Whether a document has the key `bulkcheck`, which no keyword is called, and no `$schema`.
  private static func isProfile(_ bytes: [UInt8], _ path: String) -> Bool {
    let language = DocumentLanguage(fileName: path)
    guard RuleFile.looksLikeProfile(bytes, language) else { return false }
    let kind = Document.Kind("file", content: "a value", nestingMaximum: 1000)
    guard let root = (try? Document(SourceText(bytes), kind: kind, language: language))?.root
    else { return false }
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

/// The documents in some files and folders by URI. Nothing is read before the first one is asked
/// for.
final class SchemaFileIndex {
  /// How much is looked at.
  struct Limits {
    var files = 10_000
    var bytes = Int.max
    var depth = 16
  }

  private let roots: [String]
  private let limits: Limits
  /// Whether files count that a path leads to.
  private let accepts: (_ path: String) -> Bool
  private lazy var paths = read()

  /// - Parameter accepts: whether a file in a folder may be read.
  init(
    _ roots: [String], limits: Limits = Limits(),
    accepts: @escaping (_ path: String) -> Bool = { _ in true }
  ) {
    self.roots = roots
    self.limits = limits
    self.accepts = accepts
  }

  var uris: [String] { paths.keys.sorted() }

  func file(_ uri: String) -> SchemaFile? {
    paths[uri].flatMap { path in
      (try? SystemCalls.contents(ofFile: path)).map { SchemaFiles.file(path, $0) }
    }
  }

  private func read() -> [String: String] {
    var found: [String: String] = [:]
    var waiting = roots.map { (path: $0, depth: 0, isNamed: true) }
    var seen: Set<String> = []
    var (files, bytes) = (0, 0)
    while let next = waiting.popLast(), files < limits.files, bytes < limits.bytes {
      if let names = Folder.names(in: next.path) {
        guard next.depth < limits.depth, seen.insert(FileIdentity.resolved(next.path)).inserted
        else { continue }
        waiting += names.sorted(by: >).map { (next.path + "/" + $0, next.depth + 1, false) }
        continue
      }
      let language = DocumentLanguage(fileName: next.path)
      guard
        next.isNamed
          || (language == .yaml || next.path.hasSuffix(".json")) && accepts(next.path),
        let text = try? SystemCalls.contents(ofFile: next.path, atMost: limits.bytes - bytes)
      else { continue }
      files += 1
      bytes += text.count
      let uri = SchemaFiles.uri(of: next.path)
      found[uri] = next.path
      if let id = Self.identifier(text, language) {
        found[URIText.resolve(id, from: uri)] = next.path
      }
    }
    return found
  }

  /// The `$id` or `id` of a document.
  private static func identifier(_ bytes: [UInt8], _ language: DocumentLanguage) -> String? {
    let kind = Document.Kind("schema", content: "a schema", nestingMaximum: 1000)
    guard let root = (try? Document(SourceText(bytes), kind: kind, language: language))?.root
    else { return nil }
    let text = root["$id"]?.text ?? root["id"]?.text
    return text.map { URIText.split($0).address }.flatMap { $0.isEmpty ? nil : $0 }
  }
}

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

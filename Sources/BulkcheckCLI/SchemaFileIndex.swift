internal import BulkcheckDocument
internal import BulkcheckOutput
internal import BulkcheckSchema

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
      if let names = SystemCalls.names(inFolder: next.path) {
        guard next.depth < limits.depth, seen.insert(FileIdentity.resolved(next.path)).inserted
        else { continue }
        waiting += names.sorted(by: >).map { (next.path + "/" + $0, next.depth + 1, false) }
        continue
      }
      guard next.isNamed || next.path.hasSuffix(".json") && accepts(next.path),
        let text = try? SystemCalls.contents(ofFile: next.path, atMost: limits.bytes - bytes)
      else { continue }
      files += 1
      bytes += text.count
      let uri = SchemaFiles.uri(of: next.path)
      found[uri] = next.path
      if let id = Self.identifier(text) { found[SchemaURI.resolve(id, from: uri)] = next.path }
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
}

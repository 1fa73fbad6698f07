internal import BulkcheckCore
internal import BulkcheckDocument
internal import BulkcheckProfile
internal import BulkcheckSchema

/// A schema with all that it refers to, how it is read, and the profile beside it with those that
/// it extends, as one JSON text.
///
/// URIs of files are kept relative to the schema, so that the text is the same on each machine.
struct SchemaBundle {
  private static let start = #"{"bulkcheckSchemaBundle": 1, "#
  /// Where files are taken to lie that are read from a bundle. Deep, for references that go up.
  private static let root = "file:///0/0/0/0/0/0/0/0/0/0/0/0/schema"

  private(set) var profile: [UInt8]?
  private var extended: [ExtendedProfile] = []
  /// Whether the schema is given beside the profile, which does not name it.
  private var isGiven = false
  private(set) var path = ""
  private var options = SchemaOptions()
  private var files: [OpenedSchemaFile] = []

  init(profile: [UInt8]?, extended: [ExtendedProfile] = [], _ loader: SchemaLoader?) {
    self.profile = profile
    self.extended = extended
    options = loader?.options ?? options
    isGiven = profile == nil || loader?.isGiven ?? false
    files = loader?.read?.schema.files ?? []
    path = files.first?.file.name ?? ""
  }

  // MARK: Writing

  var encoded: [UInt8] {
    let base = files.first?.file.uri ?? ""
    func shown(_ uri: String) -> String { SchemaURI.shown(uri, from: base) }
    var text = Self.start
    if let profile {
      text += "\"profile\": " + quoted(profile) + ", "
    }
    if !extended.isEmpty {
      let parts = extended.map { part in
        "{\"path\": \(JSONText.quoted(part.path)), \"text\": \(quoted(part.bytes))}"
      }
      text += "\"extended\": [" + parts.joined(separator: ", ") + "], "
    }
    text += "\"isGiven\": \(isGiven), \"dialect\": \"\(options.dialect.rawValue)\", "
    text += "\"assertsFormat\": \(options.assertsFormat), "
    text += "\"assertsContent\": \(options.assertsContent), \"files\": ["
    text += files.map { opened in
      "{\"uri\": \(JSONText.quoted(shown(opened.uri))), "
        + "\"base\": \(JSONText.quoted(shown(opened.file.uri))), "
        + "\"text\": \(quoted(opened.file.bytes))}"
    }.joined(separator: ", ")
    return Array((text + "]}").utf8)
  }

  private func quoted(_ bytes: [UInt8]) -> String {
    JSONText.quoted(String(decoding: bytes, as: UTF8.self))
  }

  // MARK: Reading

  /// nil if the bytes are not a bundle.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Self.start.utf8) else { return nil }
    let kind = Document.Kind("bundle", content: "an object", nestingMaximum: 8)
    guard let node = (try? Document(SourceText(bytes), kind: kind))?.root else { return nil }
    profile = node["profile"]?.text.map { Array($0.utf8) }
    extended = (node["extended"]?.elements ?? []).map { part in
      ExtendedProfile(
        path: part["path"]?.text ?? "", bytes: Array((part["text"]?.text ?? "").utf8))
    }
    isGiven = node["isGiven"]?.boolean ?? false
    options.dialect =
      node["dialect"]?.text.flatMap { SchemaDialect(rawValue: $0) } ?? options.dialect
    options.assertsFormat = node["assertsFormat"]?.boolean ?? false
    options.assertsContent = node["assertsContent"]?.boolean ?? false
    files = (node["files"]?.elements ?? []).map { entry in
      func uri(_ name: String) -> String {
        SchemaURI.resolve(entry[name]?.text ?? "", from: Self.root)
      }
      return OpenedSchemaFile(
        uri: uri("uri"),
        file: SchemaFile(
          name: entry["base"]?.text ?? "", uri: uri("base"),
          bytes: Array((entry["text"]?.text ?? "").utf8)))
    }
    path = files.first?.file.name ?? ""
  }

  /// Reads a profile that the profile extends.
  func load(_ path: String) throws(ProfileFault) -> [UInt8] {
    guard let part = extended.first(where: { $0.path == path }) else {
      throw ProfileFault(reason: "it is not kept")
    }
    return part.bytes
  }

  /// Reads the schema from the bundle, whatever path is asked for.
  var loader: SchemaLoader {
    let files = files
    var byURI: [ExactText: SchemaFile] = [:]
    for opened in files {
      byURI[ExactText(opened.uri)] = opened.file
      byURI[ExactText(opened.file.uri)] = opened.file
    }
    let known = byURI
    return SchemaLoader(
      given: isGiven ? path : nil, options: options,
      resolver: SchemaResolver { known[ExactText($0)] }
    ) { _ throws(SchemaFault) in
      guard let first = files.first else { throw SchemaFault(reason: "it is not kept") }
      return first.file
    }
  }
}

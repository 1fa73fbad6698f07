package import BulkcheckCore
internal import BulkcheckDocument
package import BulkcheckProfile
package import BulkcheckSchema

/// Reads the JSON Schema of a run, which the command line or a profile names.
package final class SchemaLoader {
  /// Finds the schema's file by its path.
  package typealias Opening = (_ path: String) throws(SchemaLoadingError) -> SchemaFile

  let options: SchemaOptions
  private let resolver: SchemaResolver
  private let open: Opening
  /// To which the paths of a profile are relative.
  private var folder = "."
  /// The path given on the command line.
  private let given: String?
  var isGiven: Bool { given != nil }
  /// The schema and its path, once it has been read.
  private(set) var read: (path: String, schema: ReadSchema)?

  /// - Parameters:
  ///   - given: the path that is beside the profile in any case.
  ///   - resolver: finds the documents that the schema refers to.
  package init(
    given: String? = nil, options: SchemaOptions = SchemaOptions(),
    resolver: SchemaResolver = .none, open: @escaping Opening
  ) {
    self.given = given
    self.options = options
    self.resolver = resolver
    self.open = open
  }

  /// Reads a schema; throws its mistakes, or why its file cannot be read.
  package func schema(_ path: String) throws -> ReadSchema {
    if let read, read.path == path { return read.schema }
    let schema = try SchemaReader.read(open(path), resolver: resolver, options: options)
    read = (path, schema)
    return schema
  }

  /// The loader for a profile in a folder.
  package func inFolder(_ folder: String) -> SchemaLoader {
    self.folder = folder
    return self
  }

  /// Reads the schema of a profile.
  package func load(_ file: String?) throws(SchemaLoadingError) -> RuleSet? {
    if file != nil, given != nil {
      throw SchemaLoadingError(reason: "another one is given with --schema")
    }
    guard let path = file.map(ReferenceLoader(folder: folder).path) ?? given else { return nil }
    do {
      return try schema(path).ruleSet
    } catch let mistakes as SchemaMistakes {
      throw SchemaLoadingError(reason: Self.first(mistakes))
    } catch {
      throw (error as? SchemaLoadingError) ?? SchemaLoadingError(reason: "\(error)")
    }
  }

  private static func first(_ mistakes: SchemaMistakes) -> String {
    guard let file = mistakes.files.first, let first = file.mistakes.first else { return "" }
    let others = mistakes.files.map(\.mistakes.count).reduce(0, +) - 1
    return "\(file.fileName):\(first.line):\(first.column): \(first.sentence)"
      + (others > 0 ? " (and \(others) more; see `bulkcheck lint \(file.fileName)`)" : "")
  }
}

/// A schema with all that it refers to, how it is read, and the profile beside it with those that
/// it extends, as one JSON text. A profile alone, too, if it is YAML.
///
/// URIs of files are kept relative to the schema, so that the text is the same on each machine.
struct SchemaBundle {
  private static let start = #"{"bulkcheckSchemaBundle": 1, "#
  /// The place that files from a bundle are taken to have. Deep, for references that go up.
  private static let root = "file:///0/0/0/0/0/0/0/0/0/0/0/0/schema"

  private(set) var profile: [UInt8]?
  /// The language of the profile.
  private(set) var language = DocumentLanguage.json
  private var extended: [ExtendedProfile] = []
  /// Whether the schema is given beside the profile, which does not name it.
  private var isGiven = false
  private(set) var path = ""
  private var options = SchemaOptions()
  private var files: [OpenedSchemaFile] = []
  /// The object of a contract, whose text is in the place of the profile.
  private(set) var contract: KeptContract?

  init(contract: KeptContract, text: [UInt8], language: DocumentLanguage) {
    profile = text
    self.language = language
    self.contract = contract
  }

  init(
    profile: [UInt8]?, language: DocumentLanguage = .json, extended: [ExtendedProfile] = [],
    _ loader: SchemaLoader?
  ) {
    self.profile = profile
    self.language = language
    self.extended = extended
    options = loader?.options ?? options
    isGiven = profile == nil || loader?.isGiven ?? false
    files = loader?.read?.schema.files ?? []
    path = files.first?.file.name ?? ""
  }

  // MARK: Writing

  var encoded: [UInt8] {
    let base = files.first?.file.uri ?? ""
    func shown(_ uri: String) -> String { URIText.shown(uri, from: base) }
    var text = Self.start
    if let profile {
      text += "\"profile\": " + quoted(profile) + ", "
      if language != .json { text += "\"language\": \"\(language.rawValue)\", " }
    }
    if let contract { text += "\"contract\": \(contract.encoded), " }
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
        + (opened.file.fragment.map { "\"fragment\": \(JSONText.quoted($0)), " } ?? "")
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
    language = node["language"]?.text.flatMap { DocumentLanguage(rawValue: $0) } ?? .json
    extended = (node["extended"]?.elements ?? []).map { part in
      ExtendedProfile(
        path: part["path"]?.text ?? "", bytes: Array((part["text"]?.text ?? "").utf8))
    }
    contract = node["contract"].flatMap(KeptContract.init)
    isGiven = node["isGiven"]?.boolean ?? false
    options.dialect =
      node["dialect"]?.text.flatMap { SchemaDialect(rawValue: $0) } ?? options.dialect
    options.assertsFormat = node["assertsFormat"]?.boolean ?? false
    options.assertsContent = node["assertsContent"]?.boolean ?? false
    files = (node["files"]?.elements ?? []).map { entry in
      func uri(_ name: String) -> String {
        URIText.resolve(entry[name]?.text ?? "", from: Self.root)
      }
      return OpenedSchemaFile(
        uri: uri("uri"),
        file: SchemaFile(
          name: entry["base"]?.text ?? "", uri: uri("base"),
          bytes: Array((entry["text"]?.text ?? "").utf8), fragment: entry["fragment"]?.text))
    }
    path = files.first?.file.name ?? ""
  }

  /// The profile, if nothing was read beside it; nil otherwise.
  var loneProfile: [UInt8]? {
    extended.isEmpty && files.isEmpty && contract == nil ? profile : nil
  }

  /// Reads a profile that the profile extends.
  func load(_ path: String) throws(ProfileLoadingError) -> [UInt8] {
    guard let part = extended.first(where: { $0.path == path }) else {
      throw ProfileLoadingError(reason: "it is not kept")
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
    ) { _ throws(SchemaLoadingError) in
      guard let first = files.first else { throw SchemaLoadingError(reason: "it is not kept") }
      return first.file
    }
  }
}

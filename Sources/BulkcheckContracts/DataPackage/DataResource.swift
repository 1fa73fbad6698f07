internal import BulkcheckCore
internal import BulkcheckDocument

/// A resource of a Data Package: its files, and how they are read.
struct DataResource {
  let node: DocumentNode
  let name: String
  private let folder: ContractFolder
  /// The files, in their order.
  private(set) var files: [NamedFile] = []
  /// Whether its files are tables that bulkcheck reads.
  private(set) var isRead = true
  /// The Table Schema; nil if there is none.
  private(set) var schema: DocumentNode?
  /// `csv`, `tsv`, `json`, `jsonl` or `arrow`, if the resource says so.
  private(set) var formatWord: String?
  private(set) var leftovers: [Leftover] = []

  /// The formats that are read, under the names that packages have for them.
  private static let formats = [
    "csv": "csv", "tsv": "tsv", "tab": "tsv", "txt": "csv", "json": "json", "geojson": "json",
    "jsonl": "jsonl", "ndjson": "jsonl", "arrow": "arrow", "feather": "arrow",
  ]
  private static let compressions = ["gz", "gzip", "zst", "zstd", "no", "none", ""]

  init(_ node: DocumentNode, number: Int, _ folder: ContractFolder) {
    self.node = node
    self.folder = folder
    name = node["name"]?.text.flatMap { $0.isEmpty ? nil : $0 } ?? "resource-\(number)"
    guard node.members != nil else {
      isRead = false
      leave(node, "resource \(number): it is described in another place")
      return
    }
    readFiles()
    readFormat()
    readSchema()
    for word in ["hash", "bytes"] {
      if let value = node[word], !value.isNull { leave(value, "`\(word)` of \(name)") }
    }
  }

  mutating func leave(_ node: DocumentNode, _ sentence: String, isAboutFile: Bool = false) {
    leftovers.append(
      Leftover(offset: node.offset, sentence: sentence, isAboutFile: isAboutFile))
  }

  /// The text that counts as null by the dialect.
  var nullSequence: String? {
    let dialect = node["dialect"]
    return (dialect?["nullSequence"] ?? dialect?["csv"]?["nullSequence"])?.text
  }

  /// Whether it has a schema in a file that cannot be read.
  var lacksSchema: Bool { schema == nil && node["schema"]?.text != nil }

  func field(_ name: String) -> DocumentNode? {
    schema?["fields"]?.elements?.first { $0["name"]?.text == name }
  }

  var fieldNames: [String] {
    (schema?["fields"]?.elements ?? []).compactMap { $0["name"]?.text }
  }

  // MARK: Files

  private mutating func readFiles() {
    // `url` is from before version 1.
    guard let path = node["path"] ?? node["url"], !path.isNull else {
      isRead = false
      let data = node["data"]
      return leave(
        data ?? node,
        data == nil
          ? "resource \(name): it names no file" : "`data` of \(name): only files are read")
    }
    let paths = path.elements ?? [path]
    if paths.isEmpty {
      isRead = false
      return leave(path, "`path` of \(name): it names no file")
    }
    for part in paths {
      guard let text = part.text, !text.isEmpty else {
        isRead = false
        return leave(part, "`path` of \(name): expected the path of a file")
      }
      files.append(NamedFile(path: text, offset: part.offset))
      if let fault = folder.fault(text) {
        leave(part, "resource \(name): \(text) \(fault)", isAboutFile: true)
      }
    }
  }

  private mutating func readFormat() {
    let suffix = files.first.map { Self.suffix($0.path) }
    if let format = node["format"], let word = format.text?.lowercased(), !word.isEmpty {
      guard let known = Self.formats[word.hasPrefix(".") ? String(word.dropFirst()) : word] else {
        return leaveAll(format, "format \(word)")
      }
      // The suffix and the content tell it as well, and are right more often.
      formatWord = suffix.flatMap { Self.formats[$0] } ?? known
    } else if let suffix {
      formatWord = Self.formats[suffix]
      if formatWord == nil, node["schema"] == nil, let path = node["path"] {
        return leaveAll(path, "a file that is not a table")
      }
    }
    if let compression = node["compression"], !compression.isNull,
      !Self.compressions.contains(compression.text?.lowercased() ?? "?")
    {
      leaveAll(compression, "compression \(compression.summary)")
    }
  }

  /// The resource is not read at all.
  private mutating func leaveAll(_ node: DocumentNode, _ reason: String) {
    isRead = false
    leave(node, "resource \(name): \(reason) is not read")
  }

  private static func suffix(_ path: String) -> String {
    var name = path.lowercased()
    for end in [".gz", ".zst"] where name.hasSuffix(end) { name.removeLast(end.count) }
    return name.split(separator: ".").last.map(String.init) ?? ""
  }

  private mutating func readSchema() {
    guard let schema = node["schema"], !schema.isNull else { return }
    if schema.members == nil {
      let path = schema.text ?? ""
      return leave(
        schema,
        "`schema` of \(name): \(path) "
          + (folder.fault(path) ?? "cannot be read, or is not a schema"),
        isAboutFile: schema.text != nil)
    }
    self.schema = schema
  }

  // MARK: Reading

  /// The `input` of a profile for the files.
  ///
  /// - Parameters:
  ///   - numbers: `numbers` of `csv`.
  ///   - names: those of the fields, for files without a header.
  ///   - changes: `normalize` of columns, where foreign keys lead to the files.
  func input(
    missingValues: DocumentNode?, numbers: DocumentNode?, names: [String],
    changes: DocumentNode? = nil
  ) -> (object: ProfileObject, leftovers: [Leftover]) {
    var input = ProfileObject(at: node.offset)
    var leftovers: [Leftover] = []
    if let missingValues { input.add("missingValues", missingValues) }
    if let encoding = node["encoding"], let word = encoding.text?.lowercased(),
      !["utf-8", "utf8", ""].contains(word)
    {
      let label = word == "utf-8-sig" ? "utf-8" : word
      if EncodingChoice(label: label) != nil {
        input.add("encoding", .text(label, at: encoding.offset))
      } else {
        leftovers.append(
          Leftover(offset: encoding.offset, sentence: "`encoding` \(word) of \(name)"))
      }
    }
    var csv = ProfileObject(at: (node["dialect"] ?? node).offset)
    if let dialect = node["dialect"], !dialect.isNull {
      var translated = TableDialect(dialect, names: names, resource: name)
      translated.translate()
      csv = translated.csv
      leftovers += translated.leftovers
    }
    if let numbers { csv.add("numbers", numbers) }
    input.addUnlessEmpty("csv", csv.node)
    if let changes { input.addUnlessEmpty("normalize", changes) }
    return (input, leftovers)
  }
}

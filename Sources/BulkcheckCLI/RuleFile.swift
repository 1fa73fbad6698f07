internal import Bulkcheck
internal import BulkcheckCore
internal import BulkcheckDocument
internal import BulkcheckInput
internal import BulkcheckOutput
internal import BulkcheckProfile
internal import BulkcheckSchema

/// Reading profiles and JSON Schemas named on the command line.
enum RuleFile {
  /// The rules of a profile, a JSON Schema, or both. Throws an ending with code 2 that lists every
  /// mistake.
  ///
  /// - Parameters:
  ///   - records: where an option says that the records of documents are.
  ///   - mayBeSchema: the file of the profile may be a JSON Schema instead, if none is given.
  ///   - inputs: what is to be checked: one of them may be the profile.
  static func source(
    profile: String?, schema: String?, _ reading: SchemaArguments, records: RecordPointer? = nil,
    mayBeSchema: Bool = false, inputs: [String] = []
  ) throws -> RuleSource {
    try listingMistakes {
      guard let profile, schema == nil, mayBeSchema else {
        return try sourceOrMistakes(
          profile: profile, schema: schema, reading, records, inputs: inputs)
      }
      return try sourceOrMistakes(profile, reading)
    }
  }

  /// Throws an ending with code 2 that lists every mistake.
  static func listingMistakes<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let mistakes as ProfileMistakes {
      Diagnostics.writePlain("\(mistakes)")
    } catch let mistakes as SchemaMistakes {
      Diagnostics.writePlain("\(mistakes)")
    }
    throw CommandEnding(exitCode: CommandEnding.cannotJudge)
  }

  /// Throws ``ProfileMistakes`` or ``SchemaMistakes``, or an ending if a file cannot be read.
  private static func sourceOrMistakes(
    profile: String?, schema: String?, _ reading: SchemaArguments, _ records: RecordPointer?,
    inputs: [String]
  ) throws -> RuleSource {
    let loader = reading.loader(given: schema)
    return try reportingFaults {
      // The schema first, so all its mistakes are reported.
      let alone = try schema.map { path in
        try recognising(path, "a JSON Schema") { try RuleSource(schema: path, loader) }
      }
      if let alone, profile == nil { return alone }
      let profile = profile ?? ""
      let bytes = try bytes(profile)
      if looksLikeSchema(bytes, profile) {
        throw CommandEnding.cannotJudge(
          "\(profile) is a JSON Schema, not a profile: use --schema \(profile)")
      }
      if ContractFile.isContract(bytes, profile) {
        throw CommandEnding.cannotJudge(
          "\(profile) is a contract, not a profile: use --contract \(profile)")
      }
      return try source(profile: bytes, profile, loader, records, inputs: inputs)
    }
  }

  /// The rules of a file that is a profile or a JSON Schema, which is read once: it may be a pipe.
  /// Throws as ``sourceOrMistakes(profile:schema:_:_:inputs:)``.
  static func sourceOrMistakes(_ path: String, _ reading: SchemaArguments) throws -> RuleSource {
    let bytes = try bytes(path)
    return try reportingFaults {
      guard looksLikeSchema(bytes, path) else {
        return try source(profile: bytes, path, reading.loader())
      }
      return try RuleSource(schema: path, reading.loader(of: SchemaFiles.file(path, bytes)))
    }
  }

  private static func source(
    profile bytes: [UInt8], _ path: String, _ loader: SchemaLoader,
    _ records: RecordPointer? = nil, inputs: [String] = []
  ) throws -> RuleSource {
    let folder = ReferenceLoader.folder(ofProfile: path)
    return try recognising(path, "a profile", inputs: inputs) {
      let source = try RuleSource(
        profile: bytes, fileName: path, loadReference: ReferenceLoader(folder: folder).load,
        loadProfile: ProfileLoader(folder: folder).load, loader.inFolder(folder))
      try source.unplacedKeys?.require(records)
      return source
    }
  }

  /// Says what a file with mistakes is instead, if that can be seen: its mistakes would explain
  /// nothing.
  private static func recognising<Value>(
    _ path: String, _ what: String, inputs: [String] = [], _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch let mistakes where mistakes is ProfileMistakes || mistakes is SchemaMistakes {
      guard let kind = OtherFile(path) else { throw mistakes }
      throw CommandEnding.cannotJudge(kind.sentence(path, what, inputs: inputs))
    }
  }

  static func reportingFaults<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let fault as SchemaLoadingError {
      throw CommandEnding.cannotJudge(fault.reason)
    }
  }

  /// Whether a document without the key `bulkcheck` is a boolean or has a `$schema`.
  private static func looksLikeSchema(_ bytes: [UInt8], _ path: String) -> Bool {
    let kind = Document.Kind("file", content: "a value", nestingMaximum: 1000)
    let language = DocumentLanguage(fileName: path)
    guard let root = (try? Document(SourceText(bytes), kind: kind, language: language))?.root
    else { return false }
    if root.boolean != nil { return true }
    return root.members != nil && root["bulkcheck"] == nil && root["$schema"]?.text != nil
  }

  // MARK: Files

  /// Whether a file begins like a profile.
  static func looksLikeProfile(path: String) -> Bool {
    start(path).map { looksLikeProfile($0, DocumentLanguage(fileName: path)) } ?? false
  }

  static func looksLikeProfile(_ start: [UInt8], _ language: DocumentLanguage) -> Bool {
    let isBlock =
      language == .yaml && start.split(separator: 0x0A).contains { $0.starts(with: blockKey) }
    return isBlock || ByteView.with(start) { ContentHint.hasProfileKey($0) }
  }

  /// The start of the line of YAML that every profile has, except for one in brackets.
  private static let blockKey = Array("bulkcheck:".utf8)

  /// The text of a profile or a schema in another language, with its comments. What it means is
  /// not checked.
  static func converted(_ path: String, to language: DocumentLanguage) throws -> String {
    let kind = Document.Kind("file", content: "a value", nestingMaximum: 1000)
    return try reading(try bytes(path), path, kind, keepsLayout: true) { document in
      DocumentWriter.text(document, as: language)
    }
  }

  /// Makes something of a document in which no name is given twice: only one of the values could be
  /// used. Throws an ending with code 2 that lists the mistakes.
  static func reading<Result>(
    _ bytes: [UInt8], _ path: String, _ kind: Document.Kind, keepsLayout: Bool = false,
    _ body: (Document) throws(DocumentFault) -> Result
  ) throws -> Result {
    let source = SourceText(bytes)
    let mistakes: DocumentMistakes
    do throws(DocumentFault) {
      let document = try Document(
        source, kind: kind, language: DocumentLanguage(fileName: path), keepsLayout: keepsLayout)
      let repeated = document.repeatedKeys
      if repeated.isEmpty { return try body(document) }
      mistakes = DocumentMistakes(fileName: path, source: source, complaints: repeated)
    } catch {
      mistakes = DocumentMistakes(fileName: path, source: source, error)
    }
    Diagnostics.writePlain("\(mistakes)")
    throw CommandEnding(exitCode: CommandEnding.cannotJudge)
  }

  /// The beginning of a file; nil if it cannot be read, or is a pipe, which could be read only
  /// once.
  static func start(_ path: String) -> [UInt8]? {
    guard InputFiles.totalSize([path]) != nil else { return nil }
    return try? SystemCalls.contents(ofFile: path, atMost: 64 << 10)
  }

  static func bytes(_ path: String, _ what: String = "profile") throws -> [UInt8] {
    do {
      return try SystemCalls.contents(ofFile: path)
    } catch {
      throw CommandEnding.failed(
        error, "cannot read the \(what) \(path): \(reason(error, path))")
    }
  }

  /// Why a file cannot be read, with a remedy if there is none: a file with nearly its name.
  static func reason(_ error: SystemError, _ path: String) -> String {
    guard error.isMissing else { return "\(error)" }
    let near = nearName(path).map { "did you mean \($0)?" }
    return "no such file; " + (near ?? "check the path")
  }

  private static func nearName(_ path: String) -> String? {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    let name = String(path.dropFirst(folder.count))
    let names = Folder.names(in: folder.isEmpty ? "." : folder) ?? []
    return NearestWord.of(name, among: names).map { folder + $0 }.flatMap {
      FileIdentity.size(ofRegular: $0) == nil ? nil : $0
    }
  }
}

/// The kind of a file that was given as a profile or a schema, but is neither.
enum OtherFile: String {
  case lines = "JSON lines"
  case csv = "CSV"
  case tsv = "TSV"

  /// Recognises a file by its name, then by its beginning; nil if nothing is recognised, or the
  /// file may be a profile.
  init?(_ path: String) {
    let language = DocumentLanguage(fileName: path)
    guard language != .yaml, let start = RuleFile.start(path),
      !RuleFile.looksLikeProfile(start, language)
    else { return nil }
    let name = path.lowercased()
    let stem = name.hasSuffix(".gz") ? String(name.dropLast(3)) : name
    let suffix = stem.split(separator: ".").last.map(String.init) ?? ""
    switch suffix {
    case "jsonl", "ndjson": self = .lines
    case "csv": self = .csv
    case "tsv": self = .tsv
    default:
      guard OtherFile.isObjects(start) else { return nil }
      self = .lines
    }
  }

  /// Whether the first two lines are objects, by their ends.
  private static func isObjects(_ start: [UInt8]) -> Bool {
    let lines = String(decoding: start, as: UTF8.self).split(whereSeparator: \.isNewline).prefix(2)
    return lines.count == 2 && lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") }
  }

  /// - Parameters:
  ///   - what: what the file should be.
  ///   - inputs: the profile may be among them.
  func sentence(_ path: String, _ what: String, inputs: [String]) -> String {
    let sentence = "\(path) looks like data (\(rawValue)), not \(what)"
    guard let profile = inputs.first(where: RuleFile.looksLikeProfile(path:)) else {
      return sentence
    }
    return sentence + ". Did you mean: bulkcheck -p \(profile) \(path)?"
  }
}

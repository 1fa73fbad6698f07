internal import Bulkcheck
internal import BulkcheckDocument
internal import BulkcheckProfile
internal import BulkcheckSchema

/// Reading profiles and JSON Schemas named on the command line.
enum RuleFile {
  /// What judges. Throws an ending with code 2 that lists every mistake.
  static func source(
    profile: String?, schema: String?, _ reading: SchemaArguments, inputs: [String] = []
  ) throws -> RuleSource {
    try listingMistakes {
      try sourceOrMistakes(profile: profile, schema: schema, reading, inputs: inputs)
    }
  }

  /// A file that is a profile or a JSON Schema. Throws as ``source(profile:schema:_:)``.
  static func source(_ path: String, _ reading: SchemaArguments) throws -> RuleSource {
    try listingMistakes { try sourceOrMistakes(path, reading) }
  }

  private static func listingMistakes(_ body: () throws -> RuleSource) throws -> RuleSource {
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
    profile: String?, schema: String?, _ reading: SchemaArguments, inputs: [String]
  ) throws -> RuleSource {
    let loader = reading.loader(given: schema)
    return try reportingFaults {
      // The schema first, so all its mistakes are reported.
      let alone = try schema.map { path in
        try recognising(path, "a JSON Schema") { try RuleSource(schema: path, loader) }
      }
      if let alone, profile == nil { return alone }
      let profile = profile ?? ""
      let bytes = try ProfileFile.bytes(profile)
      if looksLikeSchema(bytes) {
        throw CommandEnding.cannotJudge(
          "\(profile) is a JSON Schema, not a profile: use --schema \(profile)")
      }
      return try source(profile: bytes, profile, loader, inputs: inputs)
    }
  }

  /// Reads a file once: it may be a pipe.
  private static func sourceOrMistakes(
    _ path: String, _ reading: SchemaArguments
  ) throws -> RuleSource {
    let bytes = try ProfileFile.bytes(path)
    return try reportingFaults {
      guard looksLikeSchema(bytes) else {
        return try source(profile: bytes, path, reading.loader())
      }
      return try RuleSource(schema: path, reading.loader(of: SchemaFiles.file(path, bytes)))
    }
  }

  private static func source(
    profile bytes: [UInt8], _ path: String, _ loader: SchemaLoader, inputs: [String] = []
  ) throws -> RuleSource {
    let folder = ReferenceLoader.folder(ofProfile: path)
    return try recognising(path, "a profile", inputs: inputs) {
      try RuleSource(
        profile: bytes, fileName: path, loadReference: ReferenceLoader(folder: folder).load,
        loadProfile: ProfileLoader(folder: folder).load, loader.inFolder(folder))
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
    } catch let fault as SchemaFault {
      throw CommandEnding.cannotJudge(fault.reason)
    }
  }

  /// What a positional argument is: a profile's rules, or a schema.
  enum Content {
    case profile(RuleSource)
    case schema(ReadSchema)
  }

  /// Reads a file for `lint`. Throws as ``sourceOrMistakes(profile:schema:_:)``.
  static func content(_ path: String, _ reading: SchemaArguments) throws -> Content {
    let bytes = try ProfileFile.bytes(path)
    return try reportingFaults {
      looksLikeSchema(bytes)
        ? .schema(try reading.loader(of: SchemaFiles.file(path, bytes)).schema(path))
        : .profile(try source(profile: bytes, path, reading.loader()))
    }
  }

  /// Whether a document without the key `bulkcheck` is a boolean or has a `$schema`.
  private static func looksLikeSchema(_ bytes: [UInt8]) -> Bool {
    let kind = Document.Kind("file", content: "a value", nestingMaximum: 1000)
    guard let root = (try? Document(SourceText(bytes), kind: kind))?.root else { return false }
    if root.boolean != nil { return true }
    return root.members != nil && root["bulkcheck"] == nil && root["$schema"]?.text != nil
  }
}

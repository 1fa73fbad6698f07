internal import ArgumentParser
internal import Bulkcheck
internal import BulkcheckCore
internal import BulkcheckDocument
internal import BulkcheckProfile
internal import BulkcheckReport
internal import BulkcheckSchema

/// How a JSON Schema is read, in every command that takes one.
struct SchemaArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The draft of a JSON Schema without $schema: 4, 6, 7, 2019-09 or 2020-12. "
        + "(default: 2020-12)",
      valueName: "draft"))
  var dialect: SchemaDialect?

  @Option(
    name: .customLong("resolve"),
    help: ArgumentHelp(
      """
      A file, or a folder of files, that a JSON Schema may refer to: by its $id, or relative to \
      the schema's own file. BASE=FOLDER: a URI that begins with BASE is a file in the folder. \
      Files in the schema's own folder are found without it. Nothing is fetched over a network. \
      Repeatable.
      """,
      valueName: "path"))
  var resolved: [String] = []

  @Flag(help: "Assert the format keywords of drafts in which they are annotations.")
  var assertFormat = false

  @Flag(help: "Assert contentEncoding (base64) and contentMediaType (JSON).")
  var assertContent = false

  func validate() throws {
    if let path = SchemaFiles(resolved).firstMissing {
      throw ValidationError("--resolve \(path): no such file or folder.")
    }
  }

  var options: SchemaOptions {
    var options = SchemaOptions()
    options.dialect = dialect ?? options.dialect
    options.assertsFormat = assertFormat
    options.assertsContent = assertContent
    return options
  }

  /// The options as they would be given, those that differ from their defaults.
  var given: [String] {
    (dialect.map { ["--dialect", $0.rawValue] } ?? [])
      + resolved.flatMap { ["--resolve", ShellWord.operand($0)] }
      + (assertFormat ? ["--assert-format"] : [])
      + (assertContent ? ["--assert-content"] : [])
  }

  /// - Parameter given: the schema given on the command line beside a profile.
  func loader(given: String? = nil) -> SchemaLoader {
    SchemaLoader(
      given: given, options: options, resolver: SchemaFiles(resolved).resolver,
      open: SchemaFiles.open)
  }

  /// The loader for a file that has been read.
  func loader(of file: SchemaFile) -> SchemaLoader {
    SchemaLoader(options: options, resolver: SchemaFiles(resolved).resolver) {
      _ throws(SchemaLoadingError) in file
    }
  }
}

extension SchemaDialect: ExpressibleByArgument {}

/// The value of `--schema-of`.
extension RunOptions.SchemaSubject: ExpressibleByArgument {}

/// The rules for `check` and `explain`: a profile, a JSON Schema, or both.
struct RuleArguments: ParsableArguments {
  @Option(
    name: .shortAndLong, help: ArgumentHelp("The profile.", valueName: "file"),
    completion: .file(extensions: DocumentLanguage.fileExtensions))
  var profile: String?

  @Option(
    help: ArgumentHelp(
      "A JSON Schema, instead of a profile or along with it. FILE#/definitions/x takes a "
        + "subschema.", valueName: "file"),
    completion: .file(extensions: DocumentLanguage.fileExtensions))
  var schema: String?

  @Option(
    help: ArgumentHelp(
      "What the schema describes of an input that is one JSON document: all of it, or each record. "
        + "auto: a record, if the document is an array and the type of the schema is not.",
      valueName: "what"))
  var schemaOf = RunOptions.SchemaSubject.auto

  @OptionGroup var contracts: ContractArguments

  func validate() throws {
    if contracts.contract != nil {
      guard profile == nil, schema == nil else {
        throw ValidationError(
          "--contract takes the place of a profile and a schema: name one of them.")
      }
      return
    }
    guard profile == nil, schema == nil else { return }
    throw ValidationError(
      "No rules given: name a profile with --profile, a JSON Schema with --schema, or a contract "
        + "with --contract.")
  }

  /// The options as they would be given, those that differ from their defaults.
  var given: [String] {
    (profile.map { ["--profile", ShellWord.operand($0)] } ?? [])
      + (schema.map { ["--schema", ShellWord.operand($0)] } ?? [])
      + contracts.given + (schemaOf == .auto ? [] : ["--schema-of", schemaOf.rawValue])
  }

  /// The files, each under its name in messages.
  var files: [(name: String, path: String)] {
    (profile.map { [("profile", $0)] } ?? []) + (schema.map { [("schema", $0)] } ?? [])
      + (contracts.path.map { [("contract", $0)] } ?? [])
  }

  /// Throws an ending with code 2 that lists every mistake.
  ///
  /// - Parameters:
  ///   - records: where an option says that the records of documents are.
  ///   - inputs: what is to be checked: one of them may be the profile.
  func source(
    _ schemas: SchemaArguments, records: RecordPointer?, inputs: [String] = []
  ) throws -> RuleSource {
    guard contracts.contract == nil else { return try contractSource(inputs: inputs) }
    return try RuleFile.source(
      profile: profile, schema: schema, schemas, records: records, inputs: inputs)
  }

  /// The rules of the object that the inputs belong to.
  private func contractSource(inputs: [String]) throws -> RuleSource {
    try RuleFile.listingMistakes {
      let file = try ContractFile(contracts)
      return try file.source(try file.object(of: inputs), opensData: true)
    }
  }
}

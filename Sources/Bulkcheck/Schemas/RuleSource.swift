internal import BulkcheckContracts
package import BulkcheckCore
package import BulkcheckDocument
package import BulkcheckProfile
package import BulkcheckSchema

/// The source of a run's rules: a profile, a JSON Schema, or both.
package struct RuleSource: Sendable {
  package var ruleSet: RuleSet
  package var fixtures: [Fixture]
  /// Notes on each file about what may surprise, though it is not a mistake: those on the profile,
  /// or those on a schema alone.
  package var notes: [DocumentMistakes]
  /// The draft of a schema that stands alone; nil with a profile.
  package var dialect: SchemaDialect?
  /// The file that each rule comes from, those about the table behind the others; empty if all are
  /// in one.
  package var origins: [String] = []
  /// The names of the schema's file and of those that it refers to; empty without a schema.
  package var schemaFiles: [String] = []
  /// The profiles that it extends, as they are named, from the profile's own folder.
  package var extendedFiles: [String] = []
  /// `$key`, if the profile does not say where records are.
  package var unplacedKeys: UnplacedKeys?
  /// A keyword of the schema that is nearly a known one, unless the rules say so themselves.
  package var misspeltKeyword: String?
  /// The parts of a contract that no rule enforces, with places; nil if all of it is enforced.
  package var leftovers: DocumentMistakes?
  /// The profile that an object of a contract became; nil for any other source.
  package var translated: DocumentNode?
  /// Makes ``bytes``.
  let kept: @Sendable () -> [UInt8]
  /// The value of ``sha256``; nil where it is computed when it is asked for: a contract may have
  /// many objects.
  let digest: String?

  /// The digest of ``bytes``, in hexadecimal digits. Two runs with the same rules have the same.
  package var sha256: String { digest ?? SHA256.hexadecimal(bytes) }

  /// All that the rules come from, to be read again with a partial result: the profile's bytes, or
  /// a ``SchemaBundle``.
  package var bytes: [UInt8] { kept() }

  /// Reads a schema alone.
  ///
  /// - Throws: ``SchemaMistakes``, or a ``SchemaLoadingError`` if the file cannot be read.
  package init(schema path: String, _ loader: SchemaLoader) throws {
    let schema = try loader.schema(path)
    ruleSet = schema.ruleSet
    fixtures = []
    notes = schema.notes
    dialect = schema.dialect
    schemaFiles = schema.files.map(\.file.name)
    misspeltKeyword = Self.misspeltKeyword(schema)
    let bytes = SchemaBundle(profile: nil, loader).encoded
    kept = { bytes }
    digest = SHA256.hexadecimal(bytes)
  }

  /// Reads a profile, and the schema that it names or that is given beside it.
  ///
  /// - Parameter language: of the profile; nil: by the name of its file.
  package init(
    profile source: [UInt8], fileName: String, language: DocumentLanguage? = nil,
    loadReference: ReferenceLoading?, loadProfile: ProfileLoading?, _ loader: SchemaLoader
  ) throws(ProfileMistakes) {
    let language = language ?? DocumentLanguage(fileName: fileName)
    let profile = try ParsedProfile.read(
      source, fileName: fileName, language: language, loadReference: loadReference,
      loadSchema: loader.load,
      loadProfile: loadProfile)
    ruleSet = profile.ruleSet
    fixtures = profile.tests
    notes = profile.notes.map { [$0] } ?? []
    unplacedKeys = profile.unplacedKeys
    origins = profile.origins
    extendedFiles = profile.extended.map(\.path)
    schemaFiles = loader.read?.schema.files.map(\.file.name) ?? []
    misspeltKeyword = loader.read.flatMap { Self.misspeltKeyword($0.schema) }
    let form = KeptProfile(profile, source: source, language, loader)
    kept = { form.bytes }
    digest = form.sha256
  }

  private static func misspeltKeyword(_ schema: ReadSchema) -> String? {
    schema.ruleSet.schemaCaveat == nil ? schema.misspeltKeyword : nil
  }

  /// Reads what a partial result holds.
  init(partial bytes: [UInt8], fileName: String, loadReference: ReferenceLoading?) throws {
    guard let bundle = SchemaBundle(bytes) else {
      let none = SchemaLoader { _ throws(SchemaLoadingError) in
        throw SchemaLoadingError(reason: "not kept")
      }
      try self.init(
        profile: bytes, fileName: fileName, language: .json, loadReference: loadReference,
        loadProfile: nil, none)
      return
    }
    let loader = bundle.loader
    if let kept = bundle.contract, let text = bundle.profile {
      let contract = try Contract(
        text, fileName: fileName, language: bundle.language, tables: kept.tables,
        open: { kept.files[$0] })
      let objects = contract.translations.indices
      guard ([kept.object] + kept.besides).allSatisfy(objects.contains) else {
        throw SchemaLoadingError(reason: "the contract has no such object")
      }
      try self.init(
        contract, object: kept.object, besides: kept.besides, kept.tables, ContractText(text),
        opensData: true,
        loadReference: loadReference)
    } else if let profile = bundle.profile {
      try self.init(
        profile: profile, fileName: fileName, language: bundle.language,
        loadReference: loadReference, loadProfile: bundle.load, loader)
    } else {
      try self.init(schema: bundle.path, loader)
    }
  }
}

/// The form of a profile that a partial result keeps, and the digest by which reports tell it from
/// others.
struct KeptProfile {
  /// The profile's own in JSON, or a bundle of all files that were read.
  let bytes: [UInt8]
  /// The digest of the profile's own bytes if no other file was read, whatever its language.
  let sha256: String

  /// - Parameter loader: what has read the schema beside it.
  init(
    _ profile: ParsedProfile, source: [UInt8], _ language: DocumentLanguage,
    _ loader: SchemaLoader? = nil
  ) {
    let isAlone = loader?.read == nil && profile.extended.isEmpty
    bytes =
      isAlone && language == .json
      ? source
      : SchemaBundle(
        profile: source, language: language, extended: profile.extended, loader
      ).encoded
    sha256 = isAlone ? profile.sha256 : SHA256.hexadecimal(bytes)
  }

  /// The digest of what a partial result has kept.
  static func sha256(ofKept bytes: [UInt8]) -> String {
    SHA256.hexadecimal(SchemaBundle(bytes)?.loneProfile ?? bytes)
  }
}

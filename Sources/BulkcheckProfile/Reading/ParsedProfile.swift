package import BulkcheckCore
package import BulkcheckDocument

/// All mistakes of a profile.
package typealias ProfileMistakes = DocumentMistakes

/// A profile that has no mistake: the rules, and what else the file holds.
package struct ParsedProfile: Sendable {
  package var fileName: String
  package var ruleSet: RuleSet
  package var tests: [Fixture]
  /// The digest of the file's bytes, in hexadecimal digits.
  package var sha256: String
  /// Notes on what may surprise, though it is not a mistake; nil if nothing does.
  package var notes: DocumentMistakes?
  /// `$key`, if the profile does not say where records are; nil if it does, or reads no key.
  package var unplacedKeys: UnplacedKeys?
  /// The files that the profile extends, all that were read.
  package var extended: [ExtendedProfile] = []
  /// The file that each rule comes from, those about the table behind the others; empty if there is
  /// one file.
  package var origins: [String] = []

  /// Reads a profile.
  ///
  /// - Parameters:
  ///   - fileName: what mistakes are reported under.
  ///   - language: of the text; nil: by the name of the file.
  ///   - loadReference: reads the files that `references` name, each column once; nil: to name one
  ///     is a mistake.
  ///   - loadSchema: reads the JSON Schema beside the profile.
  ///   - loadProfile: reads the profiles that it extends; nil: to name one is a mistake.
  /// - Throws: every mistake of the profile; of a text that is neither JSON nor YAML, or of what is
  ///   extended, only the first.
  package static func read(
    _ bytes: [UInt8], fileName: String, language: DocumentLanguage? = nil,
    loadReference: ReferenceLoading? = nil, loadSchema: SchemaLoading? = nil,
    loadProfile: ProfileLoading? = nil
  ) throws(ProfileMistakes) -> ParsedProfile {
    let document = try ProfileDocument(
      bytes, fileName: fileName, language: language, load: loadProfile)
    return try read(
      document, fileName: fileName, sha256: SHA256.hexadecimal(bytes),
      loadReference: loadReference, loadSchema: loadSchema
    ).profile
  }

  /// Reads a profile that was translated from a text in another language.
  ///
  /// - Parameters:
  ///   - root: the profile's document; its nodes have offsets in the text.
  ///   - source: the text, in which mistakes are shown.
  ///   - fileName: what mistakes are reported under.
  ///   - sha256: the digest of the text.
  /// - Returns: the profile without the entries of `rules` and `table` whose SQL cannot be read,
  ///   and these texts. They were written for other tools, and are no mistakes.
  /// - Throws: every mistake of the profile.
  package static func read(
    translated root: DocumentNode, source: SourceText, fileName: String, sha256: String,
    loadReference: ReferenceLoading?, loadSchema: SchemaLoading?
  ) throws(ProfileMistakes) -> (profile: ParsedProfile, refusedSQL: [RefusedSQL]) {
    func read(_ root: DocumentNode) throws(ProfileMistakes) -> (ParsedProfile, [RefusedSQL]) {
      try Self.read(
        ProfileDocument(translated: root, source: source, fileName: fileName), fileName: fileName,
        sha256: sha256, refusesSQL: true, loadReference: loadReference, loadSchema: loadSchema)
    }
    let (profile, refused) = try read(root)
    if refused.isEmpty { return (profile, []) }
    return (try read(root.without(refused)).0, refused)
  }

  /// - Parameter refusesSQL: whether SQL that cannot be read is returned instead of being a
  ///   mistake.
  private static func read(
    _ document: ProfileDocument, fileName: String, sha256: String, refusesSQL: Bool = false,
    loadReference: ReferenceLoading?, loadSchema: SchemaLoading?
  ) throws(ProfileMistakes) -> (profile: ParsedProfile, refusedSQL: [RefusedSQL]) {
    let source = document.sources
    var first = ProfileReader(source: source, loadSchema: loadSchema)
    if refusesSQL { first.refusedSQL = [] }
    first.read(document)
    var second = ProfileReader(
      known: KnownNames(first.ruleSet), source: source, loadReference: loadReference,
      loadSchema: loadSchema)
    if refusesSQL { second.refusedSQL = [] }
    second.read(document)
    guard second.complaints.isEmpty else {
      throw source.mistakes(second.complaints + second.unplacedKeys)
    }
    let notes = second.notes + document.notes
    let profile = ParsedProfile(
      fileName: fileName, ruleSet: second.ruleSet, tests: second.fixtures,
      sha256: sha256,
      notes: notes.isEmpty ? nil : source.mistakes(notes),
      unplacedKeys: second.unplacedKeys.isEmpty
        ? nil
        : UnplacedKeys(source.mistakes(second.unplacedKeys), starsNeeded: second.starsNeeded),
      extended: document.extended, origins: second.origins)
    return (profile, second.refusedSQL ?? [])
  }
}

extension ProfileReader {
  /// The file of each rule, first those about records, where there are several.
  fileprivate var origins: [String] {
    guard source.files.count > 1 else { return [] }
    return (ruleOrigins + tableOrigins).map { source.file(at: $0).name }
  }
}

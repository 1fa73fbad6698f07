package import BulkcheckCore
package import BulkcheckDocument

/// All mistakes of a profile.
package typealias ProfileMistakes = DocumentMistakes

/// A profile that has no mistake: the rules, and what else the file holds.
package struct ParsedProfile: Sendable {
  package var fileName: String
  package var ruleSet: RuleSet
  package var tests: [Fixture]
  /// Of the file's bytes, in hexadecimal digits.
  package var sha256: String
  /// What may surprise, though it is not a mistake; nil if nothing does.
  package var notes: DocumentMistakes?

  /// Reads a profile.
  ///
  /// - Parameters:
  ///   - fileName: what mistakes are reported under.
  ///   - loadReference: reads the files that `references` name, each column once; nil: to name one
  ///     is a mistake.
  ///   - loadSchema: reads the JSON Schema beside the profile.
  /// - Throws: every mistake of the profile; of a text that is not JSON only the first.
  package static func read(
    _ bytes: [UInt8], fileName: String, loadReference: ReferenceLoading? = nil,
    loadSchema: SchemaLoading? = nil
  ) throws(ProfileMistakes) -> ParsedProfile {
    let source = SourceText(bytes)
    let document: Document
    do {
      document = try Document(source, kind: ProfileReader.documentKind)
    } catch {
      throw ProfileMistakes(fileName: fileName, source: source, error)
    }
    var first = ProfileReader(source: source, loadSchema: loadSchema)
    first.read(document)
    var second = ProfileReader(
      known: KnownNames(first.ruleSet), source: source, loadReference: loadReference,
      loadSchema: loadSchema)
    second.read(document)
    guard second.complaints.isEmpty else {
      throw ProfileMistakes(fileName: fileName, source: source, complaints: second.complaints)
    }
    return ParsedProfile(
      fileName: fileName, ruleSet: second.ruleSet, tests: second.fixtures,
      sha256: SHA256.hexadecimal(bytes),
      notes: second.notes.isEmpty
        ? nil : DocumentMistakes(fileName: fileName, source: source, complaints: second.notes))
  }
}

package import BulkcheckCore

/// A profile that has no mistake: the rules, and what else the file holds.
package struct Profile: Sendable {
  package var fileName: String
  package var ruleSet: RuleSet
  package var tests: [Fixture]
  /// Of the file's bytes, in hexadecimal digits.
  package var sha256: String

  /// Reads a profile.
  ///
  /// - Parameter fileName: what mistakes are reported under.
  /// - Throws: every mistake of the profile; of a text that is no JSON only the first.
  package static func read(
    _ bytes: [UInt8], fileName: String
  ) throws(ProfileMistakes) -> Profile {
    let source = SourceText(bytes)
    let document: ProfileDocument
    do {
      document = try ProfileDocument(source)
    } catch {
      throw ProfileMistakes(
        fileName: fileName, source: source, complaints: [(error.offset, error.complaint)])
    }
    var first = ProfileReader(known: KnownNames(), source: source)
    first.read(document)
    var second = ProfileReader(known: KnownNames(first.ruleSet), source: source)
    second.read(document)
    guard second.complaints.isEmpty else {
      throw ProfileMistakes(fileName: fileName, source: source, complaints: second.complaints)
    }
    return Profile(
      fileName: fileName, ruleSet: second.ruleSet, tests: second.fixtures,
      sha256: SHA256.hexadecimal(bytes))
  }
}

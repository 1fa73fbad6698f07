internal import Bulkcheck
internal import BulkcheckCore
internal import BulkcheckProfile

/// The profile of a run, with the rules that are asked for.
struct SelectedProfile {
  /// Its text, which goes into partial results.
  let bytes: [UInt8]
  let sha256: String
  let ruleSet: RuleSet
  /// The files that its `references` name.
  let references: [String]

  /// Throws an ending with code 2 if the profile has a mistake, or no such rule.
  ///
  /// - Parameters:
  ///   - only: run only these rules and labels; empty: all.
  ///   - skip: rules and labels that are not run.
  init(_ path: String, only: [String], skip: [String]) throws {
    bytes = try ProfileFile.bytes(path)
    let profile = try ProfileFile.read(bytes, path)
    sha256 = profile.sha256
    ruleSet = try CommandEnding.judging { try profile.ruleSet.selecting(only: only, skip: skip) }
    let loader = ReferenceLoader(folder: ReferenceLoader.folder(ofProfile: path))
    references = ruleSet.referenceFiles.map { loader.path(of: $0.file) }
  }
}

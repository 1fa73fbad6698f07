internal import Bulkcheck
internal import BulkcheckCore
internal import BulkcheckProfile

/// The profile or schema of a run, with the rules that are asked for.
struct SelectedProfile {
  /// Its text, which goes into partial results.
  let bytes: [UInt8]
  let sha256: String
  let ruleSet: RuleSet
  /// The files that its `references` and its schema name, each under its name in messages.
  let files: [(name: String, path: String)]

  /// Throws an ending with code 2 if the profile has a mistake, or no such rule.
  ///
  /// - Parameters:
  ///   - only: run only these rules and labels; empty: all.
  ///   - skip: rules and labels that are not run.
  ///   - inputs: what is to be checked.
  init(
    _ rules: RuleArguments, _ schemas: SchemaArguments, only: [String], skip: [String],
    inputs: [String]
  ) throws {
    let source = try rules.source(schemas, inputs: inputs)
    // A rule that is not there passes every record.
    source.misspeltKeyword.map(Diagnostics.write)
    bytes = source.bytes
    sha256 = source.sha256
    ruleSet = try CommandEnding.judging { try source.ruleSet.selecting(only: only, skip: skip) }
    let folder = ReferenceLoader.folder(ofProfile: rules.profile ?? "")
    let loader = ReferenceLoader(folder: folder)
    files =
      ruleSet.referenceFiles.map { ("reference file", loader.path(of: $0.file)) }
      + source.schemaFiles.map { ("schema file", $0) }
  }
}

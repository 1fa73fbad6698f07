internal import Bulkcheck
internal import BulkcheckContracts
internal import BulkcheckCore
internal import BulkcheckDocument
internal import BulkcheckInput
internal import BulkcheckProfile

/// The profile or schema of a run, or an object of a contract, with the rules that are asked for.
struct SelectedProfile {
  /// Its text, which goes into partial results.
  let bytes: [UInt8]
  let sha256: String
  let ruleSet: RuleSet
  /// The files that its `references`, its `extends` and its schema name, each under its name in
  /// messages.
  let files: [(name: String, path: String)]
  /// The inputs, as named on the command line or in the contract.
  let inputs: [String]
  /// The object of a contract, if there are several; nil: there is one profile.
  private(set) var part: String?
  /// The name that a report shows.
  private(set) var name: String?

  /// Reads the rules of a run: one profile, or one for each object of a contract.
  ///
  /// Throws an ending with code 2 if the profile has a mistake, or no such rule.
  ///
  /// - Parameters:
  ///   - records: where an option says that the records of documents are.
  ///   - only: run only these rules and labels; empty: all.
  ///   - skip: rules and labels that are not run.
  ///   - inputs: what is to be checked.
  static func all(
    _ rules: RuleArguments, _ schemas: SchemaArguments, records: RecordPointer?,
    only: [String], skip: [String], inputs: [String]
  ) throws -> [SelectedProfile] {
    guard rules.contracts.contract != nil else {
      let source = try rules.source(schemas, records: records, inputs: inputs)
      return [
        try SelectedProfile(
          source, only, skip, path: rules.profile ?? "", inputs: inputs)
      ]
    }
    var file = try RuleFile.listingMistakes { try ContractFile(rules.contracts) }
    try RuleFile.listingMistakes { try file.replaceFiles(by: inputs) }
    let parts = try file.parts(inputs)
    guard !parts.isEmpty else {
      throw CommandEnding.cannotJudge(
        "Missing input: \(file.path) names no files, so name those to check, or - for standard "
          + "input.")
    }
    if parts.count > 1, !only.isEmpty || !skip.isEmpty {
      throw CommandEnding.cannotJudge(
        "--only and --skip are about the rules of one object: name it with --contract "
          + "\(file.path)#NAME")
    }
    // A part that all objects share counts once.
    var told: Set<Mistake> = []
    return try parts.map { part in
      var source = try RuleFile.listingMistakes { try file.source(part.object, opensData: true) }
      source.leaveOutLeftovers(in: &told)
      source.leftovers.map(ContractFile.tell)
      var profile = try SelectedProfile(
        source, only, skip, path: file.path, inputs: part.inputs)
      if parts.count > 1 {
        profile.part = file.contract.translations[part.object].name
        profile.name = file.contract.document.root["name"]?.text
      }
      return profile
    }
  }

  /// - Parameter path: of the file of the rules.
  private init(
    _ source: RuleSource, _ only: [String], _ skip: [String], path: String, inputs: [String]
  ) throws {
    // A rule that is not there passes every record.
    source.misspeltKeyword.map(Diagnostics.write)
    bytes = source.bytes
    sha256 = source.sha256
    self.inputs = inputs
    name = source.ruleSet.name
    ruleSet = try CommandEnding.judging { try source.ruleSet.selecting(only: only, skip: skip) }
    let folder = ReferenceLoader.folder(ofProfile: path)
    let loader = ReferenceLoader(folder: folder)
    files =
      ruleSet.referenceFiles.map { ("reference file", loader.path(of: $0.file)) }
      + source.extendedFiles.map { ("extended profile", loader.path(of: $0)) }
      + source.schemaFiles.map { ("schema file", $0) }
  }
}

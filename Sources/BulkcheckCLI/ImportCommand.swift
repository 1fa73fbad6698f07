internal import ArgumentParser
internal import Bulkcheck
internal import BulkcheckContracts
internal import BulkcheckCore
internal import BulkcheckDocument
internal import BulkcheckOutput
internal import BulkcheckProfile
internal import BulkcheckReport

extension ImportFormat: ExpressibleByArgument {}

/// `bulkcheck import`: a profile from the checks of another tool.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Write a profile from the checks of Great Expectations, dbt or Soda.",
    discussion: """
      Reads an expectation suite (gx), a properties file of dbt (dbt), or SodaCL checks and Soda \
      contracts (soda), in JSON or YAML. Beside each rule the profile has the line that it comes \
      from, as a comment. What no profile can say is a comment in the profile, and a note on \
      standard error. The profile passes `lint`.

      A file can hold the checks of several tables. #NAME takes one of them, and a folder as \
      --output takes all, a profile for each.

      EXAMPLES:
        bulkcheck import gx expectations/users.json > users.json
        bulkcheck import dbt models/schema.yml#orders -o orders.yaml
        bulkcheck import dbt schema.yml --table users=users.csv -o profiles/
        bulkcheck import soda --strict checks.yml > orders.json

      EXIT CODES:
        0 the profile was written, 2 it was not, or with --strict: something was left out
      """)

  @Argument(
    help: ArgumentHelp("The tool: gx, dbt or soda.", valueName: "format"))
  var format: ImportFormat

  @Argument(
    help: ArgumentHelp(
      "The file with the checks, and one of its tables.", valueName: "file[#name]"),
    completion: .file(extensions: DocumentLanguage.fileExtensions))
  var file: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Where to write the profile, or the folder for a profile of each table. "
        + "(default: standard output)", valueName: "path"),
    completion: .file())
  var output: String?

  @Option(
    name: .customLong("table"),
    help: ArgumentHelp(
      "The file of another table that checks look values up in. Repeatable.",
      valueName: "name=file"), completion: .file())
  var tables: [TableChoice] = []

  @Option(
    help: ArgumentHelp(
      "Write the profile in json or yaml. (default: by the name of the output, or json)",
      valueName: "language"))
  var profileFormat: DocumentLanguage?

  @Flag(help: "Exit with 2 if something was left out.")
  var strict = false

  func validate() throws {
    if output == "" { throw ValidationError("A path is missing after --output.") }
    if let output, FileIdentity.same(ContractChoice(file).path, output) {
      throw ValidationError("The profile \(output) would replace the file with the checks.")
    }
    if let missing = tables.first(where: { FileIdentity.size(ofRegular: $0.path) == nil }) {
      throw ValidationError("--table \(missing.name)=\(missing.path): no such file.")
    }
  }

  func run() throws {
    let choice = ContractChoice(file)
    let bytes = try RuleFile.bytes(choice.path, "file")
    let (source, found) = try tables(in: bytes, choice.path)
    var hasLeftovers = false
    for table in try chosen(from: found, choice) {
      let draft = SettledImport(
        table, source: source, folder: folder,
        origin: "From \(choice.path), by `bulkcheck import \(format.rawValue)`.")
      try write(draft.text, of: table)
      draft.writeNotes(fileName: choice.path)
      hasLeftovers = hasLeftovers || !draft.profile.leftovers.isEmpty
    }
    if strict, hasLeftovers { throw CommandEnding(exitCode: CommandEnding.cannotJudge) }
  }

  // MARK: Reading

  private func tables(
    in bytes: [UInt8], _ path: String
  ) throws -> (SourceText, [ImportedProfile]) {
    let kind = Document.Kind(
      "file", content: "the checks of another tool", nestingMaximum: ImportedFile.nestingMaximum)
    let options = ImportOptions(tables: namedFiles)
    return try RuleFile.reading(bytes, path, kind) { document throws(DocumentFault) in
      (document.source, try ImportedFile.tables(of: document, format, options))
    }
  }

  /// The table that is asked for, or all of them if a folder takes them.
  private func chosen(
    from tables: [ImportedProfile], _ choice: ContractChoice
  ) throws(CommandEnding) -> [ImportedProfile] {
    let names = tables.map { $0.longName ?? $0.name ?? "" }
    guard let name = choice.name else {
      guard tables.count != 1, !isFolder else { return tables }
      throw .cannotJudge(
        tables.isEmpty
          ? "\(choice.path) has no tables"
          : "\(choice.path) has the checks of \(Figures.counted(tables.count, "table")): name one, "
            + "such as \(ShellWord.quoted("\(choice.path)#\(names[0])")), or a folder as --output. "
            + "Tables: " + names.joined(separator: ", "))
    }
    let matching = tables.filter { $0.longName == name || $0.name == name }
    guard matching.count == 1 else {
      let near = NearestWord.of(name, among: names).map { ": did you mean \($0)?" } ?? "."
      throw .cannotJudge(
        "\(choice.path) has \(matching.isEmpty ? "no table" : "several tables") \(name)" + near
          + " Tables: " + names.joined(separator: ", "))
    }
    return matching
  }

  // MARK: Writing

  private var isFolder: Bool {
    output.map { $0.hasSuffix("/") || FileIdentity.isFolder($0) } ?? false
  }

  /// The folder of the profile, from which it names other files.
  private var folder: String {
    guard let output, output != "-" else { return "" }
    return isFolder ? output : ReferenceLoader.folder(ofProfile: output)
  }

  /// The files of other tables as the profile names them.
  private var namedFiles: [String: String] {
    var names: [String: String] = [:]
    for table in tables {
      names[table.name] = ImportCommand.path(table.path, from: folder)
    }
    return names
  }

  /// A path as it has to be written in a file of another folder.
  private static func path(_ path: String, from folder: String) -> String {
    let steps = folder.split(separator: "/").filter { $0 != "." }
    if path.hasPrefix("/") || steps.isEmpty && !folder.hasPrefix("/") { return path }
    if folder.hasPrefix("/") || steps.contains("..") { return FileIdentity.absolute(path) }
    return String(repeating: "../", count: steps.count) + path
  }

  private func write(_ text: String, of table: ImportedProfile) throws {
    let path = output.map { path in
      isFolder ? ImportCommand.file(of: table, in: path, profileFormat ?? .json) : path
    }
    let language = profileFormat ?? path.map { DocumentLanguage(fileName: $0) } ?? .json
    let written = language == .json ? text : try ImportCommand.yaml(text)
    guard let path, path != "-" else { return try StandardOutput.write(written) }
    try ReportFile(path: path, purpose: "the profile").write(written)
  }

  private static func file(
    of table: ImportedProfile, in folder: String, _ language: DocumentLanguage
  ) -> String {
    let name = (table.longName ?? table.name ?? "profile").replacing("/", with: ".")
    return (folder.hasSuffix("/") ? folder : folder + "/") + name + "." + language.rawValue
  }

  private static func yaml(_ text: String) throws -> String {
    let kind = Document.Kind("profile", content: "an object", nestingMaximum: 1000)
    do throws(DocumentFault) {
      let document = try Document(SourceText(Array(text.utf8)), kind: kind, keepsLayout: true)
      return DocumentWriter.text(document, as: .yaml)
    } catch {
      throw CommandEnding.cannotJudge("the profile cannot be written: \(error.complaint.message)")
    }
  }
}

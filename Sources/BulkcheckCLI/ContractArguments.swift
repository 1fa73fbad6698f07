internal import ArgumentParser
internal import Bulkcheck
internal import BulkcheckContracts
internal import BulkcheckCore
internal import BulkcheckDocument

/// A contract, and which of its objects, in every command that takes one.
struct ContractArguments: ParsableArguments {
  @Option(
    name: .customLong("contract"),
    help: ArgumentHelp(
      """
      A contract in place of a profile: an Open Data Contract, a Data Package or a Table Schema. \
      #NAME takes one of its objects.
      """,
      valueName: "file[#name]"),
    completion: .file(extensions: DocumentLanguage.fileExtensions))
  var contract: String?

  @Option(
    name: .customLong("table"),
    help: ArgumentHelp(
      """
      The file of an object of the contract, for what refers to it. Repeatable.
      """,
      valueName: "name=file"), completion: .file())
  var tables: [TableChoice] = []

  func validate() throws {
    if contract == nil, !tables.isEmpty {
      throw ValidationError("--table names a file of a contract: name it with --contract.")
    }
    let names = tables.map(\.name)
    if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw ValidationError("--table names two files for \(twice).")
    }
  }

  /// A contract without tables.
  static func of(_ argument: String) -> ContractArguments {
    var arguments = ContractArguments()
    arguments.contract = argument
    arguments.tables = []
    return arguments
  }

  /// The options as they would be given.
  var given: [String] {
    (contract.map { ["--contract", ShellWord.operand($0)] } ?? [])
      + tables.flatMap { ["--table", ShellWord.operand("\($0.name)=\($0.path)")] }
  }

  /// The contract's file; nil: none is named.
  var path: String? { contract.map { ContractChoice($0).path } }
}

/// The value of `--table`: `customers=customers.csv`.
struct TableChoice: ExpressibleByArgument {
  let name: String
  let path: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    name = String(parts[0])
    path = String(parts[1])
  }
}

/// The value of `--contract`: a file, and the name of an object in it.
struct ContractChoice {
  let path: String
  /// nil: the object is chosen by the name of the input.
  let name: String?

  init(_ argument: String) {
    guard let mark = argument.lastIndex(of: "#"), FileIdentity.size(ofRegular: argument) == nil
    else {
      path = argument
      name = nil
      return
    }
    path = String(argument[..<mark])
    name = String(argument[argument.index(after: mark)...])
  }
}

package import BulkcheckDocument

/// A contract that others wrote, each of its objects translated to a profile.
///
/// The ordinary reader of profiles reads what comes out. So a contract has no rules of its own, and
/// every command that takes a profile takes a contract.
package struct Contract {
  package let fileName: String
  package let kind: ContractKind
  package let language: DocumentLanguage
  package let document: Document
  /// The objects in their order.
  package let translations: [Translation]
  /// The parts that belong to none of the objects, if there is not one whose report says so.
  package let leftovers: [Leftover]
  /// The schemas and dialects that it has in files of their own, by their paths in the contract.
  package let files: [String: [UInt8]]
  package let folder: ContractFolder

  package static let documentKind = Document.Kind(
    "contract", content: "an object with the words of a contract", nestingMaximum: 128)

  /// Reads a contract.
  ///
  /// - Parameters:
  ///   - language: of the text; nil: by the name of the file.
  ///   - tables: the paths of files that are given for objects, by their names. They take the place
  ///     of those that the contract names.
  ///   - folder: the one of the contract.
  ///   - open: reads a schema or dialect, by its path in the contract; nil if it cannot be read.
  /// - Throws: the mistakes of a text that is neither JSON nor YAML or not a contract, and those
  ///   that the translation finds. Those of the profiles are found where these are read.
  package init(
    _ bytes: [UInt8], fileName: String, language: DocumentLanguage? = nil,
    tables: [String: String] = [:], folder: ContractFolder = ContractFolder(nil),
    open: (String) -> [UInt8]? = { _ in nil }
  ) throws(DocumentMistakes) {
    let source = SourceText(bytes)
    let language = language ?? DocumentLanguage(fileName: fileName)
    var files: [String: [UInt8]] = [:]
    var findings = Findings()
    do throws(DocumentFault) {
      document = try Document(
        source, kind: Self.documentKind, language: language)
      guard let kind = ContractKind(document.root) else {
        throw DocumentFault(offset: document.root.offset, complaint: .notAContract)
      }
      self.kind = kind
      translations =
        switch kind {
        case .openDataContract:
          try OpenDataContract.translate(document.root, tables: tables, besides: &findings)
        case .dataPackage:
          try DataPackage.translate(document.root, tables: tables, folder) { path in
            files[path] = files[path] ?? open(path)
            return files[path]
          }
        case .tableSchema: [TableSchema.translate(document.root, tables: tables)]
        default: throw DocumentFault(offset: document.root.offset, complaint: .notRead(kind))
        }
    } catch {
      throw DocumentMistakes(fileName: fileName, source: source, error)
    }
    self.fileName = fileName
    self.files = files
    self.folder = folder
    self.language = language
    leftovers = findings.leftovers
    let mistakes =
      document.repeatedKeys + translations.flatMap(\.mistakes) + findings.mistakes
    guard mistakes.isEmpty else {
      throw DocumentMistakes(
        fileName: fileName, source: document.source, complaints: mistakes)
    }
  }
}

extension Complaint {
  fileprivate static let notAContract = Complaint(
    "the file is not a contract that bulkcheck knows",
    expected: "an Open Data Contract, a Data Package or a Table Schema")

  fileprivate static func notRead(_ kind: ContractKind) -> Complaint {
    kind == .dataContractSpecification
      ? Complaint(
        "a contract of the Data Contract Specification, which bulkcheck does not read",
        expected: "a contract of the Open Data Contract Standard 3; "
          + "`datacontract export --format odcs` converts")
      : Complaint(
        "\(kind.rawValue) is not read as a contract", expected: "`bulkcheck import` converts it")
  }
}

package import BulkcheckContracts
internal import BulkcheckCore
package import BulkcheckDocument
package import BulkcheckProfile

extension RuleSource {
  /// Reads an object of a contract.
  ///
  /// - Parameters:
  ///   - object: its position among those of the contract.
  ///   - besides: the positions of objects that are not checked: what is left over of them is
  ///     told with this one.
  ///   - tables: the paths of files given for objects, with which the contract was read.
  ///   - text: the contract.
  ///   - opensData: whether the files are read that it names; otherwise what is wrong with them is
  ///     left over.
  /// - Throws: the mistakes of the profile that the object became, at their places in the contract.
  package init(
    _ contract: Contract, object: Int, besides: [Int] = [], _ tables: [String: String],
    _ text: ContractText, opensData: Bool, loadReference: ReferenceLoading?
  ) throws(ProfileMistakes) {
    let translation = contract.translations[object]
    let source = contract.document.source
    let form = KeptContract(
      object: object, besides: besides, tables: tables, files: contract.files)
    let language = contract.language
    kept = { SchemaBundle(contract: form, text: text.bytes, language: language).encoded }
    digest = nil
    let (profile, refused) = try ParsedProfile.read(
      translated: translation.profile, source: source, fileName: contract.fileName,
      sha256: text.sha256, loadReference: loadReference, loadSchema: nil)
    translated = translation.profile.without(refused)
    ruleSet = profile.ruleSet
    fixtures = []
    notes = profile.notes.map { [$0] } ?? []
    let left =
      ([object] + besides).flatMap { contract.translations[$0].leftovers }
      .filter { !(opensData && $0.isAboutFile) }
      + refused.map { Leftover(offset: $0.offset, sentence: "SQL: " + $0.complaint.sentence) }
    let leftovers = contract.parts(left)
    self.leftovers = leftovers
    ruleSet.contract = ContractOrigin(
      standard: contract.kind.rawValue,
      notEnforced: (leftovers?.mistakes ?? []).map { part in
        ContractOrigin.NotEnforced(
          object: translation.name, line: part.line, column: part.column,
          sentence: String(part.message.dropFirst(Complaint.notEnforced.count)))
      })
  }

  /// Leaves out the leftovers that were told before, as all objects share them. The others are told
  /// then.
  package mutating func leaveOutLeftovers(in told: inout Set<Mistake>) {
    guard var parts = leftovers, let origin = ruleSet.contract else { return }
    let isNew = parts.mistakes.map { told.insert($0).inserted }
    parts.mistakes = zip(parts.mistakes, isNew).filter(\.1).map(\.0)
    leftovers = parts.mistakes.isEmpty ? nil : parts
    ruleSet.contract?.notEnforced = zip(origin.notEnforced, isNew).filter(\.1).map(\.0)
  }
}

extension Contract {
  /// The parts that belong to none of the objects, if there are no objects; nil if nothing is left
  /// over.
  package var leftoverParts: DocumentMistakes? { parts(leftovers) }

  fileprivate func parts(_ leftovers: [Leftover]) -> DocumentMistakes? {
    leftovers.isEmpty
      ? nil
      : DocumentMistakes(
        fileName: fileName, source: document.source,
        complaints: leftovers.map { ($0.offset, .notEnforced($0)) })
  }
}

extension Complaint {
  fileprivate static let notEnforced = "not enforced: "

  fileprivate static func notEnforced(_ leftover: Leftover) -> Complaint {
    Complaint(notEnforced + leftover.sentence)
  }
}

/// The bytes of a contract, and their digest: many objects may have them.
package struct ContractText: Sendable {
  package let bytes: [UInt8]
  let sha256: String

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    sha256 = SHA256.hexadecimal(bytes)
  }
}

/// The part of a contract that a partial result keeps beside its text.
struct KeptContract {
  /// The position of the object.
  var object: Int
  /// The positions of objects that are not checked.
  var besides: [Int]
  var tables: [String: String]
  /// The schemas and dialects that are in files of their own.
  var files: [String: [UInt8]]

  init(object: Int, besides: [Int], tables: [String: String], files: [String: [UInt8]]) {
    self.object = object
    self.besides = besides
    self.tables = tables
    self.files = files
  }

  init?(_ node: DocumentNode) {
    guard let object = node["object"]?.digits.flatMap({ Int($0) }) else { return nil }
    self.object = object
    besides = (node["besides"]?.elements ?? []).compactMap { $0.digits.flatMap { Int($0) } }
    tables = Self.texts(node["tables"])
    files = Self.texts(node["files"]).mapValues { Array($0.utf8) }
  }

  private static func texts(_ node: DocumentNode?) -> [String: String] {
    Dictionary(
      (node?.members ?? []).map { ($0.name, $0.value.text ?? "") },
      uniquingKeysWith: { first, _ in first })
  }

  var encoded: String {
    let files = files.mapValues { String(decoding: $0, as: UTF8.self) }
    return "{\"object\": \(object), \"besides\": \(besides), \"tables\": \(Self.object(tables)), "
      + "\"files\": \(Self.object(files))}"
  }

  private static func object(_ texts: [String: String]) -> String {
    let members = texts.sorted { $0.key < $1.key }
      .map { "\(JSONText.quoted($0.key)): \(JSONText.quoted($0.value))" }
    return "{" + members.joined(separator: ", ") + "}"
  }
}

package import BulkcheckDocument

/// The kinds of documents in which others write their rules.
package enum ContractKind: String, CaseIterable, Sendable {
  case openDataContract = "Open Data Contract Standard"
  case dataPackage = "Data Package"
  case tableSchema = "Table Schema"
  case greatExpectations = "Great Expectations suite"
  case dbt = "dbt schema"
  case sodaChecks = "SodaCL checks"
  case sodaContract = "Soda contract"
  /// Recognised to be refused by its name.
  case dataContractSpecification = "Data Contract Specification"

  /// Whether `--contract` reads it; `import` reads the others.
  package var isContract: Bool {
    switch self {
    case .openDataContract, .dataPackage, .tableSchema: true
    case .greatExpectations, .dbt, .sodaChecks, .sodaContract, .dataContractSpecification: false
    }
  }

  /// Recognises a document by its words; nil if it is something else.
  package init?(_ root: DocumentNode) {
    guard let members = root.members else { return nil }
    func has(_ names: String...) -> Bool { names.contains { members.named($0) != nil } }
    if has("dataContractSpecification") {
      self = .dataContractSpecification
    } else if has("apiVersion", "kind") {
      self = .openDataContract
    } else if has("resources") {
      self = .dataPackage
    } else if has("expectations", "expectation_suite_name") {
      self = .greatExpectations
    } else if has("dataset"), has("columns", "checks") {
      self = .sodaContract
    } else if members.contains(where: { ContractKind.isSodaKey($0.name) }) {
      self = .sodaChecks
    } else if members.named("fields")?.value.elements != nil, !has("bulkcheck") {
      self = .tableSchema
    } else if has("models", "sources", "seeds", "snapshots") {
      self = .dbt
    } else {
      return nil
    }
  }

  private static func isSodaKey(_ name: String) -> Bool {
    ["checks for ", "filter ", "for each "].contains { name.hasPrefix($0) }
  }
}

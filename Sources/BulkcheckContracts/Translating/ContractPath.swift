/// The paths of files in contracts.
package enum ContractPath {
  /// Why a file is not read: it would be fetched, or is outside of the contract's folder; nil if
  /// nothing is wrong.
  package static func fault(_ path: String) -> String? {
    if path.contains("://") || path.hasPrefix("//") {
      return "is a URL, and nothing is fetched"
    }
    if path.hasPrefix("/") || path.hasPrefix("~") { return "is an absolute path" }
    if path.split(separator: "/").contains("..") || path.contains("\\") {
      return "leads out of the folder of the contract"
    }
    return nil
  }
}

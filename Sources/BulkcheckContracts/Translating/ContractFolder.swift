internal import BulkcheckCore

/// The folder of a contract, in which the files are that the contract names.
package struct ContractFolder: Sendable {
  /// nil: the files are not at hand, as where a contract comes from a partial result.
  private let path: String?

  package init(_ path: String?) { self.path = path }

  /// Why a file is not read: it would be fetched, or is outside of the folder; nil if nothing is
  /// wrong.
  package func fault(_ file: String) -> String? {
    Self.fault(ofPath: file)
      ?? (isLinkedOut(file)
        ? "leads out of the folder of the contract, through a symbolic link" : nil)
  }

  /// The part of ``fault(_:)`` that the path alone tells.
  static func fault(ofPath path: String) -> String? {
    if path.contains("://") || path.hasPrefix("//") {
      return "is a URL, and nothing is fetched"
    }
    if path.hasPrefix("/") || path.hasPrefix("~") { return "is an absolute path" }
    if path.split(separator: "/").contains("..") || path.contains("\\") {
      return "leads out of the folder of the contract"
    }
    return nil
  }

  /// Whether there is such a file, and its own folder is elsewhere.
  package func isLinkedOut(_ file: String) -> Bool {
    guard let path else { return false }
    let place = path.hasSuffix("/") ? path + file : path + "/" + file
    guard FileIdentity.exists(place) else { return false }
    let root = FileIdentity.resolved(path)
    let start = root.hasSuffix("/") ? root : root + "/"
    let target = FileIdentity.resolved(place)
    return !target.isExactly(root) && !target.utf8.starts(with: start.utf8)
  }
}

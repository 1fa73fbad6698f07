internal import BulkcheckCore
internal import BulkcheckDocument
internal import BulkcheckInput
internal import BulkcheckOutput

/// Reading a profile or a schema named on the command line.
enum ProfileFile {
  /// Whether a file begins like a profile.
  static func looksLikeOne(path: String) -> Bool { start(path).map(looksLikeOne) ?? false }

  static func looksLikeOne(_ start: [UInt8]) -> Bool {
    let owned = OwnedBytes(start)
    return withExtendedLifetime(owned) { ContentHint.hasProfileKey(owned.view) }
  }

  /// The beginning of a file; nil if it cannot be read, or is a pipe, which could be read only
  /// once.
  static func start(_ path: String) -> [UInt8]? {
    guard InputFiles.totalSize([path]) != nil else { return nil }
    return try? SystemCalls.contents(ofFile: path, atMost: 64 << 10)
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    do {
      return try SystemCalls.contents(ofFile: path)
    } catch {
      throw CommandEnding.failed(
        error, "cannot read the profile \(path): \(reason(error, path))")
    }
  }

  /// Why a file cannot be read, with a remedy if there is none: a file with nearly its name.
  static func reason(_ error: SystemError, _ path: String) -> String {
    guard error.isMissing else { return "\(error)" }
    let near = nearName(path).map { "did you mean \($0)?" }
    return "no such file; " + (near ?? "check the path")
  }

  private static func nearName(_ path: String) -> String? {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    let name = String(path.dropFirst(folder.count))
    let names = SystemCalls.names(inFolder: folder.isEmpty ? "." : folder) ?? []
    return NearestWord.of(name, among: names).map { folder + $0 }.flatMap {
      FileIdentity.size(ofRegular: $0) == nil ? nil : $0
    }
  }
}

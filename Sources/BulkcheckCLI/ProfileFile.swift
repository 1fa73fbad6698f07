/// Reading a profile named on the command line.
enum ProfileFile {
  /// Whether a file begins like a profile. Reads no pipe, which could be read only once.
  static func looksLikeOne(_ path: String) -> Bool {
    guard InputFiles.totalSize([path]) != nil,
      let start = try? SystemCalls.contents(ofFile: path, atMost: 64 << 10)
    else { return false }
    return String(decoding: start, as: UTF8.self).contains(/"bulkcheck"\s*:/)
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    do {
      return try SystemCalls.contents(ofFile: path)
    } catch {
      throw CommandEnding.failed(error, "cannot read the profile \(path): \(error)")
    }
  }
}

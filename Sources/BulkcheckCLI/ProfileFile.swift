internal import Bulkcheck
internal import BulkcheckDocument
internal import BulkcheckProfile

/// Reading a profile named on the command line.
enum ProfileFile {
  /// Throws an ending with code 2 that lists every mistake.
  static func read(_ path: String) throws -> ParsedProfile {
    try read(bytes(path), path)
  }

  /// Reads the bytes of a profile; throws as ``read(_:)``.
  static func read(_ bytes: [UInt8], _ path: String) throws -> ParsedProfile {
    do throws(ProfileMistakes) {
      return try findMistakes(bytes, path)
    } catch {
      Diagnostics.writePlain("\(error)")
      throw CommandEnding(exitCode: CommandEnding.cannotJudge)
    }
  }

  /// Throws ``ProfileMistakes``, or an ending with code 2 if the file cannot be read.
  static func readOrFindMistakes(_ path: String) throws -> ParsedProfile {
    try findMistakes(bytes(path), path)
  }

  private static func findMistakes(
    _ bytes: [UInt8], _ path: String
  ) throws(ProfileMistakes) -> ParsedProfile {
    let loader = ReferenceLoader(folder: ReferenceLoader.folder(ofProfile: path))
    return try ParsedProfile.read(bytes, fileName: path, loadReference: loader.load)
  }

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

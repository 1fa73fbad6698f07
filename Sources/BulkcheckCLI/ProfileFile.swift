internal import Bulkcheck
internal import BulkcheckProfile

/// Reading a profile named on the command line.
enum ProfileFile {
  /// Throws an ending with code 2 that lists every mistake.
  static func read(_ path: String) throws -> BulkcheckProfile.Profile {
    try read(bytes(path), path)
  }

  /// Reads the bytes of a profile; throws as ``read(_:)``.
  static func read(_ bytes: [UInt8], _ path: String) throws -> BulkcheckProfile.Profile {
    do throws(ProfileMistakes) {
      return try findMistakes(bytes, path)
    } catch {
      Diagnostics.writePlain("\(error)")
      throw CommandEnding(exitCode: CommandEnding.cannotJudge)
    }
  }

  /// Throws ``ProfileMistakes``, or an ending with code 2 if the file cannot be read.
  static func readOrFindMistakes(_ path: String) throws -> BulkcheckProfile.Profile {
    try findMistakes(bytes(path), path)
  }

  private static func findMistakes(
    _ bytes: [UInt8], _ path: String
  ) throws(ProfileMistakes) -> BulkcheckProfile.Profile {
    let loader = ReferenceLoader(folder: ReferenceLoader.folder(ofProfile: path))
    return try BulkcheckProfile.Profile.read(bytes, fileName: path, loadReference: loader.load)
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    do {
      return try SystemCalls.contents(ofFile: path)
    } catch {
      throw CommandEnding.failed(error, "cannot read the profile \(path): \(error)")
    }
  }
}

internal import Bulkcheck
internal import BulkcheckProfile

/// Reading a profile named on the command line.
enum ProfileFile {
  /// Throws an ending with code 2 that lists every mistake.
  static func read(_ path: String) throws -> BulkcheckProfile.Profile {
    do {
      return try readOrFindMistakes(path)
    } catch let mistakes as ProfileMistakes {
      Diagnostics.writePlain("\(mistakes)")
      throw CommandEnding(exitCode: CommandEnding.cannotJudge)
    }
  }

  /// Throws ``ProfileMistakes``, or an ending with code 2 if the file cannot be read.
  static func readOrFindMistakes(_ path: String) throws -> BulkcheckProfile.Profile {
    let loader = ReferenceLoader(folder: ReferenceLoader.folder(ofProfile: path))
    return try BulkcheckProfile.Profile.read(
      try bytes(path), fileName: path, loadReference: loader.load)
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    do {
      return try SystemCalls.contents(ofFile: path)
    } catch {
      throw CommandEnding.failed(error, "cannot read the profile \(path): \(error)")
    }
  }
}

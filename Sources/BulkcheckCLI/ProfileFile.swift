internal import BulkcheckProfile

/// Reading a profile named on the command line.
enum ProfileFile {
  /// Throws an ending with code 2 that lists every mistake.
  static func read(_ path: String) throws -> Profile {
    do {
      return try Profile.read(try bytes(path), fileName: path)
    } catch let mistakes as ProfileMistakes {
      Diagnostics.writePlain("\(mistakes)")
      throw CommandEnding(exitCode: CommandEnding.cannotJudge)
    }
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    do {
      return try SystemCalls.contents(ofFile: path)
    } catch {
      throw CommandEnding.failed(error, "cannot read the profile \(path): \(error)")
    }
  }
}

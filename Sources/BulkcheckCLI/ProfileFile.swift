internal import BulkcheckProfile

/// Reading a profile named on the command line.
enum ProfileFile {
  /// Throws an ending with code 2 that lists every mistake.
  static func read(_ path: String) throws -> Profile { try read(bytes(path), path) }

  /// Reads the bytes of a profile; throws as ``read(_:)``.
  static func read(_ bytes: [UInt8], _ path: String) throws -> Profile {
    do {
      return try Profile.read(bytes, fileName: path)
    } catch {
      Diagnostics.writePlain("\(error)")
      throw CommandEnding(exitCode: CommandEnding.cannotJudge)
    }
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    do {
      return try SystemCalls.contents(ofFile: path)
    } catch {
      throw CommandEnding.cannotJudge("cannot read the profile \(path): \(error)")
    }
  }
}

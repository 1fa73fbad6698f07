internal import ArgumentParser
internal import BulkcheckOutput

/// What the values of options must be, where several commands have the same ones.
enum OptionLimits {
  /// What a file of keys needs to be read in blocks.
  private static let memoryMinimum = 64 << 10

  static func require(_ option: String, _ value: Int?, atLeast least: Int) throws {
    guard let value, value < least else { return }
    throw ValidationError("\(option) must be at least \(least), not \(value).")
  }

  /// Of `--memory` and `--temp-dir`.
  static func check(memory: ByteCount?, temporaryFolder: String?) throws {
    try require("--memory", memory?.value, atLeast: memoryMinimum)
    if let temporaryFolder, !FileIdentity.isWritableFolder(temporaryFolder) {
      throw ValidationError("--temp-dir \(temporaryFolder) is not a folder that can be written to.")
    }
  }
}

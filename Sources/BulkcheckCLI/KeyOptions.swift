internal import ArgumentParser
internal import BulkcheckOutput

/// Where keys of `unique` rules and groups of table rules are kept, in `check` and `merge`.
struct KeyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Memory for the keys of unique rules and for rules about the table; beyond it, keys and \
      groups go to files, and quantiles are estimated. \(ByteCount.suffixes) \
      (default: 1G, or a quarter of the machine's memory)
      """,
      valueName: "size"))
  var memory: ByteCount?

  @Option(
    help: ArgumentHelp(
      "The folder for temporary files. (default: TMPDIR, or /tmp)",
      valueName: "folder"), completion: .directory)
  var tempDir: String?

  /// What a file of keys needs to be read in blocks.
  private static let memoryMinimum = 64 << 10

  func validate() throws {
    try OptionLimits.require("--memory", memory?.value, atLeast: KeyOptions.memoryMinimum)
    if let tempDir, !FileIdentity.isWritableFolder(tempDir) {
      throw ValidationError("--temp-dir \(tempDir) is not a writable folder.")
    }
  }
}

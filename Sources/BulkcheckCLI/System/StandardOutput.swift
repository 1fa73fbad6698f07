internal import BulkcheckOutput

/// Standard output, with every failure noticed.
enum StandardOutput {
  /// Throws a quiet ending if the reader has gone, one with a message if the text cannot be
  /// written.
  static func write(_ text: String) throws(CommandEnding) {
    do {
      try SystemCalls.write(Array(text.utf8), to: 1)
    } catch {
      if error.isClosedPipe { throw CommandEnding(exitCode: CommandEnding.closedPipe) }
      throw .failed(error, "cannot write to standard output: \(error)")
    }
  }
}

internal import BulkcheckCore

/// Messages on standard error.
enum Diagnostics {
  /// One message on one line, with the name of the command before it; names in it may hold
  /// anything.
  static func write(_ message: String) {
    writePlain("bulkcheck: " + TerminalText.escaped(PathText.shown(message)))
  }

  /// Text that is fit for a terminal already.
  static func writePlain(_ text: String) {
    // There is no place left to report a failure to.
    try? SystemCalls.write(Array(withLineEnd(text).utf8), to: 2)
  }

  static func withLineEnd(_ text: String) -> String {
    text.isEmpty || text.utf8.last == UInt8(ascii: "\n") ? text : text + "\n"
  }
}

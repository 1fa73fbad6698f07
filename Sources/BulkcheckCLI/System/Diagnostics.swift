/// Messages on standard error.
enum Diagnostics {
  /// One message, with the name of the command before it.
  static func write(_ message: String) { writePlain("bulkcheck: " + message) }

  /// Text as it is.
  static func writePlain(_ text: String) {
    // There is no place left to report a failure to.
    try? SystemCalls.write(Array(withLineEnd(text).utf8), to: 2)
  }

  static func withLineEnd(_ text: String) -> String {
    text.isEmpty || text.utf8.last == UInt8(ascii: "\n") ? text : text + "\n"
  }
}

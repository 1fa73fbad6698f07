internal import BulkcheckCore

/// A word of a command that people copy.
package enum ShellWord {
  /// A path that no command takes for an option.
  package static func operand(_ path: String) -> String {
    path.hasPrefix("-") && path != "-" ? "./" + path : path
  }

  /// `word` as a shell reads it.
  static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: Array("_./:=,@%+-".utf8).contains(byte)
      }
    }
    if isPlain, !word.isEmpty { return word }
    // Bytes that are not UTF-8 have an escape only within `$'…'`.
    if PathText.hasStandIns(word) {
      let escaped = word.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
      return "$'" + PathText.shown(escaped) + "'"
    }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }
}

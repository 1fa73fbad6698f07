internal import BulkcheckCore
internal import CLibrary

/// What the terminal is like, if there is one.
enum Terminal {
  static var isStandardErrorTerminal: Bool { isatty(2) == 1 }

  /// Whether colours would be seen and are not refused: both streams lead to a terminal.
  static var wantsColor: Bool {
    guard isatty(1) == 1, isatty(2) == 1 else { return false }
    return (Environment.value("NO_COLOR") ?? "").isEmpty
      && Environment.value("TERM") != "dumb"
  }

  /// The width that the report on standard output has to fit; nil: none. An exported `COLUMNS`
  /// counts where there is no terminal.
  static var columns: Int? {
    guard isatty(1) == 1 else {
      return Environment.value("COLUMNS").flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil }
    }
    return columns(of: 1)
  }

  /// The width of the terminal that standard error leads to; nil: none.
  static var standardErrorColumns: Int? { isatty(2) == 1 ? columns(of: 2) : nil }

  private static func columns(of descriptor: Int32) -> Int {
    SystemCalls.terminalColumns(descriptor) ?? 80
  }
}

internal import BulkcheckOutput

/// The end of a command with another exit code than 0.
struct CommandEnding: Error {
  /// The data failed, or a fixture differs.
  static let failed: Int32 = 1
  /// Usage, a bad profile, an unreadable input, an output that cannot be written.
  static let cannotJudge: Int32 = 2
  static let interrupted: Int32 = 130
  /// Standard output was closed by its reader: what a process ended by SIGPIPE shows.
  static let closedPipe: Int32 = 141

  var exitCode: Int32
  /// For standard error; nil where everything has been said.
  var message: String?

  init(exitCode: Int32, message: String? = nil) {
    self.exitCode = exitCode
    self.message = message
  }

  /// Nobody reads what was to be written.
  var isQuiet: Bool { exitCode == CommandEnding.closedPipe }

  /// A system call that failed, or was given up because of a signal.
  static func failed(_ error: SystemError, _ message: String) -> CommandEnding {
    error.isInterruption && Interruption.isRequested
      ? CommandEnding(exitCode: interrupted) : .cannotJudge(message)
  }

  static func cannotJudge(_ message: String) -> CommandEnding {
    CommandEnding(exitCode: cannotJudge, message: message)
  }
}

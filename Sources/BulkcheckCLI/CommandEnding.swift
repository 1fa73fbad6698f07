internal import BulkcheckOutput
internal import BulkcheckReport

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

  /// Nobody reads what was to be written.
  var isQuiet: Bool { exitCode == CommandEnding.closedPipe }

  /// A system call that failed, or was given up because of a signal.
  static func failed(_ error: SystemError, _ message: String) -> CommandEnding {
    error.isInterruption && Interruption.isRequested
      ? CommandEnding(exitCode: interrupted) : .cannotJudge(message)
  }

  /// An output that could not be written, or was given up because of a signal: a named pipe may be
  /// waited for, that someone opens it or takes more.
  static func failed(_ error: OutputError) -> CommandEnding {
    error.isInterruption && Interruption.isRequested
      ? CommandEnding(exitCode: interrupted) : .cannotJudge("\(error)")
  }

  /// The same of an output that is written while a run goes on, and may be standard output, whose
  /// reader may have gone.
  static func failed(stream error: OutputError) -> CommandEnding {
    error.isStandardOutput && error.isClosedPipe
      ? CommandEnding(exitCode: closedPipe) : .failed(error)
  }

  /// Throws unless the run passed.
  static func end(with report: Report) throws(CommandEnding) {
    if report.exitCode != 0 { throw CommandEnding(exitCode: Int32(report.exitCode)) }
  }

  static func cannotJudge(_ message: String) -> CommandEnding {
    CommandEnding(exitCode: cannotJudge, message: message)
  }

  /// What `body` gives. An error of it says why nothing can be judged.
  static func judging<Value>(_ body: () throws -> Value) throws(CommandEnding) -> Value {
    do {
      return try body()
    } catch {
      throw .cannotJudge("\(error)")
    }
  }
}

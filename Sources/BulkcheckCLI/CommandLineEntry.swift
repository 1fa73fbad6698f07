internal import ArgumentParser
internal import BulkcheckCore

/// Runs a command and turns whatever ended it into output and an exit code.
enum CommandLineEntry {
  static func run(_ arguments: [String]) -> Int32 {
    if let message = ArgumentMistake.message(arguments) {
      refuse("bulkcheck: \(message)", arguments)
      return CommandEnding.cannotJudge
    }
    do {
      var command = try BulkcheckCommand.parseAsRoot(arguments)
      try command.run()
      return 0
    } catch let ending as CommandEnding {
      ending.message.map(Diagnostics.write)
      return ending.exitCode
    } catch {
      return end(with: error, arguments)
    }
  }

  /// Help, a version or a completion script; or a usage error, which exits with 2 here.
  private static func end(with error: any Error, _ arguments: [String]) -> Int32 {
    let message = BulkcheckCommand.fullMessage(for: error)
    guard BulkcheckCommand.exitCode(for: error) == .success else {
      let explanation = ArgumentMistake.explanation(arguments).map { "bulkcheck: \($0)" }
      refuse(explanation ?? message, arguments)
      return CommandEnding.cannotJudge
    }
    do {
      try StandardOutput.write(message + "\n")
      return 0
    } catch {
      error.message.map(Diagnostics.write)
      return error.exitCode
    }
  }

  /// Writes a message of several lines that may quote arguments.
  private static func refuse(_ message: String, _ arguments: [String]) {
    let quoted = arguments.filter { !$0.isEmpty }.reduce(message) {
      $0.replacing($1, with: TerminalText.escaped($1))
    }
    Diagnostics.writePlain(TerminalText.escapedLines(PathText.shown(quoted)))
  }
}

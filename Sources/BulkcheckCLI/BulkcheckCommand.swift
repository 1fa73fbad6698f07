internal import ArgumentParser
internal import BulkcheckCore
internal import BulkcheckOutput
internal import BulkcheckReport

/// The command line's root: options of `check` are accepted without the word.
struct BulkcheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bulkcheck",
    abstract: "Checks every record of JSONL, CSV and TSV files against a profile or a JSON Schema.",
    usage: """
      bulkcheck [check] [options] [input ...]
      bulkcheck <subcommand> [options] ...
      """,
    discussion: """
      EXAMPLES:
        bulkcheck --profile users.json data.jsonl.gz
        bulkcheck -p users.json --report text --report r.json a.jsonl b.csv.gz
        zcat dump.gz | bulkcheck -p users.json --input-format jsonl -
        bulkcheck --schema order.schema.json orders.jsonl.gz
        bulkcheck infer data.jsonl.gz > users.json
        bulkcheck import dbt models/schema.yml#orders > orders.json
        bulkcheck explain data.jsonl.gz --line 18293 --profile users.json
        bulkcheck merge --report report.json part-1.bcp part-2.bcp
        bulkcheck lint users.json
        bulkcheck test users.json

      `bulkcheck check --help` lists the options of a check.

      EXIT CODES:
        0 passed, 1 the data failed, 2 no verdict, 130 interrupted
      """,
    version: bulkcheckVersion,
    subcommands: [
      CheckCommand.self, LintCommand.self, TestCommand.self, ExpandCommand.self,
      SchemaCommand.self, InferCommand.self, ImportCommand.self, ExplainCommand.self,
      MergeCommand.self,
    ],
    defaultSubcommand: CheckCommand.self)
}

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
  /// The message for standard error; nil if everything has been said.
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

  /// The ending for an output that is written during the run. It may be standard output, whose
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

  /// The result of `body`, which writes an output. If it throws, the command ends.
  static func writing<Value>(
    _ body: () throws(OutputError) -> Value
  ) throws(CommandEnding) -> Value {
    do throws(OutputError) {
      return try body()
    } catch {
      throw .failed(error)
    }
  }

  /// The result of `body`. If it throws, nothing can be checked, and the error says why.
  static func judging<Value>(_ body: () throws -> Value) throws(CommandEnding) -> Value {
    do {
      return try body()
    } catch {
      throw .cannotJudge("\(error)")
    }
  }
}

internal import BulkcheckCore
internal import CLibrary

/// Why the output of a reader is not a whole input.
package struct ReaderFault: Hashable, Sendable {
  enum Cause: Hashable, Sendable {
    case cannotStart(Int32)
    case ended(ChildProcess.Ending)
  }

  /// The reader, as the command line names it.
  let command: String
  let cause: Cause
  /// The last lines of its standard error, with bars between them.
  let lastLines: String

  private static let linesMaximum = 5
  private static let charactersMaximum = 600

  init(command: String, cause: Cause, complaints: [UInt8] = []) {
    self.command = command
    self.cause = cause
    let lines = String(decoding: complaints, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { $0.unicodeScalars.filter { !$0.properties.isControl } }
      .map { String(String.UnicodeScalarView($0)).trimmed }.filter { !$0.isEmpty }
    let text = lines.suffix(ReaderFault.linesMaximum).joined(separator: " | ")
    lastLines =
      text.count > ReaderFault.charactersMaximum
      ? "…" + text.suffix(ReaderFault.charactersMaximum) : text
  }

  /// The sentence for people.
  var reason: String {
    switch cause {
    case .cannotStart(ENOEXEC):
      "its reader \(command) cannot be started: it is not a program; a script needs a first line "
        + "such as #!/bin/sh"
    case .cannotStart(let errorNumber):
      "its reader \(command) cannot be started: \(Environment.message(ofError: errorNumber))"
    case .ended(.exited(let code)): "its reader \(command) failed with exit code \(code)\(words)"
    case .ended(.killed(let signal)): "its reader \(command) was ended by signal \(signal)\(words)"
    }
  }

  private var words: String {
    lastLines.isEmpty ? ", and said nothing on standard error" : ": " + lastLines
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isControl: Bool { generalCategory == .control }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}

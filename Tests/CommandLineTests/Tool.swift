import Foundation
import Testing

/// The real binary, run as a user runs it.
struct Tool {
  struct Result {
    var exitCode: Int32
    var output: String
    var diagnostics: String
  }

  /// Beside the test bundle.
  static let path = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appending(path: "bulkcheck").path

  /// Runs a command by the shell, in which `bulkcheck` is the binary.
  static func run(_ command: String, in folder: URL) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", "bulkcheck() { '\(path)' \"$@\"; }; \(command)"]
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    let (output, diagnostics) = (folder.appending(path: ".out"), folder.appending(path: ".err"))
    for file in [output, diagnostics] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: diagnostics)
    try process.run()
    process.waitUntilExit()
    return Result(
      exitCode: process.terminationStatus,
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      diagnostics: String(decoding: try Data(contentsOf: diagnostics), as: UTF8.self))
  }

  /// Runs a script in a folder of its own, and expects what it prints.
  ///
  /// - Parameter exitCode: the code with which it has to end; nil: any.
  static func expect(
    _ script: String, exitCode: Int32? = nil, prints expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try run(script, in: folder)
    #expect(result.output == expected, "\(result.diagnostics)", sourceLocation: sourceLocation)
    #expect(
      exitCode == nil || result.exitCode == exitCode, "\(result.diagnostics)",
      sourceLocation: sourceLocation)
  }

  /// An empty folder for a test, with a profile that has no rules and two inputs.
  static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "bulkcheck-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(#"{"bulkcheck": 1, "name": "none"}"#.utf8).write(to: folder.appending(path: "p.json"))
    try Data("{}\n".utf8).write(to: folder.appending(path: "a.jsonl"))
    return folder
  }
}

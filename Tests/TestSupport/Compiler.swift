package import Foundation

/// The real compiler with what the build made: the libraries and the plug-in of the macros.
package struct Compiler {
  package struct Message: Hashable, CustomStringConvertible {
    package let line: Int
    package let kind: String
    package let text: String
    package var description: String { "\(line): \(kind): \(text)" }

    package init(line: Int, kind: String, text: String) {
      self.line = line
      self.kind = kind
      self.text = text
    }
  }

  /// The messages of the compiler about a source text, in the order of lines, and the macros'
  /// expansions with every run of blanks as one.
  package static func check(_ source: String) throws -> (messages: [Message], expansions: String) {
    let output = try check(
      source, importing: "RequirementsMacros; import RequirementsPatterns",
      [
        "-Xfrontend", "-load-plugin-executable",
        "-Xfrontend", "\(try plugin().path)#RequirementsMacrosPlugin",
        "-Xfrontend", "-dump-macro-expansions",
      ])
    return (output.messages, words(output.text))
  }

  /// The messages of the compiler about a source text without macros, in the order of lines.
  package static func messages(_ source: String, _ options: [String] = []) throws -> [Message] {
    try check(source, importing: "Requirements", options).messages
  }

  private static func check(
    _ source: String, importing module: String, _ options: [String] = []
  ) throws -> (messages: [Message], text: String) {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "requirements-macros-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "source.swift")
    try Data("import \(module)\n\(source)".utf8).write(to: file)
    let output = try run(["-typecheck"] + flags() + options + [file.path])
    return (messages(output, file.path), output)
  }

  /// Compiles the `main.swift` of a folder, which may use the libraries. Returns nil, or what the
  /// compiler says if it makes no program.
  package static func compile(in folder: URL, to program: URL) throws -> String? {
    let list = products.appending(path: "UserLoad.product/Objects.LinkFileList")
    let objects = try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
      .map(String.init).filter { !$0.contains("/UserLoad.build/") }
    let source = folder.appending(path: "main.swift").path
    let output = try run(try flags() + [source, "-o", program.path] + objects)
    return FileManager.default.fileExists(atPath: program.path) ? nil : output
  }

  /// Whether the macros were built: their compiler takes minutes.
  package static let hasMacros: Bool =
    ProcessInfo.processInfo.environment["BULKCHECK_WITHOUT_MACROS"] == nil
    && (try? plugin()) != nil

  /// A text with every run of blanks as one.
  package static func words(_ text: String) -> String {
    text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
  }

  private static func run(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swiftc"] + arguments
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return output
  }

  /// `file:line:column: error: text`; the line without that of the import.
  private static func messages(_ output: String, _ file: String) -> [Message] {
    let found = output.split(separator: "\n").compactMap { line -> Message? in
      guard line.hasPrefix(file + ":") else { return nil }
      let parts = line.dropFirst(file.count + 1)
        .split(separator: ":", maxSplits: 3).map { $0.trimmingCharacters(in: .whitespaces) }
      guard parts.count == 4, let number = Int(parts[0]), parts[2] != "note" else { return nil }
      let text = String(
        parts[3].prefix(
          upTo: parts[3].firstRange(of: " (from macro")?.lowerBound ?? parts[3].endIndex))
      return Message(line: number - 1, kind: parts[2], text: text)
    }
    var known: Set<Message> = []
    return found.filter { known.insert($0).inserted }.sorted { $0.line < $1.line }
  }

  // MARK: Where the build put things

  private struct NotFound: Error, CustomStringConvertible {
    let description: String
  }

  private static let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()

  /// The C modules that the library is built on.
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

  private static func flags() throws -> [String] {
    let libraries = ["CPCRE2", "CZlib", "CISAL", "CLZ4", "CYAML", "CZstd"].flatMap {
      ["-I", sources.appending(path: $0).path]
    }
    return ["-swift-version", "6", "-I", try modules().path] + libraries + [
      "-Xcc", "-fmodule-map-file=\(products.path)/CBulkcheckScan.build/module.modulemap",
      "-Xcc", "-fmodule-map-file=\(products.path)/CProcess.build/module.modulemap",
    ]
  }

  private static func modules() throws -> URL {
    try first([products.appending(path: "Modules"), products]) {
      $0.appending(path: "Requirements.swiftmodule")
    }
  }

  private static func plugin() throws -> URL {
    try first(
      ["RequirementsMacrosPlugin-tool", "RequirementsMacrosPlugin"].map {
        products.appending(path: $0)
      }
    ) { $0 }
  }

  private static func first(_ places: [URL], _ file: (URL) -> URL) throws -> URL {
    for place in places where FileManager.default.fileExists(atPath: file(place).path) {
      return place
    }
    throw NotFound(description: "not built: any of \(places.map(\.path))")
  }
}

import Foundation
import TestSupport

/// Runs one block of a document in the way of its language.
struct BlockRun {
  let block: MarkdownBlock
  let folder: DocumentFolder

  /// Nil if the block is right, or what is wrong with it.
  func trouble() throws -> String? {
    for note in block.notes {
      switch note {
      case .output(let command): return try shown(block.lines, by: command)
      case .partOfOutput(let command): return try shown(block.lines, by: command, isPart: true)
      case .notRun, .eachLineAlone, .beside, .goesOn: continue
      }
    }
    return switch block.language {
    case "sh": try script(block.text)
    case "console": try console()
    case "jsonc": try profiles()
    case "swift": try program()
    case "python": nil  // python/tests/test_documents.py runs it.
    default: "neither run nor marked with <!-- not run: reason -->"
    }
  }

  // MARK: Commands

  /// Bad data is fine in an example (1), a command that cannot judge is not (2).
  private func script(_ text: String) throws -> String? {
    let (result, codes) = try folder.run(text)
    if codes.isEmpty { return "runs no bulkcheck: \(result.diagnostics)" }
    let isComplete = !result.diagnostics.contains("not found")
    let isFine = codes.allSatisfy { $0 == 0 || $0 == 1 } && [0, 1].contains(result.exitCode)
    return isFine && isComplete
      ? nil : "exit codes \(codes), \(result.exitCode): \(result.diagnostics)"
  }

  /// Commands behind `$`, each followed by its output.
  private func console() throws -> String? {
    let starts = block.lines.indices.filter { block.lines[$0].hasPrefix("$ ") }
    guard starts.first == 0 else { return "the first line is not a command" }
    for (start, end) in zip(starts, starts.dropFirst() + [block.lines.count]) {
      let command = String(block.lines[start].dropFirst(2))
      if let trouble = try shown(Array(block.lines[(start + 1)..<end]), by: command) {
        return trouble
      }
    }
    return nil
  }

  private func shown(_ lines: [String], by command: String, isPart: Bool = false) throws -> String?
  {
    let (result, codes) = try folder.run("export COLUMNS=80; \(command)")
    guard codes.allSatisfy({ $0 == 0 || $0 == 1 }) else {
      return "exit codes \(codes): \(result.diagnostics)"
    }
    return ShownOutput.difference(lines, from: result.output, isPart: isPart)
  }

  // MARK: Profiles

  private func profiles() throws -> String? {
    for text in ProfileFragment.profiles(of: block) {
      try folder.write(text, to: "fragment.json")
      let (result, _) = try folder.run(
        "bulkcheck lint fragment.json && bulkcheck test fragment.json")
      guard result.exitCode == 0 else {
        return "\(result.output)\(result.diagnostics)\n\(text)"
      }
    }
    return nil
  }

  // MARK: Programs

  /// The compiler refuses lines that end in `// error: text`, with that text, and no others. A
  /// program without macros also prints what follows `// prints`.
  private func program() throws -> String? {
    if block.program.contains(/#(all|any|not|when)\b|import RequirementsMacros/) {
      return try checked()
    }
    try folder.write(block.program, to: "main.swift")
    let program = folder.url.appending(path: "program")
    try? FileManager.default.removeItem(at: program)
    if let messages = try Compiler.compile(in: folder.url, to: program) { return messages }
    let (result, _) = try folder.run("./program")
    let printed = Set(result.output.split(separator: "\n").map(String.init))
    let missing = comments("// prints ").filter { !printed.contains($0.text) }
    return result.exitCode == 0 && missing.isEmpty
      ? nil
      : "not printed: \(missing.map(\.text)); exit code \(result.exitCode)\n"
        + result.output + result.diagnostics
  }

  private func checked() throws -> String? {
    guard Compiler.hasMacros else { return nil }
    let messages = try Compiler.check(block.program).messages.filter { $0.kind == "error" }
    let expected = comments("// error: ")
    let isRight =
      messages.count == expected.count
      && zip(messages, expected).allSatisfy { $0.line == $1.line && $0.text.hasPrefix($1.text) }
    return isRight ? nil : "the compiler says \(messages)"
  }

  private func comments(_ mark: String) -> [(line: Int, text: String)] {
    block.program.components(separatedBy: "\n").enumerated().compactMap { index, line in
      line.firstRange(of: mark).map { (index + 1, String(line[$0.upperBound...])) }
    }
  }
}

import Foundation

/// A block of Swift in a doc comment.
struct CommentExample: CustomStringConvertible {
  let file: String
  /// The line at which the block begins, from 1.
  let line: Int
  let lines: [String]

  var description: String { "\(file):\(line)" }

  /// All examples in the sources of a module, in the order of files.
  static func all(ofModule module: String) throws -> [CommentExample] {
    let folder = DocumentFolder.package.appending(path: "Sources/\(module)")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".swift") }
      .flatMap { path in
        let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        return all(of: text, in: "\(module)/\(path)")
      }
  }

  private static func all(of text: String, in file: String) -> [CommentExample] {
    var examples: [CommentExample] = []
    var open: (line: Int, lines: [String])?
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      let line = line.trimmingCharacters(in: .whitespaces)
      if let example = open {
        if line == "/// ```" {
          examples.append(CommentExample(file: file, line: example.line, lines: example.lines))
          open = nil
        } else {
          open?.lines.append(String(line.dropFirst("/// ".count)))
        }
      } else if line == "/// ```swift" {
        open = (index + 1, [])
      }
    }
    return examples
  }

  /// The example as a function, of what it takes for granted, or as declarations of the file.
  ///
  /// It is one line longer than the example, before it.
  func declaration(number: Int, of parameters: String) -> [String] {
    let declarations = ["extension ", "@MainActor ", "@Partial"]
    if let first = lines.first, declarations.contains(where: first.hasPrefix) {
      return ["// \(self)"] + lines
    }
    let effect = lines.contains { $0.contains("await ") } ? "async throws" : "throws"
    return ["func example\(number)(\(parameters)) \(effect) {"] + lines + ["}"]
  }
}

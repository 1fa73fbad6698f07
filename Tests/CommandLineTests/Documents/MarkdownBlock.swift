import Foundation

/// A block of code in a document, with what a comment in front of it says about it.
///
/// The comment is not shown to readers: `<!-- not run: it needs Docker -->` on the line before the
/// block, or before another such comment.
struct MarkdownBlock: CustomStringConvertible {
  enum Note: Hashable {
    /// The reason why the block is not run.
    case notRun(String)
    /// The block is all that the command writes to standard output.
    case output(of: String)
    /// The block is a part of that.
    case partOfOutput(of: String)
    /// Each line is a fragment of a profile of its own.
    case eachLineAlone
    /// Members that a profile, or statements that a program needs beside those of the block.
    case beside(String)
    /// The block is the rest of the program that the block before it begins.
    case goesOn
  }

  let document: String
  /// The line at which the block begins, from 1.
  let line: Int
  let language: String
  let text: String
  /// The program of the block before, if this one goes on from it.
  let start: String
  let notes: [Note]

  var description: String { "\(document):\(line) (\(language))" }

  var lines: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  var reasonNotToRun: String? {
    for case .notRun(let reason) in notes { return reason }
    return nil
  }

  /// The program that has to be compiled for a block of Swift.
  var program: String {
    let others = notes.compactMap {
      if case .beside(let statements) = $0 { statements } else { nil }
    }
    return ([start] + others + [text]).joined(separator: "\n")
  }

  /// All blocks of a document.
  static func all(of text: String, in document: String) -> [MarkdownBlock] {
    var blocks: [MarkdownBlock] = []
    var notes: [Note] = []
    var open: (line: Int, language: String, lines: [String])?
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      if let block = open {
        guard line == "```" else {
          open?.lines.append(line)
          continue
        }
        blocks.append(
          MarkdownBlock(
            document: document, line: block.line, language: block.language,
            text: block.lines.joined(separator: "\n"),
            start: notes.contains(.goesOn) ? blocks.last?.program ?? "" : "", notes: notes))
        (open, notes) = (nil, [])
      } else if line.hasPrefix("```") {
        open = (index + 1, String(line.dropFirst(3)), [])
      } else if let note = Note(comment: line) {
        notes.append(note)
      } else {
        notes = []
      }
    }
    return blocks
  }
}

extension MarkdownBlock.Note {
  /// Nil if the line is not such a comment.
  init?(comment line: String) {
    guard line.hasPrefix("<!-- "), line.hasSuffix(" -->") else { return nil }
    let words = String(line.dropFirst(5).dropLast(4))
    func rest(_ prefix: String) -> String? {
      words.hasPrefix(prefix) ? String(words.dropFirst(prefix.count)) : nil
    }
    if let reason = rest("not run: ") {
      self = .notRun(reason)
    } else if let command = rest("output of: ") {
      self = .output(of: command)
    } else if let command = rest("part of the output of: ") {
      self = .partOfOutput(of: command)
    } else if words == "goes on" {
      self = .goesOn
    } else if words == "each line alone" {
      self = .eachLineAlone
    } else if let members = rest("beside: ") {
      self = .beside(members)
    } else {
      return nil
    }
  }
}

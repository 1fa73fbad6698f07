internal import BulkcheckCore

/// All mistakes of a profile, in the order of their places.
package struct ProfileMistakes: Error, Sendable {
  package var fileName: String
  /// Never empty.
  package var mistakes: [Mistake]

  init(fileName: String, source: SourceText, complaints: [(offset: Int, complaint: Complaint)]) {
    self.fileName = fileName
    var seen: Set<Mistake> = []
    mistakes =
      complaints.enumerated()
      .sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
      .map { entry in
        Mistake(
          position: source.position(of: entry.element.offset),
          message: entry.element.complaint.message,
          expected: entry.element.complaint.expected,
          suggestion: entry.element.complaint.suggestion,
          sourceLine: source.lineText(of: entry.element.offset))
      }
      .filter { seen.insert($0).inserted }
  }

  /// One mistake as a compiler shows it: place and sentence, the line, and a caret below the
  /// column.
  package func text(of mistake: Mistake) -> String {
    let head =
      "\(TerminalText.escaped(fileName)):\(mistake.line):\(mistake.column): error: "
      + TerminalText.escaped(mistake.sentence)
    let scalars = Array(mistake.sourceLine.unicodeScalars)
    // A line of a generated profile can be very long: show the part around the column.
    let before = Swift.min(mistake.column - 1, scalars.count)
    let start = before > 90 ? before - 60 : 0
    let end = Swift.min(scalars.count, start + 120)
    let shown = scalars[start..<end].map(Self.visible)
    let blanks = scalars[start..<before].map { scalar in
      scalar == "\t"
        ? "\t" : String(repeating: " ", count: Self.visible(scalar).unicodeScalars.count)
    }
    return head + "\n  " + shown.joined() + "\n  " + blanks.joined() + "^"
  }

  private static func visible(_ scalar: Unicode.Scalar) -> String {
    scalar == "\t" ? "\t" : TerminalText.escaped(String(scalar))
  }
}

extension ProfileMistakes: CustomStringConvertible {
  /// Every mistake, and their number.
  package var description: String {
    let number = mistakes.count == 1 ? "1 mistake" : "\(mistakes.count) mistakes"
    return mistakes.map(text(of:)).joined(separator: "\n")
      + "\n\(TerminalText.escaped(fileName)): \(number)"
  }
}

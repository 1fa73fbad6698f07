internal import BulkcheckCore

/// All mistakes of a document, in the order of their places.
package struct DocumentMistakes: Error, Sendable {
  package var fileName: String
  /// Never empty.
  package var mistakes: [Mistake]

  package init(
    fileName: String, source: SourceText, complaints: [(offset: Int, complaint: Complaint)]
  ) {
    self.fileName = fileName
    var positions = SourceText.Positions(source)
    var seen: Set<Mistake> = []
    mistakes =
      complaints.enumerated()
      .sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
      .map { entry in
        let position = positions.position(of: entry.element.offset)
        return Mistake(
          entry.element.complaint, at: position,
          source.excerpt(around: entry.element.offset, column: position.column))
      }
      .filter { seen.insert($0).inserted }
  }

  /// Those of several files under the name of one.
  package init(fileName: String, _ parts: [DocumentMistakes]) {
    self.fileName = fileName
    mistakes = parts.flatMap { part in
      part.mistakes.map { mistake in
        var mistake = mistake
        if part.fileName != fileName { mistake.fileName = part.fileName }
        return mistake
      }
    }
  }

  package init(fileName: String, source: SourceText, _ fault: DocumentFault) {
    self.init(
      fileName: fileName, source: source, complaints: [(fault.offset, fault.complaint)])
  }

  /// One mistake as a compiler shows it: place and sentence, the line, and a caret below the
  /// column.
  ///
  /// - Parameter level: `error`, or `note` for what is only probably not meant.
  package func text(
    of mistake: Mistake, level: String = "error", color: Bool = false
  ) -> String {
    let file = TerminalText.escaped(PathText.shown(mistake.fileName ?? fileName))
    let place = "\(file):\(mistake.line):\(mistake.column):"
    let paint: TerminalPaint = level == "error" ? .red : .yellow
    return TerminalPaint.bold.on(place, color: color) + " "
      + paint.on("\(level):", color: color)
      + " \(TerminalText.escaped(PathText.shown(mistake.sentence)))\n"
      + mistake.excerpt.marked(color: color)
  }

  /// Every mistake, and their number.
  package func text(color: Bool) -> String {
    let number = mistakes.count == 1 ? "1 error" : "\(mistakes.count) errors"
    return mistakes.map { text(of: $0, color: color) }.joined(separator: "\n")
      + "\n\(TerminalText.escaped(PathText.shown(fileName))): \(number)"
  }
}

extension DocumentMistakes: CustomStringConvertible {
  package var description: String { text(color: false) }
}

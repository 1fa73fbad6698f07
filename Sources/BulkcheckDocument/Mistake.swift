internal import BulkcheckCore

/// Something in a document that is not as it should be.
package struct Mistake: Hashable, Sendable {
  package var position: SourcePosition
  /// The file, if it is not that of the other mistakes.
  package var fileName: String?
  /// The fault, without a full stop.
  package var message: String
  /// The words or values that could be there.
  package var expected: String?
  /// The nearest word that could be there.
  package var suggestion: String?
  /// Whether it is only a note for readers who knew another meaning: see ``Complaint/isNews``.
  package var isNews: Bool
  /// The text at the place of the mistake.
  package var excerpt: SourceExcerpt

  init(_ complaint: Complaint, at position: SourcePosition, _ excerpt: SourceExcerpt) {
    self.position = position
    message = complaint.message
    expected = complaint.expected
    suggestion = complaint.suggestion
    isNews = complaint.isNews
    self.excerpt = excerpt
  }

  package var line: Int { position.line }
  package var column: Int { position.column }

  /// Message, expectation and suggestion in one sentence.
  package var sentence: String {
    Complaint(message, expected: expected, suggestion: suggestion).sentence
  }
}

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
      .map { (place: source.place(of: $0.element.offset), $0.offset, $0.element.complaint) }
      .sorted { ($0.place, $0.1) < ($1.place, $1.1) }
      .map { place, _, complaint in
        let position = positions.position(of: place)
        return Mistake(
          complaint, at: position, source.excerpt(around: place, column: position.column))
      }
      .filter { seen.insert($0).inserted }
  }

  /// The mistakes of several files under the name of one.
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

/// The line of a mistake, or the part of it around the mistake.
package struct SourceExcerpt: Hashable, Sendable {
  package var text: String
  /// How many characters of the text come before the mistake.
  package var charactersBefore: Int

  /// The text, and below it a caret under the mistake.
  func marked(color: Bool) -> String {
    let shown = Self.visible(text.unicodeScalars.prefix(120))
    let blanks = shown.prefix(charactersBefore).map { part in
      part == "\t" ? "\t" : String(repeating: " ", count: part.unicodeScalars.count)
    }
    return "  " + shown.joined() + "\n  " + blanks.joined()
      + TerminalPaint.green.on("^", color: color)
  }

  /// Each character as it is shown. A line that GitHub would take for a command is none any more.
  private static func visible(_ text: Substring.UnicodeScalarView) -> [String] {
    var shown = text.map(visible)
    let command = text.drop { $0.properties.isWhitespace }
    if command.starts(with: "::".unicodeScalars) { shown[text.count - command.count] = "\\u003a" }
    return shown
  }

  private static func visible(_ scalar: Unicode.Scalar) -> String {
    scalar == "\t" ? "\t" : TerminalText.escaped(String(scalar))
  }
}

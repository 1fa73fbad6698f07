/// Something in a profile that is not as the contract says.
package struct Mistake: Hashable, Sendable {
  package var position: SourcePosition
  /// What is wrong, without a full stop.
  package var message: String
  /// What could stand there.
  package var expected: String?
  /// The nearest word that could stand there.
  package var suggestion: String?
  /// The text of the line, to show it.
  package var sourceLine: String

  package var line: Int { position.line }
  package var column: Int { position.column }

  /// Message, expectation and suggestion in one sentence.
  package var sentence: String {
    var text = message
    if let expected { text += ": expected \(expected)" }
    if let suggestion {
      text += (expected == nil ? ": " : "; ") + "did you mean \(Complaint.quoted(suggestion))?"
    }
    return text
  }
}

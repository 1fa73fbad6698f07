/// Something in a document that is not as it should be.
package struct Mistake: Hashable, Sendable {
  package var position: SourcePosition
  /// Where it is not that of the other mistakes.
  package var fileName: String?
  /// What is wrong, without a full stop.
  package var message: String
  /// What could be there.
  package var expected: String?
  /// The nearest word that could be there.
  package var suggestion: String?
  /// As ``Complaint/isNews``.
  package var isNews: Bool
  /// What is there.
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
    var text = message
    if let expected { text += ": expected \(expected)" }
    if let suggestion {
      text += (expected == nil ? ": " : "; ") + "did you mean \(Complaint.quoted(suggestion))?"
    }
    return text
  }
}

import BulkcheckDocument
import BulkcheckProfile
import Testing

/// A profile with one mistake; `§` stands before the character where it is reported.
struct WrongProfile: CustomTestStringConvertible {
  var text: String
  var position: SourcePosition
  /// A part of the sentence.
  var sentence: String

  init(_ marked: String, _ sentence: String) {
    let before = marked.split(separator: "§", maxSplits: 1, omittingEmptySubsequences: false)[0]
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    position = SourcePosition(
      line: lines.count, column: (lines.last?.unicodeScalars.count ?? 0) + 1)
    text = marked.replacing("§", with: "")
    self.sentence = sentence
  }

  var testDescription: String { text }
}

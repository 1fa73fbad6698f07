internal import BulkcheckCore

/// A mistake without its place. The sentences of a language stand in extensions, each in its
/// module.
package struct Complaint: Hashable, Sendable {
  package var message: String
  package var expected: String?
  package var suggestion: String?

  package init(_ message: String, expected: String? = nil, suggestion: String? = nil) {
    self.message = message
    self.expected = expected
    self.suggestion = suggestion
  }

  /// A text of the document in quotes, cut if it is very long.
  package static func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars
    // No walk over the whole of a huge text.
    guard let end = scalars.index(scalars.startIndex, offsetBy: 80, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return JSONText.quoted(text) }
    return JSONText.quoted(String(scalars[..<end]) + "…")
  }

  /// `a, b or c`.
  package static func alternatives(_ words: [String]) -> String {
    guard let last = words.last else { return "nothing" }
    let rest = words.dropLast()
    return rest.isEmpty ? last : rest.joined(separator: ", ") + " or " + last
  }
}

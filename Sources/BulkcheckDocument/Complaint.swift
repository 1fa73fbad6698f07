internal import BulkcheckCore

/// A mistake without its place. The sentences of a language are in extensions, each in its
/// module.
package struct Complaint: Hashable, Sendable {
  package var message: String
  package var expected: String?
  package var suggestion: String?
  /// The document is read as it should be: a note only for those who knew another meaning.
  package var isNews = false

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

  /// A value is not as expected.
  package static func unexpected(_ what: String, found: DocumentNode, expected: String) -> Complaint
  {
    Complaint("\(what) is \(found.summary)", expected: expected)
  }

  /// Names that types, formats, steps and severities have elsewhere.
  private static let otherNames = [
    "average": "mean", "avg": "mean", "bytes": "string", "decimal": "number", "dict": "object",
    "disabled": "off",
    "double": "number", "median": "quantile", "nulls": "missing", "percentile": "quantile",
    "total": "sum", "fatal": "error", "float": "number", "guid": "uuid", "ignore": "off",
    "ip": "ipv4", "list": "array", "map": "object", "none": "off", "record": "object",
    "skip": "off", "strip": "trim", "struct": "object", "telephone": "phone", "text": "string",
    "timestamp": "date-time", "varchar": "string",
  ]

  /// A value is none of some words.
  package static func unknownWord(
    _ what: String, found: DocumentNode, known: [String], or more: String? = nil
  ) -> Complaint {
    let nearest = found.text.flatMap { text in
      // First, as `median` is also near to `mean`.
      otherNames[text].flatMap { known.contains($0) ? $0 : nil }
        ?? NearestWord.of(text, among: known)
    }
    return Complaint(
      "\(what) is \(found.summary)", expected: alternatives(known + (more.map { [$0] } ?? [])),
      suggestion: nearest)
  }
}

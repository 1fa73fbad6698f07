/// A value of a record: where it stands, and what rules see of it.
package struct InspectedValue: Sendable {
  /// The bytes of the record that it takes up; of texts those between the quotes. nil where there
  /// is none.
  package var range: Range<Int>?
  /// The JSON Pointer of its place.
  package var location = ""
  package var kind: ValueKind
  /// The value as reports show it: JSON text, cut if it is long.
  package var shown: String
  /// The whole text of a string or a cell, escapes resolved.
  package var text: String?
  /// The kind that rules see: after `normalize`, missing values taken for null, cells read as their
  /// type.
  package var seenKind: ValueKind
  /// JSON text of it, cut if it is long.
  package var seen: String
  /// The whole text of it, if it is a text.
  package var seenText: String?
  /// How many elements an array has; nil of other values.
  package var elementCount: Int?
  /// A text that stands between quotes in the record.
  package var isQuoted: Bool
  /// `normalize` reached the match limit, so that rules see no value.
  package var isUnreadable = false
  /// It is of a column of timestamps without a zone, or of times: see ``Node/Flags/isLocalTime``.
  package var isLocalTime = false

  /// A value that a record lacks.
  static var nothing: InspectedValue {
    InspectedValue(
      range: nil, kind: .absent, shown: "absent", text: nil, seenKind: .absent, seen: "absent",
      seenText: nil, elementCount: nil, isQuoted: false)
  }
}

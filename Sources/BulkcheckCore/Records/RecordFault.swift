/// The fault of a record that cannot be parsed.
package struct RecordFault: Hashable, Sendable {
  package var kind: MalformedKind
  /// The byte of the record, from 0, at which it can no longer become well-formed; its length if
  /// that is its end.
  package var offset: Int
  /// The fault in words, for a sample.
  package var detail: String

  package init(_ kind: MalformedKind, at offset: Int, _ detail: String) {
    self.kind = kind
    self.offset = offset
    self.detail = detail
  }

  /// The detail of bytes that are not text.
  package static let invalidText = "invalid UTF-8"

  /// Whether the record is a row with too few cells, which shows at its end.
  func isShortRow(_ record: RecordPosition) -> Bool {
    kind == .ragged && offset == record.end - record.start
  }

  /// Counts bytes from 1 (docs/reference/inputs.md#malformed-records).
  package var column: Int { offset + 1 }
}

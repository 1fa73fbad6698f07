package import BulkcheckCore

/// A cell of a row: the value as rules see it.
package struct ArrowCell: BitwiseCopyable {
  package var kind: ValueKind
  /// Strings: the text itself, without quotes and escapes. Others: the value as JSON text. Valid as
  /// long as the rows are loaded and the arena has it.
  package var bytes: ByteView

  init(_ kind: ValueKind, _ bytes: ByteView) {
    self.kind = kind
    self.bytes = bytes
  }

  /// NaN that is null.
  static let nan = ArrowCell(.null, StaticBytes.nan)
  static let null = ArrowCell(.null, StaticBytes.null)
  static let no = ArrowCell(.false, StaticBytes.no)
  static let yes = ArrowCell(.true, StaticBytes.yes)
}

/// Why the value of a cell makes its row malformed.
package enum ArrowCellFault: Hashable, Sendable {
  /// A text is not UTF-8.
  case encoding
  /// The value has more bytes than a record may have.
  case length
}

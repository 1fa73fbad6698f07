/// A value as rules see it: unescaped, normalized and, in CSV, read as its declared type.
package struct Value: BitwiseCopyable {
  /// Strings and cells: the text. Numbers: the digits. Arrays and objects: JSON text, or the cell's
  /// text if `isCell`.
  package var bytes: ByteView
  /// The captured raw value, or -1 where there is none. Below -1 if `default` inserted a value with
  /// parts.
  package var node: NodeNumber
  /// Elements or members.
  package var count: Int32
  /// The path by which it was read: where its declaration stands.
  package var path: PathNumber
  package var kind: ValueKind
  /// An array made of a CSV cell.
  package var isCell: Bool
  /// A key that no path names.
  package var hasOtherKeys: Bool
  /// A `replace` of its `normalize`, or of that of the cell around it, reached the match limit, so
  /// the value is not known. Its kind is null then, or absent if it is not known to exist.
  package var isUnreadable: Bool
  /// A text of a column of times without a zone (``Node/Flags/isLocalTime``).
  package var isLocalTime: Bool

  @inline(__always)
  package init(
    kind: ValueKind, bytes: ByteView = StaticBytes.emptyView, node: NodeNumber, path: PathNumber,
    count: Int32 = 0, isLocalTime: Bool = false
  ) {
    self.bytes = bytes
    self.node = node
    self.path = path
    self.kind = kind
    self.count = count
    isCell = false
    hasOtherKeys = false
    isUnreadable = false
    self.isLocalTime = isLocalTime
  }

  @inline(__always)
  package var isMissing: Bool { kind == .absent || kind == .null }

  /// `default` inserted it, and it may have parts.
  @inline(__always)
  var isInserted: Bool { node < -1 }

  /// The number of the change that inserted it.
  var insertion: Int32 {
    get { -2 &- node.value }
    set { node = NodeNumber(-2 &- newValue) }
  }

  /// A text, or a cell that is read as one.
  @inline(__always)
  package var isText: Bool { kind == .string || kind == .cell }
}

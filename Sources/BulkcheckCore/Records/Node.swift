internal import CBulkcheckScan

/// The number of a node of a ``ColumnTable``.
package typealias NodeNumber = TableNumber<Node>

/// A captured raw value of a record.
@safe
public struct Node: BitwiseCopyable {
  package struct Flags: OptionSet, BitwiseCopyable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// JSON: the string has an escape. CSV: the cell has a doubled quote.
    package static let isEscaped = Flags(rawValue: 1)
    /// The object has a key that no path below it begins with.
    package static let hasOtherKeys = Flags(rawValue: 2)
    /// CSV: the cell has been split at its separator.
    package static let isSplit = Flags(rawValue: 4)
    /// A string that is not JSON: the bytes are the text itself.
    package static let isPlain = Flags(rawValue: 8)
    /// Part of a value that `default` inserted: no record holds it.
    static let isInserted = Flags(rawValue: 16)
    /// The text is of a column of timestamps without a zone, or of times: it has no offset, and
    /// `date-time` and `time` mean none.
    package static let isLocalTime = Flags(rawValue: 32)
    /// The value is NaN of a column of floats: a text, or null.
    package static let isNaN = Flags(rawValue: 64)
  }

  // Sixteen bytes, so that a node is written and copied in two moves; the layout of
  // `bulkcheck_node`. Chunks are shorter than 4 GiB, so that a length has 32 bits.
  @usableFromInline var start: UnsafePointer<UInt8>
  /// The rest, from the lowest bit on: length (32), state (16), kind (8), flags (8).
  @usableFromInline var word: UInt64

  /// A cell of a table, which has no place yet.
  ///
  /// - Parameter mark: see ``mark(_:_:)``.
  @inlinable @inline(__always)
  public init(cell bytes: ByteView, mark: UInt64) {
    unsafe start = bytes.start
    word = UInt64(UInt32(truncatingIfNeeded: bytes.count)) | mark
  }

  @inlinable @inline(__always)
  public var byteCount: Int { Int(truncatingIfNeeded: word & 0xFFFF_FFFF) }

  /// The part of a node of a kind without a place that is not its bytes.
  package static func mark(_ kind: ValueKind, _ flags: Flags = []) -> UInt64 {
    Node(bytes: StaticBytes.emptyView, state: -1, kind: kind, flags: flags).word
  }

  /// The node as it is at another place.
  @inline(__always)
  func at(_ state: StateNumber) -> Node {
    var node = self
    node.word =
      word & ~(0xFFFF &<< 32) | UInt64(UInt16(truncatingIfNeeded: state.value)) &<< 32
    return node
  }

  @inline(__always)
  package init(bytes: ByteView, state: StateNumber, kind: ValueKind, flags: Flags = []) {
    unsafe start = bytes.start
    word =
      UInt64(UInt32(truncatingIfNeeded: bytes.count))
      | UInt64(UInt16(truncatingIfNeeded: state.value)) &<< 32
      | UInt64(kind.rawValue) &<< 48 | UInt64(flags.rawValue) &<< 56
  }

  @inline(__always)
  private var length: UInt32 { UInt32(truncatingIfNeeded: word) }

  /// Strings: the content between the quotes. Others: the whole value. CSV: the cell without its
  /// quotes.
  @inline(__always)
  package var bytes: ByteView {
    get {
      // SAFETY: as the view from which they were taken.
      unsafe ByteView(start: start, count: Int(length))
    }
    set {
      unsafe start = newValue.start
      word = word & ~0xFFFF_FFFF | UInt64(UInt32(truncatingIfNeeded: newValue.count))
    }
  }

  @inline(__always)
  package var kind: ValueKind {
    get {
      // SAFETY: the byte comes from a kind. Raw values count the cases from 0 on, as their tags do.
      unsafe unsafeBitCast(UInt8(truncatingIfNeeded: word &>> 48), to: ValueKind.self)
    }
    set { word = word & ~(0xFF &<< 48) | UInt64(newValue.rawValue) &<< 48 }
  }

  @inline(__always)
  package var flags: Flags {
    get { Flags(rawValue: UInt8(truncatingIfNeeded: word &>> 56)) }
    set { word = word & ~(0xFF &<< 56) | UInt64(newValue.rawValue) &<< 56 }
  }

  /// Its place in the ``FieldTree``. There are at most ``FieldTree/statesMaximum`` of them.
  @inline(__always)
  package var state: StateNumber { StateNumber(Int16(truncatingIfNeeded: word &>> 32)) }

  @inline(__always)
  var isEmpty: Bool { length == 0 }

  /// How far before the value a view of the same chunk begins.
  @inline(__always)
  func distance(from view: ByteView) -> UInt32 {
    unsafe UInt32(truncatingIfNeeded: start - view.start)
  }

  /// Bytes before the value, in the same chunk.
  ///
  /// Precondition: `distance` is that of a view of the chunk, and `count` its length.
  @inline(__always)
  func bytes(before distance: UInt32, count: UInt32) -> ByteView {
    // SAFETY: by the precondition the bytes are those of that view.
    unsafe ByteView(start: start - Int(distance), count: Int(count))
  }

  /// An array or object of a table that came apart and has no text yet (``RowCells``).
  @inline(__always)
  var isApart: Bool { length == 0 && (kind == .array || kind == .object) }

  /// NaN that is null, as the rows of tables are written: a null behind a space.
  var isNaNNull: Bool { kind == .null && bytes(before: 1, count: 1)[0] == Ascii.space }

  /// Kind and flags as one number, for one comparison.
  @inline(__always)
  package var mark: UInt16 { UInt16(truncatingIfNeeded: word &>> 48) }

  /// The part of a mark that says that a string is plain.
  @inline(__always)
  static var plainMark: UInt16 { UInt16(Flags.isPlain.rawValue) &<< 8 }
}

extension Storage where Element == Node {
  /// The lanes of a column whose nodes have a mark, and those of them that have no bytes.
  ///
  /// Precondition: the column's nodes and three more lie in the storage.
  @inline(__always)
  package func alike(
    _ lanes: Lanes, from first: NodeNumber, _ mark: UInt16, _ kernel: ScanKernel
  ) -> (alike: Lanes, empties: Lanes) {
    // SAFETY: a node has the layout that the kernels read, and they look at no more than the
    // precondition admits.
    unsafe (base + Int(first)).withMemoryRebound(to: bulkcheck_node.self, capacity: 1) { nodes in
      var empties: UInt64 = 0
      let alike = unsafe bulkcheck_alike(nodes, lanes.bits, mark, &empties, kernel.code)
      return (Lanes(bits: alike), Lanes(bits: empties))
    }
  }

  /// The lanes of a column in whose texts the pattern is found, and those that are not decided.
  ///
  /// Precondition: the column's nodes lie in the storage, and those of `lanes` are texts.
  @inline(__always)
  func matching(
    _ lanes: Lanes, from first: NodeNumber, _ pattern: ClassPattern
  ) -> (found: Lanes, undecided: Lanes) {
    // SAFETY: a node has the layout that the kernels read, and they look at those of the lanes.
    unsafe (base + Int(first)).withMemoryRebound(to: bulkcheck_node.self, capacity: 1) { nodes in
      let answers = unsafe pattern.matches(nodes, lanes: lanes.bits)
      return (Lanes(bits: answers.found), Lanes(bits: answers.undecided))
    }
  }
}

/// How a node is part of others: objects and arrays whose parts are read one by one have them in a
/// list.
@safe
package struct NodeLinks: BitwiseCopyable {
  /// Elements or members; of other kinds 0.
  package var count: Int32 = 0
  package var firstChild: NodeNumber = -1
  package var nextSibling: NodeNumber = -1
  /// The length of a member's key in bytes, which is less than 2 GiB, and behind it, in the lowest
  /// bit, whether it has an escape.
  private var keyWord: UInt32 = 0
  private var keyStart: UnsafePointer<UInt8>?

  package init(
    count: Int32 = 0, firstChild: NodeNumber = -1, nextSibling: NodeNumber = -1
  ) {
    self.count = count
    self.firstChild = firstChild
    self.nextSibling = nextSibling
  }

  /// The key of a member, as it is written.
  @inline(__always)
  var key: ByteView {
    guard let keyStart = unsafe keyStart else { return StaticBytes.emptyView }
    // SAFETY: as the view from which they were taken.
    return unsafe ByteView(start: keyStart, count: Int(keyWord &>> 1))
  }

  package var keyIsEscaped: Bool { keyWord & 1 != 0 }

  @inline(__always)
  mutating func setKey(_ key: ByteView, isEscaped: Bool) {
    unsafe keyStart = key.start
    keyWord = UInt32(truncatingIfNeeded: key.count) &<< 1 | (isEscaped ? 1 : 0)
  }

  /// CSV: the number of a linked cell's column or name, which takes the place of a key.
  package var cell: UInt32 {
    get { keyWord }
    set { keyWord = newValue }
  }
}

extension ByteView: BitwiseCopyable {}

/// Bytes that live as long as the process.
package enum StaticBytes {
  private static let zeros: Storage<UInt8> = Storage(capacity: 64, repeating: 0)

  /// No bytes, at an address behind which eight can be read.
  package static let emptyView = zeros.view(from: 0, count: 0)

  private static let words: Storage<UInt8> = Storage(
    Array(",null null,true,false".utf8) + [UInt8](repeating: 0, count: 64), padding: 0)

  /// The words of JSON, with 64 readable bytes behind each.
  package static let null = words.view(from: 1, count: 4)
  /// A null behind a space, by which ``ColumnMarks`` knows NaN.
  package static let nan = words.view(from: 6, count: 4)
  package static let yes = words.view(from: 11, count: 4)
  package static let no = words.view(from: 16, count: 5)
}

internal import CBulkcheckScan

/// A captured raw value of a record.
@safe
package struct Node: BitwiseCopyable {
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
  }

  // Sixteen bytes, so that a node is written and copied in one move. Chunks are shorter than 4 GiB:
  // the positions of tokens have 32 bits.
  private var start: UnsafePointer<UInt8>
  private var length: UInt32
  private var shortState: Int16
  package var kind: ValueKind
  package var flags: Flags

  @inline(__always)
  package init(bytes: ByteView, state: Int32, kind: ValueKind, flags: Flags = []) {
    unsafe start = bytes.start
    length = UInt32(truncatingIfNeeded: bytes.count)
    shortState = Int16(truncatingIfNeeded: state)
    self.kind = kind
    self.flags = flags
  }

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
      length = UInt32(truncatingIfNeeded: newValue.count)
    }
  }

  /// Its place in the ``FieldTree``. There are at most ``FieldTree/statesMaximum`` of them.
  @inline(__always)
  package var state: Int32 { Int32(shortState) }

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

  /// Kind and flags as one number, for one comparison.
  @inline(__always)
  package var mark: UInt16 { UInt16(kind.rawValue) | UInt16(flags.rawValue) &<< 8 }
}

extension Storage where Element == Node {
  /// The lanes of a column whose nodes have a mark, and those of them that have no bytes.
  ///
  /// Precondition: the column's nodes and three more lie in the storage.
  @inline(__always)
  package func alike(
    _ lanes: Lanes, from first: Int32, _ mark: UInt16, _ kernel: ScanKernel
  ) -> (alike: Lanes, empties: Lanes) {
    // SAFETY: a node has the layout that the kernels read, and they look at no more than the
    // precondition admits.
    unsafe (base + Int(first)).withMemoryRebound(to: bulkcheck_node.self, capacity: 1) { nodes in
      var empties: UInt64 = 0
      let alike = unsafe bulkcheck_alike(nodes, lanes.bits, mark, &empties, kernel.code)
      return (Lanes(bits: alike), Lanes(bits: empties))
    }
  }
}

/// How a node is part of others: objects and arrays whose parts are read one by one have them in a
/// list.
package struct NodeLinks: BitwiseCopyable {
  /// Elements or members; of other kinds 0.
  package var count: Int32 = 0
  package var firstChild: Int32 = -1
  package var nextSibling: Int32 = -1
  /// Of members: where the key begins, in bytes before the value, and how long it is.
  var keyDistance: UInt32 = 0
  var keyLength: UInt32 = 0
  package var keyIsEscaped = false
}

extension ByteView: BitwiseCopyable {}

/// Bytes that live as long as the process.
package enum StaticBytes {
  private static let zeros: Storage<UInt8> = Storage(capacity: 64, repeating: 0)

  /// No bytes, at an address behind which eight can be read.
  package static let emptyView = zeros.view(from: 0, count: 0)
}

/// A fixed set of texts: the operand of `enum` and `missingValues`, and the names that rules about
/// members know. The texts are the keys of a ``KeyTable`` with one state.
///
/// Trivial, like ``Storage``; it lives as long as the program.
struct TextSet: BitwiseCopyable, Freeable {
  /// How many texts there are.
  let count: Int
  private let keys: KeyTable
  /// The number of the empty text, or -1.
  private let emptyNumber: Int

  init(_ texts: [String]) {
    var pool: [UInt8] = []
    var entries: [KeyTable.Entry] = []
    var seen: Set<[UInt8]> = []
    var emptyNumber = -1
    for text in texts {
      let utf8 = Array(text.utf8)
      guard seen.insert(utf8).inserted else { continue }
      if utf8.isEmpty { emptyNumber = entries.count }
      entries.append(
        KeyTable.Entry(
          key: utf8, state: 0, keyStart: pool.count, target: StateNumber(entries.count)))
      pool += utf8
    }
    count = entries.count
    keys = KeyTable(entries, pool)
    self.emptyNumber = emptyNumber
  }

  func deallocate() { keys.deallocate() }

  var isEmpty: Bool { count == 0 }

  /// Whether a text is in the set.
  ///
  /// Precondition: as of ``number(of:)``.
  @inline(__always)
  func contains(_ text: ByteView) -> Bool { number(of: text) >= 0 }

  /// The number of a text, below ``count``; -1 if it is not in the set.
  ///
  /// Precondition: eight bytes behind its start are readable, as in a chunk, an arena and
  /// ``OwnedBytes``.
  @inline(__always)
  func number(of text: ByteView) -> Int {
    if isEmpty { return -1 }
    return text.isEmpty ? emptyNumber : Int(keys.member(text, of: 0))
  }
}

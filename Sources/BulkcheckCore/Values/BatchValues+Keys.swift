/// The keys of records: the names or indices under which they stand in their document.
///
/// They are not in the records, so that no scanner finds them. When a record has been read into its
/// lane, its keys are put into the columns of their states (``FieldTree/recordKeys``), as if they
/// had been read there: of `{"codes": {"USD": {…}}}` by `/codes/*` the string `USD`, of an array
/// the digits of the index. What follows takes them for values like others. Lines, rows, and
/// documents without a star have none.
extension BatchValues {
  /// Takes the keys of a record into its lane.
  @inline(never)
  mutating func takeKeys(of ordinal: Int, in lane: Lane) {
    guard let document else { return }
    for index in 0..<program.tree.recordKeys.count {
      let wanted = program.tree.recordKeys[index]
      guard let key = document.key(wanted.star, of: ordinal) else { continue }
      let node =
        key.isName
        ? Node(
          bytes: document.name(key), state: wanted.state, kind: .string, flags: .isPlain)
        : Node(bytes: digits(of: key.start), state: wanted.state, kind: .number)
      _ = table.set(node, in: lane)
    }
  }

  /// The digits of an index, which live as long as the batch.
  private mutating func digits(of index: Int) -> ByteView {
    arena.begin()
    var divisor = 1
    while index / divisor > 9 { divisor *= 10 }
    while divisor > 0 {
      arena.append(Ascii.zero + UInt8(truncatingIfNeeded: index / divisor % 10))
      divisor /= 10
    }
    return arena.finish()
  }

  /// The path of a node that is the key of a record; nil if it is another one.
  func keyPath(ofNode node: NodeNumber) -> FieldPath? {
    guard hasKeys,
      let key = program.tree.recordKeys.first(where: { $0.state == table.nodes[node].state })
    else { return nil }
    return FieldPath([.recordKey(key.star)])
  }
}

/// The values that are written in the place of raw ones.
extension Evaluator {
  /// A raw value after `normalize` and the chains that pass; as it is if a match limit is reached
  /// on the way.
  mutating func afterChanges(
    _ raw: Value, _ target: NormalizedFields.Target, isElement: Bool
  ) -> Value {
    var value = values.normalized(raw, values.tables.paths[target.path], isElement: isElement)
    if value.isUnreadable { return raw }
    guard !target.chains.isEmpty else { return value }
    // What a chain sees: a missing text is none, and a cell is read as its type.
    var seen = value
    if isCSV {
      if seen.kind == .cell {
        values.readCell(&seen, values.tables.paths[target.path], isElement: isElement)
      }
    } else if !isElement, values.isMissingText(seen, values.tables.paths[target.path]) {
      return value
    }
    guard seen.isText else { return value }
    for chain in target.chains {
      guard let end = endOfChain(chain, seen) else { continue }
      value.bytes = end
      seen.bytes = end
    }
    return value
  }

  /// The text at the end of a chain; nil if it fails.
  private mutating func endOfChain(_ chain: Int32, _ value: Value) -> ByteView? {
    var current = value
    for index in program.lists.chains[Int(chain)] {
      let step = values.tables.changes[index]
      if step.code == .check {
        if fails(step.operand, current) { return nil }
      } else {
        guard let changed = values.changed(current.bytes, step) else { return nil }
        current.bytes = changed
      }
    }
    return current.bytes
  }

  /// Whether a check fails on a value of no record.
  private mutating func fails(_ leaf: Int32, _ value: Value) -> Bool {
    let frame = values.openFrame(of: value)
    defer { values.closeFrame() }
    return !check(leaf, frame, Lanes(0)).failing.isEmpty
  }
}

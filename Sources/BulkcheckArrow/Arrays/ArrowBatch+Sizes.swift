internal import BulkcheckCore

/// The sizes of buffers, which are checked as a batch comes, before any of its rows are loaded.
///
/// Rows are loaded where a value leads to them. So a part that says it has more values than its
/// buffers hold would go unseen as long as no list leads to the last of them.
extension ArrowBatch {
  /// Checks that the buffers of an entry and of its parts hold the values that they should.
  func checkSizes(of entry: Int) throws(ArrowError) {
    var rest = [entry]
    while let entry = rest.popLast() {
      let description = layout.entries[entry]
      let node = metadata.nodes[place(entry).node]
      rest += description.children.map { Int(layout.children[$0]) }
      if node.length == 0 { continue }
      var buffer = place(entry).buffer
      if hasValidity(description) {
        if node.nullCount > 0 { try check(buffer, bits: node.length) }
        buffer += 1
      }
      if let index = description.index {
        try check(buffer, bits: index.indexBits * node.length)
      } else {
        try check(description.type, buffer, node.length)
      }
    }
  }

  private func check(_ type: ArrowType, _ buffer: Int, _ length: Int) throws(ArrowError) {
    switch type {
    case .null, .fixedList, .structure, .runEnds: break
    case .bool: try check(buffer, bits: length)
    case .int(let bits, _), .float(let bits), .date(let bits), .time(_, let bits),
      .decimal(let bits, _, _):
      try check(buffer, bits: bits * length)
    case .timestamp, .duration: try check(buffer, bits: 64 * length)
    case .fixedBinary(let width): try check(buffer, bits: 8 * width * length)
    case .interval(let unit): try check(buffer, bits: unit.bits * length)
    case .text(.offsets), .binary(.offsets), .list(.offsets), .map:
      try check(buffer, bits: 32 * (length + 1))
    case .text(.largeOffsets), .binary(.largeOffsets), .list(.largeOffsets):
      try check(buffer, bits: 64 * (length + 1))
    case .text(.views), .binary(.views): try check(buffer, bits: 128 * length)
    case .list(.views):
      for part in 0...1 { try check(buffer + part, bits: 32 * length) }
    case .list(.largeViews):
      for part in 0...1 { try check(buffer + part, bits: 64 * length) }
    case .union(let isDense, _):
      try check(buffer, bits: 8 * length)
      if isDense { try check(buffer + 1, bits: 32 * length) }
    }
  }

  /// Neither the length of a batch nor a width has more than 31 bits.
  private func check(_ buffer: Int, bits: Int) throws(ArrowError) {
    let needed = (bits + 7) / 8
    let size = size(ofBuffer: buffer)
    guard size >= needed else { throw ArrowError(.buffer(.tooShort(needed: needed, has: size))) }
  }

  /// Whether an entry has a buffer that says which values are null.
  func hasValidity(_ entry: TableLayout.Entry) -> Bool {
    switch entry.code {
    case .null, .runEnds: false
    case .union: isV4
    default: true
    }
  }

  /// The bytes that a buffer has when it is decompressed.
  func size(ofBuffer buffer: Int) -> Int {
    switch body {
    case .stored: metadata.buffers[buffer].count
    case .resident(let blocks): blocks[buffer]?.view.count ?? 0
    }
  }
}

extension ArrowType.IntervalUnit {
  var bits: Int {
    switch self {
    case .months: 32
    case .daysAndTime: 64
    case .monthsDaysAndTime: 128
    }
  }
}

/// The bytes of a profile, and where its lines begin.
struct SourceText {
  let bytes: [UInt8]
  /// The offset of each line's first byte; that of the first line is behind a byte-order mark.
  private let lineStarts: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var lineStarts = [start]
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
      lineStarts.append(index + 1)
    }
    self.lineStarts = lineStarts
  }

  /// Where the text begins: behind a byte-order mark.
  var start: Int { lineStarts[0] }

  func position(of offset: Int) -> SourcePosition {
    let line = line(of: offset)
    let end = Swift.max(lineStarts[line], Swift.min(offset, bytes.count))
    // A byte that does not continue a character begins one.
    let characters = bytes[lineStarts[line]..<end].count { $0 & 0xC0 != 0x80 }
    return SourcePosition(line: line + 1, column: characters + 1)
  }

  /// The text of the line that holds `offset`, without its end.
  func lineText(of offset: Int) -> String {
    let line = line(of: offset)
    var end = line + 1 < lineStarts.count ? lineStarts[line + 1] - 1 : bytes.count
    if end > lineStarts[line], bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return String(
      decoding: bytes[lineStarts[line]..<Swift.max(end, lineStarts[line])], as: UTF8.self)
  }

  /// The index of the last line that begins at or before `offset`.
  private func line(of offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }
}

internal import BulkcheckCore

/// The bytes of a document, and where its lines begin.
package struct SourceText: Sendable {
  package let bytes: [UInt8]
  /// The offset of each line's first byte; that of the first line is behind a byte-order mark.
  private let lineStarts: [Int]
  /// The places of values that aliases of YAML copied: their own offsets follow the text.
  private var copies: [Int] = []

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var lineStarts = [start]
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
      lineStarts.append(index + 1)
    }
    self.lineStarts = lineStarts
  }

  /// The position at which the text begins: behind a byte-order mark.
  var start: Int { lineStarts[0] }

  /// The number of offsets, those of the end and of copies among them.
  package var offsetCount: Int { bytes.count + 1 + copies.count }

  package var hasCopies: Bool { !copies.isEmpty }

  /// Gives a copy of a value an offset of its own.
  mutating func addCopy(of offset: Int) -> Int {
    copies.append(place(of: offset))
    return offsetCount - 1
  }

  /// The place in the text that an offset means: of a copy, that of its original.
  package func place(of offset: Int) -> Int {
    let copy = offset - bytes.count - 1
    return copies.indices.contains(copy) ? copies[copy] : offset
  }

  /// The line of an offset, from 1.
  package func line(of offset: Int) -> Int { lineIndex(of: place(of: offset)) + 1 }

  /// Places in ascending order, each line walked once.
  struct Positions {
    private let source: SourceText
    private var line = 0
    private var offset: Int
    private var column = 1

    init(_ source: SourceText) {
      self.source = source
      offset = source.start
    }

    /// - Parameter target: not before the one asked for last.
    mutating func position(of target: Int) -> SourcePosition {
      let end = Swift.min(Swift.max(target, offset), source.bytes.count)
      let last = source.lineIndex(of: end)
      if last > line {
        line = last
        offset = source.lineStarts[last]
        column = 1
      }
      // A byte that does not continue a character begins one.
      column += source.bytes[offset..<end].count { $0 & 0xC0 != 0x80 }
      offset = end
      return SourcePosition(line: line + 1, column: column)
    }
  }

  /// The part of a line around a byte that a mistake shows: a line of a generated document can be
  /// very long.
  func excerpt(around offset: Int, column: Int) -> SourceExcerpt {
    let offset = Swift.min(offset, bytes.count)
    let lineStart = lineStarts[lineIndex(of: offset)]
    let before = column - 1 > 90 ? 60 : column - 1
    let start = index(before, charactersBefore: offset, notBelow: lineStart)
    var end = offset
    var characters = before
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n"), characters <= 120 {
      end += 1
      if end < bytes.count, bytes[end] & 0xC0 != 0x80 { characters += 1 }
    }
    // The end of a line may be CR and LF.
    if end > offset, end == bytes.count || bytes[end] == UInt8(ascii: "\n"),
      bytes[end - 1] == UInt8(ascii: "\r")
    {
      end -= 1
    }
    return SourceExcerpt(
      text: String(decoding: bytes[start..<end], as: UTF8.self), charactersBefore: before)
  }

  /// The position of the character that is so many characters before another one.
  private func index(_ count: Int, charactersBefore offset: Int, notBelow minimum: Int) -> Int {
    var index = Swift.max(offset, minimum)
    var left = count
    while left > 0, index > minimum {
      index -= 1
      if bytes[index] & 0xC0 != 0x80 { left -= 1 }
    }
    return index
  }

  /// The index of the last line that begins at or before `offset`.
  private func lineIndex(of offset: Int) -> Int {
    (1..<lineStarts.count).partitioningIndex { lineStarts[$0] > offset } - 1
  }
}

/// A line and a column in a document, both from 1; columns count code points.
package struct SourcePosition: Hashable, Sendable, Comparable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

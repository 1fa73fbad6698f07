internal import BulkcheckCore

/// The array that takes up most of the beginning of a JSON document: probably the records.
///
/// Arrays below other arrays do not count. The text need not be well-formed, or be all there.
struct LargestArray {
  /// The record pointer of its elements, such as `/data/*`.
  let pointer: RecordPointer
  /// Its first element is an object, it takes up more than half of what is there, and there is one
  /// document: nearly always its elements are what the document is about.
  let hasRecords: Bool

  /// Looks for it in the beginning of a document; nil if there is no array.
  init?(in content: ByteView) {
    var names: [String] = []
    /// The last text, which is a name if a colon follows.
    var name = ""
    var depth = 0
    var start = 0
    var largest: (start: Int, count: Int, names: [String])?
    var documents = 0
    func consider(_ end: Int) {
      guard end - start > largest?.count ?? 0 else { return }
      // The root has no name.
      largest = (start, end - start, names.dropFirst() + [name])
    }
    var position = 0
    while position < content.count {
      let byte = content[position]
      position += 1
      if byte == Ascii.quote {
        let end = LargestArray.stringEnd(content, from: position)
        if depth == 0 { name = content[position..<end].text }
        position = min(end + 1, content.count)
      } else if Ascii.opensContainer(byte) {
        if depth > 0 {
          depth += 1
        } else if byte == Ascii.openBracket {
          depth = 1
          start = position
        } else {
          if names.isEmpty { documents += 1 }
          names.append(name)
          if names.count > JSONScanner.depthMaximum { return nil }
        }
      } else if Ascii.closesContainer(byte) {
        if depth == 1 { consider(position) }
        if depth > 0 {
          depth -= 1
        } else if !names.isEmpty {
          names.removeLast()
        }
      }
    }
    if depth > 0 { consider(position) }
    guard let largest else { return nil }
    pointer = RecordPointer(elementsAt: largest.names)
    let first = content.firstInk(from: largest.start)
    hasRecords =
      documents == 1 && 2 * largest.count > content.count
      && first.map { content[$0] == Ascii.openBrace } ?? false
  }

  private static func stringEnd(_ content: ByteView, from start: Int) -> Int {
    var position = start
    while position < content.count, content[position] != Ascii.quote {
      position += content[position] == Ascii.backslash ? 2 : 1
    }
    return min(position, content.count)
  }
}

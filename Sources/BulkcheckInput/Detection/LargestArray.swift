internal import BulkcheckCore

/// The array that takes up most of the beginning of a JSON document: probably the records.
///
/// Arrays below other arrays do not count. The text need not be well-formed, or be all there.
enum LargestArray {
  /// The record pointer of its elements, such as `/data/*`; nil if there is no array.
  static func pointer(in content: ByteView) -> String? {
    var names: [String] = []
    /// The last text, which is a name if a colon follows.
    var name = ""
    var depth = 0
    var start = 0
    var largest: (count: Int, pointer: String)?
    func consider(_ end: Int) {
      guard end - start > largest?.count ?? 0 else { return }
      var pointer = ""
      // The root has no name.
      for name in names.dropFirst() + [name] { RecordPointer.append(name, to: &pointer) }
      largest = (end - start, pointer + "/*")
    }
    var position = 0
    while position < content.count {
      let byte = content[position]
      position += 1
      if byte == Ascii.quote {
        let end = stringEnd(content, from: position)
        if depth == 0 { name = content[position..<end].text }
        position = min(end + 1, content.count)
      } else if Ascii.opensContainer(byte) {
        if depth > 0 {
          depth += 1
        } else if byte == Ascii.openBracket {
          depth = 1
          start = position
        } else {
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
    return largest?.pointer
  }

  private static func stringEnd(_ content: ByteView, from start: Int) -> Int {
    var position = start
    while position < content.count, content[position] != Ascii.quote {
      position += content[position] == Ascii.backslash ? 2 : 1
    }
    return min(position, content.count)
  }
}

internal import BulkcheckCore
internal import BulkcheckDocument

/// The lines of the other tool's file as comments quote them, each read once.
///
/// A file may be one line, of which thousands of checks are parts.
struct LineTexts {
  private let source: SourceText
  /// The offset of each line's first byte.
  private let starts: [Int]
  private var texts: [Int: String] = [:]

  private static let quotedMaximum = 60

  init(_ source: SourceText) {
    self.source = source
    var starts = [0]
    for (index, byte) in source.bytes.enumerated()
    where byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
      starts.append(index + 1)
    }
    self.starts = starts
  }

  /// The number of the line of an offset, and what it says.
  mutating func text(at offset: Int) -> String {
    let place = min(source.place(of: offset), source.bytes.count)
    let line = (1..<starts.count).partitioningIndex { starts[$0] > place } - 1
    if let known = texts[line] { return known }
    let text = "line \(source.line(of: offset)): " + TerminalText.escaped(quoted(line))
    texts[line] = text
    return text
  }

  private func quoted(_ line: Int) -> String {
    let end = line + 1 < starts.count ? starts[line + 1] - 1 : source.bytes.count
    let bytes = source.bytes[starts[line]..<end]
    var text = ForeignSQL.trimmed(String(decoding: bytes, as: UTF8.self))
    if text.last == "," { text.removeLast() }
    if text.unicodeScalars.count > Self.quotedMaximum {
      text = String(text.prefix(Self.quotedMaximum)) + "…"
    }
    return text
  }
}

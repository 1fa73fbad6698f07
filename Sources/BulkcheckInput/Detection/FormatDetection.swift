package import BulkcheckCore

/// Decides whether an input is JSONL, a JSON document, CSV or TSV.
package enum FormatDetection {
  /// The format by the path's suffix, with or without `.gz` or `.zst`, in any case; otherwise by
  /// the content.
  ///
  /// `content` is the decompressed beginning of the input. It is JSON if its first byte that is not
  /// blank (space, tab, CR, LF; a byte-order mark skipped) is `{` or `[` or a record separator (RFC
  /// 7464), else CSV. JSON whose first value ends on its line, with another one on a line below, is
  /// JSONL. What else begins as a document is one.
  ///
  /// - Parameter places: where records of documents are. If they are given, JSON is a document,
  ///   unless the suffix says that it is lines. If a schema has some, a `.json` file is one, unless
  ///   its first line is a value and another follows.
  package static func format(
    path: String, content: ByteView, _ places: RecordPlaces = RecordPlaces()
  ) -> InputFormat {
    switch suffix(of: path) {
    case ".jsonl", ".ndjson": return .jsonl
    case ".csv": return .csv
    case ".tsv": return .tsv
    case ".arrow", ".arrows", ".feather", ".ipc": return .arrow
    case let suffix:
      return format(content: content, isJSON: suffix == ".json", places)
    }
  }

  /// The suffixes in words.
  static let suffixesText =
    ".jsonl, .ndjson, .json, .csv, .tsv, .arrow, .arrows, .feather or .ipc, "
    + "plain or with .gz or .zst"

  /// Whether the path ends as that of a format does, with or without that of a compression.
  package static func hasSuffix(_ path: String) -> Bool { suffix(of: path) != nil }

  private static func suffix(of path: String) -> String? {
    var name = path.lowercased()
    for ending in [".gz", ".zst"] where name.hasSuffix(ending) { name.removeLast(ending.count) }
    return [
      ".jsonl", ".ndjson", ".json", ".csv", ".tsv", ".arrow", ".arrows", ".feather", ".ipc",
    ].first(where: name.hasSuffix)
  }

  /// Whether an input is an Arrow table: by its first bytes, which no text has, or by its suffix.
  package static func isArrow(path: String, content: ByteView) -> Bool {
    content.starts(with: "ARROW1") || content.starts(with: "FEA1")
      || content.count >= 8 && content.littleEndian32(at: 0) == .max
      || [".arrow", ".arrows", ".feather", ".ipc"].contains(suffix(of: path))
  }

  private static func format(
    content: ByteView, isJSON: Bool, _ places: RecordPlaces
  ) -> InputFormat {
    let isDocument = places.areGiven
    guard let first = content.firstInk(from: content.indexAfterByteOrderMark) else {
      return isJSON || isDocument ? .json : .csv
    }
    switch content[first] {
    case DocumentCutter.separator: return .json
    case Ascii.openBracket where isJSON: return .json
    case Ascii.openBrace, Ascii.openBracket:
      if isDocument { return .json }
      if beginsLines(content, from: first) { return .jsonl }
      let isExpected = isJSON && !places.ofSchema.isEmpty
      return isExpected || beginsDocument(content) ? .json : .jsonl
    default: return isJSON ? (isDocument ? .json : .jsonl) : .csv
    }
  }

  /// Whether the first value of the content ends on its line, and another one follows below.
  private static func beginsLines(_ content: ByteView, from first: Int) -> Bool {
    let buffer = ChunkBuffer()
    buffer.append(content)
    var extent = JSONExtent()
    let end = buffer.withRoom { extent.end(in: $0, from: first) }
    guard let end, extent.lines == 0 else { return false }
    return hasValue(content, below: end)
  }

  /// Whether the content is the beginning of a document.
  private static func beginsDocument(_ content: ByteView) -> Bool {
    let buffer = ChunkBuffer()
    buffer.append(content)
    var cutter = DocumentCutter(.noRecords, recordBytesMaximum: content.count)
    cutter.read(buffer, at: 0, into: buffer.records)
    return cutter.fault == nil || cutter.fault?.0 == .trailing
  }

  /// Whether a value begins on a line below a position.
  private static func hasValue(_ content: ByteView, below position: Int) -> Bool {
    guard let lineEnd = content.firstIndex(of: Ascii.lineFeed, from: position),
      let next = content.firstInk(from: lineEnd)
    else { return false }
    return Ascii.opensContainer(content[next]) || ScalarText(first: content[next]) != nil
  }
}

extension ByteView {
  /// 3 if the bytes begin with the UTF-8 byte-order mark, otherwise 0.
  var indexAfterByteOrderMark: Int { hasByteOrderMark ? 3 : 0 }

  /// The first byte from a position on that is not blank.
  func firstInk(from start: Int) -> Int? {
    guard start < count else { return nil }
    return (start..<count).first { !Ascii.isBlank(self[$0]) }
  }
}

extension ByteView {
  /// The text up to the first line end, behind a byte-order mark.
  var firstLine: String {
    let start = indexAfterByteOrderMark
    let end = (start..<count).first { Ascii.isLineEnd(self[$0]) } ?? count
    return self[start..<end].text
  }
}

extension ByteView {
  fileprivate func starts(with literal: StaticString) -> Bool {
    let literal = ByteView(literal)
    return count >= literal.count && self[0..<literal.count].equals(literal)
  }
}

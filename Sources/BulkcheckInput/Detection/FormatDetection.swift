package import BulkcheckCore

/// Decides whether an input is JSONL, CSV or TSV.
package enum FormatDetection {
  /// The format by the path's suffix, with or without `.gz` or `.zst`, in any case; otherwise by
  /// the content.
  ///
  /// `content` is the decompressed beginning of the input: JSONL if its first byte that is not
  /// blank (space, tab, CR, LF; a byte-order mark skipped) is `{` or `[`, else CSV.
  package static func format(path: String, content: ByteView) -> InputFormat {
    format(suffixOf: path) ?? format(content: content)
  }

  private static func format(suffixOf path: String) -> InputFormat? {
    var name = path.lowercased()
    for ending in [".gz", ".zst"] where name.hasSuffix(ending) { name.removeLast(ending.count) }
    if [".jsonl", ".ndjson", ".json"].contains(where: name.hasSuffix) { return .jsonl }
    if name.hasSuffix(".csv") { return .csv }
    if name.hasSuffix(".tsv") { return .tsv }
    return nil
  }

  private static func format(content: ByteView) -> InputFormat {
    for index in content.indexAfterByteOrderMark..<content.count {
      switch content[index] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): return .jsonl
      default: return .csv
      }
    }
    return .csv
  }
}

extension ByteView {
  /// 3 if the bytes begin with the UTF-8 byte-order mark, otherwise 0.
  var indexAfterByteOrderMark: Int { hasByteOrderMark ? 3 : 0 }
}

extension ByteView {
  /// The text up to the first line end, behind a byte-order mark.
  var firstLine: String {
    let start = indexAfterByteOrderMark
    let end = (start..<count).first { Ascii.isLineEnd(self[$0]) } ?? count
    return self[start..<end].text
  }
}

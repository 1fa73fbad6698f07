package import BulkcheckCore

/// Recognises content that cannot be judged as it stands, and says what to do about it.
///
/// A hint never changes how an input is read: it is given besides what was found wrong.
package enum ContentHint {
  /// A sentence for an input that had trouble; nil if nothing is recognised.
  ///
  /// `content` is the decompressed beginning of the input, in UTF-8 if its encoding is known.
  package static func hint(
    content: ByteView, format: InputFormat, encoding: TextEncoding = .utf8
  ) -> String? {
    if let kind = binaryKind(content) { return kind }
    if EncodingDetection.isUTF32(content) {
      return "this looks like UTF-32: convert it with iconv -f UTF-32 -t UTF-8"
    }
    if let encoding = EncodingDetection.unmarkedUTF16(content) {
      return "this looks like UTF-16 without a byte-order mark: use --encoding "
        + encoding.rawValue
    }
    if isBinary(content) { return "this is binary data, not text: export it as CSV or JSONL" }
    if isMarkup(content) {
      let wanted = format.isJSON ? "one JSON object per line" : "rows of cells"
      return "this looks like XML or HTML, but must be " + wanted
    }
    if format == .json { return nil }
    return format == .jsonl
      ? documentHint(content) : csvHint(content) ?? encodingHint(content, encoding)
  }

  /// Whether the content begins as no text of records does, however well it can be read as such.
  package static func isForeign(_ content: ByteView) -> Bool {
    binaryKind(content) != nil || EncodingDetection.isUTF32(content)
      || EncodingDetection.unmarkedUTF16(content) != nil || isMarkup(content)
  }

  /// A sentence for a header that is hardly one; nil if nothing is recognised.
  package static func hint(header: [String]) -> String? {
    guard header.first?.hasPrefix("sep=") ?? false else { return nil }
    return "the first line (sep=) is meant for Excel and is not the header: remove it with "
      + "tail -n +2"
  }

  /// A sentence for an input whose rows another delimiter than the one given would fit.
  package static func hint(delimiter: UInt8) -> String {
    "the rows do not have as many cells as the header: try " + option(for: delimiter)
  }

  /// A sentence for a header that a given delimiter makes one column; nil if it has no other one.
  package static func hint(oneColumn name: String) -> String? {
    delimiter(in: name).map {
      "the header has only one column: if \(JSONText.quoted(String(Unicode.Scalar($0)))) separates "
        + "columns, use " + option(for: $0)
    }
  }

  /// A sentence for an input of one column whose header has a delimiter; nil if it has none.
  package static func hint(onlyColumn name: String) -> String? {
    guard let delimiter = delimiter(in: name) else { return nil }
    return "no delimiter gives the header and most rows the same number of cells, so each line is "
      + "one cell: to separate cells anyway, use " + option(for: delimiter)
  }

  private static func delimiter(in name: String) -> UInt8? {
    name.utf8.first { ",;\t|".utf8.contains($0) }
  }

  private static func option(for delimiter: UInt8) -> String {
    switch delimiter {
    case Ascii.comma: "--delimiter ,"
    case Ascii.tab: "--delimiter tab"
    default: "--delimiter '\(Character(Unicode.Scalar(delimiter)))'"
    }
  }

  /// A sentence for the header of a TSV file that is separated by something else than tabs; nil if
  /// nothing is recognised.
  package static func hint(header: [String], format: InputFormat) -> String? {
    guard format == .tsv, header.count == 1, header[0].contains(where: { ",;|".contains($0) })
    else {
      return nil
    }
    let scalars = header[0].unicodeScalars
    let name = scalars.count <= 60 ? header[0] : String(scalars.prefix(60)) + "…"
    return "the header is one column, \(JSONText.quoted(name)): try --input-format csv"
  }

  // MARK: Other formats

  private static let kinds: [(magic: [UInt8], hint: String)] = [
    (ZstdFrame.magic, "this is Zstandard data, compressed once more: decompress it once"),
    (Array("Obj\u{1}".utf8), "this is an Avro file: export it as JSONL"),
    ([0x1f, 0x8b], "this is gzip inside gzip: decompress it once"),
  ]

  private static func binaryKind(_ content: ByteView) -> String? {
    kinds.first { starts(content, with: $0.magic) }?.hint
  }

  private static func starts(_ content: ByteView, with magic: [UInt8]) -> Bool {
    content.count >= magic.count && magic.indices.allSatisfy { content[$0] == magic[$0] }
  }

  /// A hint about rows that do not have as many cells as their header.
  static func hint(_ table: DelimiterDetection.TableBelow) -> String {
    let csv = "\"input\": {\"csv\": {"
    let delimiter =
      table.delimiter == Ascii.tab ? "tab" : "\"\(Character(Unicode.Scalar(table.delimiter)))\""
    let shape =
      "most rows have \(table.cells) cells (delimiter \(delimiter)), but the first has "
      + "\(table.headerCells): "
    if table.row > 2 {
      return shape
        + "if row \(table.row) is the header, set \(csv)\"headerRows\": [\(table.row)]}} "
        + "in the profile"
    }
    return shape
      + (table.cells < table.headerCells
        ? "\(csv)\"ragged\": \"pad\"}} in the profile reads short rows"
        : "does the header lack a name, or is it row 2 (\(csv)\"headerRows\": [2]}} "
          + "in the profile)?")
  }

  /// Neither text nor one of the known kinds.
  private static func isBinary(_ content: ByteView) -> Bool {
    hasZeroByte(content) && UTF8Check.faultOffset(in: content) != nil
  }

  /// Whether there is a byte that no text has.
  package static func hasZeroByte(_ content: ByteView) -> Bool {
    content.firstIndex(of: 0, from: 0) != nil
  }

  /// A tag, but not the first name of a header such as `<TICKER>,<DATE>`.
  private static func isMarkup(_ content: ByteView) -> Bool {
    guard let first = content.firstInk(from: content.indexAfterByteOrderMark),
      content[first] == UInt8(ascii: "<")
    else { return false }
    guard let end = content.firstIndex(of: UInt8(ascii: ">"), from: first),
      end + 1 < content.count
    else { return true }
    return !",;\t|".utf8.contains(content[end + 1])
  }

  /// A hint about a header of another encoding; records are found when they are read.
  private static func encodingHint(_ content: ByteView, _ encoding: TextEncoding) -> String? {
    // A character that the content ends in is whole in the input.
    let lineEnd = content.firstIndex(of: UInt8(ascii: "\n"), from: 0) ?? content.count
    guard let offset = UTF8Check.faultOffset(in: content), offset < lineEnd else { return nil }
    return InputSummary.encodingHint(encoding)
  }

  // MARK: JSON that is not JSONL

  private static func documentHint(_ content: ByteView) -> String? {
    guard let first = content.firstInk(from: content.indexAfterByteOrderMark) else { return nil }
    let opening = content[first]
    if isProfile(content, from: first) {
      return profileHint
    }
    guard opening == UInt8(ascii: "{") || opening == UInt8(ascii: "[") else {
      return looksLikeRows(content, from: first)
        ? "this does not look like JSON: if it is CSV, use --input-format csv" : nil
    }
    if opening == UInt8(ascii: "["), let next = content.firstInk(from: first + 1),
      content[next] == UInt8(ascii: "{")
    {
      return "this is one JSON array, but is read as lines: use --input-format json"
    }
    // Of a line that is longer than what was looked at, the end is not known.
    guard let lineEnd = content.firstIndex(of: UInt8(ascii: "\n"), from: first) else { return nil }
    let last = lastInk(content, from: first, to: lineEnd)
    // A line that ends with an opening bracket or a comma goes on in the next one.
    guard [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ",")].contains(content[last]) else {
      return nil
    }
    return "this is JSON spread over several lines, but is read as one value per line: use "
      + "--input-format json"
  }

  static let profileHint = "this is a profile, not data: name the file to check"

  /// Whether a line begins like a name and has a delimiter.
  private static func looksLikeRows(_ content: ByteView, from first: Int) -> Bool {
    let lineEnd = content.firstIndex(of: UInt8(ascii: "\n"), from: first) ?? content.count
    let line = content[first..<lineEnd].text
    let isJSON = ["true", "false", "null", "-"].contains { line.hasPrefix($0) }
    return !isJSON && line.first?.isLetter == true && delimiter(in: line) != nil
  }

  private static let profileKey = OwnedBytes("\"bulkcheck\"")

  /// Whether the content has the key that every profile has.
  package static func hasProfileKey(_ content: ByteView) -> Bool {
    var position = 0
    while let key = content.firstRange(of: profileKey.view, from: position) {
      position = key.upperBound
      if let next = content.firstInk(from: position), content[next] == UInt8(ascii: ":") {
        return true
      }
    }
    return false
  }

  /// Whether the content is a profile of several lines.
  static func isProfile(_ content: ByteView) -> Bool {
    content.firstInk(from: content.indexAfterByteOrderMark)
      .map { isProfile(content, from: $0) } ?? false
  }

  /// Whether the content is a profile of several lines, or with comments. A profile on a single
  /// line could be a record.
  private static func isProfile(_ content: ByteView, from first: Int) -> Bool {
    let opening = content[first]
    guard opening == UInt8(ascii: "{") || opening == UInt8(ascii: "/") else { return false }
    let lineEnd = content.firstIndex(of: UInt8(ascii: "\n"), from: first) ?? content.count
    guard content[lastInk(content, from: first, to: lineEnd)] != UInt8(ascii: "}") else {
      return false
    }
    return hasProfileKey(content)
  }

  private static func csvHint(_ content: ByteView) -> String? {
    guard let first = content.firstInk(from: content.indexAfterByteOrderMark),
      content[first] == UInt8(ascii: "{")
    else { return nil }
    return "this looks like JSON, but is read as CSV: try --input-format jsonl"
  }

  private static func lastInk(_ content: ByteView, from start: Int, to end: Int) -> Int {
    (start..<end).last { !Ascii.isBlank(content[$0]) } ?? start
  }
}

import BulkcheckCore
import BulkcheckInput
import Testing

@Suite("Detection of format and delimiter")
struct DetectionTests {
  /// Calls `body` with a view of the bytes.
  private func withView<Result>(_ bytes: [UInt8], _ body: (ByteView) -> Result) -> Result {
    // One more byte: an empty array would have no address.
    (bytes + [0]).withUnsafeBufferPointer { buffer in
      body(ByteView(start: buffer.baseAddress!, count: bytes.count))
    }
  }

  @Test(
    "the suffix decides the format, with or without .gz, in any case",
    arguments: [
      ("a.jsonl", .jsonl), ("a.ndjson", .jsonl), ("a.json", .jsonl), ("a.csv", .csv),
      ("a.tsv", .tsv), ("a.jsonl.gz", .jsonl), ("A.TSV.GZ", .tsv), ("x/.Csv", .csv),
      ("a.csv.tsv", .tsv),
    ] as [(String, InputFormat)])
  func suffix(path: String, format: InputFormat) {
    // The content says the opposite.
    let content = format == .jsonl ? "a,b" : "{}"
    #expect(withView(text(content)) { FormatDetection.format(path: path, content: $0) } == format)
  }

  @Test(
    "without a known suffix the first byte that is not blank decides",
    arguments: [
      ("{}", .jsonl), ("[1]", .jsonl), (" \t\r\n{", .jsonl), ("\u{feff}{", .jsonl),
      ("\u{feff} \n[", .jsonl), ("", .csv), (" \n", .csv), ("id,name", .csv), ("\"{\"", .csv),
      ("1", .csv), ("\u{feff}", .csv), ("\u{a0}{", .csv), ("\u{0b}{", .csv),
    ] as [(String, InputFormat)])
  func content(content: String, format: InputFormat) {
    for path in ["-", "a", "a.gz", "a.csv.bak", "a.csv/b", "jsonl", ".gz"] {
      #expect(withView(text(content)) { FormatDetection.format(path: path, content: $0) } == format)
    }
  }

  @Test(
    "the most frequent delimiter outside quotes in the first line wins",
    arguments: [
      ("", ","), ("a", ","), ("a,b", ","), ("a;b", ";"), ("a\tb", "\t"), ("a|b", "|"),
      ("a;b,c", ","), ("a;b|c", ";"), ("a|b\tc", "\t"), ("a;b;c,d", ";"), ("a|b|c;d\n;;;;", "|"),
      ("\"a,b,c\";d", ";"), ("\"a\n,,\";b\n,,,", ";"), ("a;b\r,,,", ";"), ("a;b\r\n,,,", ";"),
      ("\"a\"\",,\"\"\";b", ";"), ("\u{feff}a;b", ";"), ("\u{feff}\"a,b,c\";d", ";"),
      ("\"a;b", ","), ("\n\r\na;b\n", ";"), (" \na;b", ","),
    ])
  func delimiter(content: String, expected: String) {
    let found = withView(text(content), DelimiterDetection.delimiter(firstLine:))
    #expect([found] == text(expected))
  }
}

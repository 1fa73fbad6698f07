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
      ("a.jsonl", .jsonl), ("a.ndjson", .jsonl), ("a.csv", .csv),
      ("a.tsv", .tsv), ("a.jsonl.gz", .jsonl), ("A.TSV.GZ", .tsv), ("x/.Csv", .csv),
      ("a.csv.tsv", .tsv),
    ] as [(String, InputFormat)])
  func suffix(path: String, format: InputFormat) {
    // The content says the opposite.
    let content = format == .jsonl ? "a,b" : "{}"
    #expect(withView(text(content)) { FormatDetection.format(path: path, content: $0) } == format)
  }

  @Test(
    "a file named .json is a document where its content begins one, and lines where it is lines",
    arguments: [
      ("[1]", .json), ("[1]\n[2]", .json), ("[tru", .json), ("{}", .json), ("", .json),
      ("{}\n{}", .jsonl), ("{\"a\": tru}", .jsonl), ("a,b", .jsonl), ("// c\n{}", .jsonl),
    ] as [(String, InputFormat)])
  func json(content: String, format: InputFormat) {
    for path in ["a.json", "a.json.gz", "A.JSON"] {
      #expect(withView(text(content)) { FormatDetection.format(path: path, content: $0) } == format)
    }
  }

  @Test(
    "without a known suffix the first byte that is not blank decides",
    arguments: [
      ("{}", .json), ("[1]", .json), (" \t\r\n{", .json), ("\u{feff}{", .json),
      ("\u{feff} \n[", .json), ("{}\n{}", .jsonl), ("[1]\n[2]", .jsonl), ("[1]\n\n 2", .jsonl),
      ("{}{}\n{}", .jsonl), ("{}{}", .json), ("{\n}{}", .json), ("[1,\n2]\n[3]", .json),
      ("{\"a\": tru}\n", .jsonl), ("{\"a\": tru}\n{}", .jsonl), ("[{,\n{}]", .jsonl),
      ("{\"a\": \"\n\"}", .jsonl), ("\u{1e}{}", .json), ("{\"a\": \"b", .json), ("", .csv),
      (" \n", .csv), ("id,name", .csv), ("\"{\"", .csv),
      ("1", .csv), ("\u{feff}", .csv), ("\u{a0}{", .csv), ("\u{0b}{", .csv),
    ] as [(String, InputFormat)])
  func content(content: String, format: InputFormat) {
    for path in ["-", "a", "a.gz", "a.csv.bak", "a.csv/b", "jsonl", ".gz"] {
      #expect(withView(text(content)) { FormatDetection.format(path: path, content: $0) } == format)
    }
  }

  @Test(
    "the delimiter gives the header and more than half of the first rows as many cells",
    arguments: [
      // The header alone never decides.
      ("id,name,size|w|h|d\n1,a,2\n2,b,3\n", ","), ("a|b|c,d\n1,2\n", ","),
      ("a;b;c,d\n1,2\n3,4\n", ","), ("a,b,c;d\n1;2\r3;4\r\n", ";"),
      // Most rows, then most cells.
      ("a,b|c|d\n1,2|3|4\n1,2|3|4\n1,2\n", ","), ("a,b|c|d\n1,2|3|4\n", "|"),
      ("a\tb,c\n1\t2,3\n", ","), ("a|b;c\n1|2;3\n", ";"),
      // More than half, the header among them.
      ("a,b\n1\n1,2\n", ","), ("a,b\n1\n", ""), ("a,b\n1\n1,2\n1,2,3\n", ""),
      ("a\n1,2\n3,4\n", ""), ("name\nSmith, John\nDoe\n", ""), ("a\n1\n", ""), ("", ""),
      // Quotes.
      ("\"a,b,c\";d\n1;2\n", ";"), ("\"a\n,,\";b\n\"1\n,\";2\n", ";"),
      ("a;b\n\"x\"\"y;z\";2\n", ";"),
      ("a;b\n5\" pipe;2\n6\" pipe;3\n", ";"), ("a;b\n\"x\"y;1\n2;3\n4;5\n", ";"),
      ("a;b\n\"x;1\n2;3\n4;5\n", ";"), ("\"a;b\n1;2\n", ""),
      // Blank lines and a byte-order mark.
      ("\u{feff}a;b\n1;2\n", ";"), ("\n\r\na;b\n\n\n\n1;2\n", ";"), ("\u{feff}\"a,b,c\";d\n", ";"),
    ])
  func delimiter(content: String, expected: String) {
    let found = withView(text(content)) { DelimiterDetection($0, isWhole: true).delimiter }
    #expect((found.map { [$0] } ?? []) == text(expected))
  }

  @Test(
    "names that the profile knows decide between equals, and where there is only a header",
    arguments: [
      ("a,b|c\n1,2|3\n", ["b|c"], ","), ("a,b|c\n1,2|3\n", ["a,b"], "|"),
      ("a,b|c|d\n", ["a"], ","), ("a,b|c|d\n", ["c"], "|"), ("a,b|c|d\n", ["x"], "|"),
      ("a,b|c|d\n1,2|3|4\n", ["a"], "|"),
    ])
  func knownNames(content: String, names: [String], expected: String) {
    let found = withView(text(content)) {
      DelimiterDetection($0, isWhole: true, names: ColumnNames(names.exactly)).delimiter
    }
    #expect((found.map { [$0] } ?? []) == text(expected))
  }

  @Test("a row that is cut off decides nothing, and neither does a quoted cell")
  func cutOff() {
    for end in ["1;2\n3", "1;2\n\"3\n4\n5\n6", "1;2\n3;4;5"] {
      let found = withView(text("a;b\n" + end)) {
        DelimiterDetection($0, isWhole: false).delimiter
      }
      #expect(found == UInt8(ascii: ";"))
    }
  }
}

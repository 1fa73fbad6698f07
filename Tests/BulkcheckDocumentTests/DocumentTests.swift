import BulkcheckDocument
import Testing

@Suite("A document")
struct DocumentTests {
  @Test(
    "is read as it is written",
    arguments: [
      ("[]", "[]"), ("{}", "{}"), ("null", "null"), (" true ", "true"), ("-0.50e+7", "-0.50e+7"),
      (#""a\u00e9\ud83d\ude00\n\/""#, "'aé😀\n/'"), ("[[],{},[[1]]]", "[[],{},[[1]]]"),
      (#"{"a":{"b":[1,{"c":2}]},"d":[]}"#, "{'a':{'b':[1,{'c':2}]},'d':[]}"),
      ("\u{FEFF}// one\n[1, /* two */ {\"a\": 2,},]// end", "[1,{'a':2}]"),
      (#"{"é":1,"e\u0301":2}"#, "{'é':1,'e\u{301}':2}"), (#"{"a":1,"a":[2]}"#, "{'a':1}"),
    ])
  func values(text: String, written: String) throws {
    #expect(try read(text).get().root.written == written)
  }

  @Test("knows where names are given twice, by code points")
  func repetitions() throws {
    let text = "{\"a\":1,\n \"\\u0061\":{\"b\":1,\"b\":2},\"é\":1,\"e\u{301}\":2}"
    let found = try read(text).get().repetitions
    #expect(found.map(\.name) == ["b", "a"])
    let source = SourceText(Array(text.utf8))
    #expect(found.map { source.line(of: $0.offset) } == [2, 2])
    #expect(found.map { source.line(of: $0.firstOffset) } == [2, 1])
  }

  /// `§` stands before the character where the mistake is reported.
  static let mistakes: [(String, String)] = [
    ("§", "the list ends here: expected a list"),
    ("  // only a comment\n§", "the list ends here"),
    ("[1] §x", "unexpected \"x\": expected the end of the list"),
    ("{\"a\": 1 §", "\",\" or \"}\" after the value"),
    ("{\"a\" §1}", "\":\" after the key"),
    ("{§a: 1}", "a key in double quotes"),
    ("{\"a\": 1,§, }", "a key in double quotes"),
    ("{§,}", "a key in double quotes"),
    ("[§,]", "expected a value"),
    ("[[1],§,]", "expected a value"),
    ("[1 §2]", "\",\" or \"]\""),
    ("[1§}", "\",\" or \"]\""),
    ("{\"a\": §}", "expected a value"),
    ("[§treu]", "did you mean \"true\"?"),
    ("[§undefined]", "\"undefined\" is not a JSON value: expected true, false, null"),
    ("[§'1']", "unexpected \"'\""),
    ("[§01]", "a leading zero"),
    ("[-§x]", "expected a digit"),
    ("[1.§]", "expected a digit"),
    ("[1e§x]", "expected a digit"),
    ("[§+1]", "unexpected \"+\""),
    ("[1, §\"name", "a string is not closed"),
    ("[\"a§\n\"]", "a string is not closed before the end of its line"),
    ("[\"a§\u{1}\"]", "a control character"),
    (#"["§\x"]"#, #"\x is not an escape of JSON: expected \\x for the text \x, or one of"#),
    ("[\"§\\\u{1}\"]", "an unknown escape"),
    ("[\"é§\\u12\"]", "four hexadecimal digits"),
    ("[\"§\\ud800\"]", "half a surrogate pair"),
    ("[\"§\\udc00\"]", "half a surrogate pair"),
    ("[\"§\\ud800\\u0041\"]", "half a surrogate pair"),
    ("[1\n  §/* open", "a comment is not closed"),
    ("[1 §/ 2]", "\"//\" or \"/*\""),
    ("[/* a /* b */ §*/ 1]", "expected a value"),
  ]

  @Test("with a mistake names its place", arguments: mistakes)
  func mistake(marked: String, sentence: String) throws {
    let before = marked.split(separator: "§", omittingEmptySubsequences: false)[0]
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    let found = try #require(read(marked.replacing("§", with: "")).mistake)
    #expect(found.line == lines.count)
    #expect(found.column == (lines.last?.unicodeScalars.count ?? 0) + 1)
    #expect(found.sentence.contains(sentence), "\(found.sentence)")
  }

  @Test(
    "must be UTF-8",
    arguments: [
      ([0x22, 0x80], 2), ([0x22, 0xC0, 0x80], 2), ([0x22, 0xED, 0xA0, 0x80], 3), ([0xF5], 1),
      ([0x22, 0xC3, 0xA9, 0xE2, 0x82], 4),
    ] as [([UInt8], Int)])
  func encoding(bytes: [UInt8], column: Int) {
    let found = read(bytes).mistake
    #expect(found?.message == "the list is not valid UTF-8 here")
    #expect(found?.column == column)
  }

  @Test("shows the part of a long line with the mistake")
  func excerpt() throws {
    let head = "[" + String(repeating: "é, ", count: 40)
    let text = "\n" + head.replacing("é", with: "1") + "x" + String(repeating: "1, ", count: 400)
    guard case .failure(let mistakes) = read(text) else {
      Issue.record("the document has no mistake")
      return
    }
    let lines = mistakes.text(of: mistakes.mistakes[0]).split(separator: "\n")
    #expect(lines[0].hasPrefix("d.json:2:122: error: "))
    #expect(lines[1].count == 122)
    #expect(lines[2].count == 63)
    #expect(Array(lines[1])[lines[2].count - 1] == "x")
  }
}

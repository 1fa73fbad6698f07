import BulkcheckProfile
import Testing

@Suite("A profile that is no JSON")
struct WrongDocumentTests {
  static let cases: [WrongProfile] = [
    .init("§", "the profile ends here: expected an object"),
    .init("  // only a comment\n§", "the profile ends here"),
    .init("§[1]", "a profile is a list: expected an object"),
    .init("§null", "a profile is null"),
    .init("{\"bulkcheck\": 1} §x", "unexpected \"x\": expected the end of the profile"),
    .init("{\"bulkcheck\": 1 §", "\",\" or \"}\" after the value"),
    .init("{\"bulkcheck\" §1}", "\":\" after the key"),
    .init("{§bulkcheck: 1}", "a key in double quotes"),
    .init("{\"bulkcheck\": 1,§, }", "a key in double quotes"),
    .init("{§,}", "a key in double quotes"),
    .init("{\"bulkcheck\": 1, \"rules\": [§,]}", "expected a value"),
    .init("{\"bulkcheck\": 1, \"rules\": [1 §2]}", "\",\" or \"]\""),
    .init("{\"bulkcheck\": §treu}", "did you mean \"true\"?"),
    .init("{\"bulkcheck\": §'1'}", "unexpected \"'\""),
    .init("{\"bulkcheck\": §01}", "a needless zero"),
    .init("{\"bulkcheck\": -§x}", "expected a digit"),
    .init("{\"bulkcheck\": 1e§x}", "expected a digit"),
    .init("{\"bulkcheck\": §+1}", "unexpected \"+\""),
    .init("{\"bulkcheck\": 1, §\"name", "a text is not closed"),
    .init("{\"bulkcheck\": 1, \"name\": \"a§\n\"}", "a text ends in its line"),
    .init("{\"bulkcheck\": 1, \"name\": \"a§\u{1}\"}", "a control character"),
    .init("{\"bulkcheck\": 1, \"name\": \"§\\x\"}", "an unknown escape"),
    .init("{\"bulkcheck\": 1, \"name\": \"é§\\u12\"}", "four hexadecimal digits"),
    .init("{\"bulkcheck\": 1, \"name\": \"§\\ud800\"}", "half a surrogate pair"),
    .init("{\"bulkcheck\": 1, \"name\": \"§\\udc00\"}", "half a surrogate pair"),
    .init("{\"bulkcheck\": 1, \"name\": \"§\\ud800\\u0041\"}", "half a surrogate pair"),
    .init("{\"bulkcheck\": 1\n  §/* open", "a comment is not closed"),
    .init("{\"bulkcheck\": 1 §/ 2}", "\"//\" or \"/*\""),
    .init("{/* a /* b */ §*/ \"bulkcheck\": 1}", "a key in double quotes"),
    .init(
      "{\"bulkcheck\": 1,\n \"name\": \"a\",\n §\"name\": \"b\"}", "given twice (first in line 2)"),
    .init("{\"bulkcheck\": 1, §\"\\u0062ulkcheck\": 1}", "the key \"bulkcheck\" is given twice"),
  ]

  @Test("names the place and what was expected", arguments: cases)
  func mistake(wrong: WrongProfile) throws {
    let found = mistakes(wrong.text)
    let first = try #require(found.first)
    #expect(first.position == wrong.position)
    #expect(first.sentence.contains(wrong.sentence), "\(first.sentence)")
  }

  @Test("may be nested 128 deep and no deeper")
  func nesting() {
    func nested(_ depth: Int) -> String {
      "{\"bulkcheck\":1,\"$schema\":" + String(repeating: "[", count: depth - 1)
        + String(repeating: "]", count: depth - 1) + "}"
    }
    #expect(mistakes(nested(128)).isEmpty)
    #expect(mistakes(nested(129)).first?.message == "brackets are nested deeper than 128")
  }

  @Test(
    "must be UTF-8",
    arguments: [
      ([0x22, 0x80], 2), ([0x22, 0xC0, 0x80], 2), ([0x22, 0xED, 0xA0, 0x80], 3),
      ([0xF5], 1), ([0x22, 0xC3, 0xA9, 0xE2, 0x82], 4),
    ] as [([UInt8], Int)])
  func encoding(bytes: [UInt8], column: Int) {
    #expect {
      _ = try Profile.read(bytes, fileName: "p.json")
    } throws: { error in
      let first = (error as? ProfileMistakes)?.mistakes.first
      return first?.message == "the profile is not UTF-8 here" && first?.column == column
    }
  }

  @Test("comments, trailing commas and a byte-order mark are no mistakes")
  func liberties() {
    let text =
      "\u{FEFF}// one\n{\"bulkcheck\": 1, /* two */ \"rules\": [], \"fields\": {\"a\": {},},\n}// end"
    #expect(mistakes(text).isEmpty)
  }
}

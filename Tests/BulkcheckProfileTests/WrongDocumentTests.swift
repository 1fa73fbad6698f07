import BulkcheckDocument
import BulkcheckProfile
import Testing

@Suite("A profile that is not JSON")
struct WrongDocumentTests {
  static let cases: [WrongProfile] = [
    .init("§", "the profile ends here: expected an object with the profile's keys"),
    .init("§[1]", "a profile is a list: expected an object"),
    .init("§null", "a profile is null"),
    .init("{\"bulkcheck\": 1} §x", "unexpected \"x\": expected the end of the profile"),
    .init("{\"bulkcheck\": §treu}", "did you mean \"true\"?"),
    .init(
      "{\"bulkcheck\": 1,\n \"name\": \"a\",\n §\"name\": \"b\"}", "given twice (first on line 2)"),
    .init("{\"bulkcheck\": 1, §\"\\u0062ulkcheck\": 1}", "the key \"bulkcheck\" is given twice"),
  ]

  @Test("names the place and what was expected", arguments: cases)
  func mistake(wrong: WrongProfile) throws {
    let found = mistakes(wrong.text)
    let first = try #require(found.first)
    #expect(first.position == wrong.position)
    #expect(first.sentence.contains(wrong.sentence), "\(first.sentence)")
  }

  @Test("whose version is misspelt is told so once")
  func version() {
    let found = mistakes(#"{"bulkchek": 1}"#)
    #expect(
      found.map(\.sentence) == [
        #"unknown key "bulkchek" in a profile: did you mean "bulkcheck"?"#
      ])
    #expect(mistakes(#"{"name": "a"}"#).map(\.message) == ["the format version is missing"])
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

  @Test("must be UTF-8")
  func encoding() {
    #expect {
      _ = try ParsedProfile.read([0x22, 0xC3, 0xA9, 0xE2, 0x82], fileName: "p.json")
    } throws: { error in
      let first = (error as? ProfileMistakes)?.mistakes.first
      return first?.message == "the profile is not valid UTF-8 here" && first?.column == 4
    }
  }

  @Test("comments, trailing commas and a byte-order mark are not mistakes")
  func liberties() {
    let text =
      "\u{FEFF}// one\n{\"bulkcheck\": 1, /* two */ \"rules\": [], \"fields\": {\"a\": {},},\n}// end"
    #expect(mistakes(text).isEmpty)
  }
}

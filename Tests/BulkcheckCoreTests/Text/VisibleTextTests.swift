import BulkcheckCore
import Testing

@Suite("Visible text")
struct VisibleTextTests {
  @Test(
    "what nobody sees is shown by its code",
    arguments: [
      ("US\u{200B}", #"US\u{200B}"#), ("New\u{A0}York", #"New\u{00A0}York"#),
      ("co\u{AD}op", #"co\u{00AD}op"#), ("1\u{202F}000", #"1\u{202F}000"#),
      ("\u{FEFF}id", #"\u{FEFF}id"#), ("a\u{200C}b", #"a\u{200C}b"#),
      ("a\u{200D}", #"a\u{200D}"#), ("\u{200E}a\u{200F}", #"\u{200E}a\u{200F}"#),
      ("a\u{2060}b", #"a\u{2060}b"#), ("a\u{2009}b", #"a\u{2009}b"#),
      ("x\u{202E}y", #"x\u{202E}y"#), ("a\u{3000}b", #"a\u{3000}b"#),
      ("سلام\u{200C}", #"سلام\u{200C}"#),
      ("a\u{E0041}", #"a\u{E0041}"#),
    ])
  func invisible(text: String, shown: String) {
    #expect(VisibleText.shown(text) == shown)
  }

  @Test(
    "a letter of another script in a word is shown by its code",
    arguments: [
      ("p\u{430}ypal", #"p\u{0430}ypal"#), ("DЕ", #"D\u{0415}"#), ("Еu", #"\u{0415}u"#),
      ("Мoсква", #"М\u{006F}сква"#), ("gοοgle", #"g\u{03BF}\u{03BF}gle"#),
      ("p\u{200B}\u{430}y", #"p\u{200B}\u{0430}y"#), ("a\u{430}1", #"a\u{0430}1"#),
    ])
  func strayLetters(text: String, shown: String) {
    #expect(VisibleText.shown(text) == shown)
  }

  @Test(
    "what a script needs stays as it is",
    arguments: [
      "plain", "naïve é e\u{301}", "می\u{200C}خواهم", "क्\u{200D}ष", "ന്\u{200D}",
      "👨\u{200D}👩\u{200D}👧",
      "❤️\u{200D}🔥", "🧑🏽\u{200D}💻", "東京\u{3000}大阪", "IT-специалист", "Москва, Moscow", "Δt", "5 μm",
      "kΩ",
      "Tシャツ", "α-helix", "µm", "Ελλάδα",
    ])
  func legitimate(text: String) {
    #expect(VisibleText.shown(text) == text)
  }

  @Test("a message names a byte-order mark")
  func byteOrderMark() {
    let parts = VisibleText.message(["\"\u{FEFF}id\" is wrong"])
    #expect(
      parts == [
        #""\u{FEFF}id" is wrong (\u{FEFF} is a byte-order mark: were files put together?)"#
      ])
    #expect(VisibleText.message(["a", "é"]) == ["a", "é"])
  }
}

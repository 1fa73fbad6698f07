import BulkcheckDocument
import Testing

@testable import BulkcheckProfile

@Suite("The nearest word")
struct NearestWordTests {
  @Test(
    "is one that a slip of the finger turns into the given one",
    arguments: [
      ("requird", "required"), ("patern", "pattern"), ("lenght", "length"), ("tpye", "type"),
      ("MAXLENGTH", "maxLength"), ("max_items", "maxItems"), ("xyz", nil), ("", nil), ("a", nil),
    ] as [(String, String?)])
  func nearest(word: String, expected: String?) {
    #expect(NearestWord.of(word, among: Keyword.names) == expected)
  }
}

import BulkcheckDocument
import Testing

@testable import BulkcheckProfile

@Suite("Exact numbers")
struct ExactNumberTests {
  @Test(
    "are ordered by value, however they are written",
    arguments: [
      ("0", "-0", 0), ("1", "1.0", 0), ("1e2", "100", 0), ("100E-2", "1", 0), ("0.1", "0.10", 0),
      ("-1", "1", -1), ("-2", "-1", -1), ("0", "1e-400", -1), ("-1e-400", "0", -1),
      ("9", "10", -1), ("0.09", "0.1", -1), ("1e99999999999999999999", "1", 1),
      ("123456789012345678901234567890.1", "123456789012345678901234567890", 1),
      ("-1e400", "1e-400", -1), ("007", "7", 0),
    ])
  func order(left: String, right: String, order: Int) {
    #expect((ExactNumber(left) < ExactNumber(right)) == (order < 0))
    #expect((ExactNumber(right) < ExactNumber(left)) == (order > 0))
    #expect((ExactNumber(left) == ExactNumber(right)) == (order == 0))
  }

  @Test(
    "know whether they are integers",
    arguments: [
      ("12", 12), ("-12.0", -12), ("1e3", 1000), ("0", 0), ("1.5", nil), ("1e-1", nil),
      ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
      ("9223372036854775808", nil), ("1e999999999999999999999", nil),
    ] as [(String, Int?)])
  func integers(text: String, value: Int?) {
    #expect(ExactNumber(text).integer == value)
  }

  @Test(
    "find the next integer",
    arguments: [
      ("1.2", false, "2"), ("1", false, "1"), ("1", true, "2"), ("99", true, "100"),
      ("-1", true, "0"), ("-1.5", true, "-1"), ("-0.5", false, "0"), ("-10", true, "-9"),
      ("0.001", false, "1"), ("0", true, "1"), ("9.9", true, "10"), ("-20.5", false, "-20"),
    ])
  func next(text: String, exclusive: Bool, next: String) {
    #expect(ExactNumber(text).nextInteger(exclusive: exclusive) == ExactNumber(next))
  }

  @Test(
    "are written without an exponent",
    arguments: [("1e-3", "0.001"), ("12.50", "12.5"), ("1e2", "100"), ("0", "0"), ("-0.5", "-0.5")])
  func plain(text: String, plain: String) {
    #expect(ExactNumber(text).plainText == plain)
  }
}

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

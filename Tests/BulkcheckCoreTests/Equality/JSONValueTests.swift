import BulkcheckCore
import Testing

@Suite("Equality of JSON values")
struct JSONValueTests {
  static let equalPairs = [
    ("1", "1.0"), ("1", "1e0"), ("100", "1e2"), ("0", "-0"), ("007", "7"), ("\"a\"", "\"\\u0061\""),
    ("[1,2]", " [ 1.0 , 2 ] "), ("{\"a\":1,\"b\":2}", "{ \"b\" : 2.0 , \"a\" : 1 }"),
    ("{\"a\":1,\"a\":2}", "{\"a\":2}"),
    ("{\"a\":2,\"\\u0061\":1}", "{\"a\":1}"), ("null", "null"), ("[]", "[ ]"), ("{}", "{ }"),
    ("12345678901234567890.0", "12345678901234567890"), ("\"\\ud83d\\ude00\"", "\"😀\""),
    ("[{\"x\":[null,true]}]", "[{\"x\":[null, true]}]"), ("1e400", "10e399"), ("\"\\/\"", "\"/\""),
    ("{\"a\":{\"b\":1,\"c\":[2]},\"d\":3}", "{\"d\":3,\"a\":{\"c\":[2],\"b\":1}}"),
    ("1e999", "1000e996"),
  ]

  static let differentPairs = [
    ("1", "\"1\""), ("1", "true"), ("0", "false"), ("null", "0"), ("null", "false"),
    ("\"\"", "null"), ("[1,2]", "[2,1]"),
    ("[1]", "[1,1]"), ("[]", "{}"), ("{\"a\":1}", "{\"a\":1,\"b\":1}"), ("{\"a\":1}", "{\"b\":1}"),
    ("[[1],2]", "[[1,2]]"),
    ("\"é\"", "\"e\\u0301\""), ("1", "-1"), ("9007199254740993", "9007199254740992"), ("1", "[1]"),
    ("\"a\"", "\"b\""),
    ("{\"a\":{}}", "{\"a\":[]}"), ("12345678901234567890", "12345678901234567891"),
    ("[null]", "[]"), ("true", "false"),
    ("1e400", "1e401"), ("[\"a\",\"b\"]", "[\"a,b\"]"),
  ]

  @Test("equal values are equal and have equal fingerprints", arguments: equalPairs)
  func equal(_ a: String, _ b: String) {
    var arena = ByteArena()
    withViews(a, b) { viewA, viewB in
      #expect(JSONValue.equal(viewA, viewB, &arena))
      #expect(JSONValue.equal(viewB, viewA, &arena))
      #expect(JSONValue.fingerprint(viewA, &arena) == JSONValue.fingerprint(viewB, &arena))
    }
  }

  @Test("different values differ in both", arguments: differentPairs)
  func different(_ a: String, _ b: String) {
    var arena = ByteArena()
    withViews(a, b) { viewA, viewB in
      #expect(!JSONValue.equal(viewA, viewB, &arena))
      #expect(!JSONValue.equal(viewB, viewA, &arena))
      #expect(JSONValue.fingerprint(viewA, &arena) != JSONValue.fingerprint(viewB, &arena))
    }
  }

  @Test("fingerprints of decoded values are those of the raw text")
  func decoded() throws {
    var arena = ByteArena()
    withViews("\"a\\nb\"", "a\nb") { raw, text in
      #expect(JSONValue.fingerprint(raw, &arena) == Fingerprint(text: text))
    }
    let number = try #require(OwnedDecimal("2.50"))
    withView("25e-1") {
      #expect(JSONValue.fingerprint($0, &arena) == Fingerprint(number: number.value))
    }
    withView("true") { #expect(JSONValue.fingerprint($0, &arena) == Fingerprint(boolean: true)) }
    let one = Fingerprint(boolean: true)
    let two = Fingerprint.null
    #expect(combined(one, two) != combined(two, one))
    #expect(combined(one) != one)
    #expect(combined(combined(one), two) != combined(one, two))
  }

  private func combined(_ parts: Fingerprint...) -> Fingerprint {
    var builder = FingerprintBuilder(.parts)
    for part in parts { builder.append(part) }
    return builder.finish()
  }

  @Test(
    "unique items",
    arguments: [
      ("[]", true), ("[1]", true), ("[1,2]", true), ("[1,1.0]", false),
      ("[1,\"1\",true,[1],{\"1\":1},null]", true),
      ("[{\"a\":1,\"b\":2},{\"b\":2,\"a\":1}]", false), (" [ [ ] , [ ] ] ", false),
      ("[\"a\",\"\\u0061\"]", false),
      ("[null,null]", false), ("[[1],[[1]],[[[1]]]]", true),
    ])
  func uniqueItems(_ array: String, _ expected: Bool) {
    var arena = ByteArena()
    var table = ItemTable()
    withView(array) { #expect(JSONValue.uniqueItems($0, &arena, &table) == expected) }
  }

  @Test(
    "many items take no quadratic time, and a repeat is found wherever it is",
    arguments: [15, 16, 17, 31, 33, 20_000])
  func manyItems(_ count: Int) {
    var arena = ByteArena()
    var table = ItemTable()
    let items = (0..<count).map(String.init)
    withView("[" + items.joined(separator: ",") + "]") { view in
      #expect(JSONValue.uniqueItems(view, &arena, &table))
    }
    withView("[" + (items + ["7.0"]).joined(separator: ", ") + "]") { view in
      #expect(!JSONValue.uniqueItems(view, &arena, &table))
    }
  }

  @Test("512 levels of nesting are accepted")
  func nesting() {
    var arena = ByteArena()
    let deep = String(repeating: "[{\"a\":", count: 256) + "1" + String(repeating: "}]", count: 256)
    let other = deep.replacing("1", with: "1.0")
    withViews(deep, other) { viewA, viewB in
      #expect(JSONValue.equal(viewA, viewB, &arena))
      #expect(JSONValue.fingerprint(viewA, &arena) == JSONValue.fingerprint(viewB, &arena))
    }
  }
}

import Testing

@testable import BulkcheckSchema

/// RFC 3986, 5.4: the examples of resolution.
struct URITests {
  @Test(
    "a reference is resolved as the RFC has it",
    arguments: [
      ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
      ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"),
      ("g?y", "http://a/b/c/g?y"), (";x", "http://a/b/c/;x"), ("", "http://a/b/c/d;p?q"),
      (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
      ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
      ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("/./g", "http://a/g"),
      ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
      ("g..", "http://a/b/c/g.."), ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"),
      ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
      ("urn:uuid:deadbeef", "urn:uuid:deadbeef"),
    ])
  func resolution(_ reference: String, _ target: String) {
    #expect(URIText.resolve(reference, from: "http://a/b/c/d;p?q") == target)
  }

  @Test("files are shown from the folder of the schema") func shown() {
    #expect(URIText.shown("file:///a/b/c.json", from: "file:///a/s.json") == "b/c.json")
    #expect(URIText.shown("file:///x/c.json", from: "file:///a/s.json") == "../x/c.json")
    #expect(URIText.shown("http://e.com/c.json", from: "file:///a/s.json") == "http://e.com/c.json")
  }
}

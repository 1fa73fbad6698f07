import BulkcheckDocument
import TestSupport
import Testing

/// Documents that nobody writes: each is read or refused in time and memory that grow with its
/// bytes.
@Suite("A hostile document", .usesLess(than: .seconds(60)))
struct HostileDocumentTests {
  private func nested(_ depth: Int, _ open: String, _ close: String) -> String {
    String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
  }

  @Test(
    "may be nested as deep as its kind allows and no deeper",
    arguments: [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]")])
  func nesting(open: String, close: String) throws {
    let step = open.utf8.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }
    #expect(throws: Never.self) { try read(nested(128 / step, open, close)).get() }
    let deeper = read("[" + nested(128 / step, open, close) + "]").mistake
    #expect(deeper?.message == "brackets are nested deeper than 128")
  }

  @Test("of 50,000 levels is refused, closed or not", arguments: ["[", "{\"a\":", "[{\"a\":"])
  func deep(open: String) {
    for close in ["", "]"] {
      #expect(
        read(nested(50_000, open, close)).mistake?.message == "brackets are nested deeper than 128")
    }
  }

  @Test("is read without recursion: the limit may be high")
  func high() throws {
    let kind = Document.Kind("list", content: "a list", nestingMaximum: 2000)
    #expect(throws: Never.self) {
      try read(Array(nested(2000, "[", "]").utf8), kind: kind).get()
    }
  }

  @Test("may have 100,000 names, and as many given twice")
  func names() throws {
    let names = (0..<100_000).map { "\"name\($0)\":\($0)" }.joined(separator: ",")
    let document = try read("{\(names),\(names)}").get()
    #expect(document.root.members?.count == 100_000)
    #expect(document.repetitions.count == 100_000)
    #expect(document.root["name77777"]?.digits == "77777")
  }

  @Test("may hold a text, a number, a name or a comment of a megabyte")
  func long() throws {
    let long = String(repeating: "7", count: 1 << 20)
    let document = try read("[\"\(long)\", \(long), {\"\(long)\": 1}, /*\(long)*/ 1]").get()
    #expect(document.root.elements?[0].text == long)
    #expect(document.root.elements?[0].summary == "a string")
    #expect(document.root.elements?[1].digits == long)
    let mistake = try #require(read("[x\(long)]").mistake)
    #expect(mistake.sentence.utf8.count < 300)
    #expect(mistake.excerpt.text.utf8.count < 300)
  }

  @Test("of 20,000 mistakes in one line shows each with its part of it")
  func mistakes() {
    let text = "[" + String(repeating: "1,", count: 20_000) + "]"
    let source = SourceText(Array(text.utf8))
    let complaints = (0..<20_000).map { (2 * $0 + 1, Complaint("mistake")) }
    let found = DocumentMistakes(
      fileName: "d.json", source: source, complaints: complaints.reversed())
    #expect(found.mistakes.map(\.column) == complaints.map { $0.0 + 1 })
    #expect(found.description.utf8.count < 5_000_000)
  }
}

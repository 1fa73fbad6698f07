import BulkcheckDocument
import BulkcheckProfile
import Testing
import Twins

@Suite("Damaged profiles")
struct MutationTests {
  @Test("are read or refused with mistakes inside the text, never worse", arguments: 0..<8)
  func mutations(seed: Int) {
    let original = Array(exampleProfile.utf8)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        mutate(&bytes, using: &generator)
      }
      do {
        _ = try ParsedProfile.read(bytes, fileName: "p.json")
      } catch {
        #expect(!error.mistakes.isEmpty)
        #expect(error.mistakes == error.mistakes.sorted { $0.position < $1.position })
        #expect(!error.description.isEmpty)
      }
    }
  }

  /// Deletes, repeats, replaces or moves some bytes, or cuts the end.
  private func mutate(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
    guard bytes.count > 40 else { return }
    let start = Int.random(in: 0..<bytes.count - 20, using: &generator)
    let end = start + Int.random(in: 1...20, using: &generator)
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: bytes.removeSubrange(start..<end)
    case 1: bytes.insert(contentsOf: bytes[start..<end], at: end)
    case 2: bytes[start] = UInt8.random(in: 0...255, using: &generator)
    case 3: bytes[start] = Array("{}[]\",:/*\\0-.e".utf8).randomElement(using: &generator) ?? 0
    case 4:
      bytes.insert(
        contentsOf: bytes[start..<end], at: Int.random(in: 0..<bytes.count, using: &generator))
    default: bytes.removeSubrange(bytes.count - (end - start)..<bytes.count)
    }
  }

  @Test(
    "may be nested as deep as the reader allows",
    arguments: [
      (#"{"not":"#, "}", 60), (#"{"items":"#, "}", 120), (#"{"any":["#, "]}", 60),
      (#"{"fields":{"a":"#, "}}", 60),
    ])
  func deep(open: String, close: String, depth: Int) throws {
    let block =
      String(repeating: open, count: depth) + #"{"notEmpty":true}"#
      + String(repeating: close, count: depth)
    let set = try read(fields("{\"a\":" + block + "}")).ruleSet
    #expect(!RuleListing.text(set).isEmpty)
  }

  @Test("list all their mistakes in the order of the text")
  func all() throws {
    let text = """
      {
        "bulkcheck": 1,
        "fields": {
          "a": { "requird": true, "pattern": "(", "minLength": 3, "maxLength": 2 },
          "b": { "type": "strng" }
        },
        "rules": [
          { "id": "x", "compare": ["a", "=<", "b"], "severity": "fatal" }
        ],
        "nmae": "users"
      }
      """
    let found = mistakes(text)
    #expect(
      found.map { "\($0.line):\($0.column)" } == [
        "4:12", "4:40", "4:61", "5:20", "8:35", "8:59", "10:3",
      ])
  }

  @Test("are shown with the line and a caret")
  func rendering() {
    do {
      _ = try read("{\n\t\"bulkcheck\": 2 }\r\n")
      Issue.record("no mistake was found")
    } catch {
      #expect(
        error.description == """
          p.json:2:15: error: the format version `bulkcheck` is 2: expected 1
            \t"bulkcheck": 2 }
            \t             ^
          p.json: 1 error
          """)
    }
  }

  @Test("are shown in a line that GitHub does not take for a command")
  func command() {
    do {
      _ = try read("{\n\t::error::obeyed }")
      Issue.record("no mistake was found")
    } catch {
      let lines = error.description.split(separator: "\n")
      #expect(lines.contains("  \t\\u003a:error::obeyed }"), "\(error)")
      #expect(lines.contains("  \t^"))
    }
  }
}

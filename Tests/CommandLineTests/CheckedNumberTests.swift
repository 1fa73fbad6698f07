import Foundation
import Testing

/// Formats with check digits, from the draft to the report.
@Suite("Numbers with check digits", .waitsForCommands)
struct CheckedNumberTests {
  /// Makes numbers with right check digits.
  private static let numbers = #"""
    import json
    def luhn(d):
      s = sum(c // 10 + c % 10 for c in (int(x) * (2 - i % 2) for i, x in enumerate(reversed(d))))
      return d + str(-s % 10)
    def ean(d):
      return d + str(-sum(int(x) * (3 - 2 * (i % 2)) for i, x in enumerate(reversed(d))) % 10)
    def mod97(head, tail):
      n = int("".join(str(int(c, 36)) for c in tail + head + "00"))
      return head + "%02d" % (98 - n % 97) + tail
    for i in range(N):
      n = i if N > 12 else i % 3
      print(json.dumps({
        "iban": mod97("DE", "%018d" % (n * 7919 + 10 ** 9)),
        "lei": mod97("%018X" % (n * 104729 + 10 ** 15), ""),
        "isbn": ean("978%09d" % (n * 7919)), "ean": ean("40%09d2" % (n * 7919)),
        "luhn": luhn("4%014d" % (n * 104729)), "word": "%015d" % (n * 104729 + 10 ** 12)}))
    """#

  private func draft(records: Int) throws -> [String] {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = Self.numbers.replacing("range(N)", with: "range(\(records))")
      .replacing("N > 12", with: "\(records) > 12")
    try Data(script.utf8).write(to: folder.appending(path: "numbers.py"))
    let result = try Tool.run(
      "python3 numbers.py > d.jsonl && bulkcheck infer d.jsonl | grep '\"format\"' | sed 's/ *//'",
      in: folder)
    #expect(result.diagnostics == "")
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test("are found where many different ones are right")
  func inferred() throws {
    let formats = try draft(records: 60).map { $0.prefix { $0 != "," } }
    #expect(
      formats == ["iban", "lei", "isbn", "ean", "luhn"].map { "\"format\": \"\($0)\"" },
      "\(formats)")
  }

  @Test("are not guessed from three, however often they come")
  func few() throws {
    // Any 20 letters and digits are base64.
    #expect(try draft(records: 12).filter { !$0.contains("base64") } == [])
  }

  @Test("fail by one digit, and explain proposes a form that is right")
  func explained() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = #"""
      cat > p.json <<'END'
      {"bulkcheck": 1, "fields": {
        "i": {"format": "iban"}, "b": {"format": "isbn"}, "c": {"format": "luhn"}}}
      END
      cat > d.jsonl <<'END'
      {"i": "GB29NWBK60161331926819", "b": "0-306-40615-2", "c": "4111111111111111"}
      {"i": "GB29 NWBK 6016 1331 9268 19", "b": "ISBN 0-306-40615-2", "c": "4111 1111 1111 1111"}
      {"i": "GB29NWBK60161331926818", "b": "0-306-40615-1", "c": "4111111111111112"}
      END
      bulkcheck -p p.json d.jsonl --report json | python3 -c '
      import json, sys
      for rule in json.load(sys.stdin)["rules"]:
        if rule["constraint"] == "format":
              print(rule["id"], rule["failed"], rule["samples"][1]["message"])'
      bulkcheck explain -p p.json d.jsonl --line 2 | grep nearest | sed 's/ */ /'
      """#
    let result = try Tool.run(script, in: folder)
    #expect(result.diagnostics == "")
    #expect(
      result.output == #"""
        i.format 2 "GB29NWBK60161331926818" is not in the format iban
        b.format 2 "0-306-40615-1" is not in the format isbn
        c.format 2 "4111111111111112" is not in the format luhn
         nearest   would pass without blanks: "GB29NWBK60161331926819"
         nearest   would pass without what is in front: "0-306-40615-2"
         nearest   would pass with normalize digits: "4111111111111111"

        """#)
  }

  @Test("are no formats of JSON Schema")
  func schema() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(
      """
      echo '{"properties": {"a": {"format": "iban"}, "b": {"format": "luhn"}}}' > s.json
      echo '{"a": "x", "b": "y"}' > d.jsonl
      bulkcheck --schema s.json --assert-format d.jsonl 2>&1 | grep -c PASSED
      """, in: folder)
    #expect(result.output == "1\n")
  }
}

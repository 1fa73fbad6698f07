import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import Testing
import Twins

/// Limits at one less, exactly and one more; empty inputs; the ends of lines and inputs.
@Suite struct LimitTests {
  private func summary(
    _ text: String, _ format: InputFormat, maximum: Int = 64 << 20, chunk: Int = 1 << 16,
    csv: String = ""
  ) throws -> RunSummary {
    let profile = """
      {"bulkcheck":1,"records":{"min":0},"input":{\(csv)},"fields":{"a":{"maxLength":1000000}}}
      """
    let way = Way(chunkBytes: chunk, recordBytesMaximum: maximum, format: format)
    return try Judging.summary(
      Judging.profile(profile).ruleSet, [.bytes(Array(text.utf8), name: "input")], way)
  }

  @Test("512 brackets may be open, 513 may not", arguments: [511, 512, 513])
  func depth(count: Int) throws {
    for text in [
      String(repeating: "[", count: count) + String(repeating: "]", count: count),
      String(repeating: "{\"a\":", count: count) + "1" + String(repeating: "}", count: count),
      String(repeating: "{\"z\":[", count: count / 2) + (count % 2 == 1 ? "{}" : "")
        + String(repeating: "]}", count: count / 2),
    ] {
      let summary = try summary(text, .jsonl)
      #expect(summary.malformed == (count > 512 ? 1 : 0))
      #expect(summary.builtIns[.malformed]?.kinds[.depth] ?? 0 == (count > 512 ? 1 : 0))
    }
  }

  @Test("a JSON line of exactly the limit is read", arguments: [-1, 0, 1])
  func lineLength(difference: Int) throws {
    for maximum in [20, 100, 5000] {
      let filling = maximum + difference - "{\"a\":\"\"}".utf8.count
      let line = "{\"a\":\"" + String(repeating: "x", count: filling) + "\"}"
      for end in ["\n", "\r\n", ""] {
        for before in ["", "{}\n", "\n\r\n"] {
          for chunk in [4, 16, 64, 1 << 16] {
            for after in end.isEmpty ? [""] : ["", "{}" + end] {
              let summary = try summary(
                before + line + end + after, .jsonl, maximum: maximum, chunk: chunk)
              #expect(
                summary.malformed == (difference > 0 ? 1 : 0),
                "\(maximum) \(end.debugDescription) \(chunk)")
              #expect(
                summary.valid == (before == "{}\n" ? 1 : 0) + (after.isEmpty ? 0 : 1)
                  + (difference > 0 ? 0 : 1))
            }
          }
        }
      }
    }
  }

  @Test("a header of exactly the limit is read", arguments: [-1, 0, 1])
  func headerLength(difference: Int) throws {
    for maximum in [20, 100, 5000] {
      let header = "a," + String(repeating: "b", count: maximum + difference - 2)
      for end in ["\n", "\r\n", "\r"] {
        for chunk in [maximum, maximum + 1, maximum + 2, 1 << 16] {
          let text = header + end + "1,2" + end + String(repeating: "x", count: 200)
          let summary = try summary(text, .csv, maximum: maximum, chunk: chunk)
          #expect(
            (summary.inputs[0].failure == nil) == (difference <= 0),
            "\(maximum) \(end.debugDescription) \(chunk)")
          #expect(summary.valid == (difference <= 0 ? 1 : 0))
        }
      }
    }
  }

  @Test("a CSV row of exactly the limit is read", arguments: [-1, 0, 1])
  func rowLength(difference: Int) throws {
    for maximum in [20, 100, 5000] {
      let plain = String(repeating: "x", count: maximum + difference - 2) + ",y"
      let quoted = "\"" + String(repeating: "x", count: maximum + difference - 4) + "\",y"
      let broken = "y,\"" + String(repeating: "\n", count: maximum + difference - 4) + "\""
      for row in [plain, quoted, broken] {
        for end in ["\n", "\r\n", "\r", ""] {
          for chunk in [4, 16, 64, 1 << 16] {
            let after = end.isEmpty ? "" : "1,2" + end
            let summary = try summary(
              "a,b\n" + row + end + after, .csv, maximum: maximum, chunk: chunk)
            if difference <= 0 {
              #expect(summary.malformed == 0, "\(maximum) \(end.debugDescription) \(chunk)")
              #expect(summary.valid == (after.isEmpty ? 1 : 2))
            } else {
              let isPlain = row != broken
              #expect(summary.malformed >= 1)
              #expect(!isPlain || summary.malformed == 1)
              #expect(
                summary.valid == (after.isEmpty ? 0 : 1),
                "\(row == broken) \(end.debugDescription) \(chunk)")
            }
          }
        }
      }
    }
  }

  @Test(
    "inputs that hold nothing hold no record",
    arguments: ["", "\n", "\r\n\r\n", " \t\n", "\u{FEFF}", "\u{FEFF}\n"])
  func nothing(text: String) throws {
    for chunk in [4, 5, 1 << 16] {
      #expect(try summary(text, .jsonl, chunk: chunk).total == 0)
      if text.contains(" ") { continue }
      #expect(try summary(text, .csv, chunk: chunk).total == 0)
      #expect(
        try summary(text + "a,b\n" + text, .csv, chunk: chunk).total
          == (text.hasPrefix("\u{FEFF}") ? 1 : 0))
    }
  }

  @Test("the last line may lack its line end, and a carriage return may be a chunk's last byte")
  func lineEnds() throws {
    for chunk in 4...12 {
      for end in ["\n", "\r\n", "\r"] {
        let rows = (0..<9).map { String(repeating: "x", count: $0) + ",1" }
        for text in [rows.joined(separator: end), rows.joined(separator: end) + end] {
          let summary = try summary("a,b\n" + text, .csv, chunk: chunk)
          #expect(summary.valid == 9, "\(end.debugDescription) \(chunk)")
          if end == "\r" { continue }
          let lines = (0..<9).map { "{\"a\":\"" + String(repeating: "x", count: $0) + "\"}" }
          let json = lines.joined(separator: end) + (text.hasSuffix(end) ? end : "")
          #expect(try self.summary("\u{FEFF}" + json, .jsonl, chunk: chunk).valid == 9)
        }
      }
    }
  }
}

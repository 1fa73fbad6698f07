import Foundation
import Testing

/// File names need not be UTF-8.
@Suite("File names of any bytes", .waitsForCommands)
struct FileNameTests {
  private static let setUp = #"""
    N=$'caf\xe9'; mkdir "$N"
    echo '{"bulkcheck":1,"fields":{"a":{"maximum":1},"b":{"references":{"file":"r.csv","column":"x"}}}}' \
      > "$N/p$N.json"
    printf 'x\n1\n' > "$N/r.csv"; printf '{"a":1}\n{"a":5}\n' > "$N.jsonl"
    # What the name would be if its bytes were replaced.
    printf '{"a":1}\n' > $'caf\xef\xbf\xbd.jsonl'
    echo '{"$schema":"https://json-schema.org/draft/2020-12/schema","items":{"$ref":"o.json"}}' \
      > "$N/s.json"
    echo '{"maximum":1}' > "$N/o.json"

    """#

  @Test(
    "names that are not UTF-8 are opened and written, and shown with escapes",
    arguments: [
      (#"bulkcheck -p "$N/p$N.json" "$N.jsonl""#, 1, #"caf\xE9.jsonl   2 records"#),
      (
        #"bulkcheck -p "$N/p$N.json" "$N.jsonl""#, 1,
        #"next: bulkcheck explain $'caf\xE9.jsonl' --line 2 --profile $'caf\xE9/pcaf\xE9.json'"#
      ),
      (#"bulkcheck -p "$N/p$N.json" "$N.jsonl" --report json"#, 1, #""path": "caf\\xE9.jsonl""#),
      (#"bulkcheck -p "$N/p$N.json" "$N.jsonl" --report sarif"#, 1, #""caf%E9.jsonl""#),
      (#"bulkcheck -p "$N/p$N.json" "$N.jsonl" --failures -"#, 1, #""input":"caf\\xE9.jsonl""#),
      (
        #"bulkcheck -p "$N/p$N.json" "$N.jsonl" --failures - --failures-format csv"#, 1,
        "caf\\xE9.jsonl,2,2,"
      ),
      (
        #"bulkcheck -p "$N/p$N.json" "$N.jsonl" --valid "v$N" --report "json=$N/r$N"; cat "v$N"; "#
          + #"grep -c '"valid": 1' "$N/r$N"; ls -A | grep -c tmp"#, 1, "{\"a\":1}\n1\n0\n"
      ),
      (
        #"bulkcheck -p "$N/p$N.json" "$N.jsonl" --partial "q$N"; bulkcheck merge "q$N""#, 1,
        #"caf\xE9.jsonl   2 records"#
      ),
      (
        #"bulkcheck -p "$N/p$N.json" "$N.jsonl" --valid "$N.jsonl""#, 2,
        #"--valid would replace the input caf\xE9.jsonl"#
      ),
      (#"bulkcheck -p "$N/p$N.json" "no$N.jsonl""#, 2, #"nocaf\xE9.jsonl: cannot be opened"#),
      (#"bulkcheck -p "$N/q$N.json" "$N.jsonl""#, 2, #"did you mean caf\xE9/pcaf\xE9.json?"#),
      (#"bulkcheck --schema "$N/s.json" "$N.jsonl""#, 0, "2 valid"),
      (#"bulkcheck lint "$N/s.json" "$N/p$N.json""#, 0, #"also read: caf\xE9/o.json"#),
      (#"bulkcheck explain "$N.jsonl" --line 2 -p "$N/p$N.json""#, 1, #"caf\xE9.jsonl   line 2"#),
      (#"bulkcheck infer "$N.jsonl""#, 0, #"2 records of caf\xE9.jsonl"#),
    ])
  func names(_ command: String, _ exitCode: Int32, _ part: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(Self.setUp + command, in: folder)
    #expect(
      (result.output + result.diagnostics).contains(part), "\(result.output)\(result.diagnostics)")
    #expect(result.exitCode == exitCode || command.contains(";"))
  }

  @Test("a failure list in CSV has control characters as escapes")
  func controls() throws {
    try Tool.expect(
      #"""
      echo '{"bulkcheck":1,"fields":{"a":{"enum":["x"]}}}' > p.json
      printf '{"a":"\\u001b[31m\\u0000\\u0085\\u202e\\tz"}\n' > $'d\e.jsonl'
      bulkcheck -p p.json $'d\e.jsonl' --failures f.csv > /dev/null
      printf 'a\n\e[31m\x7f\n' > d.csv; bulkcheck -p p.json d.csv --failures g.csv > /dev/null
      cat f.csv g.csv | LC_ALL=C tr -d '\n\t -~' | od -An -c; cut -d, -f1 f.csv | tail -1
      grep -c 'u001b\[31m.u0000.u0085.u202e' f.csv; grep -c 'u001b\[31m.u007f' g.csv
      """#, prints: "d\\u001b.jsonl\n1\n1\n")
  }
}

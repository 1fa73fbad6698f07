import Foundation
import TestSupport
import Testing

/// `bulkcheck infer`, run as a user runs it.
@Suite("infer", .waitsForCommands)
struct InferCommandTests {
  private func run(_ command: String, _ check: (Tool.Result, URL) throws -> Void) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "samples"), withDestinationURL: Samples.folder)
    try check(try Tool.run(command, in: folder), folder)
  }

  @Test(
    "the profile of each sample has no mistakes, and the sample passes but for malformed records",
    arguments: Samples.names.filter { !isDamaged($0) })
  func samples(name: String) throws {
    let command = """
      bulkcheck infer samples/\(name) > i.json && bulkcheck lint --strict i.json \
      && bulkcheck --strict --skip bulkcheck.malformed -p i.json samples/\(name)
      """
    try run(command) { result, _ in
      #expect(result.exitCode == 0, "\(result.output)\(result.diagnostics)")
    }
  }

  /// More than one record in 100 is malformed.
  private static func isDamaged(_ sample: String) -> Bool {
    sample == "malformed.jsonl" || sample.hasPrefix("users.jsonl")
  }

  @Test(
    "the profile of each real file has no mistakes, and the file passes",
    arguments: RealData.paths)
  func realData(path: String) throws {
    let command = """
      bulkcheck infer '\(path)' > i.json && bulkcheck lint --strict i.json \
      && bulkcheck -p i.json '\(path)'
      """
    try run(command) { result, _ in
      #expect(result.exitCode == 0, "\(result.output)\(result.diagnostics)")
    }
  }

  @Test("records of several kinds get a section for each kind, and the data passes")
  func kinds() throws {
    let command = """
      for n in $(seq 30); do
        echo '{"type":"order","at":"2026-01-02","id":'$n',"total":1.5}'
        echo '{"at":"2026-01-02","ty\\u0070e":"user login","name":"n'$n'","tags":["a"]}'
        echo '{"type":"-","at":"2026-01-02","page":"/a","of":{"x":1}}'
      done > k.jsonl
      bulkcheck infer k.jsonl > i.json && bulkcheck lint --strict i.json \
        && bulkcheck --strict -p i.json k.jsonl > t.txt; echo $?
      bulkcheck expand i.json | awk '{ print $1 }' | grep -v bulkcheck | head -40
      for n in 1 3; do for size in 100 5000; do
        bulkcheck infer --threads $n --chunk-bytes $size k.jsonl | cmp - i.json
      done; done
      bulkcheck infer - < k.jsonl | grep -c sections
      for n in $(seq 60); do echo '{"type":"a'$((n % 3))'","x":1,"y":2}'; done > same.jsonl
      bulkcheck infer same.jsonl | grep -c sections
      """
    try run(command) { result, _ in
      let lines = result.output.split(separator: "\n").map(String.init)
      #expect(lines.contains("0"), "\(result.output)\(result.diagnostics)")
      for id in [
        "type.required", "at.format", "kind--.page.required", "kind--.of.x.required",
        "order.total.required", "user-login.tags.items.type",
      ] {
        #expect(lines.contains(id), "\(id): \(result.output)\(result.diagnostics)")
      }
      #expect(!lines.contains { $0.hasPrefix("order.type") || $0.hasPrefix("order.name") })
      #expect(lines.suffix(2) == ["0", "0"])
    }
  }

  @Test("a draft with a map passes lint --strict, which refuses every other note")
  func strictLint() throws {
    let command = """
      for n in $(seq 100 400); do echo '{"prices":{"A'$n'":1.5,"B'$n'":2}}'; done > a.jsonl
      bulkcheck infer a.jsonl > i.json && grep -q 'prices.\\*' i.json \
        && bulkcheck lint --strict i.json > notes && grep -q 'note:' notes || exit 9
      echo '{"bulkcheck":1,"fields":{"a b * c":{}}}' > p.json
      bulkcheck lint p.json && bulkcheck lint --strict p.json
      """
    try run(command) { result, _ in
      #expect(result.exitCode == 2, "\(result.output)\(result.diagnostics)")
      #expect(result.output.hasSuffix("p.json: 1 note, which --strict treats as an error\n"))
    }
  }

  @Test(
    "drafts look as they did",
    arguments: ["users-good.jsonl", "products.csv", "events.jsonl.gz", "orders.jsonl"])
  func goldens(name: String) throws {
    try run("bulkcheck infer --now 2026-06-01T00:00:00Z samples/\(name)") { result, _ in
      try Golden.expect(result.output, in: "infer.\(name).json")
    }
  }

  @Test("the rules by which good user records were made are found")
  func goodUsers() throws {
    try run("bulkcheck infer samples/users-good.jsonl") { result, _ in
      for rule in [
        #""format": "uuid","#, #""notPattern": "[A-Z]","#, #""format": "email","#,
        "seen 18 to 90", #""enum": ["free", "pro", "team"],"#, #""range": [0, 30000],"#,
        #""format": "phone","#, #""format": "date-time","#, #""const": true,"#, #""minItems": 1,"#,
        #""pattern": "^[0-9]{5}(?:-[0-9]{4})?$","#,
      ] {
        #expect(result.output.contains(rule), "\(rule)\n\(result.output)")
      }
    }
  }

  @Test("words for missing values beside numbers are found, and are texts elsewhere")
  func missingWords() throws {
    let command = """
      { printf 'n,word,code\\n'; for i in $(seq 10); do printf '%s,NA,01\\nN/A,-,02\\n-,x,03\\n' $i; done; } > a.csv
      bulkcheck infer a.csv > i.json && cat i.json && bulkcheck -p i.json a.csv > report
      """
    try run(command) { result, _ in
      #expect(result.exitCode == 0)
      #expect(result.output.contains(#""missingValues": ["", "-", "N/A"],"#))
      #expect(result.output.contains("// 30 records: 10 values, 20 missing"))
      #expect(result.output.contains("// 30 records: 20 values, 10 missing"))
      // Zeros in front make a code.
      #expect(result.output.contains(#""enum": ["01", "02", "03"],"#))
    }
  }

  @Test(
    "a few malformed records are named and not tolerated",
    arguments: [
      (#"for n in $(seq 99); do echo '{"a":'$n'}'; done; echo '{'"#, "a.jsonl", "1 syntax"),
      (
        #"echo a,b; for n in $(seq 198); do echo $n,1; done; echo 1; echo 1,2,3"#, "a.csv",
        "2 ragged"
      ),
    ])
  func malformed(data: String, name: String, kinds: String) throws {
    let command = """
      { \(data); } > \(name)
      bulkcheck infer \(name) > i.json && bulkcheck lint --strict i.json && cat i.json || exit 9
      bulkcheck -p i.json \(name)
      """
    try run(command) { result, _ in
      #expect(result.exitCode == 1)
      #expect(result.output.contains("(\(kinds)) could not be read"), "\(result.output)")
      #expect(!result.output.contains("\"malformed\""), "\(result.output)")
      #expect(result.output.contains("FAIL  bulkcheck.malformed"), "\(result.output)")
      #expect(result.diagnostics.contains("the draft does not tolerate"), "\(result.diagnostics)")
    }
  }

  @Test(
    "nothing is drafted from what could not be read",
    arguments: [
      (
        #"echo '['; for n in $(seq 2000); do echo '{"a":1},'; done; echo '{"a":1}'; echo ']'"#,
        "a.jsonl", "2,002 of 2,003 records are malformed (2,002 syntax)", "--input-format json"
      ),
      (
        #"for n in $(seq 98); do echo '{"a":'$n'}'; done; echo '{'; echo '{'"#, "a.jsonl",
        "2 of 100 records are malformed (2 syntax): at least 99%", ""
      ),
      (
        #"for n in $(seq 98); do echo '{"a":'$n'}'; done; echo '{'; echo 1"#, "a.jsonl",
        "2 of 100 records are malformed or not objects (1 syntax, 1 not an object)", ""
      ),
      (
        #"for n in $(seq 98); do echo '{"a":'$n'}'; done; echo 2; echo 1"#, "a.jsonl",
        "2 of 100 records are not objects (2 not an object)", ""
      ),
      (
        #"echo '<html>'; for n in $(seq 500); do echo '{"a":'$n'}'; done"#, "a.jsonl",
        "looks like another format", "this looks like XML or HTML"
      ),
      (
        #"echo a,b; for n in $(seq 300); do printf '%s,caf\351\n' $n; done"#, "a.csv",
        "none of the 300 records", "use --encoding windows-1252"
      ),
      (
        #"printf 'BZh91AY&SY\nx\377\n'"#, "a.csv.bz2", "this is bzip2 data",
        "bzip2 -dc a.csv.bz2 |"
      ),
      (#"printf 'x\ny\000\377\n\000\376\n'"#, "a.csv", "records", "this is binary data"),
      ("printf 'id,age\\n1,2\\n3,4\\n'", "a.tsv", "another format", "try --input-format csv"),
      (
        "{ echo id,v; seq 300 | sed 's/$/,1/'; } | iconv -t UTF-16BE", "a.csv",
        "UTF-16 without a byte-order mark", "use --encoding UTF-16BE"
      ),
      ("echo '<html>'; echo '<p>not found</p>'", "a.csv", "another format", "XML or HTML"),
      ("printf 'id,v\\n1,\\000\\n2,x\\n'", "a.csv", "another format", ""),
      ("echo id,v; seq 300 | sed 's/$/,1/'", "a.jsonl", "none of the 301", "--input-format csv"),
    ])
  func unread(data: String, name: String, reason: String, hint: String) throws {
    try run("{ \(data); } > \(name); bulkcheck infer -o i.json \(name); ls i.json") { result, _ in
      #expect(result.output.isEmpty)
      #expect(result.diagnostics.contains(reason), "\(result.diagnostics)")
      #expect(hint.isEmpty || result.diagnostics.contains(hint), "\(result.diagnostics)")
      let lines = result.diagnostics.split(separator: "\n").filter { $0.hasPrefix("bulkcheck: ") }
      #expect(lines.count == Set(lines).count && lines.count <= 2, "\(result.diagnostics)")
    }
    let command = "{ \(data); } > \(name); bulkcheck infer --schema \(name)"
    try run(command) { result, _ in #expect(result.exitCode == 2 && result.output.isEmpty) }
  }

  @Test("a header of names in angle brackets is not taken for markup")
  func brackets() throws {
    let command = """
      { echo '<TICKER>,<DATE>'; for n in $(seq 60); do echo A$n,$n; done; } > a.csv
      bulkcheck infer a.csv > i.json && bulkcheck -p i.json a.csv
      """
    try run(command) { result, _ in
      #expect(result.exitCode == 0 && result.diagnostics.isEmpty, "\(result.diagnostics)")
      #expect(!result.output.contains("HINT"), "\(result.output)")
    }
  }

  @Test("what a draft is strict about: missing and repeated values, types, formats and columns")
  func strict() throws {
    let command = """
      rows() { for n in $(seq 500); do echo $n,2024-01-0$((n % 9 + 1)),$((n % 7)); done; }
      { echo id,day,n; rows; } > a.csv; bulkcheck infer a.csv > i.json && bulkcheck -p i.json a.csv || exit 9
      { echo id,day,n; rows; echo 7,2024-01-01,1; } > b.csv
      { echo id,day,n; rows; echo 501,2024-13-01,1; } > c.csv
      { echo id,day,n; rows; echo 501,,1; } > d.csv
      { echo id,day,n; rows; echo 501,2024-01-01,x; } > e.csv
      { echo id,n; rows | cut -d, -f1,3; } > f.csv
      { echo id,day,n; rows; echo 501,2024-01-01,9000; } > g.csv
      for f in b c d e f g; do bulkcheck -p i.json $f.csv > $f.txt; echo $f $?; done
      """
    try run(command) { result, _ in
      #expect(result.output.hasSuffix("b 1\nc 1\nd 1\ne 1\nf 1\ng 0\n"), "\(result.output)")
    }
  }

  @Test("near misses become rules when they are uncommented")
  func nearMisses() throws {
    let command = """
      for i in $(seq 99); do printf '{"a":"2024-01-%02d"}\\n' $((i % 28 + 1)); done > a.jsonl
      printf '{"a":"soon"}\\n' >> a.jsonl
      bulkcheck infer --near-misses comment a.jsonl | tee draft \
        | sed 's|// "format"|"format"|' > i.json
      bulkcheck -p i.json a.jsonl && cat draft
      """
    try run(command) { result, _ in
      #expect(result.exitCode == 0)
      #expect(
        result.output.contains(
          #"// "format": { "value": "date", "tolerance": "1%" },  // 1 exception in 100 values"#))
    }
  }

  @Test(
    "a draft about numbers and dates in one field has no mistakes, and the data passes",
    arguments: [
      "\"2024-01-%02d\"", "\"%02d:00:00\"", "\"2024-01-%02dT00:00:00Z\"", "[\"2024-01-%02d\"]",
    ])
  func numbersAndDates(format: String) throws {
    let other = format.hasPrefix("[") ? "[%d]" : "%d"
    let command = """
      for i in $(seq 10 22); do
        printf '{"a":\(format)}\\n{"a":\(other)}\\n{"a":\(other)}\\n' $i $i $((i * 3))
      done > a.jsonl
      bulkcheck infer a.jsonl > i.json && bulkcheck lint --strict i.json || exit 9
      bulkcheck -p i.json a.jsonl
      """
    try run(command) { result, _ in
      #expect(result.exitCode == 0, "\(result.output)\(result.diagnostics)")
    }
  }

  @Test("near misses are warnings with a tolerance, so the data passes")
  func warnings() throws {
    let command = """
      for i in $(seq 99); do printf '{"a":"2024-01-%02d"}\\n' $((i % 28 + 1)); done > a.jsonl
      printf '{"a":"soon"}\\n' >> a.jsonl
      bulkcheck infer -o i.json a.jsonl && cat i.json
      bulkcheck lint i.json && bulkcheck --fail-on warning -p i.json a.jsonl
      printf '{"a":"never"}\\n' >> a.jsonl
      bulkcheck -p i.json a.jsonl && ! bulkcheck --fail-on warning -p i.json a.jsonl
      """
    try run(command) { result, _ in
      #expect(result.exitCode == 0, "\(result.output)\(result.diagnostics)")
      #expect(
        result.output.contains(
          #""format": { "value": "date", "severity": "warning", "tolerance": "1%" },"#))
    }
  }

  @Test("keys that occur twice and records that are no objects are warnings with their count")
  func repeatedKeys() throws {
    let command = """
      { for i in $(seq 198); do echo '{"a":'$i'}'; done; echo '{"a":1,"a":2}'; echo 7; } > a.jsonl
      bulkcheck infer -o i.json a.jsonl && grep -E 'duplicate-key|not-an-object' i.json
      bulkcheck --fail-on warning -p i.json a.jsonl > report || exit 9
      echo '{"a":1,"a":2}' >> a.jsonl
      bulkcheck -p i.json a.jsonl > report \
        && ! bulkcheck --fail-on warning -p i.json a.jsonl > report
      """
    try run(command) { result, _ in
      #expect(result.exitCode == 0, "\(result.output)\(result.diagnostics)")
      let warning = #": { "severity": "warning", "tolerance": 1 }"#
      #expect(result.output.components(separatedBy: warning).count == 3, "\(result.output)")
    }
  }

  @Test("comments are announced in a .json file, and left out on request")
  func comments() throws {
    let command = """
      for i in $(seq 99); do
        printf '{"a":"2024-01-%02d","b":[{"c":1}]}\\n' $((i % 28 + 1))
      done > a.jsonl
      printf '{"a":"soon"}\\n' >> a.jsonl
      bulkcheck infer -o i.json a.jsonl && head -1 i.json
      bulkcheck infer -o i.jsonc a.jsonl && bulkcheck infer a.jsonl | cmp - i.jsonc && echo same
      bulkcheck infer --no-comments -o p.json a.jsonl && python3 -m json.tool p.json > tool.json
      bulkcheck lint --strict p.json > report \
        && bulkcheck --fail-on warning -p p.json a.jsonl > report
      echo $?; bulkcheck expand p.json > p.txt; bulkcheck expand i.json | cmp - p.txt && echo equal
      """
    try run(command) { result, _ in
      let lines = result.output.split(separator: "\n")
      #expect(
        lines.first == "// JSON with comments; `bulkcheck infer --no-comments` writes plain JSON.")
      #expect(lines.contains("same") && lines.suffix(2) == ["0", "equal"], "\(lines)")
      #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
    }
  }

  @Test("a file of several that lacks a column is an error")
  func columns() throws {
    let command = """
      printf 'a,b\\n1,2\\n' > a.csv; printf 'b,a\\n1,2\\n' > b.csv; printf 'b\\n1\\n' > c.csv
      bulkcheck infer a.csv b.csv > i.json && echo 0
      bulkcheck infer a.csv c.csv || echo $?; bulkcheck infer c.csv b.csv || echo $?
      """
    try run(command) { result, _ in
      #expect(result.output == "0\n2\n2\n", "\(result.output)")
      let reason = #"c.csv lacks the column "a" that "#
      #expect(result.diagnostics.contains(reason + "a.csv has"), "\(result.diagnostics)")
      #expect(result.diagnostics.contains(reason + "b.csv has"), "\(result.diagnostics)")
    }
  }

  @Test("a draft made in September holds in October")
  func october() throws {
    let command = """
      rows() {
        for n in $(seq 300); do
          id=$(($2 + n)); day=$((n % 28 + 1))
          printf '%s,2026-%02d,%s,v1.%s.0,%s,2026-%02d-%02d,Q%s,%05d,part-%05d\\n' \
            $((id / 2)) $1 $1 $1 $((2015 + $1)) $1 $day $(((1 + $1) / 3)) $id $((id % 4))
        done
      }
      header=order_id,period,month,version,year,day,quarter,code,part
      { echo $header; rows 9 1000; } > september.csv; { echo $header; rows 10 70000; } > october.csv
      bulkcheck infer --now 2026-09-30T00:00:00Z september.csv > i.json
      bulkcheck --now 2026-11-01T00:00:00Z -p i.json september.csv > report && echo 0
      bulkcheck --now 2026-11-01T00:00:00Z -p i.json october.csv > report && echo 0
      grep -E '"(const|enum)"' i.json
      bulkcheck --now 2026-10-01T00:00:00Z -p i.json october.csv > report || echo 1
      """
    try run(command) { result, _ in
      #expect(result.output == "0\n0\n1\n", "\(result.output)\(result.diagnostics)")
    }
  }

  /// Few cells, the rule that they suggest, and one more cell that it refuses.
  private static let fewCells: [(name: String, cells: String, rule: String, wrong: String)] = [
    (
      "isbn", "9783161000003 9783161000072 9783161000140 9783161000218 9783161000287",
      #""format": "isbn""#, "9783161000004"
    ),
    ("zip", "02139 10001 94105 60601 00501", #""pattern": "^[0-9]{5}$""#, "2139"),
    ("period", "2025-1 2025-2 2025-3 2025-4 2025-5", #""pattern": "^[0-9]{4}-[0-9]+$""#, "x"),
    ("version", "1.9.3 1.10.0 2.0.1 2.1.0 2.1.1", #"[0-9]+\\.[0-9]+\\.[0-9]+$""#, "2..1"),
    ("quarter", "Q1 Q2 Q3 Q1 Q2", #""pattern": "^Q[1-4]$""#, "Q5"),
    ("ok", "yes no yes no", #""boolean": { "true": ["yes"], "false": ["no"] }"#, "maybe"),
    ("series_id", "D7 D410 D500 D9 D11 $(seq -f D%g 20 60)", #""pattern": "^[A-Z][0-9]+$""#, "7"),
    ("call", "$(seq -f 212-555-%g 1000 1009)", #"^[0-9]{3}-[0-9]{3}-[0-9]{4}$"#, "212"),
  ]

  @Test("a few cells tell codes, periods, versions and flags", arguments: fewCells.indices)
  func few(number: Int) throws {
    let (name, cells, rule, wrong) = Self.fewCells[number]
    let command = """
      { echo x,\(name); for c in \(cells); do echo a,$c; done; } > a.csv
      bulkcheck infer a.csv > i.json && bulkcheck --strict -p i.json a.csv > report || exit 9
      grep -A 9 '"\(name)": {' i.json
      { head -n 1 a.csv; echo 'a,\(wrong)'; } > b.csv; bulkcheck -p i.json b.csv > report && exit 8
      exit 0
      """
    try run(command) { result, _ in
      #expect(result.exitCode == 0, "\(name)\n\(result.output)\(result.diagnostics)")
      #expect(rule.isEmpty || result.output.contains(rule), "\(result.output)")
    }
  }

  @Test("maps and dates in a schema: what only a profile can say is left out")
  func schemaOfMaps() throws {
    let command = """
      for i in $(seq 60); do printf '{"m":{"k%s":{"day":"2020-01-%02d"}}}\\n' $i \
        $((i % 28 + 1)); done > a.jsonl
      bulkcheck infer --schema a.jsonl | tee s.json && bulkcheck --schema s.json a.jsonl > report
      """
    try run(command) { result, _ in
      #expect(result.exitCode == 0, "\(result.output)\(result.diagnostics)")
      for part in [
        "\"additionalProperties\": {", "\"propertyNames\": {", "\"pattern\": \"^[a-z][0-9]+$\"",
        "\"format\": \"date\"",
      ] {
        #expect(result.output.contains(part), "\(part)\n\(result.output)")
      }
      #expect(!result.output.contains("today"), "\(result.output)")
    }
  }

  @Test("--now says what is in the future")
  func now() throws {
    let command = """
      for i in $(seq 60); do printf '{"day":"2020-01-%02d"}\\n' $((i % 28 + 1)); done > a.jsonl
      for day in 27 29; do
        bulkcheck infer --now 2020-01-${day}T00:00:00Z a.jsonl | grep -c today
      done
      """
    try run(command) { result, _ in #expect(result.output == "0\n1\n", "\(result.output)") }
  }

  @Test("the same profile at any number of threads")
  func threads() throws {
    let command = """
      for n in 1 2 3 4; do bulkcheck infer --threads $n --chunk-bytes 700 samples/users.csv.gz | sha256sum; done | sort -u | wc -l
      """
    try run(command) { result, _ in #expect(result.output == "1\n") }
  }

  static let cases: [ExitCodeTests.Case] = [
    .init(command: "infer two.jsonl", exitCode: 0, output: "\"name\": \"two\""),
    .init(command: "infer --name x two.jsonl two.jsonl.gz", exitCode: 0, output: "\"name\": \"x\""),
    .init(command: "infer - < two.jsonl", exitCode: 0, output: "\"name\": \"data\""),
    .init(
      command: "infer --limit 1 two.jsonl", exitCode: 0, output: "--limit", diagnostics: "stopped"),
    .init(
      command: "infer --max-paths 1 many.jsonl", exitCode: 0, output: "More than 1 path:",
      diagnostics: "raise --max-paths"),
    .init(command: "infer", exitCode: 2, diagnostics: "Missing input"),
    .init(command: "infer - -", exitCode: 2, diagnostics: "only once"),
    .init(
      command: "infer --now yesterday two.jsonl", exitCode: 2, diagnostics: "must be a date-time"),
    .init(command: "infer --limit 0 two.jsonl", exitCode: 2, diagnostics: "at least 1"),
    .init(command: "infer none.jsonl", exitCode: 2, diagnostics: "no such file"),
    .init(command: "infer empty.jsonl", exitCode: 2, diagnostics: "no records found"),
    .init(command: "infer header.csv", exitCode: 2, diagnostics: "no records found"),
    .init(command: "infer two.jsonl header.csv", exitCode: 2, diagnostics: "inputs of one format"),
    .init(command: "infer cut.gz", exitCode: 2, diagnostics: "ends in the middle of a member"),
    .init(command: "infer -o two.jsonl two.jsonl", exitCode: 2, diagnostics: "would replace"),
    .init(
      command: "infer -o no/such/folder two.jsonl", exitCode: 2,
      diagnostics: "cannot write the profile to no/such/folder: No such file"),
    .init(command: "infer -o '' two.jsonl", exitCode: 2, diagnostics: "path is missing after"),
    .init(command: "infer -o a.json.gz two.jsonl", exitCode: 2, diagnostics: "without .gz"),
    .init(
      command: "infer --progress sometimes two.jsonl", exitCode: 2, diagnostics: "auto"),
    .init(command: "infer cut.json", exitCode: 2, diagnostics: "the JSON document breaks off"),
  ]

  @Test("exit codes and messages", arguments: cases)
  func exitCodes(_ test: ExitCodeTests.Case) throws {
    let setUp =
      ExitCodeTests.setUp + """

        printf '{"a":1,"b":2}\\n' > many.jsonl; printf '[{"a":1},\\n{"a":2}' > cut.json
        """
    try run("{ \(setUp); }; bulkcheck \(test.command)") { result, _ in
      #expect(result.exitCode == test.exitCode, "\(result.diagnostics)")
      #expect(test.output.isEmpty || result.output.contains(test.output), "\(result.output)")
      #expect(
        test.diagnostics.isEmpty || result.diagnostics.contains(test.diagnostics),
        "\(result.diagnostics)")
      if test.exitCode != 0 { #expect(result.output.isEmpty) }
    }
  }

  @Test("a file is written whole or not at all")
  func output() throws {
    let command = """
      { \(ExitCodeTests.setUp); }; bulkcheck infer -o i.json two.jsonl && bulkcheck infer -o c.json cut.gz; ls *.json *.tmp
      """
    try run(command) { result, folder in
      #expect(result.output.contains("i.json") && !result.output.contains("c.json"))
      #expect(!result.output.contains(".tmp"))
    }
  }
}

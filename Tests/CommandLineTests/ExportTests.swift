import Foundation
import Testing

/// CSV as banks and hospitals export it: lines above the header, comments and totals, in other
/// encodings, compressed, many at once.
@Suite("Exports", .waitsForCommands)
struct ExportTests {
  /// `bank.csv` is UTF-8. Its first record is invalid, its second valid.
  private static let setUp = """
    printf '%s\\r\\n' 'Auszug Müller' 'Zeitraum;Mai' '' 'Datum;Empfänger;Betrag' '1.5.;Bäcker;-3' \
      '#Notiz "' '2.5.;Café;5' 'Summe;;2' > bank.csv
    printf '{"bulkcheck":1,"input":{"csv":{"headerRows":[4],"commentChar":"#","footerRows":1}},
      "fields":{"Empfänger":{"maxLength":4},"Betrag":{"type":"integer"}},
      "table":[{"id":"sum","measure":"sum","of":"Betrag","equals":{"footer":1,"column":"Betrag"}}]}' > q.json
    as() { case $1 in w) iconv -t WINDOWS-1252;; le) printf '\\377\\376'; iconv -t UTF-16LE;;
      be) printf '\\376\\377'; iconv -t UTF-16BE;; esac; }
    for e in w le be; do as $e < bank.csv > $e.csv; done
    q() { bulkcheck -p q.json --encoding windows-1252 "$@"; }
    """

  private func run(_ script: String) throws -> Tool.Result {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    return try Tool.run("\(Self.setUp)\n\(script)", in: folder)
  }

  @Test("the report names what was taken for granted, and compares the figure with the total")
  func report() throws {
    let result = try run(
      """
      gzip -k le.csv
      for f in w.csv le.csv be.csv le.csv.gz; do
        q $f --report json=r.json > /dev/null
        python3 -c 'import json; r = json.load(open("r.json"))
      print(r["inputs"][0]["dialect"], list(r["records"].values())[1:4],
        [(x["id"], x["status"]) for x in r["rules"] if x["id"] == "sum"])'
      done
      q w.csv | head -1 | grep -o '(.*)'
      """)
    let expected = ["windows-1252", "UTF-16LE", "UTF-16BE", "UTF-16LE"].map {
      "{'encoding': '\($0)', 'delimiter': ';', 'headerLines': 4} [1, 1, 0] [('sum', 'pass')]\n"
    }
    #expect(
      result.output == expected.joined() + "(windows-1252, delimiter ;, 4 header lines)\n",
      "\(result.diagnostics)")
  }

  @Test("outputs have the lines around their records, to the byte")
  func outputs() throws {
    let result = try run(
      """
      for e in w le be; do
        q $e.csv --valid v --invalid i > /dev/null
        cmp v <(sed '5,6d' bank.csv | as $e); cmp i <(sed '6,7d' bank.csv | as $e)
        q $e.csv --valid v.gz --invalid i.zst > /dev/null
        gzip -dc v.gz | cmp - v; q i.zst --valid v2 > /dev/null; cmp v2 <(sed '5,7d' bank.csv | as $e)
      done
      """)
    #expect(result.output == "", "\(result.diagnostics)")
    #expect(result.diagnostics == "")
  }

  @Test("places are those of the file, in reports, failures and explanations")
  func places() throws {
    let result = try run(
      """
      e() { bulkcheck explain -p q.json --encoding latin1 $e.csv "$@" 2>&1; }
      for e in w le be; do
        first=$(head -4 bank.csv | as $e | wc -c); second=$(head -6 bank.csv | as $e | wc -c)
        q $e.csv --failures - --report text=/dev/null | grep -c "byteOffset\\":$first[,}]"
        e --record 2 | grep -c "line 7 .*record 2 .*byte $second\\$"
        e --line 5 | grep -c '6 characters, at most 4'
        e --line 8 | grep -c 'a footer'; e --line 2 | grep -c 'part of the header'
      done
      """)
    #expect(
      result.output == String(repeating: "1\n", count: 15), "\(result.output)\(result.diagnostics)")
  }

  @Test("a column named twice stands where its header begins in the file")
  func duplicates() throws {
    let result = try run(
      """
      sed '4s/Datum/Betrag/' bank.csv > b; for e in w le; do
        as $e < b > b.csv; q b.csv --report json=r.json > /dev/null
        at=$(head -3 bank.csv | as $e | wc -c)
        python3 - $at <<'END'
      import json, sys
      rules = json.load(open("r.json"))["rules"]
      rule = next(r for r in rules if r["id"] == "bulkcheck.duplicate-column")
      sample = rule["samples"][0]
      print(rule["failed"], sample["line"], sample["byteOffset"] == int(sys.argv[1]))
      END
      done
      """)
    #expect(result.output == "1 4 True\n1 4 True\n", "\(result.output)\(result.diagnostics)")
  }

  @Test("a folder has exports of several encodings and delimiters")
  func folder() throws {
    let result = try run(
      """
      mkdir d; cp le.csv be.csv d; gzip -c w.csv > d/w.csv.gz
      tr ';' '\\t' < bank.csv | as w > d/t.tsv; tr ';' '|' < bank.csv | as le > d/p.csv
      printf 'x\\r\\n' > d/short.csv
      for t in 1 2 7; do q d --threads $t --report json=r.json > out 2> err; echo $?
        python3 -c 'import json; r = json.load(open("r.json"))
      print(*[i["dialect"]["delimiter"] for i in r["inputs"]], r["records"]["valid"],
        [x["finding"] for x in r["rules"] if x["id"] == "sum"])'
      done | sort -u
      grep -c 'd/short.csv: the header cannot be read: it is in row 4' err
      rm d/short.csv; q d --report json | grep -o 'must be exactly 10[^"]*'
      """)
    #expect(
      result.output == """
        2
        ; ; | None \t ; 5 ['sum of Betrag is 10 (no footer), must be exactly Betrag of footer 1']
        1
        must be exactly 10, which is Betrag of footer 1

        """, "\(result.output)\(result.diagnostics)")
  }

  @Test("infer finds the lines around, and the draft passes", arguments: ["w", "le", "be"])
  func infer(encoding: String) throws {
    let result = try run(
      """
      { sed '6,$d' bank.csv; for n in 1 2 3 4 5 6; do sed -n 7p bank.csv; done; printf 'Ende\\r\\n'; } > b
      as \(encoding) < b > x.csv
      bulkcheck infer --encoding windows-1252 x.csv -o d.json
      grep -o '"headerRows": ...\\|"footerRows": .\\|"delimiter": "."\\|"encoding": "[^"]*"' d.json
      bulkcheck -p d.json x.csv | tail -1 | cut -d ' ' -f 1
      mkdir d; cp x.csv d/1.csv; tr ';' ',' < b | as \(encoding) > d/2.csv
      bulkcheck infer --encoding windows-1252 d -o f.json; grep -c delimiter f.json
      bulkcheck -p f.json d | tail -1 | cut -d ' ' -f 1
      """)
    let name = encoding == "w" ? "windows-1252" : "UTF-16"
    #expect(
      result.output.split(separator: "\n").sorted() == [
        "\"delimiter\": \";\"", "\"encoding\": \"\(name)\"", "\"footerRows\": 1",
        "\"headerRows\": [4]", "0", "PASSED", "PASSED",
      ], "\(result.output)\(result.diagnostics)")
  }
}

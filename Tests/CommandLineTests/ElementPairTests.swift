import Foundation
import Testing

/// Rules about the elements of an array, each with the one before it, as a user runs them.
@Suite("Rules between elements", .waitsForCommands)
struct ElementPairTests {
  @Test("each element is compared with the one before, in its own array")
  func example() throws {
    try Tool.expect(
      #"""
      cat > p.json <<'END'
      {"bulkcheck": 1,
       "fields": {"messages[*].at": {"format": "date-time"},
         "messages[*].name": {"labels": ["pii"]}},
       "rules": [
        {"id": "turns", "previous": {"within": "messages[*]"},
         "compare": ["role", "!=", "previous.role"]},
        {"id": "time", "previous": {"within": "messages[*]"},
         "compare": ["at", ">=", "previous.at"]},
        {"id": "rise", "previous": {"within": "grid[*][*]"}, "compare": [".", ">=", "previous"]},
        {"id": "reply", "previous": {"within": "messages[*]"},
         "when": {"previous.role": {"const": "u"}}, "then": {"role": {"enum": ["a"]}},
         "message": "{role} after {previous.role} of {previous.name}"}]}
      END
      cat > d.jsonl <<'END'
      {"messages": [{"role": "u", "name": "A"}, {"role": "a"}], "grid": [[3], [1, 2]]}
      {"messages": [{"role": "u", "name": "A"}, {"role": "u"}, {"role": "u"}], "grid": [[3, 1, 0]]}
      {"messages": [{"at": "2026-01-01T02:00:00+02:00"}, {"at": "2026-01-01T00:00:00Z"}]}
      {"messages": [{"at": "2026-01-01T02:00:00Z"}, {"at": "2026-01-01T03:00:00+02:00"}]}
      {"messages": "none", "grid": []}
      END
      bulkcheck -p p.json d.jsonl --report json | python3 -c 'import json, sys
      for r in json.load(sys.stdin)["rules"]:
          if r["id"] not in ("turns", "time", "rise", "reply"): continue
          print(r["id"], *(r[k] for k in ("passed", "failed", "missing", "notApplicable")))
          for s in r["samples"]:
              print("  ", s["line"], s["instanceLocation"], json.dumps(s.get("value")))
              print("  ", s["message"], *(p["instanceLocation"] for p in s.get("places", [])))'
      bulkcheck explain -p p.json d.jsonl --line 2 | grep -A9 -E "FAIL +rise"
      """#,
      prints: #"""
        turns 1 1 1 2
           2 /messages/1 {"role": "u", "previous.role": "u"}
           "u" is not different from "u" /messages/1 /messages/2
        time 1 1 1 2
           4 /messages/1 {"at": "2026-01-01T03:00:00+02:00", "previous.at": "2026-01-01T02:00:00Z"}
           "2026-01-01T03:00:00+02:00" is not at least "2026-01-01T02:00:00Z"
        rise 1 1 3 0
           2 /grid/0/1 {".": 1, "previous": 3}
           1 is not at least 3 /grid/0/1 /grid/0/2
        reply 1 1 1 2
           2 /messages/1 {"previous.role": "u", "role": "u"}
           "u" after "u" of "***" /messages/1 /messages/2
          FAIL        rise   1 is not at least 3
                    …role": "u"}, {"role": "u"}], "grid": [[3, 1, 0]]}
                                                               ^
                    …e": "u"}, {"role": "u"}], "grid": [[3, 1, 0]]}
                                                               ^
                    at        /grid/0/1
                    also at   /grid/0/2
                    requires  . >= previous (previous within grid[*][*])
                    value     grid.0.1: 1
                    value     grid.0.2: 0

        """#)
  }

  @Test("random arrays are judged as an independent computation says")
  func random() throws {
    try Tool.expect(
      #"""
      cat > p.json <<'END'
      {"bulkcheck": 1, "fields": {"n": {"type": "array", "separator": "|"},
         "n[*]": {"type": "integer", "normalize": ["trim"]}},
       "rules": [
        {"id": "rise", "previous": {"within": "n[*]"}, "compare": [".", ">=", "previous"]},
        {"id": "step", "previous": {"within": "n[*]"}, "compare": [".", "==", "previous + 1"],
         "severity": "warning"},
        {"id": "ends", "all": [{"rule": "rise"}, {"n": {"minItems": 3}}]}]}
      END
      cat > check.py <<'END'
      import json, random, subprocess, sys
      tool = sys.argv[1]
      def run(*options):
          return json.loads(subprocess.run([tool, "-p", "p.json", "--report", "json", *options],
              capture_output=True, text=True).stdout)
      def outcome(numbers, holds):
          pairs = [holds(a, b) for a, b in zip(numbers, numbers[1:])]
          if False in pairs: return "failed"
          if True in pairs: return "passed"
          return "notApplicable" if numbers else "missing"
      def rest(report):
          return report["records"], [(r["id"], r["topValues"], r["failed"], [
              {k: s.get(k) for k in ("record", "instanceLocation", "value", "message", "places")}
              for s in r["samples"]]) for r in report["rules"]]
      for case in range(8):
          random.seed(case)
          rows = [[random.randrange(4) for _ in range(random.choice((0, 1, 2, 3, 90)))]
              for _ in range(random.choice((1, 70, 200)))]
          open("d.jsonl", "w").write("".join(json.dumps({"n": r}) + "\n" for r in rows))
          open("d.csv", "w").write("n,x\n" + "".join("|".join(
              str(n) + random.choice(("", " ")) for n in r) + ",1\n" for r in rows))
          for name in ("d.jsonl", "d.csv"):
              whole = run(name, "--threads", "1")
              for rule in whole["rules"]:
                  if rule["id"] not in ("rise", "step"): continue
                  holds = (lambda a, b: b >= a) if rule["id"] == "rise" else lambda a, b: b == a + 1
                  outcomes = [outcome(r, holds) for r in rows]
                  for word in ("passed", "failed", "missing", "notApplicable"):
                      assert rule[word] == outcomes.count(word), (case, name, rule["id"], word)
              for options in (["--threads", "2"], ["--threads", "7", "--chunk-bytes", "60"]):
                  assert rest(run(name, *options)) == rest(whole), (case, name, options)
      print("ok")
      END
      python3 check.py "$(type bulkcheck | sed -n "s/^ *'\(.*\)' .*/\1/p")"
      """#,
      prints: "ok\n")
  }

  /// A rule, and a part of what `lint` says about it.
  struct Slip: Sendable, CustomTestStringConvertible {
    var rule: String
    var says: String
    var isNote = false
    var testDescription: String { rule }
  }

  private static let noPrevious =
    "it leads to the record before, but nothing says which that is: give the rule `previous`"

  @Test(
    "lint names mistakes, and notes what may be one",
    arguments: [
      Slip(
        rule: #""previous": {"within": "a"}, "compare": ["x", "<", "previous.x"]"#,
        says: #""a" does not lead to the elements of an array: expected a path that ends in [*]"#),
      Slip(
        rule: #""previous": {"within": "a[*]", "by": "g"}, "compare": ["x", "<", "previous.x"]"#,
        says: "`within` and `by` exclude each other: elements are compared in their own array"),
      Slip(
        rule: #""previous": {"in": "a[*]"}, "compare": ["x", "<", "previous.x"]"#,
        says: #"unknown key "in" in `previous`"#),
      Slip(
        rule: #""previous": {"within": "a[*]"}, "compare": ["x", "<", "y"]"#,
        says: "the rule has `previous`, but reads nothing of the element before"),
      Slip(rule: #""compare": ["x", "<", "previous.x"]"#, says: noPrevious),
      Slip(
        rule: #""when": {"previous.x": {"const": 1}}, "then": {"y": {"const": 1}}"#,
        says: noPrevious),
      Slip(
        rule: #""previous": {"by": ["g", "g"]}, "compare": ["x", "<", "previous.x"]"#,
        says: #"note: "g" is there twice"#, isNote: true),
      Slip(
        rule: #""unique": ["g", "h", "g"]"#, says: #"note: "g" is there twice"#, isNote: true),
      Slip(
        rule: #""unique": ["g", "h"], "where": {}"#, says: "note: `where` names no condition",
        isNote: true),
    ])
  func slips(slip: Slip) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let profile = #"{"bulkcheck": 1, "rules": [{"id": "r", \#(slip.rule)}]}"#
    let result = try Tool.run("echo '\(profile)' > p.json; bulkcheck lint p.json 2>&1", in: folder)
    #expect(result.output.contains(slip.says), "\(result.output)")
    #expect(result.exitCode == (slip.isNote ? 0 : 2))
  }

  @Test("an own field that is called previous is written in quotes")
  func quoted() throws {
    try Tool.expect(
      #"""
      echo '{"bulkcheck": 1, "rules": [
        {"id": "r", "compare": ["x", ">", "\"previous\".x"]},
        {"id": "alone", "compare": ["previous", "!=", "x"]}]}' > p.json
      echo '{"x": 1, "previous": {"x": 2}}' > d.jsonl
      bulkcheck -p p.json d.jsonl | grep -A1 "FAIL "
      """#,
      prints: """
          FAIL  r  1   100 %  of 1
                  line 1        {"x": 1, "previous.x": 2}    1 is not above 2

        """)
  }
}

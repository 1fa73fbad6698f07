import Foundation
import Testing

/// Rules about the record before, and about unique values among some records, as a user runs them.
@Suite("Rules between rows", .waitsForCommands)
struct PairTests {
  private static let profile = #"""
    cat > p.json <<'END'
    {"bulkcheck": 1, "fields": {"end": {"type": "integer"}}, "rules": [
     {"id": "forward", "previous": {"by": "room"}, "compare": ["start", ">=", "previous.end"]},
     {"id": "no-gap", "previous": {}, "compare": ["seq", "==", "previous.seq + 1"]},
     {"id": "turns", "previous": {"by": ["room"]},
      "when": {"previous.kind": {"const": "in"}}, "then": {"kind": {"const": "out"}},
      "severity": "warning", "message": "{kind} after {previous.kind}"}]}
    END

    """#

  private static let summary = #"""
    summary() { python3 -c 'import json, sys
    report = json.load(sys.stdin)
    print(*report["records"].values())
    for rule in report["rules"]:
        if rule["id"].startswith("bulkcheck."): continue
        print(rule["id"], *(rule[k] for k in ("passed", "failed", "missing", "notApplicable")))
        for s in rule["samples"]:
            other = s.get("previous") or s.get("first") or {}
            print("  ", s["line"], other.get("input"), other.get("line"), s["message"])'; }

    """#

  @Test("the record before is judged with each one, in JSONL and CSV")
  func example() throws {
    try Tool.expect(
      Self.profile + Self.summary + #"""
        cat > d.jsonl <<'END'
        {"room": "a", "start": 1, "end": 3, "seq": 1, "kind": "in"}
        {"room": "b", "start": 2, "end": 4, "seq": 2, "kind": "out"}
        malformed
        {"room": "a", "start": 2, "end": 5, "seq": 3, "kind": "in"}
        ["not an object"]
        {"start": 9, "end": 9, "seq": 5}
        {"room": "b", "start": 4, "seq": 6, "kind": "out"}
        {"room": "b", "start": 5, "end": 6, "seq": 7, "kind": "out"}
        END
        python3 -c 'import json
        for line in open("d.jsonl"):
            if not line.startswith("{"): continue
            r = json.loads(line)
            print(",".join(str(r.get(k, "")) for k in ("room", "start", "end", "seq", "kind")))' \
          > rows.csv
        (echo room,start,end,seq,kind; cat rows.csv) > d.csv
        for file in d.jsonl d.csv; do bulkcheck -p p.json $file --report json | summary; done
        """#,
      prints: """
        8 4 3 1
        end.type 5 0 1 0
        forward 1 1 2 2
           4 0 1 2 is not at least 3
        no-gap 4 1 0 1
           6 0 4 seq is 5, not equal to previous.seq + 1, which is 4
        turns 0 1 1 4
           4 0 1 "in" after "in"
        6 4 2 0
        end.type 5 0 1 0
        forward 1 1 2 2
           4 0 2 "2" is not at least "3"
        no-gap 4 1 0 1
           5 0 4 seq is 5, not equal to previous.seq + 1, which is 4
        turns 0 1 1 4
           4 0 2 "in" after "in"

        """)
  }

  @Test("random records are judged as an independent computation says, however the run is cut")
  func random() throws {
    try Tool.expect(
      Self.profile + #"""
        cat > check.py <<'END'
        import json, random, subprocess, sys
        tool = sys.argv[1]
        def run(*options):
            return subprocess.run([tool, *options], capture_output=True, text=True).stdout
        def number(value): return isinstance(value, int)
        def judge(records):
            last, before, counts = {}, None, {}
            def count(rule, outcome): counts[rule, outcome] = counts.get((rule, outcome), 0) + 1
            for r in records:
                other = last.get(r.get("room"))
                for rule in ("forward", "turns"):
                    if r.get("room") is None: count(rule, "missing")
                    elif other is None: count(rule, "notApplicable")
                    elif rule == "forward":
                        if r.get("start") is None or other.get("end") is None:
                            count(rule, "missing")
                        else: count(rule, "passed" if r["start"] >= other["end"] else "failed")
                    elif other.get("kind") != "in": count(rule, "notApplicable")
                    elif r.get("kind") is None: count(rule, "missing")
                    else: count(rule, "passed" if r["kind"] == "out" else "failed")
                if before is None: count("no-gap", "notApplicable")
                elif r.get("seq") is None or before.get("seq") is None: count("no-gap", "missing")
                else: count("no-gap", "passed" if r["seq"] == before["seq"] + 1 else "failed")
                if r.get("room") is not None: last[r["room"]] = r
                before = r
            return counts
        def counts(report):
            report = json.loads(report)
            found = {}
            for rule in report["rules"]:
                if rule["id"] not in ("forward", "no-gap", "turns"): continue
                for outcome in ("passed", "failed", "missing", "notApplicable"):
                    if rule[outcome]: found[rule["id"], outcome] = rule[outcome]
            return found
        def rest(report):
            report = json.loads(report)
            return report["records"], [
                (r["id"], r["samples"], r["topValues"], r["failed"]) for r in report["rules"]]
        for case in range(12):
            random.seed(case)
            rooms = ["r%d" % n for n in range(random.choice((1, 3, 40)))] + [None]
            records = []
            for n in range(random.choice((1, 70, 300))):
                record = {"room": random.choice(rooms), "start": random.choice((1, 5, 9)),
                    "end": random.choice((2, 6, None)), "seq": n + random.choice((0, 0, 0, 1)),
                    "kind": random.choice(("in", "out", None))}
                records.append({k: v for k, v in record.items() if v is not None})
            texts = [json.dumps(r) for r in records]
            open("d.jsonl", "w").write("".join(t + "\n" for t in texts))
            expected = judge(records)
            whole = run("-p", "p.json", "d.jsonl", "--report", "json", "--threads", "1")
            assert counts(whole) == expected, (case, counts(whole), expected)
            for options in (["--threads", "2"], ["--threads", "7", "--chunk-bytes", "99"]):
                other = run("-p", "p.json", "d.jsonl", "--report", "json", *options)
                assert rest(other) == rest(whole), (case, options)
            cuts = sorted(random.sample(range(len(texts) + 1), min(2, len(texts) + 1)))
            parts = []
            for n, (start, end) in enumerate(zip([0] + cuts, cuts + [len(texts)])):
                open("part.jsonl", "w").write("".join(t + "\n" for t in texts[start:end]))
                parts.append("p%d.part" % n)
                run("-p", "p.json", "part.jsonl", "--partial", parts[-1])
            merged = run("merge", "--as", "d.jsonl", *parts, "--report", "json")
            assert counts(merged) == expected, (case, "merged", counts(merged), expected)
            assert rest(merged) == rest(whole), (case, "merged")
            if len(parts) == 3:
                run("merge", "--as", "d.jsonl", *parts[:2], "--partial", "m.part",
                    "--report", "json")
                tree = run("merge", "--as", "d.jsonl", "m.part", parts[2], "--report", "json")
                assert rest(tree) == rest(whole), (case, "tree")
            invalid = [json.loads(line) for line in
                run("-p", "p.json", "d.jsonl", "--invalid", "-").splitlines()]
            assert len(invalid) == json.loads(whole)["records"]["invalid"], case
        print("ok")
        END
        python3 check.py "$(type bulkcheck | sed -n "s/^ *'\(.*\)' .*/\1/p")"
        """#,
      prints: "ok\n")
  }

  /// Each case was found by an attack on images of records.
  @Test("both records are read as one is, whatever other rules read of them")
  func readings() throws {
    try Tool.expect(
      #"""
      try() { # PROFILE INPUT
        echo "{\"bulkcheck\": 1, $1}" > p.json
        bulkcheck -p p.json "$2" --report json | python3 -c 'import json, sys
      rules = [r for r in json.load(sys.stdin)["rules"] if not r["id"].startswith("bulkcheck.")]
      for r in rules:
          if "." in r["id"]: continue
          end = "; " if r["id"] in "xr" else ";\n"
          print(r["id"], r["passed"], r["failed"], r["missing"], end=end)'; }
      printf '{"o": {"x": "a"}}\n{"o": {"x": "A"}}\n' > o.jsonl
      try '"fields": {"o.x": {"normalize": ["uppercase"]}}, "rules": [
        {"id": "x", "previous": {}, "compare": ["o.x", "==", "previous.o.x"]},
        {"id": "n", "previous": {}, "any": [{"previous.o": {"required": true}}]}]' o.jsonl
      printf 's,t\n01|2,03\n3|4,3\n' > zeros.csv
      try '"fields": {"s": {"type": "array", "separator": "|", "items": {"type": "integer"}},
          "t": {"type": "integer"}}, "rules": [
        {"id": "r", "previous": {}, "compare": ["count(s)", "==", "count(previous.s)"]},
        {"id": "q", "previous": {}, "compare": ["t", "==", "previous.t"]}]' zeros.csv
      bulkcheck -p p.json zeros.csv --partial a.bcp > /dev/null && bulkcheck merge a.bcp | head -1 \
        | cut -c 1-20
      printf 's\n1|2\n1|2\n' > parts.csv
      try '"fields": {"s": {"type": "array", "separator": "|"}}, "rules": [
        {"id": "r", "previous": {}, "compare": ["sum(s[*])", "<=", "sum(previous.s[*])"]},
        {"id": "q", "previous": {}, "compare": ["s[0]", "==", "previous.s[0]"]}]' parts.csv
      printf 'n,t\nab,1\ncd,0\n' > named.csv
      echo '{"bulkcheck": 1, "rules": [{"id": "r", "previous": {},
        "compare": ["t", ">", "previous.t"], "message": "{n} {previous.n}"}]}' > p.json
      bulkcheck -p p.json named.csv | grep '"cd"'
      """#,
      prints: """
        x 1 0 0; n 1 0 0;
        r 1 0 0; q 1 0 0;
        zeros.csv   2 record
        r 1 0 0; q 1 0 0;
                  line 3        {"t": "0", "previous.t": "1"}    "cd" "ab" (previous on line 2)

        """)
  }

  @Test("explain shows both records, and says of each what the report says")
  func explain() throws {
    try Tool.expect(
      Self.profile + #"""
        echo '{"room": "a", "start": 1, "end": 3, "kind": "in"}' > -a.jsonl
        echo '{"room": "a", "start": 2, "end": 4, "kind": "out"}' > b.jsonl
        bulkcheck explain -p p.json b.jsonl --line 1 --before ./-a.jsonl
        echo $?
        bulkcheck explain -p p.json b.jsonl --line 1 | grep -E 'VALID|n/a'
        """#,
      prints: """
        b.jsonl   line 1   record 1   byte 0

          {"room": "a", "start": 2, "end": 4, "kind": "out"}

          FAIL        forward   2 is not at least 3
                    {"room": "a", "start": 2, "end": 4, "kind": "out"}
                                           ^
                    previous  ./-a.jsonl, line 1: {"room": "a", "start": 1, "end": 3, "kind": "in"}
                    requires  start >= previous.end (previous by room)

          ok          end.type
          missing     no-gap     no value, and none is required
          ok          turns

        INVALID  1 rule failed   2 passed
        1
          n/a         forward    does not apply to this record
          n/a         no-gap     does not apply to this record
          n/a         turns      does not apply to this record
        VALID  1 rule passed

        """)
  }

  @Test("failures are told with the record before, and what is masked stays so")
  func outputs() throws {
    try Tool.expect(
      #"""
      echo '{"bulkcheck": 1, "fields": {"name": {"labels": ["pii"]},
          "g": {"unique": {"severity": "warning"}}}, "rules": [
        {"id": "same", "previous": {"by": "g"}, "compare": ["name", "==", "previous.name"]},
        {"id": "sums", "previous": {"by": "g"},
         "compare": ["sum(items[*].n)", ">=", "sum(previous.items[*].n)"]}]}' > p.json
      cat > d.jsonl <<'END'
      {"g": 1, "name": "Ann", "items": [{"n": 2}, {"n": 3}]}
      {"g": 1, "name": "Bo", "items": [{"n": 4}]}
      {"g": 1, "name": "Bo", "items": [{"n": 9}]}
      END
      bulkcheck -p p.json d.jsonl --failures - --valid good.jsonl 2> report.txt
      cat good.jsonl
      grep -c -E 'Ann|Bo' report.txt
      """#,
      prints: """
        {"input":"d.jsonl","line":2,"record":2,"byteOffset":55,"rule":"g.unique","field":"g",\
        "instanceLocation":"/g","value":1,"message":"1 occurs more than once",\
        "severity":"warning","first":{"input":"d.jsonl","line":1}}
        {"input":"d.jsonl","line":2,"record":2,"byteOffset":55,"rule":"same","field":null,\
        "instanceLocation":"","value":{"name": "***", "previous.name": "***"},\
        "message":"\\"***\\" is not equal to \\"***\\"","severity":"error",\
        "previous":{"input":"d.jsonl","line":1}}
        {"input":"d.jsonl","line":2,"record":2,"byteOffset":55,"rule":"sums","field":null,\
        "instanceLocation":"","message":"sum(items[*].n) is 4, not at least \
        sum(previous.items[*].n), which is 5","severity":"error",\
        "previous":{"input":"d.jsonl","line":1}}
        {"input":"d.jsonl","line":3,"record":3,"byteOffset":99,"rule":"g.unique","field":"g",\
        "instanceLocation":"/g","value":1,"message":"1 occurs more than once",\
        "severity":"warning","first":{"input":"d.jsonl","line":1}}
        {"g": 1, "name": "Ann", "items": [{"n": 2}, {"n": 3}]}
        {"g": 1, "name": "Bo", "items": [{"n": 9}]}
        0

        """)
  }

  @Test("values are unique among the records that a condition names, and records as a whole")
  func unique() throws {
    try Tool.expect(
      Self.summary + #"""
        cat > p.json <<'END'
        {"bulkcheck": 1, "fields": {"n": {"type": "number", "normalize": ["trim"]}}, "rules": [
         {"id": "one-active", "unique": ["email"], "where": {"status": {"const": "active"}}},
         {"id": "no-copies", "unique": "*"}]}
        END
        cat > d.jsonl <<'END'
        {"email": "a", "status": "active", "n": 1}
        {"email": "a", "status": "gone", "n": 1}
        {"status": "active", "email": "a", "n": 1.0, "x": null}
        {"email": "a"}
        {"status": "active", "n": 2}
        {"n": 2, "status": "active", "email": null}
        {"n": 2, "status": "gone", "status": "active"}
        END
        cat > d.csv <<'END'
        email,status,n,other
        a,active,1,
        a,gone,1,
        a,active, 1.0,
        ,active,2,x
        ,active,2,"x"
        a,,"",
        END
        for file in d.jsonl d.csv; do bulkcheck -p p.json $file --report json | summary; done
        """#,
      prints: """
        7 4 3 0
        n.type 6 0 1 0
        one-active 1 1 3 2
           3 0 1 "a" occurs more than once
        no-copies 4 3 0 0
           3 0 1 the record occurs more than once
           6 0 5 the record occurs more than once
           7 0 5 the record occurs more than once
        6 4 2 0
        n.type 5 0 1 0
        one-active 1 1 2 2
           4 0 2 "a" occurs more than once
        no-copies 4 2 0 0
           4 0 2 the record occurs more than once
           6 0 5 the record occurs more than once

        """)
  }

  private static let copies = #"""
    cat > p.json <<'END'
    {"bulkcheck": 1, "fields": {"a": {}, "n": {}}, "rules": [
     {"id": "no-copies", "unique": "*"},
     {"id": "forward", "previous": {"by": "a"}, "compare": ["n", ">=", "previous.n"]},
     {"id": "follows", "previous": {}, "compare": ["n", ">=", "previous.n"]},
     {"id": "one-n", "determines": {"by": ["a"], "of": ["n"]}}]}
    END

    """#

  @Test("a whole record shows no value, and SARIF names the record that decides about another one")
  func related() throws {
    try Tool.expect(
      Self.copies + #"""
        printf '{"a":1,"n":1}\n{"a":1,"n":1}\n' > one.jsonl; printf '{"a":1,"n":0}\n' > two.jsonl
        bulkcheck -p p.json one.jsonl | grep '^ *line 2'
        bulkcheck -p p.json one.jsonl --report markdown | grep 'line 2'
        bulkcheck -p p.json one.jsonl two.jsonl --report sarif | python3 -c 'import json, sys
        for r in json.load(sys.stdin)["runs"][0]["results"]:
            for place in r["relatedLocations"]:
                at = place["physicalLocation"]
                print(r["ruleId"], at["artifactLocation"], at["region"], place["message"]["text"])'
        """#,
      prints: """
                  line 2        the record occurs more than once (first on line 1)
        line 2            the record occurs more than once (first on line 1)
        no-copies {'uri': 'one.jsonl', 'index': 0} {'startLine': 1} first in one.jsonl:1
        forward {'uri': 'one.jsonl', 'index': 0} {'startLine': 2} previous in one.jsonl:2
        follows {'uri': 'one.jsonl', 'index': 0} {'startLine': 2} previous in one.jsonl:2
        one-n {'uri': 'one.jsonl', 'index': 0} {'startLine': 1} first in one.jsonl:1

        """)
  }

  @Test("a rule that found no pair of records says so")
  func idle() throws {
    try Tool.expect(
      Self.copies + #"""
        printf '{"a":1,"n":1}\n' > d.jsonl; bulkcheck -p p.json d.jsonl --strict | grep '  idle'
        """#,
      prints: """
          idle  forward  –   never applied: no group had two records
          idle  follows  –   never applied: no record had one before it

        """)
  }

  @Test("a key determines other values, however the run is cut")
  func determines() throws {
    try Tool.expect(
      #"""
      cat > p.json <<'END'
      {"bulkcheck": 1, "fields": {"serial": {"unique": true}}, "rules": [
       {"id": "one-name", "determines": {"by": ["id"], "of": ["name", "country"]}},
       {"id": "one-price", "determines": {"by": "sku", "of": "price"}, "severity": "warning"}]}
      END
      cat > check.py <<'END'
      import json, random, subprocess, sys
      tool = sys.argv[1]
      def run(*options):
          return subprocess.run([tool, *options], capture_output=True, text=True).stdout
      def judge(records):
          firsts, counts, invalid, seen = {}, {}, set(), set()
          for n, r in enumerate(records):
              if r.get("serial") is not None:
                  if r["serial"] in seen: invalid.add(n)
                  seen.add(r["serial"])
              for rule, by, of in (("one-name", "id", ("name", "country")),
                  ("one-price", "sku", ("price",))):
                  values = tuple(r.get(k) for k in of)
                  if r.get(by) is None or None in values: outcome = "missing"
                  elif firsts.setdefault((rule, r[by]), values) == values: outcome = "passed"
                  else: outcome = "failed"
                  if outcome == "failed" and rule == "one-name": invalid.add(n)
                  counts[rule, outcome] = counts.get((rule, outcome), 0) + 1
          return counts, len(invalid)
      def found(report):
          report = json.loads(report)
          counts = {(r["id"], o): r[o] for r in report["rules"]
              if r["id"] in ("one-name", "one-price")
              for o in ("passed", "failed", "missing", "notApplicable") if r[o]}
          return counts, report["records"]["invalid"]
      def rest(report):
          report = json.loads(report)
          return report["records"], [
              (r["id"], r["samples"], r["topValues"], r["failed"]) for r in report["rules"]]
      for case in range(10):
          random.seed(case)
          records = []
          for n in range(random.choice((2, 80, 250))):
              record = {"id": random.choice((1, 2, 3, "3", None)),
                  "name": random.choice(("a", "b", None)),
                  "country": random.choice(("x", [1])), "sku": random.randrange(9),
                  "price": random.choice((1, 1.0, 2)), "serial": random.choice((n, 5, None))}
              records.append({k: v for k, v in record.items() if v is not None})
          plain = [dict(r, country=str(r["country"])) for r in records]
          texts = [json.dumps(r) for r in records]
          open("d.jsonl", "w").write("".join(t + "\n" for t in texts))
          expected = judge(plain)
          whole = run("-p", "p.json", "d.jsonl", "--report", "json", "--threads", "1")
          assert found(whole) == expected, (case, found(whole), expected)
          other = run("-p", "p.json", "d.jsonl", "--report", "json", "--threads", "7",
              "--chunk-bytes", "99")
          assert rest(other) == rest(whole), case
          cut = random.randrange(len(texts) + 1)
          for n, part in enumerate((texts[:cut], texts[cut:])):
              open("part.jsonl", "w").write("".join(t + "\n" for t in part))
              run("-p", "p.json", "part.jsonl", "--partial", "p%d.part" % n)
          merged = run("merge", "--as", "d.jsonl", "p0.part", "p1.part", "--report", "json")
          assert rest(merged) == rest(whole), (case, "merged")
          invalid = run("-p", "p.json", "d.jsonl", "--invalid", "-").splitlines()
          assert len(invalid) == expected[1], case
      print("ok")
      END
      python3 check.py "$(type bulkcheck | sed -n "s/^ *'\(.*\)' .*/\1/p")"
      printf 'id,name,country\n1,A,x\n2,B,y\n1,B,x\n1,A,\n' > d.csv
      bulkcheck -p p.json d.csv --only one-name | grep -A1 one-name
      bulkcheck explain -p p.json d.csv --line 4 | grep -A4 FAIL
      """#,
      prints: #"""
        ok
          FAIL  one-name  1   33 %  of 3
                  line 4        {"name": "B", "first.name": "A", "country": "x", \#
        "first.country": "x"}
          FAIL        one-name   ["B", "x"] is not ["A", "x"], as in the first record with \#
        the same id
                    1,B,x
                      ^
                    1,B,x
                        ^

        """#)
  }

  @Test(
    "mistakes are named",
    arguments: [
      (#""previous": {"on": "a"}, "compare": ["a", "<", "previous.a"]"#, #""on""#),
      (#""previous": {}, "compare": ["a", "<", "b"]"#, "reads nothing of the record before"),
      (#""previous": {"by": []}, "compare": ["a", "<", "previous.a"]"#, "`by`"),
      (#""previous": {"by": "a[*]"}, "compare": ["a", "<", "previous.a"]"#, "several values"),
      (#""previous": {}, "unique": ["a"]"#, "beside `unique`"),
      (#""previous": {}, "compare": ["a", "<", "previous.a"], "tag": "t""#, "cannot have a tag"),
      (#""previous": {}, "all": [{"rule": "y"}, {"previous.a": {"const": 1}}]"#, "cannot refer"),
      (#""any": [{"rule": "z"}]"#, "no other rule can refer to it"),
      (#""unique": "a""#, #"or "*" for all columns"#),
      (#""where": {"a": {"const": 1}}, "compare": ["a", "<", "b"]"#, "where"),
    ])
  func mistakes(_ entry: String, _ complaint: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let profile =
      #"{"bulkcheck": 1, "rules": [{"id": "x", "# + entry + "}, "
      + #"{"id": "y", "not": {"b": {"const": 2}}}, "#
      + #"{"id": "z", "previous": {}, "compare": ["c", "<", "previous.c"]}]}"#
    try Data(profile.utf8).write(to: folder.appending(path: "p.json"))
    let result = try Tool.run("bulkcheck lint p.json", in: folder)
    #expect(result.exitCode == 2)
    #expect((result.output + result.diagnostics).contains(complaint), "\(result.output)")
  }
}

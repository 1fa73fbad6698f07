import Foundation
import Testing

/// `sorted` with `by`, and the first records of groups, as a user runs them.
@Suite("Order within groups", .waitsForCommands)
struct GroupedOrderTests {
  @Test("each group is in order; the report names the worst, with their first records")
  func example() throws {
    try Tool.expect(
      #"""
      echo '{"bulkcheck": 1, "table": [
        {"id": "in-order", "sorted": ["t"], "by": "v"},
        {"id": "strict", "sorted": ["t"], "strictly": true, "by": ["v"], "empty": "pass"},
        {"id": "enough", "measure": "count", "by": "v", "minimum": 3}]}' > p.json
      printf 'v,t\na,1\nb,5\na,2\nb,4\nc,\na,2\nb,6\n,1\n' > d.csv
      bulkcheck -p p.json d.csv | tail -n +3
      bulkcheck explain d.csv --line 7 --profile p.json
      bulkcheck -p p.json d.csv --report json | python3 -c 'import json, sys
      rule = next(r for r in json.load(sys.stdin)["rules"] if r["id"] == "in-order")
      print(rule["id"], rule["evaluated"], rule["failed"], rule["groups"]["worst"][1])'
      """#,
      prints: """
          FAIL  in-order   2 of 4 groups fail: sorted by t, by v, 1 skipped
                  line 5        "4"         out of order: must be sorted by t, by v
                  groups        "c" no values (first on line 6)   "b" 1 (first on line 3)
          FAIL  strict   2 of 4 groups fail: sorted by t, without ties, by v, 1 skipped
                  line 5        "4"         out of order: must be sorted by t, without ties, by v
                  groups        "a" 1 (first on line 2)   "b" 1 (first on line 3)
          FAIL  enough   2 of 4 groups fail: count of records, by v, must be at least 3
                  groups        "c" 1 (first on line 6)   null 1 (first on line 9)

        FAILED  3 error rules   8 valid   0 invalid   0 malformed

        next: bulkcheck explain d.csv --line 5 --profile p.json
        d.csv   line 7   record 6   byte 23

          a,2

          FAIL        strict   out of order: must be sorted by t, without ties, by v
                    a,2
                      ^
                    previous  line 4: a,2

          ok          in-order

        INVALID  1 rule failed   1 passed
        in-order 4 2 {'value': 'b', 'measured': 1, 'judged': 3, 'first': {'input': 0, 'line': 3}}

        """)
  }

  @Test("random groups are judged as an independent computation says, however the run is cut")
  func random() throws {
    try Tool.expect(
      #"""
      echo '{"bulkcheck": 1, "table": [
        {"id": "up", "sorted": ["t", {"path": "u", "order": "descending"}], "by": ["v", "w"]},
        {"id": "most", "measure": "max", "of": "t", "by": "v", "maximum": 7}]}' > p.json
      cat > check.py <<'END'
      import json, random, subprocess, sys
      tool = sys.argv[1]
      def run(*options):
          return subprocess.run([tool, *options], capture_output=True, text=True).stdout
      def judge(rows):
          groups = {}
          for n, r in enumerate(rows):
              key = r.get("v"), r.get("w")
              group = groups.setdefault(key, {"first": n + 1, "bad": 0, "last": None, "judged": 0})
              group["judged"] += 1
              if r.get("t") is None or r.get("u") is None: continue
              place = (r["t"], -r["u"])
              if group["last"] is not None and place < group["last"]: group["bad"] += 1
              group["last"] = place
          failing = [(key, g) for key, g in groups.items() if g["bad"] or g["last"] is None]
          failing.sort(key=lambda e: (e[1]["last"] is not None, -e[1]["bad"], e[1]["first"]))
          return len(groups), len(failing), [
              ([*key], g["bad"] if g["last"] else None, g["judged"], g["first"])
              for key, g in failing[:5]]
      def found(report):
          rule = next(r for r in json.loads(report)["rules"] if r["id"] == "up")
          return rule["evaluated"], rule["failed"], [
              (g["value"], g["measured"], g["judged"], g["first"]["line"])
              for g in rule["groups"]["worst"]]
      def rest(report):
          report = json.loads(report)
          return [(r["id"], r.get("groups"), r["samples"], r.get("skipped"), r["judged"])
              for r in report["rules"] if r.get("kind") == "table"]
      for case in range(10):
          random.seed(case)
          many = random.choice((1, 3, 60))
          rows = []
          for n in range(random.choice((1, 70, 400))):
              row = {"v": random.randrange(many), "w": random.choice(("x", "y", None)),
                  "t": random.choice((n, n, n, n // 2, 3, None)), "u": random.choice((1, 2))}
              rows.append({k: v for k, v in row.items() if v is not None})
          texts = [json.dumps(r) for r in rows]
          open("d.jsonl", "w").write("".join(t + "\n" for t in texts))
          whole = run("-p", "p.json", "d.jsonl", "--report", "json", "--threads", "1")
          assert found(whole) == judge(rows), (case, found(whole), judge(rows))
          for options in (["--threads", "2"], ["--threads", "7", "--chunk-bytes", "99"],
              ["--memory", "64K"]):
              other = run("-p", "p.json", "d.jsonl", "--report", "json", *options)
              assert rest(other) == rest(whole), (case, options)
          cuts = sorted(random.sample(range(len(texts) + 1), min(2, len(texts) + 1)))
          parts = []
          for n, (start, end) in enumerate(zip([0] + cuts, cuts + [len(texts)])):
              open("part.jsonl", "w").write("".join(t + "\n" for t in texts[start:end]))
              parts.append("p%d.part" % n)
              run("-p", "p.json", "part.jsonl", "--partial", parts[-1])
          merged = run("merge", "--as", "d.jsonl", *parts, "--report", "json")
          assert rest(merged) == rest(whole), (case, "merged")
          if len(parts) == 3:
              run("merge", "--as", "d.jsonl", *parts[:2], "--partial", "m.part", "--report", "json")
              tree = run("merge", "--as", "d.jsonl", "m.part", parts[2], "--report", "json")
              assert rest(tree) == rest(whole), (case, "tree")
      print("ok")
      END
      python3 check.py "$(type bulkcheck | sed -n "s/^ *'\(.*\)' .*/\1/p")"
      """#,
      prints: "ok\n")
  }
}

import Foundation
import Testing

/// Conditions and statements in SQL that leave a record without an answer, in reports.
@Suite("Nulls of SQL", .waitsForCommands)
struct SQLNullTests {
  @Test("the nulls of a condition are counted, under `where` too")
  func countedNulls() throws {
    try Tool.expect(
      #"""
      cat > q.json <<'END'
      {"bulkcheck": 1, "rules": [
        {"id": "when", "when": "a > 1", "then": {"b": {"required": true}}},
        {"id": "key", "unique": ["b"], "where": "a > 1"},
        {"id": "block", "unique": ["b"], "where": {"a": {"minimum": 1}}}],
       "table": [
        {"id": "mean", "measure": "mean", "of": "b", "where": "a > 1", "minimum": 0},
        {"id": "sql", "sql": "select count(*) from t where a > 1", "minimum": 0},
        {"id": "by", "measure": "distinct", "of": "b", "by": "c", "where": "a > 1", "maximum": 9},
        {"id": "plain", "measure": "count", "where": {"a": {"minimum": 1}}, "minimum": 0}],
       "sections": [{"id": "s", "when": "c = 1", "table": [
         {"id": "own", "measure": "count", "where": "a > 1 or b > 4", "minimum": 0}]}]}
      END
      for i in 1 2 3 4 5 6 7 8; do
        echo '{"a": 2, "b": '$i'}'; echo '{"b": '$i', "c": 1}'; echo '{"a": "x", "b": 1}'
      done > d.jsonl
      show() {
        python3 - <<'END'
      import json
      rules = json.load(open('r.json'))['rules']
      print(*(f"{r['id']}={r['partLeftOut']}" for r in rules if 'partLeftOut' in r))
      END
      }
      for options in '--threads 1' '--threads 2' '--threads 7 --chunk-bytes 16'; do
        bulkcheck -p q.json d.jsonl $options --report json=r.json --report text=t.txt; show
      done
      grep -c 'its condition was null in 8 records' t.txt
      head -n 9 d.jsonl > one.jsonl; tail -n +10 d.jsonl > two.jsonl
      bulkcheck -p q.json one.jsonl --partial one.part > one.txt
      bulkcheck -p q.json two.jsonl --partial two.part > two.txt
      bulkcheck merge one.part two.part --partial both.part --report json=r.json > merged.txt; show
      bulkcheck merge both.part --report json=r.json > merged.txt; show
      """#,
      prints: """
        when=8 key=8 mean=8 sql=8 by=8 s.own=4
        when=8 key=8 mean=8 sql=8 by=8 s.own=4
        when=8 key=8 mean=8 sql=8 by=8 s.own=4
        5
        when=8 key=8 mean=8 sql=8 by=8 s.own=4
        when=8 key=8 mean=8 sql=8 by=8 s.own=4

        """)
  }

  @Test("what is out of range is called so")
  func outOfRange() throws {
    try Tool.expect(
      #"""
      cat > q.json <<'END'
      {"bulkcheck": 1, "fields": {"d": {"format": "date"}}, "rules": [
        {"id": "a", "sql": "d - interval '3000 years' < date '2000-01-01'"}]}
      END
      echo '{"d": "2024-01-01"}' > d.jsonl
      bulkcheck -p q.json d.jsonl --failures - --report json=r.json \
        | sed -E 's/.*"message":"(.*)","severity.*"reason":"(.*)".*/\2: \1/'
      """#,
      prints: """
        out of range: d - interval '36000 months' is out of range, so this is open: \
        (d - interval '36000 months') < '2000-01-01'

        """)
  }
}

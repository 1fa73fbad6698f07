import Foundation
import Testing

/// SQL in profiles: statements in `rules`, conditions, and figures of `table`.
@Suite("SQL", .waitsForCommands)
struct SQLTests {
  enum Truth: String { case yes, no, null, open }

  struct Case: Sendable, CustomTestStringConvertible {
    var sql: String
    var record: String
    var truth: Truth
    var testDescription: String { "\(sql) of \(record)" }
    init(_ sql: String, _ record: String, _ truth: Truth) {
      (self.sql, self.record, self.truth) = (sql, record, truth)
    }
  }

  /// `n` is declared as a number, `s` as a string, `f` as a boolean, `d` as a date, `m` as a
  /// date-time and `h` as a time; the others are not.
  private static let fields = """
    {"n": {"type": "number"}, "s": {"type": "string"}, "f": {"type": "boolean"},
     "d": {"format": "date"}, "m": {"format": "date-time"}, "h": {"format": "time"},
     "g": {"format": {"value": "date", "as": "%d.%m.%Y"}}, "l": {"type": "array"}}
    """

  /// The outcome of each statement on its record: the rule is checked on that line.
  private static func truths(of cases: [Case], options: String = "") throws -> [Truth] {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    func quoted(_ text: String) throws -> String {
      String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    }
    let rules = try cases.enumerated().flatMap { index, element in
      [
        #"{"id": "s\#(index)", "sql": \#(try quoted(element.sql))}"#,
        #"{"id": "n\#(index)", "sql": \#(try quoted("(\(element.sql)) is not null"))}"#,
      ]
    }
    let profile =
      #"{"bulkcheck": 1, "fields": \#(fields), "rules": [\#(rules.joined(separator: ",\n"))]}"#
    try Data(profile.utf8).write(to: folder.appending(path: "q.json"))
    let records = cases.map { $0.record + "\n" }.joined()
    try Data(records.utf8).write(to: folder.appending(path: "d.jsonl"))
    let result = try Tool.run(
      "bulkcheck -p q.json d.jsonl --now 2024-05-10T12:00:00Z --failures f.jsonl \(options)",
      in: folder)
    #expect(result.exitCode < 2, "\(result.output)\(result.diagnostics)")
    struct Failure: Decodable {
      var line: Int
      var rule: String
      var reason: String?
    }
    let text = try String(contentsOf: folder.appending(path: "f.jsonl"), encoding: .utf8)
    var failures: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let failure = try JSONDecoder().decode(Failure.self, from: Data(line.utf8))
      failures["\(failure.rule) \(failure.line)"] = failure.reason ?? ""
    }
    return cases.indices.map { index in
      let own = failures["s\(index) \(index + 1)"]
      if own == "wrong-type" || own == "out of range" { return .open }
      if failures["n\(index) \(index + 1)"] != nil { return own == nil ? .null : .open }
      return own == nil ? .yes : .no
    }
  }

  private static let ones = String(repeating: "1", count: 2_000)

  static let cases: [Case] = [
    // Casts round, however many digits there are.
    Case("cast(a as integer) = 0", #"{"a": 1.1102230246251565e-16}"#, .yes),
    Case("cast(a as integer) = 0", #"{"a": 1e-400}"#, .yes),
    Case("cast(a as integer) = 2", #"{"a": 1.5000000000000000000000001}"#, .yes),
    Case("cast(a as integer) = -1000000000", #"{"a": -999999999.9999999999999999999999}"#, .yes),
    Case("cast(a as decimal(18, 2)) = 0.33", #"{"a": 0.333333333333333333333333}"#, .yes),
    Case("lower(b) = 'i' and b ilike 'I'", #"{"b": "\u0130"}"#, .yes),
    // Three-valued logic.
    Case("a = 1 and b = 1", #"{"a": 1}"#, .null), Case("a = 1 and b = 1", #"{"a": 2}"#, .no),
    Case("a = 1 or b = 1", #"{"a": 1}"#, .yes), Case("a = 1 or b = 1", #"{"a": 2}"#, .null),
    Case("not a = 1", "{}", .null), Case("not a = 1", #"{"a": 2}"#, .yes),
    Case("a is null", #"{"a": null}"#, .yes), Case("a is null", #"{"a": []}"#, .no),
    Case("(a = 1) is true", "{}", .no), Case("(a = 1) is not true", "{}", .yes),
    Case("a is distinct from b", #"{"a": 1}"#, .yes), Case("a is not distinct from b", "{}", .yes),
    Case("a in (1, null)", #"{"a": 2}"#, .null), Case("a in (1, null)", #"{"a": 1}"#, .yes),
    Case("a not in (1, 2)", #"{"a": 3}"#, .yes), Case("coalesce(a, b, 3) = 3", "{}", .yes),
    Case("nullif(a, 1) is null", #"{"a": 1}"#, .yes), Case("f", #"{"f": true}"#, .yes),
    Case("not f", #"{"f": true}"#, .no), Case("f and a > 0", #"{"f": true, "a": 1}"#, .yes),
    Case("case when a > 1 then b = 'x' else false end", #"{"a": 2, "b": "x"}"#, .yes),
    Case("case a when 1 then 'x' when 2 then 'y' end = 'y'", #"{"a": 2}"#, .yes),
    Case("case when a > 1 then true end", #"{"a": 1}"#, .null),
    // Numbers.
    Case("1 / 4 = 0.25", "{}", .yes), Case("n / 3 * 3 = n", #"{"n": 0.1}"#, .yes),
    Case("n / 0 is null", #"{"n": 1}"#, .yes), Case("n % 0 = 1", #"{"n": 1}"#, .null),
    Case("-7 % 3 = -1", "{}", .yes), Case("0.1 + 0.2 = 0.3", "{}", .yes),
    Case("a - -1 = 3 -- two\n", #"{"a": 2}"#, .yes),
    Case("abs(n) between 1 and 2", #"{"n": -2}"#, .yes),
    Case("2 + 3 * 4 = 14 and (2 + 3) * 4 = 20", "{}", .yes), Case("1e2 = 100.0", "{}", .yes),
    Case("a * a > 1e50", #"{"a": 99999999999999999999999999999}"#, .yes),
    Case("a * b = 7e2000", #"{"a": \#(ones)7, "b": 1e2000}"#, .no),
    Case("a * a > 1 and b = 1", #"{"a": \#(ones), "b": 1}"#, .open),
    Case("a / 3 * a > 1 and b = 1", #"{"a": \#(ones), "b": 1}"#, .open),
    Case("a * 1234567890123456789012345678901234567890 > a", #"{"a": \#(ones)}"#, .yes),
    Case("a * 2 > 1", #"{"a": 1e99999}"#, .open), Case("a + 1 = 1", #"{"a": 1e99999}"#, .open),
    // Texts.
    Case("s like 'a%c'", #"{"s": "abbc"}"#, .yes), Case("s like 'A%'", #"{"s": "abbc"}"#, .no),
    Case("s ilike 'ZO_'", #"{"s": "zoë"}"#, .yes), Case("s ilike '%OË'", #"{"s": "zoë"}"#, .yes),
    Case("s like '%\\_%' escape '\\'", #"{"s": "a_b"}"#, .yes),
    Case("s like '10!%' escape '!'", #"{"s": "100"}"#, .no),
    Case("upper(s) || '-' || trim(' x ') = 'AB-x'", #"{"s": "ab"}"#, .yes),
    Case("length(s) = 2", #"{"s": "ë👍"}"#, .yes),
    Case("substring(s, 2, 1) = 'b'", #"{"s": "abc"}"#, .yes),
    Case("substr(s from 2 for 2) = 'bc'", #"{"s": "abc"}"#, .yes),
    Case("substring(s, -1) = 'c'", #"{"s": "abc"}"#, .yes),
    Case("starts_with(s, 'ab')", #"{"s": "abc"}"#, .yes),
    Case("regexp_matches(s, '^a+$')", #"{"s": "aaa"}"#, .yes),
    Case("s rlike 'b'", #"{"s": "abc"}"#, .yes),
    Case("match(s, 'B', 'i')", #"{"s": "abc"}"#, .yes),
    Case("s = 'it''s'", #"{"s": "it's"}"#, .yes),
    // Casts.
    Case("cast(s as integer) > 5", #"{"s": "12"}"#, .yes),
    Case("s::int = 3", #"{"s": "2.5"}"#, .yes),
    Case("cast(s as integer) > 5", #"{"s": "x"}"#, .open),
    Case("n::text = '1.5'", #"{"n": 1.50}"#, .yes),
    Case("cast(n as numeric(5, 1)) = 1.3", #"{"n": 1.25}"#, .yes),
    Case("s::date < '2024-02-01'", #"{"s": "2024-01-31"}"#, .yes),
    Case("s::boolean", #"{"s": "true"}"#, .yes),
    // Dates.
    Case("d + 1 = '2024-03-01'", #"{"d": "2024-02-29"}"#, .yes),
    Case("d + interval '1 month' = date '2024-02-29'", #"{"d": "2024-01-31"}"#, .yes),
    Case("d - interval 1 year = date '2023-02-28'", #"{"d": "2024-02-29"}"#, .yes),
    Case("d - interval '1' day < current_date", #"{"d": "2024-05-10"}"#, .yes),
    Case("current_date - d = 9", #"{"d": "2024-05-01"}"#, .yes),
    Case("d = m", #"{"d": "2024-05-01", "m": "2024-05-01T02:00:00+02:00"}"#, .yes),
    Case("m > now() - interval '24 hours'", #"{"m": "2024-05-09T12:00:00.1Z"}"#, .yes),
    Case(
      "m - timestamp '2024-05-01 00:00:00' > interval '1 hour'",
      #"{"m": "2024-05-01T01:00:00.5Z"}"#, .yes),
    Case("g >= '01.02.2024' and g > date '2024-01-31'", #"{"g": "01.02.2024"}"#, .yes),
    Case("a < current_timestamp", #"{"a": "2024-05-10 11:59:59"}"#, .yes),
    Case("today() = current_date() and today() = '2024-05-10'", "{}", .yes),
    Case("h < '13:00:00Z'", #"{"h": "12:00:00Z"}"#, .yes),
    // Names.
    Case("\"a b\".`c` = 1", #"{"a b": {"c": 1}}"#, .yes),
    Case("date = 'x' and match = 1", #"{"date": "x", "match": 1}"#, .yes),
    Case("open > close /* both */", #"{"open": 2, "close": 1}"#, .yes),
    Case("x.y <> 'b'", #"{"x": {"y": "a"}}"#, .yes),
    // Values of other types.
    Case("n > 1", #"{"n": "x"}"#, .open), Case("n > 1 and a = 1", #"{"n": "x", "a": 2}"#, .no),
    Case("n > 1 or a = 1", #"{"n": "x", "a": 1}"#, .yes), Case("not n > 1", #"{"n": "x"}"#, .open),
    Case("n + 1 > 1 or a = 1", #"{"n": "x"}"#, .open),
    Case("coalesce(n, 1) = 1", #"{"n": "x"}"#, .yes),
    Case("a = b", #"{"a": 1, "b": "1"}"#, .open), Case("a = b", #"{"a": "x", "b": "x"}"#, .yes),
    Case("s like 'a%'", #"{"s": 1}"#, .open), Case("a in ('x', 'y')", #"{"a": 1}"#, .open),
    Case("a in (1, 2)", #"{"a": "1"}"#, .open), Case("n + a = 1", #"{"n": "x"}"#, .null),
  ]

  @Test("is true, false, null or open of each record")
  func statements() throws {
    for (element, found) in zip(Self.cases, try Self.truths(of: Self.cases)) {
      #expect(found == element.truth, "\(element)")
    }
  }

  @Test("reads cells of CSV as what they are compared with")
  func cells() throws {
    try Tool.expect(
      #"""
      cat > q.json <<'END'
      {"bulkcheck": 1, "fields": {"d": {"type": "boolean"}}, "rules": [
        {"id": "number", "sql": "a > 9"}, {"id": "text", "sql": "a > '9'"},
        {"id": "both", "sql": "a > b"}, {"id": "dotted", "sql": "c.d in (1, 2)"},
        {"id": "wrong", "sql": "b + 1 > 0"}, {"id": "truth", "sql": "d is not false"},
        {"id": "null", "sql": "a is null"}]}
      END
      printf 'a,b,c.d,d\n10,9,1.0,true\n,x,3,false\n' > d.csv
      bulkcheck -p q.json d.csv --failures - --report json=r.json \
        | sed -E 's/.*"line":([0-9]+).*"rule":"([a-z]+)".*"error"(,"reason":"(.*)")?}/\1 \2 \4/'
      """#,
      prints: """
        2 text\(" ")
        2 null\(" ")
        3 dotted\(" ")
        3 wrong wrong-type
        3 truth\(" ")

        """)
  }

  @Test(
    "tells a mistake at its place, with the remedy",
    arguments: [
      ("n > 'x'", 5, "a string is compared with a number"),
      ("n + s > 1", 5, #""s" is a string, but a number is needed"#),
      ("n", 1, #""n" is a number, but a boolean is needed"#),
      ("n > 1 and", 10, "the SQL ends here"),
      ("foo(n) = 1", 1, "the function `foo` is not known"),
      ("lenght(s) = 1", 1, "the function `lenght` is not known: expected `length`"),
      ("n in (select x from y)", 7, "a subquery is not supported"),
      ("n > 1 group by s", 7, "`group` is not supported"),
      ("{{ x }} > 1", 1, "this is a template of Jinja"),
      ("n = = 1", 5, #""=" is not expected here"#),
      ("1 < n < 3", 7, "two comparisons follow each other"),
      ("d > '01.02.2024'", 5, "\\\"01.02.2024\\\" is not a date"),
      ("s like 'a' escape 'xy'", 19, "`escape` takes one character"),
      ("n ~ 1", 3, #""~" is not an operator"#),
      ("select count(*) from t", 1, "`sql` in `rules` measures the whole table"),
      ("s = 'x", 5, "a string is not closed"),
      ("select a from t, u where a = 1", 16, "several tables are not supported"),
      ("cast(n as blob) = 1", 11, #"the type "blob" is not known"#),
      ("regexp_matches(s, '(')", 19, "the pattern is not valid"),
      ("interval '1 fortnight' > n", 10, "this is not an interval"),
      ("l = 1", 5, "a number is compared with an array or an object"),
      ("n > \(String(repeating: "1", count: 1_001))", 5, "the number has more than 1,000 digits"),
      ("d > date '-0001-01-01'", 10, "\\\"-0001-01-01\\\" is not a date"),
      ("{property} > 1", 1, #""{property}" stands for a column that only a contract knows"#),
    ])
  func mistakes(sql: String, column: Int, sentence: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let profile = """
      bulkcheck: 1
      fields: \(Self.fields.replacing("\n", with: ""))
      rules:
        - id: a
          sql: |
            \(sql)
      """
    try Data(profile.utf8).write(to: folder.appending(path: "q.yaml"))
    let result = try Tool.run("bulkcheck lint q.yaml", in: folder)
    #expect(result.exitCode == 2)
    let wanted = sentence.replacing("\\\"", with: "\"")
    #expect(result.output.contains(wanted), "\(result.output)")
    let isWhole = sql.hasPrefix("select count")
    let place = isWhole ? "q.yaml:5:" : "q.yaml:6:\(column + 6):"
    #expect(result.output.hasPrefix(place), "\(result.output)")
  }

  @Test("nested and long statements end with an answer or a mistake")
  func limits() throws {
    let deep = String(repeating: "(", count: 5_000) + "1" + String(repeating: ")", count: 5_000)
    let nots = String(repeating: "not ", count: 4_000) + "f"
    let long = Array(repeating: "n", count: 2_000).joined(separator: " + ") + " = 1"
    let wide = "n in (" + (0..<5_000).map { "\($0)" }.joined(separator: ", ") + ")"
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for (sql, message) in [
      (deep + " = 1", "nested more than 100 levels"), (nots, "nested more than 100 levels"),
      (long, "more than 150 operators stand in a row"), (wide, ""),
      (Array(repeating: "n + 1 > 1", count: 1_000).joined(separator: " or "), ""),
      (String(repeating: "n > 1 and ", count: 1_000) + "n > 1", ""),
    ] {
      let profile = #"{"bulkcheck": 1, "rules": [{"id": "a", "sql": "\#(sql)"}]}"#
      try Data(profile.utf8).write(to: folder.appending(path: "q.json"))
      let result = try Tool.run("bulkcheck lint q.json", in: folder)
      #expect(message.isEmpty || result.output.contains(message))
      #expect(result.exitCode == (message.isEmpty ? 0 : 2), "\(result.output.prefix(300))")
    }
  }

  @Test("as deep as it may be is judged and explained, on workers too")
  func depth() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("{\"a\": 1}\n".utf8).write(to: folder.appending(path: "d.jsonl"))
    let functions = ["abs(", "lower(", "coalesce(1, ", "- (", "nullif(b, "]
    for opening in functions {
      // A sign is a level, too.
      let count = opening == "- (" ? 45 : 90
      let nested =
        String(repeating: opening, count: count) + "a" + String(repeating: ")", count: count)
      let row = Array(repeating: "1", count: 150).joined(separator: " + ")
      for sql in [nested + " is null", nested + " is null and \(row) = 1"] {
        let profile = #"{"bulkcheck": 1, "rules": [{"id": "a", "sql": "\#(sql)"}]}"#
        try Data(profile.utf8).write(to: folder.appending(path: "q.json"))
        let result = try Tool.run(
          "bulkcheck -p q.json d.jsonl --threads 7; bulkcheck explain -p q.json d.jsonl --line 1",
          in: folder)
        #expect(result.exitCode < 2, "\(result.diagnostics)")
      }
    }
  }

  @Test("shows what is negated in brackets")
  func negation() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let profile = #"{"bulkcheck": 1, "rules": [{"id": "a", "sql": "not (a = 2 or a > 5)"}]}"#
    try Data(profile.utf8).write(to: folder.appending(path: "q.json"))
    let result = try Tool.run("bulkcheck expand q.json", in: folder)
    #expect(result.output.contains("not ((a >= 2 and <= 2) or (a > 5))"), "\(result.output)")
  }

  @Test("is a condition of `when`, `where` and sections, and a figure of the table")
  func places() throws {
    let table = """
      cat > q.json <<'END'
      {"bulkcheck": 1, "rules": [
        {"id": "when", "when": "a > 1 and b = 'x'", "then": {"c": {"required": true}}},
        {"id": "key", "unique": ["a"], "where": "b = 'x'"},
        {"id": "wrong", "sql": "select a, b from t where t.a > 4"}],
       "table": [
        {"id": "count", "sql": "select count(*) from {object} where a > 1;", "const": 3},
        {"id": "mean", "sql": "select avg(a) from t as u where u.b = 'x'", "maximum": 2},
        {"id": "one", "sql": "select count(1) from t where a > 1", "const": 4},
        {"id": "distinct", "sql": "select count(distinct a) as n from ${model}", "const": 4},
        {"id": "median", "sql": "select quantile(a, 0.5) from t", "const": 2},
        {"id": "listed", "sql": "select * from t where a > 4"},
        {"id": "starred", "sql": "select t.*, b from t where t.a > 4"},
        {"id": "share", "measure": "count", "where": "a > 1", "minimum": "60%"}],
       "sections": [{"id": "x", "when": "b = 'x'", "rules": [{"id": "small", "sql": "a < 3"}]}]}
      END
      cat > d.jsonl <<'END'
      {"a": 1, "b": "x"}
      {"a": 2, "b": "x"}
      {"a": 2, "b": "x", "c": 1}
      {"a": 5, "b": "y"}
      {"b": "x"}
      END

      """
    try Tool.expect(
      table + """
        for options in '--threads 1' '--threads 2' '--threads 7 --chunk-bytes 16'; do
          bulkcheck -p q.json d.jsonl $options --report json=r.json > /dev/null
          python3 - <<'END'
        import json
        rules = json.load(open('r.json'))['rules']
        print(*(f"{r['id']}={r['failed']}/{r['evaluated']}" for r in rules
                if not r['id'].startswith('bulkcheck.') and r['failed']))
        END
        done
        head -n 2 d.jsonl > one.jsonl; tail -n +3 d.jsonl > two.jsonl
        bulkcheck -p q.json one.jsonl --partial one.part > /dev/null
        bulkcheck -p q.json two.jsonl --partial two.part > /dev/null
        bulkcheck merge one.part two.part > merged.txt; echo $?
        grep -c '^  FAIL' merged.txt
        """,
      prints: """
        when=1/2 key=1/3 wrong=1/5 one=1/1 distinct=1/1 listed=1/1 starred=1/1
        when=1/2 key=1/3 wrong=1/5 one=1/1 distinct=1/1 listed=1/1 starred=1/1
        when=1/2 key=1/3 wrong=1/5 one=1/1 distinct=1/1 listed=1/1 starred=1/1
        1
        7

        """)
  }

  @Test("messages tell the statement and the values that it reads, masks kept")
  func messages() throws {
    try Tool.expect(
      #"""
      cat > q.json <<'END'
      {"bulkcheck": 1, "fields": {"s": {"labels": ["pii"]}}, "rules": [
        {"id": "a", "sql": "total = price * quantity"}, {"id": "b", "sql": "length(s) > 3"},
        {"id": "c", "sql": "price < 1 or total is null"}]}
      END
      echo '{"total": 5, "price": "2", "quantity": 2, "s": "ab"}' > d.jsonl
      bulkcheck -p q.json d.jsonl --failures - --report json=r.json \
        | sed -E 's/.*"message":"(.*)","severity.*/\1/'
      bulkcheck expand q.json | tail -n 3 | sed -E 's/ +/ /g'
      """#,
      prints: #"""
        price is \"2\", which is not a number, so this is open: total = (price * quantity)
        this does not hold: length(s) > 3
        price is \"2\", which is not a number, so this is open: (price < 1) or (total is null)
        a - error 0 total = (price * quantity)
        b s error 0 length(s) > 3
        c - error 0 (price < 1) or (total is null)

        """#)
  }
}

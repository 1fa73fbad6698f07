import BulkcheckDocument
import BulkcheckProfile
import Testing

@Suite("A mistake in a rule about the table")
struct WrongTableTests {
  static let entries: [(String, String)] = [
    (#"§{}"#, "`table` is an object: expected a list"),
    (#"[§5]"#, "an entry of `table` is 5"),
    (#"[§{"measure": "count", "minimum": 1}]"#, "has no `id`"),
    (#"[§{"id": "x"}]"#, "checks nothing"),
    (#"[{"id": "x", "measure": §"middle", "of": "a", "minimum": 1}]"#, "`measure` is"),
    (#"[{"id": "x", "measure": §"avg", "of": "a", "minimum": 1}]"#, #"did you mean "mean"?"#),
    (#"[{"id": "x", "measure": §"median", "of": "a", "minimum": 1}]"#, #"mean "quantile"?"#),
    (#"[{"id": "x", "measure": §"cuont", "minimum": 1}]"#, #"did you mean "count"?"#),
    (#"[{"id": "x", §"measure": "count"}]"#, "has no bound"),
    (
      #"[{"id": "x", "measure": "count", "minimum": 1, §"minium": 1}]"#, #"did you mean "minimum"?"#
    ),
    (#"[{"id": "x", §"measure": "mean", "minimum": 1}]"#, "`mean` needs a path"),
    (#"[{"id": "x", "measure": "count", §"of": "a", "minimum": 1}]"#, "`count` counts records"),
    (#"[{"id": "x", "measure": "mean", "of": §5, "minimum": 1}]"#, "`of` is 5"),
    (#"[{"id": "x", "measure": "mean", "of": "a", "minimum": §"2%"}]"#, "expected a number"),
    (#"[{"id": "x", "measure": "count", "minimum": §"101%"}]"#, "a share of at most 100"),
    (#"[{"id": "x", "measure": "count", "minimum": §"2"}]"#, "a share of at most 100"),
    (#"[{"id": "x", "measure": "count", "minimum": §1e20000}]"#, "fewer than 10,000 digits"),
    (#"[{"id": "x", "measure": "count", "range": §[1]}]"#, "a list of two bounds"),
    (#"[{"id": "x", §"measure": "count", "range": [2, 1]}]"#, "no figure satisfies"),
    (#"[{"id": "x", "measure": "count", "outside": §[2, 1]}]"#, "expected"),
    (#"[{"id": "x", "measure": "count", "outside": §2}]"#, "a list of two bounds"),
    (#"[{"id": "x", "measure": "mean", "of": "a", "notConst": §"2%"}]"#, "expected a number"),
    (
      #"[{"id": "x", §"measure": "count", "minimum": 1, "exclusiveMaximum": 1.0}]"#,
      "no figure satisfies"
    ),
    (#"[{"id": "x", "measure": "count", §"after": "now"}]"#, "bounds a date or a time"),
    (#"[{"id": "x", "measure": "max", "of": "a", "after": §"yesterday"}]"#, "`now-24h`"),
    (#"[{"id": "x", "measure": "max", "of": "a", "after": §"now-24"}]"#, "`now-24h`"),
    (#"[{"id": "x", "measure": "max", "of": "a", "after": §"now-1234567h"}]"#, "`now-24h`"),
    (
      #"[{"id": "x", §"measure": "max", "of": "a", "after": "now", "maximum": 3}]"#,
      "of different kinds"
    ),
    (#"[{"id": "x", "measure": "min", "of": "d", "minimum": §"a"}]"#, "`now-24h`"),
    (#"[{"id": "x", §"measure": "min", "of": "t", "after": "now"}]"#, "a time of day"),
    (#"[{"id": "x", "measure": "sum", "of": §"s", "minimum": 1}]"#, "declared as string"),
    (#"[{"id": "x", "measure": "maxLength", "of": §"n", "minimum": 1}]"#, "declared as integer"),
    // A bound of another kind than all values of the field.
    (#"[{"id": "x", "measure": "max", "of": §"s", "maximum": 5}]"#, "declared as string"),
    (#"[{"id": "x", "measure": "min", "of": §"n", "minimum": "a"}]"#, "declared as integer"),
    (#"[{"id": "x", "measure": "min", "of": §"n", "after": "now-1d"}]"#, "declared as integer"),
    (#"[{"id": "x", "measure": "count", "minimum": 1, "by": §[]}]"#, "a path or a list"),
    (#"[{"id": "x", "measure": "count", "minimum": 1, "by": §"a[*]"}]"#, "several values"),
    (#"[{"id": "x", "measure": "count", "minimum": 1, "empty": §"fail"}]"#, #"expected "pass""#),
    (#"[{"id": "x", §"measure": "quantile", "of": "a", "minimum": 1}]"#, "needs a position"),
    (#"[{"id": "x", "measure": "quantile", "of": "a", "at": §2, "minimum": 1}]"#, "from 0 to 1"),
    (
      #"[{"id": "x", "measure": "quantile", "of": "a", "at": §1e-1002, "minimum": 1}]"#,
      "1,000 decimal"
    ),
    (#"[{"id": "x", "covers": §"a"}]"#, "`covers` is \"a\": expected {"),
    (#"[{"id": "x", "covers": §{"of": "a", "file": "f"}}]"#, "`covers` has no `column`"),
    (
      #"[{"id": "x", "covers": {"of": "a", "file": "f", §"colum": "c"}}]"#,
      #"did you mean "column"?"#
    ),
    (
      #"[{"id": "x", "covers": {"of": "a", "file": §".", "column": "c"}}]"#,
      "cannot refer to the input itself"
    ),
    (
      #"[{"id": "x", "covers": {"of": "a", "file": §"f", "column": "c"}}]"#,
      "cannot refer to files"
    ),
    (#"[{"id": "x", "covers": {"of": §"a..b", "file": "f", "column": "c"}}]"#, "a..b"),
    (#"[{"id": "x", "measure": "count", "equals": §3}]"#, "`equals` is 3"),
    (#"[{"id": "x", "measure": "count", "equals": §{"file": "f"}}]"#, "has no `path`"),
    (
      #"[{"id": "x", "measure": "count", "equals": {"file": "f", "path": §"a[*]"}}]"#,
      "several values"
    ),
    (#"[{"id": "x", "sorted": §[]}]"#, "at least one"),
    (#"[{"id": "x", "sorted": [§"a[*]"]}]"#, "several values"),
    (#"[{"id": "x", "sorted": [§{}]}]"#, "an object with `path`"),
    (#"[{"id": "x", "sorted": [{"path": "a", "order": §"up"}]}]"#, "\"descending\""),
    (#"[{"id": "x", "sorted": ["a"], "strictly": §1}]"#, "true or false"),
    (#"[{"id": "x", "columns": §[]}]"#, "at least one"),
    (#"[{"id": "x", "columns": ["a", §"a"]}]"#, "twice"),
    (#"[{"id": "x", "columns": ["a"], "match": §"all"}]"#, "`match` is"),
    (#"[{"id": "x", "columns": ["a"], §"of": "a"}]"#, "unknown key"),
    (#"[{"id": "x", "columns": ["a"], §"measure": "count"}]"#, "exactly one"),
    (#"[{"id": "x", "measure": "mean", "of": "a", §"at": 0.5, "minimum": 1}]"#, "only with"),
    (#"[{"id": "x", "measure": "count", "minimum": 1, §"tag": "t"}]"#, "rules of one record"),
    (#"[{"id": "x", "measure": "count", "minimum": 1, §"tolerance": 1}]"#, "counts groups"),
    (#"[{"id": "x", "measure": "count", "minimum": 1, "message": §"{value}"}]"#, "a placeholder"),
    (#"[{"id": "x", "measure": "count", "minimum": 1, "where": §5}]"#, "maps paths"),
    (
      #"[{"id": "x", "measure": "count", "minimum": 1, "where": {"rule": §"y"}}]"#,
      "no rule has the id"
    ),
    (
      #"[{"id": "x", "measure": "count", "minimum": 1},"#
        + #"{"id": "y", "measure": "count", "minimum": 1, "where": {"rule": §"x"}}]"#,
      "is about the table"
    ),
    (#"[{"id": §"n.type", "measure": "count", "minimum": 1}]"#, "another rule has the id"),
    (
      #"[{"id": "x", "measure": "count", "minimum": 1, "where": {"s": {§"a": {}}}}]"#, "unknown key"
    ),
  ]

  @Test("is reported with its place", arguments: entries)
  func entry(text: String, sentence: String) throws {
    let profile = """
      {"bulkcheck": 1,
       "fields": {"s": {"type": "string"}, "n": {"type": "integer"}, "d": {"format": "date"},
         "t": {"format": "time"}},
       "table": \(text)}
      """
    let wrong = WrongProfile(profile, sentence)
    let found = mistakes(wrong.text)
    let first = try #require(found.first, "no mistake was found")
    #expect(found.count == 1, "\(found.map(\.sentence))")
    #expect(first.position == wrong.position, "\(first.sentence)")
    #expect(first.sentence.contains(wrong.sentence), "\(first.sentence)")
  }

  @Test("in a test that names it is reported")
  func test() throws {
    let found = mistakes(
      #"{"bulkcheck": 1, "table": [{"id": "x", "measure": "count", "minimum": 1}], "#
        + #""tests": [{"record": {}, "fails": ["x"]}]}"#)
    #expect(found.map(\.sentence).first?.contains("is about the table") == true)
  }
}

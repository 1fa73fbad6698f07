import BulkcheckDocument
import BulkcheckProfile
import Testing

@Suite("What lint says of profiles that are legal but hardly meant")
struct ProfileHintTests {
  /// Parts of a profile, and a part of the only note; nil: there is none.
  static let cases: [(String, String?)] = [
    (#""fields": {"a.*": {}}"#, "stands for every member"),
    (
      #""table": [{"id": "t", "measure": "missing", "of": "a", "maximum": 0.02}]"#,
      "is 0.02, which is less than one"
    ),
    (#""table": [{"id": "t", "measure": "count", "range": [0, 1.5]}]"#, nil),
    (#""table": [{"id": "t", "measure": "mean", "of": "a", "maximum": 0.02}]"#, nil),
    (#""fields": {"\"*\"": {}, "/a/*": {}, "\"a*\"": {}, "\"b[-1]\"": {}}"#, nil),
    (#""fields": {"\"c [kg]\"": {}, "/c [kg]": {}, "a[-1]": {}, "b[-2].c": {}}"#, nil),
    (#""fields": {"rs*": {}}"#, #""rs*" is a name here"#),
    (#""fields": {"a.rs*.b": {}}"#, #""rs*" is a name here"#),
    (#""rules": [{"id": "r", "compare": ["a[-1]", "<", "b"]}]"#, nil),
    (#""fields": {"a*[0]": {}}"#, "is a name with `*` in it"),
    (#""fields": {"a[*].b": {}}"#, nil),
    (#""fields": {"total == qty * price": {}}"#, "looks like an expression"),
    (#""fields": {"sum(a)": {}}"#, "looks like an expression"),
    (#""fields": {"km/h": {}, "created-at": {}, "net - gross": {}}"#, "looks like an expression"),
    (#""rules": [{"id": "r", "compare": ["a", "<", "b*c"]}]"#, "looks like an expression"),
    (#""fields": {"a": {"const": "b + c"}, "b": {}, "c": {}}"#, "only `compare` evaluates"),
    (#""fields": {"a": {"const": "b + c"}}"#, nil),
    (#""fields": {"id": {}, "url": {"endsWith": "/{id}"}}"#, "only messages fill in"),
    (#""fields": {"url": {"endsWith": "/{id}"}}"#, nil),
    (
      #""fields": {"a": {"minimum": 3}}, "rules": [{"id": "r", "all": [{"a": {"minimum": 3.0}}]}]"#,
      #""r" says the same as "a.minimum""#
    ),
    (
      #""fields": {"a": {"range": [0, 9], "exclusiveMinimum": 0}}"#, nil
    ),
    (
      #""fields": {"a": {"range": [1, 9], "minimum": 0}}"#,
      #""a.minimum" passes wherever "a.range" passes"#
    ),
    (
      #""fields": {"a": {"range": {"value": [1, 9], "severity": "warning"}, "minimum": 0}}"#, nil
    ),
    (
      #""fields": {"a": {"range": {"value": [1, 9], "tolerance": "1%"}, "minimum": 0}}"#, nil
    ),
    (#""fields": {"a": {"length": [2, 3], "minLength": 1}}"#, "passes wherever"),
    (#""fields": {"a": {"const": 1, "enum": [1.0, 2]}}"#, "passes wherever"),
    (#""fields": {"a": {"required": true, "present": true}}"#, "passes wherever"),
    (
      #""rules": [{"id": "r", "any": [{"a": {"minimum": 1}}]}, "#
        + #"{"id": "s", "any": [{"a": {"minimum": 1}}]}]"#,
      #""s" says the same as "r""#
    ),
    (
      #""fields": {"a": {"minimum": {"value": 3, "severity": "off", "tolerance": "1%"}}}"#,
      "its tolerance has no effect"
    ),
    (
      #""fields": {"total": {}, "n": {}}, "rules": [{"id": "r", "compare": ["n", "<", "totl"]}]"#,
      #"only comparisons name "totl""#
    ),
    (
      #""fields": {"l[*].amount": {}}, "#
        + #""rules": [{"id": "r", "compare": ["sum(l[*].amuont)", "<", "9"]}]"#,
      #"only comparisons name "l[*].amuont""#
    ),
    // Names that are hardly meant to be the same, that another rule names, or without any field.
    (#""fields": {"total": {}}, "rules": [{"id": "r", "compare": ["total", "<", "totals"]}]"#, nil),
    (#""fields": {"price1": {}}, "rules": [{"id": "r", "compare": ["a", "<", "price2"]}]"#, nil),
    (#""fields": {"total": {}}, "rules": [{"id": "r", "compare": ["net", "<", "5"]}]"#, nil),
    (
      #""fields": {"total": {}}, "rules": [{"id": "r", "compare": ["totl", "<", "5"]}, "#
        + #"{"id": "s", "all": [{"totl": {"required": true}}]}]"#, nil
    ),
    (#""rules": [{"id": "r", "compare": ["totl", "<", "total"]}]"#, nil),
    (
      #""fields": {"d": {"format": "date"}}, "#
        + #""table": [{"id": "x", "measure": "min", "of": "d", "minimum": 1}]"#,
      #"are numbers, but "d" has the format date"#
    ),
  ]

  @Test("is one note, and it does not keep the profile from being read", arguments: cases)
  func notes(_ parts: String, _ expected: String?) throws {
    let found = try read("{\"bulkcheck\": 1, \(parts)}").notes?.mistakes.map(\.message) ?? []
    #expect(found.count == (expected == nil ? 0 : 1), "\(found)")
    if let expected { #expect(found.first?.contains(expected) == true, "\(found)") }
  }
}

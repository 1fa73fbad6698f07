import Bulkcheck
import Testing

@Suite("Arrays and objects that normalize inserts")
struct InsertedDefaultTests {
  static let cases: [MemberCase] = [
    // Elements, in blocks, paths and statements; a record of its own keeps what it has.
    MemberCase(
      profile: """
        "fields": {"tags": {"normalize": [{"default": ["abcd", "x"]}],
          "items": {"maxLength": 3}, "contains": {"const": "x"}, "uniqueItems": true},
          "tags[*]": {"minLength": 2}, "tags[1]": {"const": "x"}, "/tags/0": {"required": true}},
        "rules": [{"id": "count", "compare": ["count(tags)", "<", "2"]},
          {"id": "any", "any": [{"tags[*]": {"const": "y"}}]}]
        """,
      input: """
        {}
        {"tags":null}
        {"tags":["y"]}
        {"tags":[]}
        """,
      counts: [
        "tags.items.maxLength": [1, 2, 1, 0, 0], "tags.contains": [2, 2, 0, 0, 0],
        "tags.uniqueItems": [4, 0, 0, 0, 0], "tags[*].minLength": [0, 3, 1, 0, 0],
        "tags[1].const": [2, 0, 2, 0, 0], "tags.0.required": [3, 1, 0, 0, 0],
        "count": [2, 2, 0, 0, 0], "any": [1, 2, 1, 0, 0],
      ],
      places: ["tags.items.maxLength": ["/tags/0"], "tags[*].minLength": ["/tags/1"]]),
    // Members, also where a default is inserted in what another one inserted.
    MemberCase(
      profile: """
        "fields": {"a": {"normalize": [{"default": {"b": " q ", "c": {"d": [1, "z", null]}}}],
          "additionalFields": false, "fields": {"b": {"normalize": ["trim"], "maxLength": 1},
            "e": {"normalize": [{"default": [5]}], "items": {"minimum": 6}}}},
          "a.c.d[*]": {"type": "integer"}, "a.c.d[2]": {"normalize": [{"default": {"f": 1}}]},
          "a.c.d[2].f": {"const": 2}, "a.*": {"required": true}},
        "rules": [{"id": "unique", "unique": ["a.b"]}]
        """,
      input: """
        {}
        {"a":{"b":"q"}}
        {"a":5}
        """,
      counts: [
        "a.b.maxLength": [2, 1, 0, 0, 0], "a.e.items.minimum": [0, 3, 0, 0, 0],
        "a.c.d[*].type": [0, 1, 2, 0, 0], "a.c.d[2].f.const": [0, 3, 0, 0, 0],
        "a.*.required": [2, 0, 1, 0, 0], "unique": [1, 1, 1, 0, 0],
      ],
      places: ["a.c.d[*].type": ["/a/c/d/1"], "a.e.items.minimum": ["/a/e/0"]]),
    // Elements that are null, and members of elements; each place is told.
    MemberCase(
      profile: """
        "fields": {"l": {"items": {"normalize": [{"default": {"k": "long"}}], "fields":
          {"k": {"required": true, "maxLength": 3},
            "w": {"normalize": [{"default": [1, 2]}], "items": {"maximum": 1}}}}}},
        "rules": [{"id": "sum", "compare": ["sum(l[*].w[*])", "<", "10"]}]
        """,
      input: #"{"l":[null,{"k":"ab","w":[7]},{"w":null},{}]}"#,
      counts: [
        "l.items.k.required": [0, 1, 0, 0, 0], "l.items.k.maxLength": [0, 1, 0, 0, 0],
        "l.items.w.items.maximum": [0, 1, 0, 0, 0], "sum": [0, 1, 0, 0, 0],
      ],
      places: [
        "l.items.k.required": ["/l/2/k", "/l/3/k"], "l.items.k.maxLength": ["/l/0/k"],
        "l.items.w.items.maximum": ["/l/0/w/1", "/l/1/w/0", "/l/2/w/1", "/l/3/w/1"],
      ]),
    // Every member, one of which is null; an object without a named key; names with escapes.
    MemberCase(
      profile: #"""
        "fields": {"m.*": {"normalize": [{"default": {"k": "v"}}]}, "m.*.k": {"const": "w"},
          "o": {"normalize": [{"default": {"\"": 1, "z": 2}}]}, "o.*": {"maximum": 1},
          "d": {"normalize": [{"default": {"a": 1}}], "dependentRequired": {"a": ["b"]}}}
        """#,
      input: #"{"m":{"p":null,"q":{"k":"w"}}}"#,
      counts: [
        "m.*.k.const": [0, 1, 0, 0, 0], "o.*.maximum": [0, 1, 0, 0, 0],
        "d.dependentRequired": [0, 1, 0, 0, 0],
      ],
      places: ["m.*.k.const": ["/m/p/k"], "o.*.maximum": ["/o/z"]]),
    // CSV: a text with separators, of which later changes make another one; a column that is there.
    MemberCase(
      profile: """
        "fields": {"t": {"type": "array", "separator": "|", "items": {"maxLength": 2},
          "normalize": [{"default": "ab|cde|f"}, "uppercase"], "contains": {"const": "F"}},
          "t[1]": {"const": "CDE"}, "u": {"separator": ";", "normalize": [{"default": "1;2"}]},
          "u[*]": {"maximum": 1}},
        "rules": [{"id": "sum", "compare": ["sum(u[*])", "<", "3"]}]
        """,
      input: """
        id,u
        1,
        2,1;1
        """,
      name: "a.csv",
      counts: [
        "t.items.maxLength": [0, 2, 0, 0, 0], "t.contains": [2, 0, 0, 0, 0],
        "t[1].const": [2, 0, 0, 0, 0], "u[*].maximum": [1, 1, 0, 0, 0], "sum": [1, 1, 0, 0, 0],
      ],
      places: ["t.items.maxLength": ["/t/1"], "u[*].maximum": ["/u/1"]]),
    // CSV: an array with elements of all kinds, and an object, which has no columns.
    MemberCase(
      profile: """
        "fields": {"j": {"normalize": [{"default": [1, "2", {"k": 1}]}]},
          "j[*]": {"type": "integer"}, "j[2]": {"fields": {"k": {"const": 1}}},
          "o": {"normalize": [{"default": {"k": 1}}], "minProperties": 2},
          "o.k": {"required": true}}
        """,
      input: """
        id,o.k
        1,
        """,
      name: "a.csv",
      counts: [
        "j[*].type": [0, 1, 0, 0, 0], "o.k.required": [0, 1, 0, 0, 0],
        "o.minProperties": [0, 1, 0, 0, 0],
      ],
      places: ["j[*].type": ["/j/1", "/j/2"]]),
  ]

  @Test("have parts for every rule, and places", arguments: cases)
  func counts(_ test: MemberCase) throws { try MemberPathTests().counts(test) }

  @Test("are in every lane of a batch, and in later batches")
  func manyRecords() throws {
    let profile = try Profile(
      text: """
        {"bulkcheck": 1, "fields": {"t": {"normalize": [{"default": [1, 2, 3]}],
        "items": {"maximum": 2}}},
        "table": [{"id": "sum", "measure": "sum", "of": "t[*]", "range": [865, 865]}]}
        """)
    let lines = (0..<200).map { $0 % 3 == 0 ? #"{"t":[1]}"# : "{}" }
    let report = try ProfileValidator(profile)
      .validate(bytes: lines.joined(separator: "\n").utf8, name: "a.jsonl")
    let rule = try #require(report.rules.first { $0.id == "t.items.maximum" })
    #expect([rule.passed, rule.failed] == [67, 133])
    let sum = try #require(report.rules.first { $0.id == "sum" })
    #expect(sum.status == .pass)
    let field = try #require(report.fields.first)
    #expect([field.absent, field.present] == [133, 67])
  }

  @Test("are not shown or counted as parts of the record")
  func rawRecord() throws {
    let profile = try Profile(
      text: """
        {"bulkcheck": 1, "fields": {"a": {"normalize": [{"default": {"b": ["x"]}}]},
        "a.b": {"minItems": 2}, "a.b[*]": {"const": "y"}}}
        """)
    let report = try ProfileValidator(profile).validate(bytes: "{}\n".utf8, name: "a.jsonl")
    for id in ["a.b.minItems", "a.b[*].const"] {
      let rule = try #require(report.rules.first { $0.id == id })
      #expect(rule.failed == 1, "\(id)")
      #expect(rule.samples.map { $0.value == nil } == [true], "\(id)")
      #expect(rule.topValues.isEmpty, "\(id)")
    }
    #expect(report.fields.map(\.absent) == [1, 1])
    #expect(report.unreadFields.contains("a.b[*]"))
  }

  @Test("are absent among the values that occur more than once")
  func duplicates() throws {
    let profile = try Profile(
      text: """
        {"bulkcheck": 1, "fields": {"o": {"normalize": [{"default": {"p": 18}}]},
        "o.p": {"unique": true}}}
        """)
    let lines = [#"{"o": {"p": 18}}"#, #"{"o": {"p": 18}}"#, "{}", #"{"o": {"p": 7}}"#]
    let report = try ProfileValidator(profile)
      .validate(bytes: lines.joined(separator: "\n").utf8, name: "a.jsonl")
    let rule = try #require(report.rules.first { $0.id == "o.p.unique" })
    #expect(rule.failed == 2)
    #expect(rule.samples.map(\.value) == ["18", nil])
    #expect(rule.topValues.map(\.count) == [1])
  }
}

import BulkcheckCore
import BulkcheckProfile
import Testing

/// Paths of names, for expectations.
private func path(_ names: String...) -> FieldPath { FieldPath(names.map { .key($0) }) }

@Suite("A profile becomes rules")
struct LoweringTests {
  @Test("bounds, lengths and counts of items become one kind of constraint each")
  func limits() throws {
    let set = try read(
      fields(
        #"{"a": {"minimum": 1, "exclusiveMaximum": 9.50, "range": [2, 3], "minLength": 1,"#
          + #" "length": [1, 2], "maxItems": 4}}"#)
    ).ruleSet
    #expect(
      set.rules.map(\.expression) == [
        .constraint(.bounds(lower: Bound("1"), upper: nil)),
        .constraint(.bounds(lower: nil, upper: Bound("9.50", isExclusive: true))),
        .constraint(.bounds(lower: Bound("2"), upper: Bound("3"))),
        .constraint(.length(minimum: 1, maximum: nil)),
        .constraint(.length(minimum: 1, maximum: 2)),
        .constraint(.itemCount(minimum: nil, maximum: 4)),
      ])
    #expect(set.rules.allSatisfy { $0.stage == .value && $0.scope == ScopeIndex(0) })
  }

  @Test("a former id may be given to a rule with and without an id, and is listed")
  func formerIDs() throws {
    let set = try read(
      fields(#"{"a": {"minimum": {"value": 1, "was": "a.range"}, "maximum": 9}}"#)
    ).ruleSet
    #expect(set.rules.map(\.attributes.was) == ["a.range", nil])
    #expect(RuleListing.text(set).contains("was a.range"))
  }

  @Test("blocks under items and fields are scopes of their own")
  func scopes() throws {
    let set = try read(
      fields(
        #"{"orders": {"labels": ["pii"], "items": {"fields": {"sku": {"required": true}}}}}"#)
    ).ruleSet
    let elements = path("orders").appending(.everyElement)
    #expect(
      set.scopes == [
        Scope(place: .field(path("orders")), path: path("orders")),
        Scope(place: .items(of: ScopeIndex(0)), path: elements),
        Scope(
          place: .member(of: ScopeIndex(1), path("sku")), path: elements.appending(.key("sku"))),
      ])
    let rule = try #require(set.rules.first)
    #expect(rule.id == "orders.items.sku.required")
    #expect(rule.field == "orders[*].sku")
    #expect(rule.stage == .presence)
    #expect(rule.attributes.labels == ["pii"])
    #expect(set.maskedPaths == Set(set.scopes.map(\.path)))
  }

  @Test("a block with attributes is one rule, and its types are declared all the same")
  func longForms() throws {
    let set = try read(
      fields(
        #"{"tags": {"items": {"id": "clean", "value": {"type": "string", "notEmpty": true}}},"#
          + #" "o": {"fields": {"id": "parts", "value": {"a": {"minimum": 1}}}}}"#)
    ).ruleSet
    #expect(
      set.rules.map(\.expression) == [
        .items(.all([.constraint(.type([.string])), .constraint(.notEmpty)])),
        .fields([.at(path("a"), .all([.constraint(.bounds(lower: Bound("1"), upper: nil))]))]),
      ])
    #expect(set.rules.map(\.constraint) == ["items", "fields"])
    #expect(set.declarations[path("tags").appending(.everyElement)]?.types == [.string])
    #expect(set.paths.map(\.description) == ["tags", "tags[*]", "o", "o.a"])
  }

  @Test("a field named id keeps the short form of fields")
  func fieldNamedID() throws {
    let set = try read(fields(#"{"o": {"fields": {"id": {"notEmpty": true}}}}"#)).ruleSet
    #expect(set.rules.map(\.id) == ["o.id.notEmpty"])
  }

  @Test("a type inside a combinator is a check and no declaration")
  func typeInCombinator() throws {
    let set = try read(fields(#"{"a": {"any": [{"type": "string"}, {"minimum": 0}]}}"#)).ruleSet
    #expect(set.declarations.isEmpty)
    #expect(
      set.rules.map(\.expression) == [
        .any([
          .all([.constraint(.type([.string]))]),
          .all([.constraint(.bounds(lower: Bound("0"), upper: nil))]),
        ])
      ])
    #expect(set.rules.first?.id == "a.any")
  }

  @Test("contains is about text with a text and about elements with a block")
  func contains() throws {
    let set = try read(
      fields(#"{"a": {"contains": "x"}, "b": {"contains": {"value": {"const": 1}}}}"#)
    ).ruleSet
    #expect(
      set.rules.map(\.expression) == [
        .constraint(.containsText("x")),
        .someItem(.all([.constraint(.const(.number("1")))])),
      ])
  }

  @Test(
    "these make no rule",
    arguments: [
      #""required": false"#, #""nullable": true"#, #""notEmpty": false"#, #""uniqueItems": false"#,
      #""unique": false"#, #""additionalFields": true"#, #""required": {"value": false}"#,
      #""labels": ["x"]"#, #""normalize": ["trim"]"#, #""separator": ";""#,
    ])
  func noRule(member: String) throws {
    let set = try read(fields("{\"a\":{" + member + "}}")).ruleSet
    #expect(set.rules.isEmpty)
  }

  @Test("flags in long form mean true, and present: false is a rule")
  func flags() throws {
    let set = try read(
      fields(
        #"{"a": {"required": {"severity": "off"}, "present": false}, "b": {"nullable": false}}"#)
    ).ruleSet
    #expect(
      set.rules.map(\.expression) == [
        .constraint(.required), .constraint(.present(false)), .constraint(.notNull),
      ])
    #expect(set.rules.map(\.isRun) == [false, true, true])
  }

  @Test("additionalFields knows the names that any path of the profile begins with")
  func additionalFields() throws {
    let set = try read(
      #"{"bulkcheck": 1, "additionalFields": false, "fields": {"a": {"additionalFields": false}},"#
        + #" "rules": [{"id": "x", "compare": ["a.b", "<", "/a/c"]},"#
        + #" {"id": "y", "unique": ["d"]}]}"#
    ).ruleSet
    #expect(set.rules.first?.id == "additionalFields")
    #expect(set.rules.first?.scope == nil)
    #expect(
      set.rules.prefix(2).map(\.expression) == [
        .constraint(.onlyFields(["a", "d"])), .constraint(.onlyFields(["b", "c"])),
      ])
  }

  private static let fieldPlaces: [(place: String, other: String, known: [String])] = [
    ("o", "o.k", ["k"]), ("o", "o.k.z", ["k"]), ("o", "/o/0", ["0"]), ("o[*]", "o[*].k", ["k"]),
    ("o[0]", "o[*].k", ["k"]), ("o[*]", "o[0].k", []), ("o[0]", "/o/0/k", ["k"]),
    ("o.0", "/o/0/k", ["k"]), ("/o/0", "o.0.k", ["k"]), ("/o/0", "o[0].k", ["k"]),
    ("/o/0", "o[1].k", []), ("o[1]", "/o/0/k", []),
  ]

  @Test("additionalFields knows the names that paths to its place have", arguments: fieldPlaces)
  func knownFields(place: String, other: String, known: [String]) throws {
    let set = try read(
      #"{"bulkcheck": 1, "fields": {"\#(place)": {"additionalFields": false}},"#
        + #" "rules": [{"id": "x", "any": [{"\#(other)": {"required": true}}]}]}"#
    ).ruleSet
    #expect(set.rules[0].expression == .constraint(.onlyFields(known.exactly)))
  }

  @Test("rules refer to rules before and after them")
  func references() throws {
    let set = try read(
      rules(
        #"[{"id": "x", "when": {"rule": "y"}, "then": {"a": {"const": 1}}},"#
          + #" {"id": "y", "none": [{"b": {"present": true}}]}]"#)
    ).ruleSet
    #expect(
      set.rules[0].expression
        == .when(
          .all([.outcome(RuleIndex(1))]),
          then: .all([.at(path("a"), .all([.constraint(.const(.number("1")))]))]), else: nil))
    #expect(set.rules[0].field == "a")
    #expect(
      set.rules[1].expression
        == .none([.all([.at(path("b"), .all([.constraint(.present(true))]))])]))
  }

  @Test("quoted names and pointers are fields where plain words are operators")
  func quotedOperators() throws {
    let set = try read(
      rules(#"[{"id": "x", "all": [{"\"any\"": {"const": 1}, "/not": {"const": 1}}]}]"#)
    ).ruleSet
    #expect(set.rules[0].paths == [path("any"), path("not")])
  }

  @Test("compare and unique hold absolute paths")
  func comparison() throws {
    let set = try read(
      rules(#"[{"id": "x", "compare": ["a.b", ">=", "c[0]"]}, {"id": "y", "unique": ["a", "b"]}]"#)
    ).ruleSet
    #expect(
      set.rules.map(\.expression) == [
        .compare(path("a", "b"), .greaterOrEqual, path("c").appending(.index(0))),
        .unique(UniqueKey(.values([path("a"), path("b")]))),
      ])
  }

  @Test("a chain keeps its checks and changes in order")
  func chain() throws {
    let set = try read(
      fields(
        #"{"phone": {"chain": [{"notEmpty": true}, {"replace": ["[^0-9]", ""]},"#
          + #" {"length": [11, 11]}, {"mask": "+X"}, "trim"]}}"#)
    ).ruleSet
    #expect(
      set.rules.first?.expression
        == .constraint(
          .chain([
            .check(.notEmpty), .change(.replace(PatternSource("[^0-9]"), with: "")),
            .check(.length(minimum: 11, maximum: 11)), .change(.mask("+X")), .change(.trim),
          ])))
    #expect(set.rules.first?.id == "phone.chain")
  }

  @Test("tags of one priority may be shared by rules whose conditions exclude each other")
  func exclusion() {
    let text = rules(
      #"[{"id":"x","tag":"t","when":{"a":{"const":1}},"then":{"b":{"const":1}}},"#
        + #"{"id":"y","tag":"t","when":{"a":{"enum":[2,"1"]}},"then":{"b":{"const":2}}}]"#)
    #expect(mistakes(text).isEmpty)
  }

  @Test(
    "a path has these steps",
    arguments: [
      ("a.b", [.key("a"), .key("b")]),
      (#""a.b".c"#, [.key("a.b"), .key("c")]),
      (#""a\"b""#, [.key("a\"b")]),
      (#""""#, [.key("")]),
      ("a[0][*].b", [.key("a"), .index(0), .everyElement, .key("b")]),
      ("a.0", [.key("a"), .key("0")]),
      ("/a/0/~0~1/01", [.key("a"), .keyOrIndex("0", 0), .key("~/"), .key("01")]),
      ("/", [.key("")]),
      (#""a[x]"."b[""#, [.key("a[x]"), .key("b[")]),
      ("/a[x]/b[", [.key("a[x]"), .key("b[")]),
      ("a[-1].b[-02][0]", [.key("a"), .index(-1), .key("b"), .index(-2), .index(0)]),
      ("ä b", [.key("ä b")]),
    ] as [(String, [PathStep])])
  func paths(text: String, steps: [PathStep]) throws {
    let set = try read(fields("{" + JSONText.quoted(text) + ": {}}")).ruleSet
    #expect(set.paths == [FieldPath(steps)])
  }

  @Test("defaults are for the profile's rules and not for the built-in ones")
  func defaults() throws {
    let set = try read(
      #"{"bulkcheck": 1, "fields": {"a": {"notEmpty": true}}, "input": {"duplicate-key": {}},"#
        + #" "defaults": {"severity": "info", "tolerance": {"count": 2, "percent": 1e-1}}}"#
    ).ruleSet
    #expect(set.rules.first?.attributes.severity == .info)
    #expect(set.rules.first?.attributes.tolerance == Tolerance(count: 2, percent: "0.1"))
    #expect(set.settings(of: .duplicateKey) == BuiltInSettings(of: .duplicateKey))
  }

  @Test("messages hold places and braces")
  func messages() throws {
    let set = try read(
      fields(#"{"a": {"notEmpty": {"message": "{{{value}}} {field}{line} {rule}: {b.c}{\"}\"}"}}}"#)
    ).ruleSet
    #expect(
      set.rules.first?.attributes.message.segments == [
        .literal("{"), .value, .literal("} "), .field, .line, .literal(" "), .rule,
        .literal(": "), .path(path("b", "c")), .path(path("}")),
      ])
    #expect(set.paths == [path("a")])
  }
}

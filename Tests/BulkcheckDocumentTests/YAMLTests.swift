import BulkcheckDocument
import TestSupport
import Testing

@Suite("A document in YAML", .usesLess(than: .seconds(60)))
struct YAMLTests {
  @Test(
    "has the values of the core schema",
    arguments: [
      ("~", "null"), ("null", "null"), ("NULL", "null"), ("nULL", "'nULL'"), ("--- ", "null"),
      ("true", "true"), ("False", "false"), ("tRUE", "'tRUE'"), ("yes", "'yes'"), ("no", "'no'"),
      ("12", "12"), ("-7", "-7"), ("+3", "3"), ("0777", "777"), ("-007", "-7"), ("00", "0"),
      ("1.50", "1.50"), (".5", "0.5"), ("-.5", "-0.5"), ("1.", "1.0"), ("01.e5", "1.0e5"),
      ("6e-3", "6e-3"), ("1E+05", "1E+05"), ("1_000", "'1_000'"), ("12:30", "'12:30'"),
      ("0x1F", "31"), ("0o17", "15"), ("0o18", "'0o18'"), ("0x", "'0x'"), ("-0x1", "'-0x1'"),
      ("0xffffffffffffffffffffffff", "79228162514264337593543950335"), ("1e", "'1e'"),
      (".", "'.'"), ("-", "[null]"), ("+", "'+'"), ("1.2.3", "'1.2.3'"), ("e5", "'e5'"),
      ("2024-02-27", "'2024-02-27'"), ("'12'", "'12'"), ("\"~\"", "'~'"), ("! 12", "'12'"),
      ("&a ! 12", "'12'"), ("! &a 12", "'12'"), ("&a 12", "12"), ("!!str 12", "'12'"),
      ("!!int '12'", "12"), ("!!float 1", "1"), ("!!bool True", "true"), ("!!null ''", "null"),
      ("!!seq [1]", "[1]"), ("! {a: 1}", "{'a':1}"), ("!!str", "''"), ("|\n  a\n  b\n", "'a\nb\n'"),
      (">-\n  a\n  b\n", "'a b'"), ("\u{FEFF}a: é # c\n", "{'a':'é'}"), ("\"\\u00e9\\0\"", "'é\0'"),
      ("%YAML 1.2\n---\na: 1\n...\n# end\n", "{'a':1}"), ("[a: 1, b]", "[{'a':1},'b']"),
      ("? a\n: 1\n? b\n", "{'a':1,'b':null}"), ("'<<': 1", "{'<<':1}"),
      ("a: &x [1]\nb: *x\n", "{'a':[1],'b':[1]}"), ("&a k: 1\nb: *a\n", "{'k':1,'b':'k'}"),
      (
        "a: &x {p: 1, q: 2}\nb: {q: 3, <<: *x, r: 4}", "{'a':{'p':1,'q':2},'b':{'q':3,'p':1,'r':4}}"
      ),
      ("{<<: [{a: 1, b: 1}, {b: 2, c: 2}], c: 3}", "{'a':1,'b':1,'c':3}"),
      ("- &a 1\n- *a\n- &a 2\n- *a\n", "[1,1,2,2]"), ("&a [&a 1, *a]", "[1,1]"),
    ])
  func values(text: String, written: String) throws {
    #expect(try read(text, .yaml).get().root.written == written)
  }

  /// `§` stands before the character where the mistake is reported.
  static let mistakes: [(String, String)] = [
    ("§", "the list ends here: expected a list"),
    ("# only a comment\n§", "the list ends here"),
    ("a: 1\n§--- \nb: 1\n", "a second YAML document begins here: expected one document"),
    ("a: 1\n...\n§b: 1\n", "a second YAML document begins here"),
    ("[1]\n§x", "something stands behind the value"),
    ("a: 1\nb: 2\n§a: 3\n", "the key \"a\" is given twice (first on line 1)"),
    ("é: 1\n'x': §&b 2\n*b : 3\n", "a key is 2: expected a text; put the key in quotes"),
    ("a: &k b\nb: 1\n? *k\n: 2\n", "the key \"b\" is given twice (first on line 2)"),
    ("x: {<<: {a: 1}, §<<: {b: 1}}", "the key \"<<\" is given twice (first on line 1)"),
    ("§1: a", "a key is 1: expected a text"), ("{§~: a}", "a key is null"),
    ("§true: a", "a key is true"),
    ("? §[a]\n: 1", "a key is a sequence"),
    ("? §{a: 1}\n: 1", "a key is a mapping"), ("§[a]: 1", "a key is a sequence"),
    ("- §.inf", ".inf has no value in JSON"), ("- §-.INF", "-.INF has no value in JSON"),
    ("- §.nan", ".nan has no value in JSON"), ("- §!!float .inf", ".inf has no value in JSON"),
    ("- §!!binary aGk=", "the tag \"!!binary\" is not supported: expected !!str"),
    ("- §!!timestamp 2024-02-27", "the tag \"!!timestamp\" is not"),
    ("§!!set {a}", "the tag \"!!set\""), ("§!!omap [a: 1]", "the tag \"!!omap\""),
    ("- §!local 1", "the tag \"!local\" is not supported"), ("§!local {}", "the tag \"!local\""),
    ("§!!merge <<: {}", "the tag \"!!merge\""), ("- §!!int a", "does not fit its tag \"!!int\""),
    ("- §!!int 1.0", "does not fit its tag"), ("- §!!bool yes", "does not fit its tag"),
    ("- §!!map 1", "does not fit its tag"), ("§!!map [1]", "does not fit its tag"),
    ("- &one 1\n- §*ome", "no anchor &ome stands before this alias: did you mean \"*one\"?"),
    ("a: §*x\nb: &x 1", "no anchor &x stands before this alias"),
    ("§&a [1, §*a]", "the alias *a is inside of what it stands for"),
    ("<<: §1", "the value of << is 1: expected a mapping, or a list of mappings"),
    ("<<: [{}, §a]", "the value of << is \"a\""), ("<<:§ \n", "the value of << is null"),
    ("a: b§: c", "not YAML: mapping values are not allowed in this context"),
    ("a:\n§\tb: 1", "not YAML: found character that cannot start any token"),
    ("a: [1", "not YAML: did not find expected ',' or ']'"),
    ("a: 'b", "not YAML: found unexpected end of stream"),
    ("a: \"§\\d\"", "not YAML: found unknown escape character"),
    ("a: §!x!y 1", "not YAML: found undefined tag handle"),
    ("é: §\u{7}", "not YAML: control characters are not allowed"),
    ("a: \u{1F600}\n b§: 1", "not YAML: mapping values are not allowed"),
    (
      String(repeating: "%TAG ! !\n", count: 64) + "§%TAG ! !\n--- a",
      "more than 64 YAML directives"
    ),
  ]

  @Test("is refused with its first mistake and the place", arguments: mistakes)
  func mistake(marked: String, words: String) throws {
    let marks = marked.split(separator: "§", omittingEmptySubsequences: false)
    let text = marks.joined()
    let mistake = try #require(read(text, .yaml).mistake)
    #expect(mistake.sentence.contains(words), "\(mistake.sentence)")
    // Where none is marked, libyaml chooses the place.
    guard let before = marks.dropLast().isEmpty ? nil : marks.dropLast().joined() else { return }
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(mistake.line == lines.count)
    #expect(mistake.column == lines[lines.count - 1].unicodeScalars.count + 1)
  }

  @Test("that is not UTF-8 is refused at the byte")
  func encoding() {
    let mistake = read(Array("a: ".utf8) + [0xFF], .yaml).mistake
    #expect(mistake?.sentence == "the list is not valid UTF-8 here")
    #expect(mistake?.column == 4)
  }

  @Test("may nest 128 levels, by its brackets, its lines, or its aliases, and no more")
  func nesting() throws {
    func brackets(_ count: Int) -> String {
      String(repeating: "[", count: count) + String(repeating: "]", count: count)
    }
    func dashes(_ count: Int) -> String { String(repeating: "- ", count: count) + "1" }
    func aliased(_ count: Int) -> String {
      "- &a \(brackets(100))\n- \(dashes(count - 101))".dropLast() + "*a"
    }
    for text in [brackets, dashes, aliased] {
      #expect(throws: Never.self) { try read(text(128), .yaml).get() }
      #expect(read(text(129), .yaml).mistake?.message == "values are nested deeper than 128")
    }
    for depth in [50_000, 1_000_000] {
      #expect(
        read(String(repeating: "[", count: depth), .yaml).mistake?.message
          == "values are nested deeper than 128")
    }
  }

  @Test("may have 2,000 small aliases, and none that multiply")
  func aliases() throws {
    let small = "a: &a {b: [1, 2, 3], c: text}\n" + (0..<2000).map { "k\($0): *a\n" }.joined()
    #expect(try read(small, .yaml).get().root.members?.count == 2001)
    func laughs(_ step: String) -> String {
      "a0: &a0 [\"lol\"]\n"
        + (1..<40).map { number in
          let names = Array(repeating: "*a\(number - 1)", count: 9).joined(separator: ", ")
          return "a\(number): &a\(number) \(step.replacing("X", with: names))\n"
        }.joined()
    }
    let text = String(repeating: "x", count: 1 << 20)
    let quadratic = (0..<20_000).map { _ in "- *l\n" }.joined()
    for text in [
      laughs("[X]"), laughs("{<<: [X]}").replacing("[\"lol\"]", with: "{a: 1}"),
      "- &l [" + String(repeating: "1, ", count: 20_000) + "]\n" + quadratic,
      "- &l \"\(text)\"\n" + quadratic,
    ] {
      #expect(read(text, .yaml).mistake?.message == "the aliases stand for too much")
    }
  }

  @Test("has one place for each value, and mistakes in copies stand at the original")
  func places() throws {
    let text = "a: &x\n  - 1\nb: *x\nc: {<<: &y {k: 2}}\nd: *y\n"
    let document = try read(text, .yaml).get()
    var offsets: [Int] = []
    func note(_ node: DocumentNode) {
      offsets.append(node.offset)
      for element in node.elements ?? [] { note(element) }
      for member in node.members ?? [] { note(member.value) }
    }
    note(document.root)
    // The root begins as its first member does, which has another value.
    #expect(Set(offsets).count == offsets.count)
    let copy = try #require(document.root["b"]?.elements?[0])
    #expect(document.source.line(of: copy.offset) == 2)
    let mistakes = DocumentMistakes(
      fileName: "d.yaml", source: document.source,
      complaints: [(copy.offset, Complaint("late")), (0, Complaint("early"))])
    #expect(mistakes.mistakes.map(\.sentence) == ["early", "late"])
    #expect(mistakes.mistakes[1].position == SourcePosition(line: 2, column: 5))
    #expect(mistakes.mistakes[1].excerpt.text == "  - 1")
  }

  @Test(
    "of some megabytes is read",
    arguments: ["- a\n", "k%: {a: [1, 'b']}\n", "# c\n", "- \"a\\n\"\n"])
  func large(line: String) throws {
    let text = (0..<200_000).map { line.replacing("%", with: "\($0)") }.joined() + "...\n"
    let result = read(text.hasPrefix("#") ? text + "a" : text, .yaml)
    if text.hasPrefix("#") {
      #expect(result.mistake != nil)
    } else {
      let root = try result.get().root
      #expect(root.elements?.count ?? root.members?.count == 200_000)
    }
  }
}

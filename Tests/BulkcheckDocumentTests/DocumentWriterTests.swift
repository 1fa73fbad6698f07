import BulkcheckDocument
import Testing

@Suite("A document that is written in another language")
struct DocumentWriterTests {
  static let pairs: [(json: String, yaml: String)] = [
    (
      """
      // Head.
      //
      // More.
      {
        "bulkcheck": 1,  // version

        // Above.
        "name": "a b",
        "fields": {  // all of them
          "id": {"type": "string", "pattern": "^\\\\d+$"},
          "m": {
            // inside
            "enum": [1.50, null, true, "yes", ""]
            // behind
          }
        },
        "tests": [
          // the first
          {
            "record": {},
            "fails": []  // none
          },
          []
        ]
      }
      // Tail.

      """,
      """
      # Head.
      #
      # More.
      bulkcheck: 1  # version

      # Above.
      name: a b
      fields:  # all of them
        id: {type: string, pattern: '^\\d+$'}
        m:
          # inside
          enum: [1.50, null, true, "yes", ""]
          # behind
      tests:
        # the first
        - record: {}
          fails: []  # none
        - []
      # Tail.

      """
    )
  ]

  @Test("has the same values, comments and blank lines", arguments: pairs)
  func yaml(json: String, yaml: String) throws {
    let document = try read(json).get()
    #expect(DocumentWriter.text(document, as: .yaml) == yaml)
    #expect(DocumentWriter.text(document, as: .json) == json)
    let back = try read(yaml, .yaml).get()
    #expect(back.root.written == document.root.written)
    #expect(
      DocumentWriter.text(back, as: .yaml)
        == yaml)
  }

  @Test(
    "has the same value, whatever it is",
    arguments: [
      #""""#, #""a""#, #""no""#, #""NULL""#, #""~""#, #"" a""#, #""a ""#, #""a: b""#, #""a #b""#,
      #""- a""#, #""12""#, #""0x1F""#, #"".5""#, #""<<""#, #""it's \"so\"""#, #""\\d""#,
      #""'\\""#, #""a\nb\tc\r\u0000\u007f\u0085\u2028\u2029\ufeff\uffff😀é""#, #""%a""#,
      #""---""#, #""...""#, #""[a""#, #""{a""#, #""*a""#, #""&a""#, #""!a""#, #""|""#, #"">""#,
      #""@a""#, #""`a""#, #"",""#, "1.50", "-0", "1E+5", "null", "true", "[]", "{}", "[[],[[1]]]",
      #"[[[1,2],[3]],[{"a":[{"b":{}}]}]]"#, #"{"":{"":""},"<<":1,"no":2,"1":3,"a b":[{}]}"#,
      "[[\n[\n[1],\n{\"a\":\n[{\"b\":1,\n\"c\":2}]}]]]",
      #"{"\#(String(repeating: "k", count: 2000))":{"a":1}}"#,
      "{\"\(String(repeating: "k", count: 2000))\":\n{\"a\":\n[1]}}",
    ])
  func values(json: String) throws {
    for text in [json, "{\"a\":\(json)}", "[\n\(json)]", "[\(json),\n[\(json)]]"] {
      let document = try read(text).get()
      let yaml = DocumentWriter.text(document, as: .yaml)
      let read = try read(yaml, .yaml).get()
      #expect(read.root.written == document.root.written, "\(yaml)")
      let back = DocumentWriter.text(read, as: .json)
      #expect(try BulkcheckDocumentTests.read(back).get().root.written == document.root.written)
    }
  }

  @Test("keeps comments wherever they stand")
  func comments() throws {
    let json = """
      /* one
       * two */ { /* three */ "a" /* four */ : /* five */ [ // six
        1 /* seven */, [2 /* eight */, 3], {"b": /* nine */ 4}, {
          // ten
          "c": [5
          // eleven
          ] } ], // twelve
      } // thirteen
      /* fourteen\u{2028}\u{7} */
      """
    let words = [
      "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
      "twelve", "thirteen", "fourteen",
    ]
    let document = try read(json).get()
    for language in DocumentLanguage.allCases {
      let text = DocumentWriter.text(document, as: language)
      let back = try read(text, language).get()
      #expect(back.root.written == document.root.written, "\(text)")
      for word in words {
        #expect(text.split { !$0.isLetter }.contains { $0 == word }, "\(word): \(text)")
      }
    }
  }

  @Test("writes out aliases")
  func aliases() throws {
    let yaml = "a: &x {b: [1]}  # one\n# two\nc: *x\nd: {<<: *x, e: 2}\n"
    let json = """
      {
        "a": {"b": [1]},  // one
        // two
        "c": {"b": [1]},
        "d": {"b": [1], "e": 2}
      }

      """
    #expect(DocumentWriter.text(try read(yaml, .yaml).get(), as: .json) == json)
  }

  @Test("has commented-out members that can be uncommented")
  func uncommenting() throws {
    let json = """
      {
        "a": {
          "b": 1,
          // "c": 2,  // why
        },

        // "table": [
        //   // because of 1
        //   { "id": "x" },  // because
        //   { "id": "y" },
        // ],
      }
      """
    let yaml = DocumentWriter.text(try read(json).get(), as: .yaml)
    let lines = yaml.split(separator: "\n").map { $0.replacing("# ", with: "", maxReplacements: 1) }
    let read = try read(lines.joined(separator: "\n"), .yaml).get()
    #expect(read.root.written == "{'a':{'b':1,'c':2},'table':[{'id':'x'},{'id':'y'}]}", "\(yaml)")
  }
}

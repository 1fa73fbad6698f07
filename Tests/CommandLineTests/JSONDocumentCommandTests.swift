import Testing

/// JSON documents as a user meets them.
@Suite("JSON documents", .waitsForCommands)
struct JSONDocumentCommandTests {
  private static let setUp = #"""
    echo '{"bulkcheck":1,"fields":{"id":{"type":"integer","required":true,"unique":true}}}' > p.json
    printf '{"n":2,"data":[\n {"id":1},\n {"id":"x"},{"id":tru},\n {"id":1,\n  "s":[1]}\n],"e":null}' > d.json
    sed 's/{"id":tru},//' d.json > g.json
    printf '[{"id":1},{"id":2}]' > a.json
    printf '{\n"id":1}\n{"id":\n2}' > o.json
    echo '{"bulkcheck":1,"fields":{"id":{"required":true}},"sections":[
      {"id":"a","records":"/a/*","fields":{"x":{"required":true}}},
      {"id":"b","records":"/b/*/c","fields":{"y":{"unique":true}}}],"tests":[
      {"document":{"a":[{"id":1}],"b":[]},"fails":["a.x.required"]},
      {"section":"a","record":{"id":1},"fails":["a.x.required"]},
      {"section":"b","record":{"id":1}}]}' > sections.json
    echo '{"b":[{"c":{"id":1,"y":1}},{"c":{}},{}],"a":[{"id":1,"x":1},{"id":2}]}' > two.json
    printf '{"version":5,\n"rates":[{"code":1},\n{"code":"x"},{"code":tru}],"by":{"a":{}}}' > w.json
    echo '{"properties":{"version":{"type":"string"},"rates":{"minItems":2,"items":{"type":"object",
      "properties":{"code":{"type":"integer"}}}},"by":{"additionalProperties":{"type":"object"}}}}' > doc.schema.json
    fields() { python3 -c "import json,sys; r=json.load(sys.stdin); print(json.dumps($1))"; }
    """#

  static let commands: [(name: String, command: String, exitCode: Int32, output: String)] = [
    (
      "the elements of a root array are the records",
      "bulkcheck -p p.json a.json | tail -1", 0,
      "PASSED  3 rules   2 valid   0 invalid   0 malformed\n"
    ),
    (
      "so are objects one after another",
      "bulkcheck -p p.json o.json | tail -1; bulkcheck -p p.json - < o.json | tail -1", 0,
      String(
        repeating: "PASSED  3 rules   2 valid   0 invalid   0 malformed\n", count: 2)
    ),
    (
      "a pointer says where they are, and samples say where in the document",
      "bulkcheck -p p.json --records '/data/*' --report json d.json | fields "
        + "\"[[s['recordPointer'],s['line'],s['byteOffset'],s.get('column')] for x in r['rules'] for s in x['samples']]\"",
      0,
      #"[["/data/2", 3, 39, 22], ["/data/1", 3, 28, null], ["/data/3", 4, 52, null]]"# + "\n"
    ),
    (
      "the report counts the records of the pointer",
      "bulkcheck -p p.json --records '/data/*' --report json d.json | fields \"r['inputs'][0]['sets']\"",
      0,
      #"[{"records": "/data/*", "total": 4, "valid": 1, "invalid": 2, "malformed": 1, "without": 0}]"#
        + "\n"
    ),
    (
      "a repeated value names the record that has it first",
      "bulkcheck -p p.json --records '/data/*' --report json d.json | fields "
        + "\"[s['first'] for x in r['rules'] for s in x['samples'] if 'first' in s]\"",
      0, "[{\"input\": 0, \"record\": 1}]\n"
    ),
    (
      "explain takes a pointer",
      "bulkcheck explain -p p.json --records '/data/*' d.json --record /data/1 | head -1", 0,
      "d.json   line 3   record 2 (/data/1)   byte 28\n"
    ),
    (
      "records are written as lines, or as an array",
      "bulkcheck -p p.json --records '/data/*' --valid v.jsonl --invalid i.json d.json > /dev/null; "
        + "cat v.jsonl i.json",
      0,
      """
      {"id":1}
      [
      {"id":"x"},
      "{\\"id\\":tru}",
      {"id":1, "s":[1]}
      ]

      """
    ),
    (
      "a document that breaks off is no verdict, and what was read is reported",
      "head -c 60 d.json | bulkcheck -p p.json --records '/data/*' - 2>&1 | tail -1; "
        + "head -c 60 d.json | bulkcheck -p p.json --records '/data/*' - 2>&1 > /dev/null",
      2,
      """
      INCOMPLETE  2 error rules   1 valid   1 invalid   1 malformed
      bulkcheck: standard input: the JSON document breaks off after 60 bytes (line 4, column 10): \
      it was probably cut off while it was copied: fetch it again

      """
    ),
    (
      "a pointer that leads nowhere is no verdict",
      "bulkcheck -p p.json --records '/dat/*' g.json 2>&1 >/dev/null", 2,
      "bulkcheck: g.json: there are no records at /dat/*: the document has no such place\n"
    ),
    (
      "a pointer that leads to a number is no verdict",
      "bulkcheck -p p.json --records '/n/*' g.json 2>&1 >/dev/null", 2,
      "bulkcheck: g.json: there are no records at /n/*: line 1, column 6 has a number, not an array "
        + "or an object\n"
    ),
    (
      "null holds no records, which is no pass",
      "bulkcheck -p p.json --records '/e/*' g.json | grep FAILED", 0,
      "FAILED  1 error rule   0 valid   0 invalid   0 malformed\n"
    ),
    (
      "what follows a document is no verdict",
      "(cat a.json; echo '{}') | bulkcheck -p p.json - 2>&1 >/dev/null", 2,
      "bulkcheck: standard input: the JSON document ends before line 1, column 20, but something "
        + "follows; if each line is a document of its own, try --input-format jsonl\n"
    ),
    (
      "a profile can say where the records are",
      #"echo '{"bulkcheck":1,"input":{"records":"/data/*"},"fields":{"id":{"required":true}}}' > q.json; "#
        + "bulkcheck -p q.json d.json | grep FAILED",
      0, "FAILED  1 error rule   3 valid   0 invalid   1 malformed\n"
    ),
    (
      "a document without the fields of the profile has a hint at its records",
      "bulkcheck -p p.json g.json 2>&1 >/dev/null", 1,
      "bulkcheck: g.json: this document has no field of the profile: if its records are in an array, "
        + "use --records '/data/*'\n"
    ),
    (
      "a schema describes the document, its records or a part of it",
      #"echo '{"type":"array","maxItems":1}' > l.json; bulkcheck --schema l.json a.json | grep FAILED; "#
        + #"echo '{"$defs":{"r":{"required":["x"]}}}' > s.json; "#
        + ##"bulkcheck --schema 's.json#/$defs/r' a.json | grep FAILED; "##
        + "bulkcheck --schema s.json --schema-of document a.json | tail -1",
      0,
      """
      FAILED  1 error rule   0 valid   1 invalid   0 malformed
      FAILED  1 error rule   0 valid   2 invalid   0 malformed
      PASSED  0 rules   1 valid   0 invalid   0 malformed

      """
    ),
    (
      "a schema of the document splits it, and the report names its sets",
      "bulkcheck --schema doc.schema.json w.json | sed -n 2,4p", 0,
      """
        /rates/*      3 records   1 invalid   1 malformed
        /by/*          1 record
        around them    1 record   1 invalid

      """
    ),
    (
      "failures name the record and its set",
      "bulkcheck --schema doc.schema.json w.json --report json | fields "
        + "\"[[x['id'],s['recordPointer'],s['line'],s['instanceLocation'],s['byteOffset']] for x in r['rules'] for s in x['samples'] if s.get('instanceLocation')]\"",
      0,
      #"""
      [["#/properties/version/type", "", 1, "/version", 0], \#
      ["#/properties/rates/items/properties/code/type", "/rates/1", 3, "/code", 35]]

      """#
    ),
    (
      "so do outputs, without what is around the records",
      "bulkcheck --schema doc.schema.json w.json --valid v.json --invalid i.jsonl > /dev/null; cat v.json i.jsonl",
      0,
      """
      [
      {"code":1},
      {}
      ]
      {"code":"x"}
      {"code":tru}

      """
    ),
    (
      "explain takes a record of a set",
      "bulkcheck explain --schema doc.schema.json w.json --record /rates/1 | grep -E 'FAIL|INVALID'",
      0,
      """
        FAIL        #/properties/rates/items/properties/code/type   "x" is not of type integer
      INVALID  1 rule failed   1 passed

      """
    ),
    (
      "explain takes the whole document",
      "sed 's/,{\"code\":tru}//' w.json > x.json; "
        + "bulkcheck explain --schema doc.schema.json x.json --record '' | grep -E 'FAIL|INVALID'",
      0,
      """
        FAIL        #/properties/version/type   5 is not of type string
        FAIL        #/properties/rates/items/properties/code/type   "x" is not of type integer
      INVALID  2 rules failed   3 passed

      """
    ),
    (
      "sections have sets of their own, which are read in one pass",
      "bulkcheck -p sections.json two.json --report json | fields "
        + "\"[[x['id'],x['evaluated'],x['failed'],x['notApplicable']] for x in r['rules'] if x.get('field')] + r['inputs'][0]['sets'] + [r['records']['total']]\"",
      0,
      #"""
      [["id.required", 4, 1, 0], ["a.x.required", 2, 1, 2], ["b.y.unique", 1, 0, 2], \#
      {"records": "/a/*", "total": 2, "valid": 1, "invalid": 1, "malformed": 0, "without": 0}, \#
      {"records": "/b/*/c", "total": 2, "valid": 1, "invalid": 1, "malformed": 0, "without": 1}, 4]

      """#
    ),
    (
      "explain knows to which section a record of a document belongs",
      "bulkcheck explain -p sections.json two.json --record /a/1 | grep -E 'FAIL|section'; "
        + "bulkcheck explain -p sections.json two.json --record /b/1/c | grep -E 'FAIL|section'",
      0,
      """
      in section a
        FAIL        a.x.required   x is missing
        n/a         b.*   1 rule of another section
      in section b
        FAIL        id.required   id is missing
        n/a         a.*   1 rule of another section

      """
    ),
    (
      "fixtures can be documents, or records of a section",
      #"bulkcheck test sections.json | tail -1"#, 0, "sections.json: 3 tests passed\n"
    ),
    (
      "sections whose records are in the same places are a mistake",
      #"echo '{"bulkcheck":1,"sections":[{"id":"a","records":"/a/*","fields":{"x":{"required":true}}},"#
        + "\n"
        + #"{"id":"b","records":"/*/b","fields":{"x":{"required":true}}}]}' > q.json; bulkcheck lint q.json 2>&1 | head -1"#,
      0,
      "q.json:2:21: error: \"/*/b\" and \"/a/*\" lead to the same places, or one into records of the other: "
        + "expected places that have nothing in common; several sections may have the same `records`\n"
    ),
    (
      "no place of any section is no verdict, and lines belong to none",
      "bulkcheck -p sections.json a.json 2>&1 >/dev/null; echo '{\"id\":1}' > l.jsonl; bulkcheck -p sections.json l.jsonl | tail -1",
      0,
      "bulkcheck: a.json: there are no records at /a/* or /b/*/c: the document has no such place\nPASSED  2 idle   1 valid   0 invalid   0 malformed\n"
    ),
    (
      "lint knows a record pointer",
      #"echo '{"bulkcheck":1,"input":{"records":"data/*"},"fields":{"id":{"required":true}}}' > q.json; "#
        + "bulkcheck lint q.json 2>&1 | head -1",
      0,
      "q.json:1:35: error: `records`: a record pointer begins with a slash, as in /data/*, or is empty for "
        + "the whole document\n"
    ),
    (
      "infer reads them too",
      "bulkcheck infer --records '/data/*' <(grep -v tru d.json) 2>&1 | grep -c '\"id\"'", 0, "1\n"
    ),
    (
      "infer finds them, and drafts where they are",
      "bulkcheck infer g.json > q.json; grep '\"records\"' q.json; bulkcheck -p q.json g.json | tail -1; "
        + "bulkcheck infer --records '' g.json | grep -E '\"(records|n)\"'",
      0,
      #"""
          "records": "/data/*",                     // the largest array of the document
      PASSED  7 rules   3 valid   0 invalid   0 malformed
          "records": "",                            // as given (--records)
          "n": {

      """#
    ),
    (
      "documents of different forms have no draft",
      #"echo '{"list":[{"id":1},{"id":2},{"id":3}],"data":1}' > h.json; bulkcheck infer g.json h.json 2>&1"#,
      2,
      #"bulkcheck: the records of h.json seem to be at "/list/*", those of g.json at "/data/*": say where "#
        + "they are with --records\n"
    ),
    (
      "neither one object with a short list nor objects one after another are a list of records",
      #"echo '{"id":1,"name":"a name that is longer than the list","tags":[{"a":1}]}' > h.json; "#
        + #"printf '{\n"t":[{"a":1}]}\n{\n"t":[{"a":1}]}' > i.json; "#
        + "bulkcheck infer h.json | grep -c records; "
        + #"bulkcheck infer i.json | grep -c '"records"'"#,
      1, "0\n0\n"
    ),
    (
      "a drafted schema is of the records, and standard error says so",
      "bulkcheck infer --schema g.json 2>&1 > s.json; bulkcheck --schema s.json --records '/data/*' g.json "
        + "| tail -1",
      0,
      "bulkcheck: the schema is of the records in the largest array: check the document with --records "
        + "'/data/*'\nPASSED  6 rules   3 valid   0 invalid   0 malformed\n"
    ),
  ]

  @Test("a command prints and ends as it should", arguments: commands)
  func command(name: String, command: String, exitCode: Int32, output: String) throws {
    try Tool.expect("\(Self.setUp)\n\(command)", exitCode: exitCode, prints: output)
  }
}

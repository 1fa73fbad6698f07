import Foundation
import Testing

/// Encodings as a user meets them.
@Suite("Encodings", .waitsForCommands)
struct EncodingTests {
  private static let setUp = """
    printf '{"bulkcheck":1,"fields":{"a":{"maxLength":3}}}' > q.json
    printf '{"bulkcheck":1,"input":{"encoding":"Latin1"},"fields":{"a":{"maxLength":3}}}' > l.json
    q() { bulkcheck -p q.json --report text=/dev/null "$@"; }
    j() { bulkcheck -p q.json --report text=/dev/null --report json=- "$@" | tr -d ' \\n'; }
    printf 'a,b\\r\\n\\303\\251\\303\\251,1\\r\\nxyz,2\\r\\n' > u.csv
    printf '{"a":"\\303\\251"}\\n{"a":"xyz"}' > u.jsonl
    iconv -f UTF-8 -t WINDOWS-1252 u.csv > w.csv
    { printf '\\377\\376'; iconv -f UTF-8 -t UTF-16LE u.csv; } > le.csv
    { printf '\\376\\377'; iconv -f UTF-8 -t UTF-16BE u.csv; } > be.csv
    { printf '\\377\\376'; iconv -f UTF-8 -t UTF-16LE u.jsonl; } > le.jsonl
    iconv -f UTF-8 -t UTF-16LE u.jsonl > bare.jsonl
    """

  static let commands: [(name: String, command: String, exitCode: Int32, output: String)] = [
    (
      "UTF-16 by its mark, in either order, plain or compressed",
      "gzip -k le.csv; for f in le.csv be.csv le.jsonl le.csv.gz; do "
        + "j $f | grep -o '\"encoding\":\"[^\"]*\\|\"total\":[0-9]*' | tr '\\n' ' '; done",
      0,
      #""encoding":"UTF-16LE "total":2 "encoding":"UTF-16BE "total":2 "#
        + #""encoding":"UTF-16LE "total":2 "encoding":"UTF-16LE "total":2 "#
    ),
    (
      "UTF-16 without a mark is no verdict", "q bare.jsonl 2>&1; echo $?; q w.csv u.csv; echo $?",
      0,
      "bulkcheck: bare.jsonl: this looks like UTF-16 without a byte-order mark: use --encoding "
        + "UTF-16LE\n2\n1\n"
    ),
    ("UTF-16 by name", "q --encoding utf-16 bare.jsonl && q --encoding UTF-16LE bare.jsonl", 0, ""),
    (
      "Latin-1 that nobody named is malformed, with one hint",
      "q w.csv w.csv 2>&1 | grep -c -- '--encoding windows-1252'; bulkcheck -p q.json w.csv | grep FAILED",
      0, "1\nFAILED  1 error rule   1 valid   0 invalid   1 malformed\n"
    ),
    (
      "the option comes before the profile, a mark before both",
      "bulkcheck -p l.json w.csv le.csv u.csv --report json | grep -o '\"encoding\": \"[^\"]*\"'; "
        + "bulkcheck -p l.json --encoding KOI8-R w.csv --report json "
        + "| grep -o '\"encoding\": \"[^\"]*\"'",
      0,
      #""encoding": "ISO-8859-1""# + "\n" + #""encoding": "UTF-16LE""# + "\n"
        + #""encoding": "ISO-8859-1""# + "\n" + #""encoding": "KOI8-R""# + "\n"
    ),
    (
      "the text report names what is not UTF-8, and the command to explain repeats the option",
      "printf 'a\\n\\351\\351\\351\\351\\n' | bulkcheck -p q.json --encoding latin1 - "
        + "| grep -o '^.*(ISO-8859-1)\\|\"éééé\"'; printf 'a\\n\\351\\351\\351\\351\\n' > x.csv; "
        + "bulkcheck -p q.json --encoding latin1 x.csv | grep -o -- '--encoding .*'",
      0, "standard input (ISO-8859-1)\n\"éééé\"\n--encoding ISO-8859-1\n"
    ),
    (
      "outputs are of the encoding of the input, to the byte",
      "for f in w.csv le.csv be.csv le.jsonl; do q --encoding windows-1252 --valid v $f; cmp v $f; "
        + "done; q --encoding utf-16 --valid v bare.jsonl; cmp v le.jsonl; "
        + "q --valid v.gz le.csv; gzip -dc v.gz | cmp - le.csv",
      0, ""
    ),
    (
      "bytes without meaning are written as they were",
      "{ cat w.csv; printf 'x\\201y\\303\\251,3\\r\\n'; } > o.csv; "
        + "q --encoding windows-1252 --valid v --invalid i o.csv; cmp v w.csv; od -An -c i; "
        + "{ cat le.jsonl; printf '\\n\\000\\075\\330x'; } > o.jsonl; q --valid v --invalid i o.jsonl; "
        + "od -An -tx1 i",
      0,
      "   a   ,   b  \\r  \\n   x 201   y 303 251   ,   3  \\r  \\n\n ff fe 3d d8 78 0a 00\n"
    ),
    (
      "the other output has a mark, too",
      "printf '{\"a\":\"xxxx\"}\\n' | iconv -t UTF-16LE > x; "
        + "{ cat le.jsonl; printf '\\n\\000'; cat x; } > o.jsonl; q --valid v --invalid i o.jsonl; "
        + "cmp v <(cat le.jsonl; printf '\\n\\000'); cmp i <(printf '\\377\\376'; cat x)",
      0, ""
    ),
    (
      "inputs of different encodings cannot share an output",
      "q --valid v u.csv le.csv 2>&1; echo $?; ls v", 2,
      "bulkcheck: cannot write the records of le.csv to v: u.csv is UTF-8 and le.csv is UTF-16LE; "
        + "check them in separate runs, or without --valid and --invalid\n2\n"
    ),
    (
      "a character that the encoding does not have cannot be written",
      "printf '{\"bulkcheck\":1,\"fields\":{\"b\":{\"normalize\":[{\"default\":\"日\"}]}}}' > d.json; "
        + "printf 'a,b\\n\\351,\\n' | bulkcheck -p d.json --encoding latin1 --valid v --emit normalized"
        + " --report text=/dev/null - 2>&1; echo $?",
      0,
      "bulkcheck: cannot write the valid records to v: ISO-8859-1, the encoding of the input, has no "
        + "U+65E5\n2\n"
    ),
    (
      "offsets are those of the file, in reports, failures and explanations",
      "{ cat le.jsonl; printf '\\n\\000'; printf '{\"a\":\"ééééé\"}' | iconv -f UTF-8 -t UTF-16LE; } "
        + "> o.jsonl; q --failures - o.jsonl | grep -o 'byteOffset\":[0-9]*'; "
        + "bulkcheck explain -p q.json o.jsonl --record 3 | head -1",
      0, "byteOffset\":46\no.jsonl   line 3   record 3   byte 46\n"
    ),
    (
      "a draft keeps the encoding",
      "for f in le.csv w.csv; do bulkcheck infer --encoding windows-1252 $f -o d.json; "
        + "grep -o '\"encoding\": \"[^\"]*\"' d.json; bulkcheck -p d.json $f --report text=/dev/null "
        + "|| echo no; done; bulkcheck infer u.csv | grep -c encoding",
      1, #""encoding": "UTF-16""# + "\n" + #""encoding": "windows-1252""# + "\n0\n"
    ),
    (
      "a header that cannot be read is counted in bytes of the file",
      "printf '\\351\\201,b\\n' > h.csv; q --encoding windows-1252 h.csv 2>&1; echo $?", 0,
      "bulkcheck: h.csv: the header cannot be read: bytes without meaning in windows-1252 (byte 2 of "
        + "the line)\nbulkcheck: h.csv: some bytes have no meaning in windows-1252: name the encoding of "
        + "the file with --encoding\n2\n"
    ),
    (
      "files put together are named",
      "{ cat le.jsonl; printf '\\n\\000'; cat le.jsonl; } > o.jsonl; bulkcheck -p q.json o.jsonl "
        + "| grep -o 'a byte-order mark inside.*'",
      0, "a byte-order mark inside the data: were files put together?\n"
    ),
    (
      "reference files of UTF-16",
      "printf '{\"bulkcheck\":1,\"fields\":{\"a\":{\"references\":{\"file\":\"le.csv\",\"column\":\"a\"}}}}'"
        + " > r.json; bulkcheck -p r.json u.csv | tail -1",
      0, "PASSED  1 rule   2 valid   0 invalid   0 malformed\n"
    ),
    (
      "a file of reference data has an encoding of its own, and records of its own",
      "r() { printf '{\"bulkcheck\":1,\"fields\":{\"a\":{\"references\":{\"file\":\"%s\",\"column\":\"a\","
        + "\"input\":%s}}}}' $1 \"$2\" > r.json; bulkcheck -p r.json u.csv 2>&1 | grep '^PASSED\\|error:'; }; "
        + "r w.csv '{\"encoding\":\"latin1\"}'; r w.csv '{}' | grep -o 'use .*`file`'; iconv -t UTF-16LE u.csv > x.csv; "
        + "r x.csv '{\"encoding\":\"utf-16\"}'; r x.csv '{}' | grep -o 'use .*`file`'; "
        + "{ printf 'Tabelle \\303\\244\\r\\n'; cat u.csv; printf 'Ende\\r\\n'; } | iconv -t L1 > y.csv; "
        + "r y.csv '{\"encoding\":\"latin1\",\"csv\":{\"headerRows\":[2],\"footerRows\":1}}'; "
        + "printf '{\"d\":[{\"a\":\"xyz\"},{\"a\":\"\\303\\251\\303\\251\"}]}' > d.json; "
        + "r d.json '{\"records\":\"/d/*\"}'; r w.csv '{\"encoding\":\"x\"}' "
        + "| grep -o 'the name of an encoding'",
      0,
      "PASSED  1 rule   2 valid   0 invalid   0 malformed\n"
        + "use \"input\": {\"encoding\": \"windows-1252\"} beside `file`\n"
        + "PASSED  1 rule   2 valid   0 invalid   0 malformed\n"
        + "use \"input\": {\"encoding\": \"UTF-16LE\"} beside `file`\n"
        + "PASSED  1 rule   2 valid   0 invalid   0 malformed\n"
        + "PASSED  1 rule   2 valid   0 invalid   0 malformed\n"
        + "the name of an encoding\n"
    ),
    (
      "pieces of one input have one encoding, and offsets of the whole",
      "p() { q --partial $1 $2 2> /dev/null; }; printf '{\"a\":\"xyzé\"}\\n' > t; "
        + "{ iconv -f UTF-8 -t UTF-16LE t; } > 1; cp 1 2; cp t 3; "
        + "q --encoding utf-16le --input-format jsonl --partial p1 1; "
        + "q --encoding utf-16le --input-format jsonl --partial p2 2; "
        + "q --input-format jsonl --partial p3 3; "
        + "bulkcheck merge --as whole p1 p2 --report json | grep -o 'byteOffset\": [0-9]*'; "
        + "bulkcheck merge --as whole p1 p3 2>&1",
      2,
      "byteOffset\": 0\nbyteOffset\": 26\nbulkcheck: the input in p3 cannot be a piece of whole: it "
        + "was read as UTF-8, but the one in p1 as UTF-16LE; set --encoding\n"
    ),
  ]

  @Test("a command prints and ends as it should", arguments: commands)
  func command(name: String, command: String, exitCode: Int32, output: String) throws {
    try Tool.expect("\(Self.setUp)\n\(command)", exitCode: exitCode, prints: output)
  }

  @Test(
    "an encoding that is not read is refused, with the nearest one",
    arguments: [
      ("windows-125", "did you mean \"windows-1250\"?"), ("UTF16", "did you mean \"UTF-16\"?"),
      ("foo", "Give a name of the WHATWG's standard"), ("ISO-2022-JP", "cannot be"),
    ])
  func refused(value: String, words: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for command in ["-p p.json x.csv", "infer x.csv", "explain x.csv -p p.json --line 2"] {
      let result = try Tool.run("bulkcheck \(command) --encoding \(value)", in: folder)
      #expect(result.exitCode == 2)
      #expect(result.diagnostics.contains(words), "\(result.diagnostics)")
    }
    let profile = #"{"bulkcheck":1,"input":{"encoding":"\#(value)"},"fields":{"a":{}}}"#
    try Data(profile.utf8).write(to: folder.appending(path: "e.json"))
    let lint = try Tool.run("bulkcheck lint e.json", in: folder)
    #expect(lint.exitCode != 0)
    #expect(lint.output.contains("`encoding` is \"\(value)\""), "\(lint.output)")
  }
}

import Foundation
import Testing

/// `--reader`, `--no-readers` and files of Parquet as a user meets them.
@Suite("Readers of other formats", .waitsForCommands)
struct ReaderTests {
  /// Readers that are scripts, each by its name, and inputs for them. `made` is a reader that notes
  /// how it is called; `calls` shows that, with the folder left out.
  static let setUp = """
    reader() { { echo '#!/bin/sh'; cat; } > $1; chmod +x $1; }
    reader made <<< 'printf "%s\\n" "$*" >> calls; cat "$1"'
    calls() { sed "s#$PWD/##" calls; }
    q() { bulkcheck -p q.json "$@"; }
    fields='"id": {"unique": true}, "a": {"minimum": {"value": 0, "message": "{line}: {value}"}}'
    echo "{\\"bulkcheck\\": 1, \\"fields\\": {$fields}}" > q.json
    printf '{"id":1,"a":5}\\n\\n{"id":2,"a":-1}\\n{"id":1,"a":\\n{"id":1,"a":7}\\n' > x.odd
    printf 'id,a\\n"7\\n",1\\n8,-2\\n' > y.odd
    printf 'PAR1\\025\\004\\025\\000' > t.parquet
    mkdir bin; reader bin/bulkcheck-parquet <<< 'printf "%s\\n" "$*" >> calls; echo "{\\"id\\":4}"'

    """

  struct Case: CustomTestStringConvertible {
    var name: String
    var command: String
    /// The text that the command prints.
    var output: String
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "samples have records, and no lines",
      command: """
        q --reader .odd=./made --report json x.odd | grep -o '{"input": 0, .*}'
        """,
      output: """
        {"input": 0, "record": 3, "message": "the record ends too early: expected a value", \
        "kind": "syntax", "column": 13}
        {"input": 0, "record": 4, "instanceLocation": "/id", "value": 1, \
        "message": "1 occurs more than once", "first": {"input": 0, "record": 1}}
        {"input": 0, "record": 2, "instanceLocation": "/a", "value": -1, "message": "2: -1"}

        """),
    Case(
      name: "texts name rows, and the command that explains one",
      command: "q --reader odd=./made x.odd | grep 'row\\|first\\|next'",
      output: """
                  row 3         syntax, column 13    the record ends too early: expected a value
                  row 4         1 occurs more than once (first is row 1)
                  row 2         2: -1
        next: bulkcheck explain x.odd --record 3 --profile q.json --reader odd=./made

        """),
    Case(
      name: "texts of several inputs, with lines and without",
      command: """
        printf '{"id":1,"a":-1}\\n' > z.jsonl; q --reader odd=./made y.odd z.jsonl x.odd |
          grep 'row \\|:1\\|next'
        """,
      output: """
                  y.odd, row 2    2: "-2"
                  x.odd, row 1    1 occurs more than once (first in z.jsonl:1)
                  x.odd, row 3    syntax, column 13    the record ends too early: expected a value
        next: bulkcheck explain y.odd --record 2 --profile q.json --reader odd=./made

        """),
    Case(
      name: "failures leave lines out",
      command: """
        q --reader .odd=./made --report text=/dev/null --failures - y.odd
        q --reader .odd=./made --report text=/dev/null --failures f.csv y.odd; tail -1 f.csv
        q --reader .odd=./made --report text=/dev/null --failures - --failures-format basic y.odd
        """,
      output: """
        {"input":"y.odd","record":2,"rule":"a.minimum","field":"a","instanceLocation":"/a",\
        "value":"-2","message":"2: \\"-2\\"","severity":"error"}
        y.odd,,2,,a.minimum,a,error,,/a,\"""-2\""","2: ""-2\""",,,,,
        {"valid":false,"input":"y.odd","record":2,"errors":[{"keywordLocation":"",\
        "rule":"a.minimum","instanceLocation":"/a","error":"2: \\"-2\\""}]}

        """),
    Case(
      name: "annotations and SARIF leave lines out",
      command: """
        q --reader .odd=./made --report github --report s.sarif y.odd | cut -c 1-42
        grep -c startLine s.sarif
        """,
      output: "::error file=y.odd,title=a.minimum::1 of 2\n0\n"),
    Case(
      name: "reports are those that their schema describes, with lines and without",
      command: """
        bulkcheck schema report > r.schema.json; echo '[{"id":1},{"id":1}]' > d.json
        q --reader .odd=./made --report json=r.json --report text=/dev/null x.odd d.json
        grep -c '"first": {"input": ., "record": 1}' r.json
        bulkcheck --schema r.schema.json --schema-of document r.json | grep -o 'PASSED\\|FAILED'
        """,
      output: "3\nPASSED\n"),
    Case(
      name: "a record is explained by its number",
      command: """
        explain() { bulkcheck explain x.odd -p q.json --reader .odd=./made "$@" 2>&1; echo $?; }
        explain --record 4 | grep 'x.odd\\|first'; explain --line 4
        """,
      output: """
        x.odd   row 4
                    first     row 1: {"id":1,"a":5}
        bulkcheck: x.odd: the records of this input have no lines: name one by its number with \
        --record
        2

        """),
    Case(
      name: "a draft is made of what a reader writes",
      command: "bulkcheck infer --reader .odd=./made y.odd | sed -n 1p; calls",
      output: "// Inferred from 2 records of y.odd.\ny.odd\n"),
    Case(
      name: "a reader is told which fields are needed, unless all are",
      command: """
        for more in --partial=x.bcp --verdicts=v --valid=x --invalid=x --failures=x; do
          q --reader .odd=./made --report text=/dev/null $more x.odd
        done
        calls
        """,
      output: """
        x.odd --columns ["id","a"]
        x.odd --columns ["id","a"]
        x.odd
        x.odd
        x.odd

        """),
    Case(
      name: "the fields are the members of records that a profile reads",
      command: """
        while read -r profile; do
          echo "{\\"bulkcheck\\": 1, $profile}" > p.json
          bulkcheck -p p.json --reader .odd=./made --report text=/dev/null x.odd
        done <<'END'
          "fields": {"x.y": {"minimum": 1}, "\\"a.b\\"": {"required": true}, "/q/0": {"minimum": 1}}
          "fields": {"t[*].u": {"minimum": {"value": 1, "message": "{w.z}"}}}
          "rules": [{"id": "r", "compare": ["p", "<", "q"]}]
          "table": [{"id": "s", "sorted": ["k"]}]
          "table": [{"id": "m", "measure": "sum", "of": "g", "by": ["h"], "maximum": 1}]
          "sections": [{"id": "s", "when": {"ty": {"const": 1}}, "fields": {"m": {"const": 1}}}]
          "fields": {"a": {"minProperties": 1, "propertyNames": {"maxLength": 3}}}
          "records": {"min": 1}
          "fields": {"*": {"type": "string"}}
          "fields": {"a": {}}, "additionalFields": false
          "fields": {"a": {"minimum": 1}}, "table": [{"id": "c", "columns": ["a"]}]
          "fields": {"a": {"minimum": 1}}, "input": {"csv": {"headerCase": false}}
          "fields": {"a": {"minimum": 1}}, "input": {"csv": {"header": false, "columns": ["a"]}}
        END
        echo '{"properties": {"a": {"minimum": 1}}}' > s.json
        bulkcheck --schema s.json --reader .odd=./made --report text=/dev/null x.odd
        calls
        """,
      output: """
        x.odd --columns ["x","a.b","q"]
        x.odd --columns ["t","w"]
        x.odd --columns ["p","q"]
        x.odd --columns ["k"]
        x.odd --columns ["g","h"]
        x.odd --columns ["ty","m"]
        x.odd --columns ["a"]
        x.odd --columns []
        x.odd
        x.odd
        x.odd
        x.odd
        x.odd
        x.odd

        """),
    Case(
      name: "the longest suffix decides, in any case, and the name itself says nothing",
      command: """
        reader rows <<< 'printf "id\\n4\\n5\\n"'; cp x.odd x.more.JSONL
        q --reader .jsonl=./made --reader .more.jsonl=./rows --report json x.more.JSONL |
          grep -o '"format": "csv"\\|"total": .,'; test ! -e calls && echo uncalled
        """,
      output: "\"format\": \"csv\"\n\"total\": 2,\nuncalled\n"),
    Case(
      name: "folders hold files for readers beside others",
      command: """
        mkdir d; cp x.odd y.odd t.parquet d; echo '{"id":9}' > d/a.jsonl; echo no > d/notes.txt
        PATH=$PWD/bin:$PATH q --reader .odd=./made --report json d | grep -o '"path": "d/[^"]*"'
        """,
      output: """
        "path": "d/a.jsonl"
        "path": "d/t.parquet"
        "path": "d/x.odd"
        "path": "d/y.odd"

        """),
    Case(
      name: "a partial result keeps that there are no lines",
      command: """
        q --reader .odd=./made --report json=whole --report text=/dev/null y.odd x.odd
        q --reader .odd=./made --report text=/dev/null --partial 1.bcp y.odd
        q --reader .odd=./made --report text=/dev/null --partial 2.bcp x.odd
        bulkcheck merge --report json=merged --report text=/dev/null 1.bcp 2.bcp
        grep '"record"' whole > w; grep '"record"' merged > m; cmp w m && wc -l < w
        bulkcheck merge --as x 1.bcp 2.bcp 2>&1 | grep -o 'has no lines.*'
        """,
      output: "4\nhas no lines and cannot be a piece: merge without --as\n"),
    Case(
      name: "a reader gets an empty standard input, and no shell",
      command: """
        reader what <<< 'cat >&2; echo "{\\"id\\": \\"$1\\"}"'; cp x.odd '$(echo z);.odd'
        echo secret | q --reader .odd=./what --valid - --report text=/dev/null '$(echo z);.odd' |
          sed "s#$PWD/##"
        """,
      output: "{\"id\": \"$(echo z);.odd\"}\n"),
    Case(
      name: "a program of PATH, but not of a relative or empty entry of it",
      command: """
        cp made bin/read-odd; cp made read-odd
        PATH=$PWD/bin:$PATH q --reader .odd=read-odd y.odd | grep -c row
        for path in "bin:$PATH" ":$PATH" "$PATH:" "./bin::$PATH"; do
          PATH=$path q --reader .odd=read-odd y.odd 2>&1 | head -1
        done
        """,
      output: "1\n"
        + String(
          repeating: "Error: --reader .odd=read-odd: no absolute folder of PATH has a program "
            + "read-odd\n", count: 4)),
    Case(
      name: "what no reader is called for is read as it is",
      command:
        "q --reader .odd=./made --no-readers y.odd | grep -o 'line 4 .*: .-2.'; test ! -e calls",
      output: "line 4        4: \"-2\"\n"),
    Case(
      name: "complaints in great number do not stop a reader",
      command: """
        reader loud <<< 'yes a complaint | head -c 3000000 >&2; cat "$1"; \
        yes a complaint | head -c 3000000 >&2'
        q --reader .odd=./loud y.odd 2>&1 | grep -c 'row 2'
        """,
      output: "1\n"),
    Case(
      name: "Parquet is recognised by content, and read by its program",
      command: """
        cp t.parquet u.csv
        for name in t.parquet u.csv; do
          PATH=$PWD/bin:$PATH q --report json $name | grep -o '"records": {"total": .,'
        done
        calls
        """,
      output: """
        "records": {"total": 1,
        "records": {"total": 1,
        t.parquet --columns ["id","a"]
        u.csv --columns ["id","a"]

        """),
    Case(
      name: "the program for Parquet is found beside the command, if PATH lacks it",
      command: """
        mkdir own; ln '\(Tool.path)' own/bulkcheck 2>/dev/null || cp '\(Tool.path)' own/bulkcheck
        ln -s own/bulkcheck linked; ./linked -p q.json t.parquet 2>&1 | grep -c 'pip install'
        cp bin/bulkcheck-parquet own; ./linked -p q.json --report json t.parquet |
          grep -o '"records": {"total": .,'
        """,
      output: "1\n\"records\": {\"total\": 1,\n"),
    Case(
      name: "a header of CSV that begins like Parquet is none",
      command: """
        printf 'PAR1,id\\n1,2\\n' > h.csv
        PATH=$PWD/bin:$PATH q --report json h.csv | grep -o '"total": .,'
        """,
      output: "\"total\": 1,\n"),
  ]

  @Test("work as a user expects", arguments: cases)
  func works(test: Case) throws {
    try Tool.expect(Self.setUp + test.command, prints: test.output)
  }

  @Test(
    "what goes wrong is told, with exit code 2",
    arguments: [
      (
        "reader bad <<< 'echo \"{}\"; seq -f \"line %.0f\" 9 >&2; exit 3'; "
          + "q --reader .odd=./bad x.odd",
        "x.odd: its reader ./bad failed with exit code 3: "
          + "line 5 | line 6 | line 7 | line 8 | line 9"
      ),
      (
        "reader bad <<< 'exit 1'; q --reader .odd=./bad x.odd",
        "its reader ./bad failed with exit code 1, and said nothing on standard error"
      ),
      (
        "reader bad <<< 'echo bang >&2; kill -SEGV $$'; q --reader .odd=./bad x.odd",
        "its reader ./bad was ended by signal 11: bang"
      ),
      (
        "echo 'echo {}' > bad; chmod +x bad; q --reader .odd=./bad x.odd",
        "its reader ./bad cannot be started: it is not a program"
      ),
      ("q --reader .odd=./made none.odd", "none.odd: cannot be opened: no such file"),
      ("mkfifo f.odd; q --reader .odd=./made f.odd", "f.odd: is a pipe or a device"),
      ("mkdir d.odd; q --reader .odd=./made d.odd", "d.odd: is a folder without a file to check"),
      ("q --reader .odd=./x.odd x.odd", "./x.odd is not a file that may be run"),
      ("q --reader made x.odd", "--reader must be a suffix and a program, such as .odd=read-odd"),
      ("q --reader .odd= x.odd", "--reader must be a suffix and a program"),
      ("q --reader .a=./made --reader A=./made x.odd", "two programs for files that end in .a."),
      ("q t.parquet", "pip install \"bulkcheck[parquet]\" brings bulkcheck-parquet"),
      ("q t.parquet", "or try duckdb … | bulkcheck --input-format arrow -"),
      ("PATH=bin::$PATH q t.parquet", "pip install \"bulkcheck[parquet]\""),
      ("PATH=$PWD/bin:$PATH q - < t.parquet", "try duckdb … | bulkcheck --input-format arrow -"),
      ("PATH=$PWD/bin:$PATH q --no-readers t.parquet", "and --no-readers keeps bulkcheck-parquet"),
      ("gzip t.parquet; PATH=$PWD/bin:$PATH q t.parquet.gz", "this is a Parquet file inside gzip"),
      (
        "reader bin/bulkcheck-parquet <<< 'echo no pyarrow >&2; exit 2'; "
          + "PATH=$PWD/bin:$PATH q t.parquet",
        "its reader bulkcheck-parquet failed with exit code 2: no pyarrow"
      ),
    ])
  func failures(command: String, words: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(Self.setUp + command, in: folder)
    #expect(result.exitCode == 2)
    #expect(result.diagnostics.contains(words), "\(result.diagnostics)")
  }

  @Test("the verdict does not depend on threads", arguments: [1, 2, 7])
  func threads(count: Int) throws {
    try Tool.expect(
      Self.setUp + """
        seq -f '{"id":%.0f,"a":1}' 5000 > b.odd; seq -f '{"id":%.0f,"a":-1}' 9 >> b.odd
        echo '{"id":' >> b.odd
        q --reader .odd=./made --threads \(count) --chunk-bytes 300 b.odd x.odd | tail -n +2 |
          grep 'first\\|: -1\\|FAIL'
        """,
      prints: """
          FAIL  id.unique            12    0.24 %  of 5,012
                  b.odd, row 5,001    1 occurs more than once (first in b.odd, row 1)
          FAIL  a.minimum            10    0.20 %  of 5,012
                  b.odd, row 5,001    5001: -1
          FAIL  bulkcheck.malformed   2   0.040 %  of 5,014
        FAILED  3 error rules   5,000 valid   12 invalid   2 malformed

        """)
  }

  @Test(
    "a reader that is not read to its end is ended, with what it has started",
    arguments: [
      // Enough records.
      ("q --limit 5 --skip id.unique --reader .odd=./endless x.odd", 0),
      // An output that cannot be written.
      ("q --valid /dev/full --reader .odd=./endless x.odd", 2),
      // An interruption, while records come and while none do.
      ("stop endless", 130), ("stop silent", 130),
      // A command that does not stop on the way.
      ("explain=1 stop silent", 130),
    ])
  func ended(command: String, exitCode: Int) throws {
    let script = """
      nap="sleep $((100000 + RANDOM)).25"
      reader endless <<< "trap '' TERM PIPE; $nap & yes '{\\"a\\":1}'; $nap"
      reader silent <<< "echo '{\\"a\\":1}'; $nap & $nap"
      stop() {
        words=(-p q.json --skip id.unique)
        [ -z "$explain" ] || words=(explain -p q.json --record 9)
        '\(Tool.path)' "${words[@]}" --reader .odd=./$1 x.odd & tool=$!
        until pgrep -g "$(pgrep -P $tool)" sleep > /dev/null 2>&1; do sleep 0.02; done
        kill -INT $tool; wait $tool
      }
      \(command) > /dev/null 2>&1; code=$?
      for look in $(seq 100); do pgrep -f "$nap" > /dev/null || break; sleep 0.02; done
      echo $code $(pgrep -f "$nap" | wc -l)
      """
    try Tool.expect(Self.setUp + script, prints: "\(exitCode) 0\n")
  }
}

import Foundation
import Testing

/// Profiles and schemas in YAML, wherever the command takes them.
@Suite("A profile in YAML")
struct YAMLTests {
  private static let profiles = DocumentFolder.package.appending(path: "profiles").path
  private static let samples = DocumentFolder.package.appending(path: "samples").path

  @Test(
    "has its mistakes at their places, at once, with the nearest word",
    arguments: [
      (
        "bulkcheck: 1\nfields:\n  a: {minLenght: 1}\n  é: {type: txt}\n",
        """
        p.yaml:3:7: unknown key "minLenght" in a field block: did you mean "minLength"?
        p.yaml:4:13: `type` is "txt"
        p.yaml: 2 errors
        """
      ),
      (
        "bulkcheck: 1\nfields:\n  a: &x {minimum: text}\n  b: *x\n  c: {<<: *x}\n",
        """
        p.yaml:3:19: `minimum` is a string, but "a"
        p.yaml:3:19: `minimum` is a string, but "b"
        p.yaml:3:19: `minimum` is a string, but "c"
        p.yaml: 3 errors
        """
      ),
      (
        "bulkcheck: 1\nfields:\n  a: {type: string}\n  a: {type: number}\nrules: 5\n",
        "p.yaml:4:3: the key \"a\" is given twice (first on line 3)\np.yaml: 1 error"
      ),
      (
        "bulkcheck: 1\ntests:\n- record: {}\n  fails: [nothing]\n",
        "p.yaml:4:11: "
      ),
      ("bulkcheck: 2\n", "p.yaml:1:12: the format version `bulkcheck` is 2"),
      ("name: x\n", "p.yaml:1:1: "),
      ("# nothing\n", "p.yaml:2:1: the profile ends here"),
      ("~\n", "p.yaml:1:1: a profile is null: expected an object"),
      ("bulkcheck: 1\nname: a: b\n", "p.yaml:2:8: not YAML: mapping values are not allowed"),
      ("bulkcheck: 1\n---\n", "p.yaml:2:1: a second YAML document begins here"),
      ("bulkcheck: 1\nname: !!binary aGk=\n", "p.yaml:2:7: the tag \"!!binary\" is not supported"),
    ])
  func mistakes(text: String, lines: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(text.utf8).write(to: folder.appending(path: "p.yaml"))
    let result = try Tool.run("bulkcheck lint p.yaml", in: folder)
    #expect(result.exitCode == 2)
    let found = result.output.split(separator: "\n").filter { $0.hasPrefix("p.yaml:") }
      .map { $0.replacing(": error:", with: ":") }
    for (line, wanted) in zip(found, lines.split(separator: "\n")) {
      #expect(line.hasPrefix(wanted), "\(result.output)")
    }
    #expect(found.count >= lines.split(separator: "\n").count)
    let first = try #require(result.output.split(separator: "\n").first)
    for command in [
      "-p p.yaml a.jsonl", "test p.yaml", "expand p.yaml", "explain a.jsonl --line 1 -p p.yaml",
    ] {
      let other = try Tool.run("bulkcheck \(command)", in: folder)
      #expect(other.exitCode == 2)
      #expect(other.diagnostics.hasPrefix(first), "\(command): \(other.diagnostics)")
    }
  }

  @Test("is the same rule set as its JSON, and as what is converted back")
  func conversion() throws {
    try Tool.expect(
      """
      cp -r '\(Self.profiles)' '\(Self.samples)' . && cd profiles
      for json in *.json; do
        name=${json%.json}
        bulkcheck expand $json > rules
        bulkcheck expand $json --profile-format yaml > $name.yaml || echo no YAML of $name
        bulkcheck expand $name.yaml | cmp rules - || echo other rules in $name.yaml
        bulkcheck lint $name.yaml > /dev/null || echo mistakes in $name.yaml
        bulkcheck test $json > tests
        bulkcheck test $name.yaml | sed s/.yaml/.json/ | cmp tests - || echo other tests in \
      $name.yaml
        grep -c '^ *\\(.*[^:]\\)\\?//' $json > comments
        bulkcheck expand $name.yaml --profile-format json > $name.back.json
        bulkcheck expand $name.back.json | cmp rules - || echo other rules in $json
        grep -c '^ *\\(.*[^:]\\)\\?//' $name.back.json | cmp comments - || echo other comments \
      in $json
        bulkcheck expand $name.yaml --profile-format yaml | cmp $name.yaml - || echo other YAML \
      of $json
      done
      """, exitCode: 0, prints: "")
  }

  @Test("gives the report of its JSON, with extends, schema, aliases and from a partial result")
  func reports() throws {
    try Tool.expect(
      """
      mkdir -p shared
      cat > shared/base.yml <<'END'
      bulkcheck: 1
      fields:
        id: &id {type: string, required: true}
        other: *id
      schema: ../s.yaml
      END
      cat > s.yaml <<'END'
      $defs: {short: &short {maxLength: 3}}
      properties:
        a: {$ref: parts/word.yaml#/word}
        b: *short
        c: *short
      END
      mkdir parts; echo 'word: {type: string, maxLength: 2}' > parts/word.yaml
      cat > q.yaml <<'END'
      bulkcheck: 1
      name: q
      extends: shared/base.yml
      tests:
      - record: {id: x, other: y, n: 0777, s: 12:30}
        fails: []
      - record: {id: x}
        fails: [other.required]
      END
      printf '{"id":"1","other":"2","a":"abc","b":"long"}\\n{"id":3,"c":"long"}\\n' > d.jsonl
      for file in q.yaml shared/base.yml s.yaml parts/word.yaml; do
        case $file in s.yaml | parts/*) schema=--schema ;; *) schema= ;; esac
        mkdir -p json/$(dirname $file)
        bulkcheck expand $schema $file --profile-format json | sed 's/\\.ya\\?ml/.json/' > \
      json/${file%.*}.json
      done
      bulkcheck -p q.yaml --partial q.bcp d.jsonl > /dev/null
      check() { bulkcheck "$@" --report json --samples 3 | grep -v \
      '"sha256"\\|durationSeconds\\|Second' \\
        | sed 's/\\.yaml/.json/g; s/\\.yml/.json/g; s,json/,,g'; }
      bulkcheck -p q.yaml --report json d.jsonl | grep -c '"failed": [1-9]'
      check check -p q.yaml d.jsonl > yaml
      check check -p json/q.json d.jsonl > json.out
      check merge q.bcp > merged
      grep -n '"id"\\|"failed"' yaml > yaml.rules
      grep -n '"id"\\|"failed"' json.out | cmp yaml.rules - && echo same
      grep '"id"\\|"failed"' merged > merged.rules
      printf 'bulkcheck: 1\\nfields: {id: {type: string}}\\n' > alone.yaml
      bulkcheck -p alone.yaml --partial alone.bcp d.jsonl > /dev/null
      bulkcheck merge alone.bcp | grep -o 'id.type  .'
      grep '"id"\\|"failed"' yaml | cmp merged.rules - && echo same
      bulkcheck test q.yaml
      """, prints: "8\nsame\nid.type  1\nsame\nq.yaml: 2 tests passed\n")
  }

  @Test("is drafted by infer, whose comments are those of JSON, and passes its data")
  func infer() throws {
    try Tool.expect(
      """
      for n in $(seq 200); do
        printf '{"id":%d,"plan":"%s","ok":"%s"}\\n' $n $([ $((n % 2)) = 0 ] && echo free || \
      echo pro) \\
          $([ $n = 77 ] && echo maybe || echo yes)
      done > d.jsonl
      for misses in warning comment; do
        bulkcheck infer --yaml --near-misses $misses --name d d.jsonl > d.yaml
        bulkcheck infer --near-misses $misses --name d d.jsonl > d.json
        bulkcheck lint d.yaml
        bulkcheck -p d.yaml d.jsonl > /dev/null || echo fails
        bulkcheck expand d.json > rules
        bulkcheck expand d.yaml | cmp rules -
        [ $(grep -c '//' d.json) = $(grep -c '#' d.yaml) ] || echo other comments
        sed 's/^\\( *\\)# \\( *[]"{]\\)/\\1\\2/' d.yaml > all.yaml
        cmp -s d.yaml all.yaml && echo nothing to uncomment
        bulkcheck lint all.yaml > /dev/null || bulkcheck lint all.yaml
        bulkcheck infer --near-misses $misses --name d d.jsonl --output e.yml
        cmp d.yaml e.yml
      done
      bulkcheck infer --schema --yaml d.jsonl > s.yaml
      bulkcheck lint s.yaml > /dev/null && bulkcheck --schema s.yaml d.jsonl > /dev/null || \
      echo fails
      """,
      prints:
        "d.yaml: 10 rules on 3 fields, no mistakes\nd.yaml: 10 rules on 3 fields, no mistakes\n"
    )
  }

  @Test("is converted only if it is a document, and not beside --program")
  func refusals() throws {
    try Tool.expect(
      """
      printf 'bulkcheck: 1\\nname: 5: 6\\n' > p.yaml
      bulkcheck expand p.yaml --profile-format json; echo $?
      printf '{"a": 1,\\n "a": 2}' > q.json
      bulkcheck expand q.json --profile-format yaml 2>&1 | head -n 1
      bulkcheck expand p.json --profile-format yaml --program; echo $?
      bulkcheck expand p.json --profile-format toml; echo $?
      """,
      prints: """
        2
        q.json:2:2: error: the key "a" is given twice (first on line 1)
        2
        2

        """)
  }

  @Test("keeps the values and digits of tests")
  func digits() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = """
      bulkcheck: 1
      tests:
      - record: {a: 1.50, b: 12345678901234567890, c: 0x1F, d: no, f: [1e400, "é"]}
        fails: []

      """
    try Data(text.utf8).write(to: folder.appending(path: "p.yml"))
    let result = try Tool.run("bulkcheck expand --profile-format json p.yml", in: folder)
    #expect(
      result.output == """
        {
          "bulkcheck": 1,
          "tests": [
            {
              "record": {"a": 1.50, "b": 12345678901234567890, "c": 31, "d": "no", "f": [1e400, \
        "é"]},
              "fails": []
            }
          ]
        }

        """)
  }

  @Test("of many megabytes, and one whose aliases multiply, are answered")
  func hostile() throws {
    try Tool.expect(
      """
      { echo 'bulkcheck: 1'; echo 'definitions:'; echo '  a: &a0 {minLength: 1}'; for n in \
      $(seq 40); do
        echo "  b$n: &a$n {all: [*a$((n - 1)), *a$((n - 1)), *a$((n - 1))]}"; done; } > bomb.yaml
      bulkcheck lint bomb.yaml | grep -o 'the aliases stand for too much'
      { echo 'bulkcheck: 1'; echo 'x: ['; yes 'a, b, c, d, e, f, g, h, i, j,' | head -c \
      5000000; echo ']'; } > long.yaml
      bulkcheck lint long.yaml | grep -o 'unknown key "x"'
      { echo 'bulkcheck: 1'; echo 'x: ['; } > deep.yaml; yes ' [' | head -c 50000000 >> deep.yaml
      bulkcheck lint deep.yaml | grep -o 'values are nested deeper than 128'
      """,
      prints: """
        the aliases stand for too much
        unknown key "x"
        values are nested deeper than 128

        """)
  }
}

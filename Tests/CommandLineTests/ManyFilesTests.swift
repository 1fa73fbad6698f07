import Foundation
import Testing

/// Folders and lists of files as inputs.
@Suite("Many files", .waitsForCommands)
struct ManyFilesTests {
  /// A folder with data, and with much that is none.
  private static let setUp = """
    mkdir -p d/sub/.hid d/e
    echo '{"bulkcheck":1,"fields":{"a":{"type":"integer"}}}' > d/p.json
    echo '{"a":1}' > d/z.jsonl; echo '{"a":"x"}' > d/a.jsonl
    printf 'a,b\\n1,2\\nx,3\\n' > d/sub/c.csv; echo '{"a":2}' | gzip > d/sub/x.JSONL.gz
    echo no > d/readme.txt; echo '{' > d/.h.jsonl; echo '{' > d/sub/.hid/x.jsonl
    ln -s ../sub d/e/loop; ln -s nowhere d/broken.jsonl; mkfifo d/f.jsonl
    paths() { bulkcheck -p ${P:-d/p.json} --report json "$@" 2> err \
      | python3 -c 'import json,sys; print(*[i["path"] for i in json.load(sys.stdin)["inputs"]])'; }
    """

  @Test(
    "a folder stands for the files in it and below, sorted by path",
    arguments: [
      (
        "paths d; cat err", "d/a.jsonl d/sub/c.csv d/sub/x.JSONL.gz d/z.jsonl",
        " d/p.json (profile)"
      ),
      ("paths d/ d/sub/c.csv", "d/a.jsonl d/sub/c.csv d/sub/x.JSONL.gz d/z.jsonl d/sub/c.csv", ""),
      ("cd d; P=p.json paths .", "a.jsonl sub/c.csv sub/x.JSONL.gz z.jsonl", ""),
      // A folder that is named is followed, one that is found is not.
      ("ln -s d there; paths there/sub", "there/sub/c.csv there/sub/x.JSONL.gz", ""),
      (
        "ln -s ../z.jsonl d/sub/link.jsonl; paths d/sub",
        "d/sub/c.csv d/sub/link.jsonl d/sub/x.JSONL.gz", ""
      ),
    ])
  func folder(command: String, paths: String, notice: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run("\(Self.setUp)\n\(command)", in: folder)
    let words = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let expected =
      notice.isEmpty
      ? paths : paths + " bulkcheck: left out, because the run uses it otherwise:" + notice
    #expect(words == expected, "\(result.diagnostics)")
  }

  @Test("the run's own files are left out of a folder, and named")
  func ownFiles() throws {
    try Tool.expect(
      """
      mkdir d; echo '{"id": 1}' > d/ref.jsonl; echo '{"id": 1}' > d/x.jsonl
      echo '{"bulkcheck":1,"extends":"base.json","fields":{"id":{"references":
        {"file":"ref.jsonl","column":"id"}}}}' > d/p.json
      echo '{"bulkcheck":1}' > d/base.json; echo d > d/list.csv
      run() { bulkcheck -p d/p.json --files-from d/list.csv --valid d/v.jsonl --invalid d/i.jsonl \
        --failures d/f.jsonl --partial d/p.jsonl --report json=d/r.json --report text "$@"; }
      run > out 2>&1; echo $?; run > out 2> err; echo $?; grep -c '^d/x.jsonl' out
      sed 's/.*otherwise: //' err | tr , '\\n' | sed 's/^ //'
      """,
      prints: """
        0
        0
        1
        d/base.json (extended profile)
        d/f.jsonl (--failures)
        d/i.jsonl (--invalid)
        d/list.csv (list of files)
        d/p.json (profile)
        d/p.jsonl (--partial)
        d/r.json (--report)
        d/ref.jsonl (reference file) and 1 more file

        """)
  }

  @Test(
    "what names no file that can be read is no verdict",
    arguments: [
      ("mkdir none; bulkcheck -p p.json none a.jsonl", "none: is a folder without a file to check"),
      ("mkdir none; bulkcheck infer none", "none: is a folder without a file to check"),
      ("cp p.json q; bulkcheck -p p.json q/ ", "q/: cannot be opened"),
      ("mkdir d; cp p.json d/; bulkcheck -p d/p.json d", "no other name that ends in"),
      ("bulkcheck explain . --line 1 -p p.json", ".: is a folder; name a file in it"),
      (": | bulkcheck -p p.json --files-from -", "standard input names no file"),
      ("printf '\\n\\r\\n' > l; bulkcheck -p p.json --files-from l a.jsonl", "l names no file"),
      (": > l; bulkcheck infer --files-from l", "l names no file"),
      ("bulkcheck -p p.json --files-from l", "cannot read the list of files: l: cannot be opened"),
      ("printf 'a.jsonl\\0' | bulkcheck -p p.json --files-from -", "give --null"),
      ("echo a.jsonl | bulkcheck -p p.json --null --files-from -", "leave out --null"),
      (
        "head -c 5000 /dev/zero | tr '\\0' x > l; bulkcheck -p p.json --files-from l",
        "name 1 of l is longer than that of any file"
      ),
      ("bulkcheck -p p.json --null a.jsonl", "name it with --files-from"),
      ("echo - | bulkcheck -p p.json --files-from - a.jsonl", "can be read only once"),
      ("bulkcheck -p p.json --files-from - - < a.jsonl", "can be read only once"),
      ("echo a.jsonl > l; bulkcheck -p p.json --files-from l --valid a.jsonl", "would replace"),
      ("echo a.jsonl > l; bulkcheck -p p.json --files-from l --valid l", "the list of files"),
      ("echo a.jsonl > l; bulkcheck infer --files-from l -o a.jsonl", "would replace the input"),
      ("bulkcheck -p p.json '*.foo'", "*.foo: no such file: the shell expands patterns"),
      ("bulkcheck infer '*.foo'", "*.foo: no such file: the shell expands patterns"),
    ])
  func mistakes(command: String, words: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(command, in: folder)
    #expect(result.exitCode == 2)
    #expect(result.diagnostics.contains(words), "\(result.diagnostics)")
  }

  @Test("a folder below that cannot be listed is no verdict", .enabled(if: getuid() != 0))
  func unreadable() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(
      """
      mkdir -p d/shut; cp a.jsonl d; chmod 0 d/shut; bulkcheck -p p.json d; s=$?; chmod 700 d/shut
      exit $s
      """, in: folder)
    #expect(result.exitCode == 2)
    #expect(result.diagnostics.contains("d/shut: is a folder that cannot be listed"))
  }

  @Test(
    "a list names inputs, besides those that are arguments",
    arguments: [
      ("printf 'a.jsonl\\r\\n\\nb b.jsonl' > l; r --files-from l", "a.jsonl b b.jsonl"),
      ("printf 'b b.jsonl\\n' | r --files-from - a.jsonl", "a.jsonl b b.jsonl"),
      ("printf 'b b.jsonl\\0a.jsonl' | r --null --files-from -", "b b.jsonl a.jsonl"),
      (
        "printf '{}' > $'n\\nl.jsonl'; printf 'n\\nl.jsonl\\0' | r --null --files-from -",
        "n l.jsonl"
      ),
      ("mkdir d; cp a.jsonl d; echo d | r --files-from -", "d/a.jsonl"),
      ("echo - > l; echo '{}' | r --files-from l", "-"),
    ])
  func list(command: String, paths: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(
      """
      cp a.jsonl 'b b.jsonl'
      r() { bulkcheck -p p.json --report json "$@" \
        | python3 -c 'import json,sys; print(*[i["path"] for i in json.load(sys.stdin)["inputs"]])'; }
      \(command)
      """, in: folder)
    #expect(result.output.replacing("\n", with: " ") == paths + " ", "\(result.diagnostics)")
  }

  @Test("infer takes folders and lists")
  func infer() throws {
    try Tool.expect(
      """
      mkdir d; echo '{"a": 1}' > d/x.jsonl; echo '{"b": 2}' > d/y.jsonl; echo d > l
      for command in 'infer d' 'infer --files-from l' 'infer d/x.jsonl d/y.jsonl'; do
        bulkcheck $command --name n | grep -v '^ *//' | cksum
      done | uniq | wc -l
      cd d; bulkcheck infer . | grep '"name"'
      """, prints: "1\n  \"name\": \"data\",\n")
  }

  // MARK: Reports

  @Test("reports list the worst ten of many files, JSON all with their counts")
  func grouped() throws {
    try Tool.expect(
      """
      mkdir d; echo '{"bulkcheck":1,"fields":{"a":{"type":"integer"}}}' > q.json
      for n in $(seq 10 40); do printf '{"a":1}\\n{"a":2}\\n' > d/$n.jsonl; done
      for n in $(seq 20 31); do printf '{"a":1}\\n{"a":"x"}\\n' > d/$n.jsonl; done
      printf '{"a":"x"}\\n{\\n' > d/35.jsonl
      bulkcheck -p q.json d --report json=r.json --report markdown=r.md --report html=r.html \
        --report text | grep '^d/\\|more input\\|31 inputs' | sed 's/   *[0-9.]* B.*s$//'
      grep '^| .*jsonl\\|more input' r.md | head -3; grep -c '^| .*jsonl' r.md
      grep -o '<th scope="row"><code>d/[0-9]*' r.html | wc -l; grep -c '21 more inputs' r.html
      python3 -c 'import json
      i = json.load(open("r.json"))["inputs"]
      print(len(i), [(e["records"], e["invalid"], e["malformed"]) for e in i[9:11] + i[25:26]])'
      """,
      prints: """
        d/35.jsonl          2 records    12 B   1 invalid   1 malformed
        d/20.jsonl          2 records    18 B   1 invalid
        d/21.jsonl          2 records    18 B   1 invalid
        d/22.jsonl          2 records    18 B   1 invalid
        d/23.jsonl          2 records    18 B   1 invalid
        d/24.jsonl          2 records    18 B   1 invalid
        d/25.jsonl          2 records    18 B   1 invalid
        d/26.jsonl          2 records    18 B   1 invalid
        d/27.jsonl          2 records    18 B   1 invalid
        d/28.jsonl          2 records    18 B   1 invalid
        … 21 more inputs
        31 inputs          62 records
        | <code>d/35.jsonl</code> | 2 | 1 | 1 |
        | <code>d/20.jsonl</code> | 2 | 1 | 0 |
        | <code>d/21.jsonl</code> | 2 | 1 | 0 |
        10
        10
        1
        31 [(2, 0, 0), (2, 1, 0), (2, 1, 1)]

        """)
  }

  @Test("what is the same for many files is said once, with a count and the first")
  func remarks() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(
      """
      for n in $(seq 100); do printf 'PK\\003\\004' > z$n.jsonl; done
      bulkcheck -p p.json $(seq -f none%.0f 300) z*.jsonl a.jsonl --report text=r.txt \
        --report markdown=r.md --report github=r.gh --report sarif=r.sarif --report junit=r.xml > out
      grep -c 'none1 and 299 more files.* cannot be opened' r.txt r.md r.gh r.sarif r.xml
      """, in: folder)
    #expect(result.output == "r.txt:1\nr.md:1\nr.gh:1\nr.sarif:1\nr.xml:1\n")
    let lines = result.diagnostics.split(separator: "\n")
    #expect(lines.count == 2, "\(lines.prefix(5))")
    #expect(lines.first?.contains("none1 and 299 more files: cannot be opened: no such") == true)
    #expect(lines.last?.contains("and 99 more files: this is a zip archive") == true)
  }

  // MARK: Archives

  @Test(
    "an archive is no verdict, and the error has a command that reads it",
    arguments: [
      ("zip -q x.zip a.jsonl", "x.zip", "a zip archive", "unzip -p x.zip |"),
      ("tar -cf x.tar a.jsonl", "x.tar", "a tar archive", "tar -xOf x.tar NAME |"),
      ("tar -czf 'x y.tgz' a.jsonl", "'x y.tgz'", "inside gzip", "tar -xOf 'x y.tgz' NAME |"),
      ("xz a.jsonl", "a.jsonl.xz", "xz data", "xz -dc a.jsonl.xz |"),
      ("bzip2 a.jsonl", "a.jsonl.bz2", "bzip2 data", "bzip2 -dc a.jsonl.bz2 |"),
      (
        "xz a.jsonl; gzip a.jsonl.xz", "a.jsonl.xz.gz", "xz data inside gzip", "decompress it first"
      ),
      (#"printf '7z\274\257\047\034' > x.7z"#, "x.7z", "a 7z archive", "7z x -so x.7z |"),
      (#"printf 'PK\003\004%26s[Content_Types].xml' > x.xlsx"#, "x.xlsx", "spreadsheet", "as CSV"),
      (#"printf 'PK\005\006' > -x.zip"#, "./-x.zip", "a zip archive", "unzip -p ./-x.zip |"),
    ])
  func archives(setUp: String, file: String, kind: String, command: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let tool = setUp.prefix { $0 != " " }
    let result = try Tool.run(
      """
      command -v \(tool) > none || exit 99
      \(setUp)
      for run in '-p p.json' infer 'explain --line 1 -p p.json' '-p p.json --input-format csv'; do
        bulkcheck $run \(file) > out; echo $?
      done
      """, in: folder)
    // 99: the archiver is not installed.
    if result.exitCode == 99 { return }
    #expect(result.output == "2\n2\n2\n2\n")
    for line in result.diagnostics.split(separator: "\n") {
      #expect(line.contains(kind) && line.contains(command), "\(line)")
    }
  }

  @Test(
    "an archive that was cut off anywhere never passes",
    arguments: [
      "tar -cf x a.jsonl", "tar -czf x a.jsonl", "xz -c a.jsonl > x", "bzip2 -c a.jsonl > x",
      "python3 -m zipfile -c x a.jsonl",
    ])
  func cutArchives(make: String) throws {
    try Tool.expect(
      """
      command -v \(make.prefix { $0 != " " }) > none || { echo done; exit; }
      \(make); mkdir d; size=$(stat -c %s x); step=$((size / 60 + 1))
      for n in $(seq 1 $step $size); do head -c $n x > d/$n.jsonl; done
      for f in d/*; do bulkcheck -p p.json $f > out 2>&1 && echo $f passes; done; echo done
      """, prints: "done\n")
  }

  @Test("text that begins nearly like an archive is text")
  func noArchives() throws {
    try Tool.expect(
      """
      printf 'BZh9,PK\\n1,2\\n' > a.csv; printf '7z,x\\n1,2\\n' > b.csv
      { printf 'a,b\\n'; head -c 253 /dev/zero | tr '\\0' x; printf 'ustar,1\\n'; } > c.csv
      bulkcheck -p p.json a.csv b.csv c.csv | tail -1
      """, prints: "PASSED  0 rules   3 valid   0 invalid   0 malformed\n")
  }
}

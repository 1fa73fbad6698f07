import Foundation
import Testing

/// The example for Apache Spark, in local mode.
///
/// Runs where a Python that can import pyspark is found: `python3`, or what BULKCHECK_TEST_PYTHON
/// names.
@Suite("The example for Apache Spark", .serialized)
struct SparkTests {
  private static let python =
    ProcessInfo.processInfo.environment["BULKCHECK_TEST_PYTHON"] ?? "python3"

  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../samples/spark/bulkcheck_spark.py").standardized.path

  /// Whether Spark can run here: its library and a Java.
  private static let isThere: Bool = {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", "'\(python)' -c 'import pyspark' && java -version"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  private static let setUp = """
    seq 5000 | awk '{ print "{\\"id\\":" ($1 % 700 ? $1 : 700) ",\\"n\\":\\"\\303\\251" $1 "\\"}" }' > all.jsonl
    split -l 1300 all.jsonl s- --additional-suffix=.jsonl
    printf '{"bulkcheck":1,"fields":{"id":{"unique":true},"n":{"maxLength":4}}}' > u.json
    timeless() { grep -v '"timing"' "$1"; }
    spark() { BULKCHECK='\(Tool.path)' SPARK_LOCAL_IP=127.0.0.1 '\(python)' '\(script)' "$@" 2> spark.log; }
    """

  @Test(
    "reports what one run does",
    .enabled(if: isThere, "skipped: pyspark cannot be imported, or there is no java"),
    arguments: [
      ("rows --partition-bytes 20000", "all.jsonl"),
      ("files", "s-aa.jsonl s-ab.jsonl s-ac.jsonl s-ad.jsonl"),
    ])
  func sameReport(mode: String, inputs: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let command = """
      \(Self.setUp)
      bulkcheck -p u.json --report json=whole.json \(inputs); echo $?
      spark \(mode) --profile u.json --report json=merged.json \(inputs); echo $?
      timeless whole.json > whole; timeless merged.json > merged
      cmp whole merged || { diff whole merged; tail -20 spark.log; }; grep -c '"first"' merged
      """
    let result = try Tool.run(command, in: folder)
    #expect(result.output == "1\n1\n5\n", "\(result.output)\(result.diagnostics)")
  }

  @Test(
    "takes along the files that a profile refers to, wherever they are",
    .enabled(if: isThere, "skipped: pyspark cannot be imported, or there is no java"),
    arguments: ["files", "rows"])
  func references(mode: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let command = """
      \(Self.setUp)
      mkdir -p a/profiles b; printf 'n\\n1\\n2\\n' > b/codes.csv; printf 'n\\n3\\n' > a/profiles/codes.csv
      printf 'n\\n9\\n' > nine.csv
      ref() { printf '{"type":"integer","references":{"file":"%s","column":"n"}}' "$1"; }
      printf '{"bulkcheck":1,"fields":{"x":%s,"y":%s,"z":%s}}' \
        "$(ref ../../b/codes.csv)" "$(ref codes.csv)" "$(ref "$PWD/nine.csv")" > a/profiles/p.json
      printf '{"x":1,"y":3,"z":9}\n{"x":3,"y":1,"z":8}\n' > data.jsonl
      bulkcheck -p a/profiles/p.json --report json=whole.json data.jsonl; echo $?
      spark \(mode) --profile a/profiles/p.json --report json=merged.json data.jsonl; echo $?
      timeless whole.json > whole; timeless merged.json > merged
      cmp whole merged || { diff whole merged; tail -20 spark.log; }; grep -c '"failed": 1,' merged
      """
    let result = try Tool.run(command, in: folder)
    #expect(result.output == "1\n1\n3\n", "\(result.output)\(result.diagnostics)")
  }

  @Test(
    "ends with 2 and says why where it cannot judge",
    .enabled(if: isThere, "skipped: pyspark cannot be imported, or there is no java"),
    arguments: [
      ("files --profile u.json none.jsonl", "none.jsonl: cannot be opened: there is no such file"),
      ("rows --profile u.json none.jsonl", "Path does not exist"),
      ("rows --profile none.json all.jsonl", "cannot read the profile none.json"),
      ("rows --profile broken.json all.jsonl", "broken.json"),
      ("files --profile u.json --bulkcheck ./none all.jsonl", "cannot run ./none"),
      ("rows --profile u.json all.jsonl s-aa.jsonl", "rows needs exactly one input"),
    ])
  func cannotJudge(arguments: String, words: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let command = """
      \(Self.setUp)
      echo '{"bulkcheck":1,"fields":{"a":{"minimun":1}}}' > broken.json
      spark \(arguments); code=$?; tail -2 spark.log; exit $code
      """
    let result = try Tool.run(command, in: folder)
    #expect(result.exitCode == 2)
    #expect(result.output.contains(words), "\(result.output)")
  }
}

import Foundation
import Testing

/// The example for Apache Spark, in local mode.
///
/// Runs where a Python that can import pyspark is found: `python3`, or what BULKCHECK_TEST_PYTHON names.
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
}

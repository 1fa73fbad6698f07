import Foundation
import Testing

/// System calls that fail, are interrupted or do only a part: at every place where the tool makes
/// one.
@Suite("Faults of the system", .waitsForCommands, .enabled(if: FaultInjection.library != nil))
struct FaultTests {
  /// Some pages of records, one of which fails, and less memory than their keys need.
  private static let setUp = """
    printf '{"bulkcheck":1,"fields":{"a":{"maximum":1,"unique":true}}}' > q.json
    seq 5000 | awk '{ print "{\\"a\\":-" $1 "}" } END { print "{\\"a\\":5}" }' > m.jsonl
    gzip -nc m.jsonl > m.jsonl.gz; { head -2000 m.jsonl | gzip -nc; tail -n +2001 m.jsonl | gzip -nc; } > two.gz
    { echo a; seq 5000 | sed 's/^/-/'; echo 5; } > m.csv
    """

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try Tool.run(Self.setUp, in: folder)
    try body(folder)
  }

  /// A JSON report without what may differ.
  private func stable(_ report: String) -> String {
    report.split(separator: "\n").filter { !$0.contains("\"timing\"") }.joined(separator: "\n")
  }

  private func leftovers(in folder: URL) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return names?.filter { $0.hasSuffix(".tmp") } ?? ["?"]
  }

  @Test(
    "a read that fails, is interrupted or moves one byte gives the good report, or exit 2 and a marked one",
    arguments: [
      FaultInjection.Fault(call: "read", kind: "EIO"),
      FaultInjection.Fault(call: "read", kind: "EINTR", count: 3),
      FaultInjection.Fault(call: "read", kind: "short"),
      FaultInjection.Fault(call: "read", kind: "short", count: 40),
      FaultInjection.Fault(call: "read", kind: "ESTALE"),
      FaultInjection.Fault(call: "open", kind: "EIO"),
    ], ["m.jsonl", "m.jsonl.gz", "two.gz", "m.csv", "- < m.jsonl"])
  func reads(fault: FaultInjection.Fault, input: String) throws {
    try withFolder { folder in
      let arguments =
        "-p q.json --report json --memory 64K --chunk-bytes 20000 --threads 2 \(input)"
      let good = try Tool.run("bulkcheck \(arguments)", in: folder)
      #expect(good.exitCode == 1)
      try FaultInjection.run(fault, arguments, setUp: "", in: folder) { result, number in
        if result.exitCode == 2 {
          #expect(!result.diagnostics.isEmpty)
          #expect(
            result.output.isEmpty || result.output.contains("\"complete\": false"),
            "call \(number): an incomplete report is marked")
          #expect(!["EINTR", "short"].contains(fault.kind), "call \(number)")
        } else {
          #expect(result.exitCode == 1, "call \(number): \(result.diagnostics)")
          #expect(stable(result.output) == stable(good.output), "call \(number)")
        }
        return true
      }
    }
  }

  @Test(
    "a write, close or rename that fails leaves the older outputs, and no temporary file",
    arguments: [
      FaultInjection.Fault(call: "write", kind: "ENOSPC"),
      FaultInjection.Fault(call: "write", kind: "ENOSPC", count: 1000),
      FaultInjection.Fault(call: "write", kind: "EINTR", count: 2),
      FaultInjection.Fault(call: "write", kind: "short"),
      FaultInjection.Fault(call: "write", kind: "short", count: 50),
      FaultInjection.Fault(call: "close", kind: "EDQUOT"),
      FaultInjection.Fault(call: "open", kind: "EACCES"),
      FaultInjection.Fault(call: "rename", kind: "EIO"),
    ], ["v", "v.gz"])
  func writes(fault: FaultInjection.Fault, valid: String) throws {
    try withFolder { folder in
      let arguments =
        "-p q.json --report json=r.json --report text --valid \(valid) --invalid i --failures f m.jsonl"
      let setUp = "for file in r.json \(valid) i f; do echo old > $file; done"
      _ = try Tool.run("\(setUp); bulkcheck \(arguments)", in: folder)
      let good = try contents(folder, valid)
      try FaultInjection.run(fault, arguments, setUp: setUp, in: folder) { result, number in
        let found = try contents(folder, valid)
        #expect(leftovers(in: folder).isEmpty, "call \(number)")
        #expect(result.exitCode == 1 || result.exitCode == 2, "call \(number)")
        if result.exitCode == 1 {
          #expect(found == good, "call \(number)")
        } else {
          // Where no write succeeds, standard error says nothing either.
          #expect(!result.diagnostics.isEmpty || fault.kind == "ENOSPC" && fault.count > 1)
          #expect(!["EINTR", "short"].contains(fault.kind), "call \(number)")
          // Each is the old one, or whole.
          for (name, text) in found where name != "r.json" {
            #expect(text == Data("old\n".utf8) || text == good[name], "call \(number): \(name)")
            if fault.call != "rename" { #expect(text == Data("old\n".utf8), "call \(number)") }
          }
          let report = String(decoding: found["r.json"] ?? Data(), as: UTF8.self)
          #expect(
            report == "old\n" || report.contains("\"complete\": false"),
            "call \(number): a report in its place does not say that all went well")
        }
        return true
      }
    }
  }

  private func contents(_ folder: URL, _ valid: String) throws -> [String: Data] {
    var found: [String: Data] = [:]
    for name in ["r.json", valid, "i", "f"] {
      let data = try Data(contentsOf: folder.appending(path: name))
      found[name] =
        name == "r.json" ? Data(stable(String(decoding: data, as: UTF8.self)).utf8) : data
      if name == "r.json", data == Data("old\n".utf8) { found[name] = data }
    }
    return found
  }

  @Test(
    "keys that cannot be written to or read from their files end the run with 2 and say why",
    arguments: [("write", "ENOSPC"), ("write", "short"), ("read", "EIO")])
  func keys(call: String, kind: String) throws {
    try withFolder { folder in
      let command = """
        seq 30000 | awk '{ print "{\\"a\\":-" $1 % 20000 "}" }' > keys.jsonl; mkdir t
        FAULT_PATH=/t/ FAULT_CALL=\(call) FAULT_KIND=\(kind) LD_PRELOAD='\(try #require(FaultInjection.library))' \
          '\(Tool.path)' -p q.json --memory 64K --temp-dir t --report json keys.jsonl; code=$?; ls -A t; exit $code
        """
      let result = try Tool.run(command, in: folder)
      if kind == "short" {
        #expect(result.exitCode == 1)
        #expect(result.output.contains("\"failed\": 10000"))
      } else {
        #expect(result.exitCode == 2)
        #expect(result.output.contains("\"complete\": false"))
        #expect(result.diagnostics.contains("a temporary file in t"), "\(result.diagnostics)")
      }
      #expect(!result.output.contains(".tmp"))
    }
  }

  @Test(
    "a limit of the size of files is an error like any other, and leaves no part of one",
    .limitsFileSize,
    arguments: [
      "-p q.json --report json m.jsonl", "-p q.json --report json=r m.jsonl",
      "-p q.json --report html=r --report json m.jsonl", "-p q.json --valid r m.jsonl",
      "-p q.json --write-baseline r --fail-on never m.jsonl",
      "-p q.json --memory 64K --temp-dir . m.jsonl",
      "schema report",
    ])
  func sizeLimit(arguments: String) throws {
    try withFolder { folder in
      let command = """
        (ulimit -f 1; bulkcheck \(arguments) > out); code=$?; cat r; ls -A | grep tmp; exit $code
        """
      let result = try Tool.run("echo old > r; \(command)", in: folder)
      #expect(result.exitCode == 2)
      #expect(result.output == "old\n")
      #expect(result.diagnostics.contains("File too large"), "\(result.diagnostics)")
    }
  }

  /// The reader of the failures appends to the input when it has seen the first: the tool, which
  /// waits for it, has not come to the end by then.
  @Test(
    "a file that grows while it is read is read to its new end",
    arguments: [("seq 1000 | sed 's/.*/{\"a\":&}/'", 61_000, 0), ("printf '{\"a\":'", 60_001, 1)])
  func growing(appended: String, total: Int, malformed: Int) throws {
    try withFolder { folder in
      let command = """
        echo '{"bulkcheck":1,"fields":{"a":{"maximum":0}}}' > low.json; mkfifo failures
        seq 60000 | sed 's/.*/{"a":&}/' > growing.jsonl
        '\(Tool.path)' -p low.json --chunk-bytes 20000 --report json --failures failures growing.jsonl & tool=$!
        { read -r first; \(appended) >> growing.jsonl; cat > seen; } < failures; wait $tool
        """
      let result = try Tool.run(command, in: folder)
      #expect(result.exitCode == 1, "\(result.diagnostics)")
      #expect(result.output.contains("\"complete\": true"))
      #expect(result.output.contains("\"total\": \(total)"), "\(result.output)")
      #expect(result.output.contains("\"malformed\": \(malformed)"), "\(result.output)")
    }
  }

  @Test(
    "a file that is cut off while it is read is not taken for a shorter one",
    arguments: ["cut.jsonl", "- < cut.jsonl", "cut.gz"])
  func shrinking(input: String) throws {
    try withFolder { folder in
      // Cut off between the first read and the second.
      let command = """
        seq 400000 | sed 's/.*/{"a":-&}/' > cut.jsonl; gzip -nc cut.jsonl > cut.gz
        FAULT_CALL=read FAULT_PATH=cut FAULT_KIND=cut FAULT_FROM=2 \
          LD_PRELOAD='\(try #require(FaultInjection.library))' '\(Tool.path)' -p p.json --report json \(input)
        """
      let result = try Tool.run(command, in: folder)
      #expect(result.exitCode == 2)
      #expect(result.output.contains("\"complete\": false"))
      #expect(result.diagnostics.contains("was cut off while it was read"), "\(result.diagnostics)")
    }
  }
}

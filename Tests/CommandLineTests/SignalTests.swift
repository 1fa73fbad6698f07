import Foundation
import Testing

/// SIGINT and SIGTERM at every place where the tool calls the system: no sleep decides which phase
/// they meet.
@Suite("Signals", .waitsForCommands, .enabled(if: FaultInjection.library != nil))
struct SignalTests {
  private static let setUp = """
    printf '{"bulkcheck":1,"fields":{"a":{"maximum":1,"unique":true}}}' > q.json
    seq 9000 | awk '{ print "{\\"a\\":-" $1 "}" }' > m.jsonl; echo '{"a":5}' >> m.jsonl
    """

  /// While the profile is read, files are opened, records are read, keys and outputs are written,
  /// reports are put in place.
  @Test(
    "a signal at any system call ends with 130 and a marked report, or with all that was asked for",
    arguments: ["open", "read", "write", "close", "rename"], ["SIGINT", "SIGTERM"])
  func everywhere(call: String, signal: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let arguments = """
      -p q.json --report json=r.json --report text --memory 64K --temp-dir . --chunk-bytes 20000 --threads 2 \
        --valid v --invalid i --failures f m.jsonl
      """
    _ = try Tool.run(Self.setUp, in: folder)
    let fault = FaultInjection.Fault(call: call, kind: signal)
    try FaultInjection.run(fault, arguments, setUp: "rm -f r.json v i f", in: folder) {
      result, number in
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(!names.contains { $0.hasSuffix(".tmp") }, "\(signal) at \(call) \(number)")
      let report = try? String(contentsOf: folder.appending(path: "r.json"), encoding: .utf8)
      if result.exitCode == 130 {
        #expect(report?.contains("\"complete\": false") ?? true, "\(signal) at \(call) \(number)")
        #expect(report?.contains("\"exitCode\": 130") ?? true, "\(signal) at \(call) \(number)")
        #expect(!names.contains("v"), "\(signal) at \(call) \(number)")
      } else {
        #expect(result.exitCode == 1, "\(signal) at \(call) \(number): \(result.diagnostics)")
        #expect(report?.contains("\"complete\": true") == true, "\(signal) at \(call) \(number)")
        #expect(["v", "i", "f"].allSatisfy(names.contains))
      }
      return true
    }
  }

  /// No call says that the tool waits while nothing happens. Its state says it: it is S (sleeping)
  /// and stays so.
  @Test(
    "a signal ends the tool where it waits for somebody else",
    arguments: [
      // Input that does not come, or no more; a writer that is not there.
      ("-p p.json --report json - < idle", "\"total\": 1"), ("-p p.json --report json none", ""),
      ("infer idle", ""), ("-p none a.jsonl", ""),
      // Outputs that nobody reads.
      ("-p p.json --valid none a.jsonl", ""), ("-p p.json --report json=none a.jsonl", ""),
      ("-p p.json --baseline none a.jsonl", ""),
    ])
  func waiting(arguments: String, words: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let command = """
      mkfifo none idle
      # A writer that has written one record and stays.
      { echo '{}'; exec sleep 1000; } > idle & writer=$!
      '\(Tool.path)' \(arguments) & tool=$!
      asleep() { grep -q bulkcheck /proc/$tool/comm && [ "$(cut -d' ' -f3 /proc/$tool/stat)" = S ]; }
      for turn in 1 2 3 4 5; do until asleep || ! kill -0 $tool; do sleep 0.02; done; sleep 0.05; done
      # KILL: threads of Dispatch block other signals, and what they start inherits that.
      kill -INT $tool; wait $tool; code=$?; kill -KILL $writer; ls -A | grep tmp; exit $code
      """
    let result = try Tool.run(command, in: folder)
    #expect(result.exitCode == 130, "\(result.diagnostics)")
    #expect(words.isEmpty || result.output.contains(words), "\(result.output)")
    #expect(!result.output.contains(".tmp"))
  }

  /// Starts the tool, which waits for more input, and gives its process as `$tool`.
  private static func waits(_ start: String) -> String {
    """
    mkfifo idle; { echo '{}'; exec sleep 1000; } > idle & writer=$!
    ( \(start) exec '\(Tool.path)' -p p.json --report json=r.json --valid v - < idle ) & tool=$!
    asleep() { grep -q bulkcheck /proc/$tool/comm && [ "$(cut -d' ' -f3 /proc/$tool/stat)" = S ]; }
    for turn in 1 2 3 4 5; do until asleep || ! kill -0 $tool; do sleep 0.02; done; sleep 0.05; done

    """
  }

  @Test(
    "signals that would end the process do so as SIGTERM does",
    arguments: ["TERM", "INT", "HUP", "XCPU", "ALRM", "VTALRM", "PROF", "USR1", "USR2"])
  func others(signal: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(
      """
      \(Self.waits(""))kill -\(signal) $tool; wait $tool; code=$?; kill -KILL $writer
      grep -q '"complete": false' r.json && echo marked; ls -A | grep -c 'tmp\\|^v$'; exit $code
      """, in: folder)
    #expect(result.exitCode == 130, "\(result.diagnostics)")
    #expect(result.output == "marked\n0\n", "\(result.output)")
  }

  @Test(
    "a signal that is ignored at the start stays so", arguments: ["HUP", "USR1", "XCPU", "TERM"])
  func ignored(signal: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(
      """
      \(Self.waits("trap '' \(signal);"))kill -\(signal) $tool; sleep 0.3; kill -0 $tool && echo runs
      kill -KILL $writer; wait $tool; code=$?; grep -q '"complete": true' r.json && echo whole; exit $code
      """, in: folder)
    #expect(result.exitCode == 0, "\(result.diagnostics)")
    #expect(result.output == "runs\nwhole\n", "\(result.output)")
  }
}

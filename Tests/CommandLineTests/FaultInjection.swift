import Foundation
import Testing

/// The library of `Tests/FaultInjection`, which lets the n-th system call of the tool fail.
enum FaultInjection {
  /// The path of the library; nil where it cannot be made or preloaded.
  static let library: String? = {
    #if os(Linux)
      let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "FaultInjection/faults.c")
      let library = FileManager.default.temporaryDirectory
        .appending(path: "bulkcheck-faults-\(ProcessInfo.processInfo.processIdentifier).so")
      for compiler in ["cc", "clang"] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
          compiler, "-shared", "-fPIC", "-O1", "-o", library.path, source.path, "-ldl",
        ]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { continue }
        process.waitUntilExit()
        if process.terminationStatus == 0 { return library.path }
      }
    #endif
    return nil
  }()

  /// A fault for the n-th call, n from 1 on.
  struct Fault: CustomTestStringConvertible {
    var call: String
    var kind: String
    /// How many calls have it.
    var count = 1
    var testDescription: String { "\(call) \(kind)" + (count > 1 ? " \(count) times" : "") }
  }

  /// Runs a command with the fault at its first call, at its second and so on, until it ends before
  /// that. `setUp` comes before each run; `judge` sees each run that had the fault.
  static func run(
    _ fault: Fault, _ arguments: String, setUp: String, in folder: URL,
    _ judge: (_ result: Tool.Result, _ number: Int) throws -> Bool
  ) throws {
    let library = try #require(library)
    for number in 1...200 {
      let command = """
        \(setUp)
        rm -f missed
        FAULT_CALL=\(fault.call) FAULT_KIND=\(fault.kind) FAULT_FROM=\(number) FAULT_COUNT=\(fault.count) \
          FAULT_MISSED=missed LD_PRELOAD='\(library)' '\(Tool.path)' \(arguments)
        """
      let result = try Tool.run(command, in: folder)
      if FileManager.default.fileExists(atPath: folder.appending(path: "missed").path) {
        #expect(number > 2, "the fault was met")
        return
      }
      guard try judge(result, number) else { return }
    }
    Issue.record("the tool makes fewer than 200 calls")
  }
}

import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckOutput
import BulkcheckProfile
import Foundation
import Twins

/// A run whose records are split into files, which are read again.
struct SplitRun {
  var valid: [UInt8]
  var invalid: [UInt8]
  var failures: [UInt8]
  var verdicts: [UInt8]
  var summary: RunSummary

  init(
    _ ruleSet: RuleSet, _ inputs: [InputLocation], _ way: Way, suffix: String = "",
    emission: RecordOutputs.Emission = .raw
  ) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("split-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let names = ["valid", "invalid", "failures", "verdicts"].map {
      folder.appendingPathComponent($0 + suffix)
    }
    let streams = try names.map {
      try OutputStream(path: $0.path, purpose: "records", threads: way.threads)
    }
    let outputs = RecordOutputs(
      valid: streams[0], invalid: streams[1], failures: streams[2], verdicts: streams[3],
      ruleSet: ruleSet, emission: emission)
    summary = try Check(ruleSet: ruleSet, options: way.options).run(inputs, observer: outputs)
    outputs.finish()
    if let failure = outputs.failure { throw failure }
    try outputs.commit()
    let contents = try names.map { [UInt8](try Data(contentsOf: $0)) }
    (valid, invalid, failures) = (contents[0], contents[1], contents[2])
    verdicts = contents[3]
  }

  /// Lines of JSONL that hold a record, in order, without their line ends.
  static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: 0x0A).map { line in
      Array(line.last == 0x0D ? line.dropLast() : line)
    }.filter { line in !line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }
  }
}

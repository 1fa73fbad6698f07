import Bulkcheck
package import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import Twins

/// JSON lines, malformed or not, are told apart by the scanner as by the plain parser.
package enum JSONScanningTarget {
  private static let trees = [
    FieldTree(named: [
      FieldPath([.key("a")]), FieldPath([.key("a"), .everyElement, .key("a")]),
      FieldPath([.key("b"), .index(0)]), FieldPath([.key("é")]),
    ]),
    FieldTree(named: []),
  ]

  static func finding(in input: inout FuzzBytes) -> String? {
    let bytes = input.rest()
    var faults = 0
    var records = 0
    for line in bytes.split(separator: 10) {
      if line.allSatisfy({ [32, 9, 13].contains($0) }) { continue }
      let (fault, finding) = judge(Array(line))
      records += 1
      if fault != nil { faults += 1 }
      if let finding { return finding }
    }
    // A byte-order mark is not part of the first record.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return nil }
    let summary = run.run([.bytes(bytes, name: "lines")])
    if summary.total != records || summary.malformed != faults {
      return "a run: \(summary.total) records, \(summary.malformed) malformed; "
        + "the plain parser: \(records), \(faults)"
    }
    return nil
  }

  /// All fields of which nothing is asked but a little of some, in JSON lines.
  private static let run: Check = {
    let text =
      #"{"bulkcheck":1,"records":{"min":0},"fields":{"a":{"maxLength":3},"b[0].c":{"minimum":1}}}"#
    var options = RunOptions()
    options.reading.format = .jsonl
    options.reading.threads = 1
    guard let profile = try? Judging.profile(text),
      let run = try? Check(ruleSet: profile.ruleSet, options: options)
    else { preconditionFailure("the profile above has no mistake") }
    return run
  }()

  /// The fault that the plain parser finds in a record, and the way in which the scanner disagrees.
  package static func judge(_ record: [UInt8]) -> (fault: RecordFault?, finding: String?) {
    let fault = JSONParserTarget.fault(of: record)
    return (fault, disagreement(record, fault))
  }

  private static func disagreement(_ record: [UInt8], _ fault: RecordFault?) -> String? {
    for (number, tree) in trees.enumerated() {
      for kernel in KernelTarget.kernels {
        let isAccepted = accepts(record, tree, kernel)
        if isAccepted != (fault == nil) {
          return "\(kernel), tree \(number): accepted \(isAccepted), fault "
            + "\(fault.map { "\($0)" } ?? "none")"
        }
      }
    }
    return nil
  }

  /// Whether the scanner accepts the record.
  private static func accepts(
    _ record: [UInt8], _ tree: FieldTree, _ kernel: ScanKernel
  ) -> Bool {
    let owner = OwnedBytes(record + [10])
    return withExtendedLifetime(owner) {
      var scanner = JSONScanner(tree: tree, kernel: kernel)
      var table = ColumnTable(stateCount: tree.stateCount)
      scanner.begin(owner.view)
      return scanner.scanRecord(from: 0, into: &table) != .malformed
    }
  }
}

import Bulkcheck
import BulkcheckCore
import BulkcheckExplain
import BulkcheckInfer
import BulkcheckInput
import BulkcheckProfile
import Testing
import Twins

/// The records of an input as one of the commands counts them.
struct Census {
  struct Entry: Equatable {
    var line: Int
    var byteOffset: Int
    /// nil if the record is well-formed.
    var kind: MalformedKind?
    /// The column of the fault.
    var column: Int?
  }

  /// How an input is read.
  struct Reading: CustomStringConvertible {
    var format: InputFormat
    var maximum = 64 << 20
    var chunkBytes = 1 << 16
    var threads = 1

    var description: String {
      "\(format), maximum \(maximum), chunk \(chunkBytes), threads \(threads)"
    }

    var way: Way {
      Way(
        threads: threads, chunkBytes: chunkBytes, recordBytesMaximum: maximum, format: format)
    }
  }

  private static let noRules: Check = {
    let text = #"{"bulkcheck":1,"records":{"min":0}}"#
    guard let check = try? Judging.check(Judging.profile(text).ruleSet) else {
      preconditionFailure("a profile without rules has no mistake")
    }
    return check
  }()

  private static func check(_ reading: Reading) -> Check { noRules.inWay(reading.way) }

  /// The records as `check` tells observers of them.
  static func checked(_ bytes: [UInt8], _ reading: Reading) throws -> [Entry] {
    let collector = RecordCollector()
    _ = check(reading).run([.bytes(bytes, name: "input")], observer: collector)
    return collector.entries.map { entry in
      let fault = entry.failures.first { $0.source == .builtIn(.malformed) }
      return Entry(
        line: entry.line, byteOffset: entry.byteOffset, kind: fault?.sample.kind,
        column: fault?.sample.column)
    }
  }

  /// The records as `infer` counts them: how many of each kind; nil stands for well-formed ones.
  static func inferred(_ bytes: [UInt8], _ reading: Reading) throws -> [MalformedKind?: Int] {
    var options = InferenceOptions()
    options.reading.format = reading.format
    if reading.format == .csv { options.reading.delimiter = UInt8(ascii: ",") }
    options.reading.threads = reading.threads
    options.reading.chunkBytes = reading.chunkBytes
    options.reading.recordBytesMaximum = reading.maximum
    let counts = try InferenceRun.findings(
      in: [.bytes(bytes, name: "input")], options: options
    ).counts
    var kinds: [MalformedKind?: Int] = [:]
    for (kind, count) in counts.malformed { kinds[kind] = count }
    let good = counts.total - counts.malformedTotal
    if good > 0 { kinds[nil] = good }
    return kinds
  }

  /// The record of a number as `explain` finds it; nil if there is none.
  static func explained(
    _ selector: RecordSelector, _ bytes: [UInt8], _ reading: Reading
  ) throws -> Entry? {
    guard let found = try? found(selector, bytes, reading) else { return nil }
    let inputs = CheckedInputs([.bytes(bytes, name: "input")])
    let explanation = Explainer.explain(found, in: inputs, as: check(reading))
    return Entry(
      line: found.line, byteOffset: found.byteOffset, kind: explanation.fault?.kind,
      column: explanation.fault?.column)
  }

  static func found(
    _ selector: RecordSelector, _ bytes: [UInt8], _ reading: Reading
  ) throws -> FoundRecord {
    try RecordFinder.find(
      selector, in: .bytes(bytes, name: "input"), as: check(reading))
  }
}

extension Sequence<Census.Entry> {
  var kinds: [MalformedKind?: Int] { reduce(into: [:]) { $0[$1.kind, default: 0] += 1 } }
}

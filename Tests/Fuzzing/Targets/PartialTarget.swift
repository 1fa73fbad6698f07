import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckOutput
import BulkcheckReport
import Twins

/// Any bytes as a partial result are refused in words, or merged: to reports, and to a partial
/// result whose merge has the same report.
package enum PartialTarget {
  static func finding(in input: inout FuzzBytes) -> String? {
    let (part, merge, count) = settings(&input)
    let sink = Sink()
    guard let report = merge.report(of: [[UInt8]](repeating: part, count: count), sink) else {
      return nil
    }
    // A value that is nested as deep as a record may be lies deeper in a report.
    let text = report.utf8.map { $0 == 10 ? 32 : $0 }
    if let fault = JSONParserTarget.fault(of: text), fault.kind != .depth {
      return "the report is not JSON: \(fault)"
    }
    var other = merge
    other.samplesMaximum = nil
    guard let again = other.report(of: [sink.bytes], nil) else {
      return "what a merge wrote is refused"
    }
    return report == again ? nil : difference(report, again)
  }

  /// Whether the bytes make a partial result that can be merged.
  package static func isMerged(_ bytes: [UInt8]) -> Bool {
    var input = FuzzBytes(bytes)
    let (part, merge, _) = settings(&input)
    return merge.report(of: [part], nil) != nil
  }

  /// How bytes are to be merged, and how many times.
  private static func settings(
    _ input: inout FuzzBytes
  ) -> (part: [UInt8], merge: PartialMerge, count: Int) {
    let repair = input.pick([PartialRepair.everything, .checksums, .nothing])
    var merge = PartialMerge()
    merge.inputName = input.pick([nil, "whole"])
    merge.options.memoryBytes = input.pick([1 << 16, 4096])
    merge.samplesMaximum = input.pick([nil, 0, 1])
    let count = input.pick([1, 2, 3])
    return (repair.apply(to: input.rest()), merge, count)
  }

  fileprivate final class Sink: PartialSink {
    var bytes: [UInt8] = []
    func write(_ bytes: [UInt8]) throws(OutputError) { self.bytes += bytes }
  }
}

extension PartialMerge {
  /// The JSON report; nil if the results are refused. The other formats are rendered, too.
  fileprivate func report(of partials: [[UInt8]], _ sink: PartialTarget.Sink?) -> String? {
    let locations = partials.enumerated().map {
      InputLocation.bytes($0.element, name: "\($0.offset).bcp")
    }
    let merged: Result?
    do throws(PartialError) {
      merged = try merge(locations, to: sink)
    } catch {
      precondition(!error.description.isEmpty, "refused without words")
      return nil
    }
    guard var merged, merged.outputFailure == nil else { return nil }
    merged.summary.seconds = 0
    merged.summary.ended = nil
    let report = merged.check.report(merged.summary)
    let style = TextStyle(columns: 80, color: false, samplesMaximum: 2)
    for format in ReportFormat.allCases {
      // Without findings there are no annotations.
      let isEmpty = format.render(report, style: style).isEmpty
      precondition(!isEmpty || format == .github, "no report")
    }
    return JSONReport.text(report)
  }
}

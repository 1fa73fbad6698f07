package import BulkcheckCore
import Twins

/// Every kernel finds what the twin finds, from any byte on.
package enum KernelTarget {
  private static let delimiters: [UInt8?] = [nil, 44, 59, 9, 124, 0x60]

  static func finding(in input: inout FuzzBytes) -> String? {
    let delimiter = input.pick(delimiters)
    let offset = Int(input.byte())
    let bytes = input.rest()
    let start = bytes.isEmpty ? 0 : offset % bytes.count
    for kernel in kernels {
      let difference =
        delimiter.map { indexDifference(bytes, from: start, kernel, delimiter: $0) }
        ?? stringDifference(bytes + [10], from: start, kernel)
      if let difference { return "\(kernel) from \(start): \(difference)" }
      let owner = OwnedBytes(Array(bytes[start...]))
      let count = withExtendedLifetime(owner) {
        owner.view.count(of: 10, kernel: kernel)
      }
      if count != bytes[start...].count(where: { $0 == 10 }) {
        return "\(kernel) from \(start): \(count) line feeds"
      }
    }
    return nil
  }

  package static func indexDifference(
    _ bytes: [UInt8], from start: Int, _ kernel: ScanKernel, delimiter: UInt8
  ) -> String? {
    let twin = SlowIndex.csv(bytes, from: start, delimiter: delimiter)
    let found = SlowIndex.found(in: bytes, from: start, by: kernel, delimiter: delimiter)
    return SlowIndex.difference(found, twin, bytes, from: start)
  }

  /// A string of JSON that goes on at `start`; its last byte ends it.
  package static func stringDifference(
    _ bytes: [UInt8], from start: Int, _ kernel: ScanKernel
  ) -> String? {
    let twin = SlowIndex.stringEnd(bytes, from: start)
    let owner = OwnedBytes(bytes)
    return withExtendedLifetime(owner) {
      let found = owner.view.stringEnd(from: start, kernel: kernel)
      let runs = [true, false].map { owner.view.plainRun(at: start, isPortable: $0) }
      if let difference = encodingDifference(bytes, from: start, kernel) {
        return difference
      }
      return found == twin && runs[0] == runs[1]
        ? nil : "the string ends at \(shown(found)), expected \(shown(twin)); runs \(runs)"
    }
  }

  /// The characters of texts that end anywhere.
  private static func encodingDifference(
    _ bytes: [UInt8], from start: Int, _ kernel: ScanKernel
  ) -> String? {
    for end in start...min(bytes.count, start + 70) {
      let text = Array(bytes[start..<end])
      let isASCII = text.allSatisfy { $0 < 0x80 }
      let twin: UTF8Content? =
        isASCII ? .ascii : String(validating: text, as: UTF8.self) == nil ? nil : .others
      let owner = OwnedBytes(text)
      let found = withExtendedLifetime(owner) { owner.view.encoding(kernel: kernel) }
      if found != twin {
        return "the text from \(start) to \(end) is in \(found as Any), expected \(twin as Any)"
      }
    }
    return nil
  }

  private static func shown(_ end: Int?) -> String { end.map(String.init) ?? "none" }

  /// Those that the machine runs.
  static var kernels: [ScanKernel] { ScanKernel.available }
}

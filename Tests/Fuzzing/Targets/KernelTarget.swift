import BulkcheckCore

/// Every kernel finds what the twin finds, from any byte on.
enum KernelTarget {
  private static let delimiters: [UInt8?] = [nil, 44, 59, 9, 124, 0x60]

  static func finding(in input: inout FuzzBytes) -> String? {
    let delimiter = input.pick(delimiters)
    let offset = Int(input.byte())
    let bytes = input.rest()
    let start = bytes.isEmpty ? 0 : offset % bytes.count
    let twin =
      delimiter.map { SlowIndex.csv(bytes, from: start, delimiter: $0) }
      ?? SlowIndex.json(bytes, from: start)
    for kernel in kernels {
      let found = SlowIndex.found(in: bytes, from: start, by: kernel, delimiter: delimiter)
      if let difference = SlowIndex.difference(found, twin, bytes, from: start) {
        return "\(kernel) from \(start): \(difference)"
      }
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

  /// Those that the machine runs.
  static var kernels: [ScanKernel] { ScanKernel.available }
}

import BulkcheckCore
import BulkcheckInput

/// A file is read alike in any pieces, and by any number of threads, damaged or not.
enum ZstdTarget {
  private static let magic: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd]
  /// So much of what a file expands to is enough.
  private static let storedBytesMaximum = 600

  static func finding(in input: inout FuzzBytes) -> String? {
    let size = input.pick([1 << 16, 1, 100, 777])
    let stored = magic + input.rest().prefix(storedBytesMaximum)
    guard let whole = open(stored), let pieces = open(stored) else { return nil }
    let expected = CompressedReading.read(whole.source, size: 1 << 20)
    let actual = CompressedReading.read(pieces.source, size: size)
    if expected.bytes != actual.bytes || expected.error != actual.error {
      return "pieces of \(size): \(actual.bytes.count) bytes of \(expected.bytes.count), "
        + "\(actual.error.map { "\($0)" } ?? "no error")"
    }
    return CompressedReading.parallelFinding(stored)
  }

  /// Nil if the trait is off.
  private static func open(_ stored: [UInt8]) -> OpenedInput? {
    try? OpenedInput(MemorySource(stored), name: "fuzz.zst")
  }
}

internal import CBulkcheckScan

/// Counting bytes by a kernel.
package enum ByteCount {
  /// How often `byte` occurs.
  package static func count(_ byte: UInt8, in bytes: ByteView, kernel: ScanKernel = .standard)
    -> Int
  {
    Int(unsafe bulkcheck_count_byte(bytes.start, bytes.count, byte, kernel.code))
  }
}

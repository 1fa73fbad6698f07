/// Counting bytes by a kernel.
package enum ByteCount {
  /// How often `byte` occurs.
  package static func count(_ byte: UInt8, in bytes: ByteView, kernel: ScanKernel = .standard)
    -> Int
  {
    bytes.count(of: byte, kernel: kernel)
  }
}

internal import CBulkcheckScan

/// Views in the form that the C kernels read: a pointer and a count. The kernels keep neither.
extension ByteView {
  /// How often `byte` occurs.
  package func count(of byte: UInt8, kernel: ScanKernel = .standard) -> Int {
    // SAFETY: the kernel reads the view's bytes and no other.
    Int(unsafe bulkcheck_count_byte(start, count, byte, kernel.code))
  }

  /// How many bytes do not continue a code point.
  func codepointCount(kernel: ScanKernel) -> Int {
    // SAFETY: the view is readable, and the kernels read beyond it only within its page.
    Int(unsafe bulkcheck_count_codepoints(start, count, kernel.code))
  }

  /// Finds the classes of the characters.
  ///
  /// Precondition: the view has 1 to `BULKCHECK_TEXT_MAXIMUM` bytes, checked in debug builds.
  @inline(__always)
  func classify(into found: inout bulkcheck_text_classes, kernel: bulkcheck_kernel) {
    assert(count > 0 && count <= Int(BULKCHECK_TEXT_MAXIMUM))
    // SAFETY: the view is readable, and the kernels read beyond it only within its page.
    unsafe bulkcheck_classify_text(start, count, &found, kernel)
  }
}

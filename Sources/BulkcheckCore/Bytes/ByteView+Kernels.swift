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

  /// The characters of the text; nil if it is ill-formed.
  ///
  /// Precondition: 31 bytes are readable behind the view.
  package func encoding(kernel: ScanKernel = .standard) -> UTF8Content? {
    // SAFETY: by the precondition.
    switch unsafe bulkcheck_encoding_of(start, count, kernel.code) {
    case BULKCHECK_ASCII: .ascii
    case BULKCHECK_UTF8: .others
    default: nil
    }
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

/// Strings of JSON, which go on at a position.
///
/// Precondition of all functions: a quote, a backslash or a control character follows in the view,
/// and 64 bytes are readable behind its end.
extension ByteView {
  /// Behind the plain characters of a string from `start` on: a quote, a backslash, a control
  /// character or a byte that is not ASCII.
  @inline(__always)
  package func plainEnd(from start: Int) -> Int {
    var position = start
    while true {
      let run = plainRun(at: position)
      position &+= run
      if run < Int(BULKCHECK_STRING_STEP) { return position }
    }
  }

  /// How many of the next bytes are plain, at most as many as are looked at together.
  ///
  /// - Parameter isPortable: by the twin in portable C, for tests.
  @inline(__always)
  package func plainRun(at position: Int, isPortable: Bool = false) -> Int {
    assert(position >= 0 && position <= count)
    // SAFETY: a step begins within the view, behind which more bytes than a step has are readable.
    return unsafe isPortable
      ? bulkcheck_plain_run_portable(start + position) : bulkcheck_plain_run(start + position)
  }

  /// The first quote, backslash or control character of a string from `start` on; nil if ill-formed
  /// UTF-8 comes before it.
  package func stringEnd(from start: Int, kernel: ScanKernel) -> Int? {
    // SAFETY: the kernel stops in the view, by the precondition, and reads at most 31 bytes more.
    let end = unsafe bulkcheck_string_end(self.start, start, kernel.code)
    return end < 0 ? nil : end
  }
}

/// The characters of a well-formed text.
package enum UTF8Content: BitwiseCopyable {
  case ascii
  /// Some are not ASCII.
  case others
}

internal import CBulkcheckScan

/// A pattern as steps over class masks, for the kernels of `CBulkcheckScan`: about as fast as reading the text once.
///
/// Not every pattern can be one (see ``PatternParser``), and not every text is decided: it may be too long, or not
/// ASCII where a class has members beyond. For all others the answer is that of PCRE2.
@safe
struct ClassPattern: BitwiseCopyable, @unchecked Sendable {
  // Sendable: nothing is written after the initialiser.
  private let classes: Storage<bulkcheck_class>
  private let steps: Storage<bulkcheck_step>
  private let header: Storage<bulkcheck_pattern>

  /// Nil if the pattern, which must be a valid one, is not plain enough.
  init?(_ source: PatternSource, kernel: ScanKernel) {
    guard var parser = try? PatternParser(source), let tree = try? parser.parse(),
      let lowering = try? PatternLowering(tree)
    else { return nil }
    classes = Storage(lowering.classes, padding: bulkcheck_class())
    steps = Storage(lowering.steps, padding: bulkcheck_step())
    // SAFETY: the header points into storage that `deallocate` frees together with it.
    header = unsafe Storage(
      capacity: 1,
      repeating: bulkcheck_pattern(
        classes: UnsafePointer(classes.base), steps: UnsafePointer(steps.base),
        start: lowering.start, class_count: UInt8(lowering.classes.count),
        length_minimum: UInt8(lowering.lengthMinimum),
        length_maximum: UInt8(lowering.lengthMaximum),
        beyond: UInt8(lowering.beyond.rawValue), needs_ascii: lowering.needsASCII ? 1 : 0,
        kernel: UInt8(kernel.code.rawValue)))
  }

  /// Whether the pattern is found anywhere in the text, which must be valid UTF-8; nil if that is not decided here.
  @inline(__always)
  func matches(_ text: ByteView) -> Bool? {
    // SAFETY: the text is readable, and the kernels read beyond it only within its page.
    let answer = unsafe bulkcheck_pattern_match(header.base, text.start, text.count)
    return answer == BULKCHECK_UNDECIDED ? nil : answer == BULKCHECK_MATCHED
  }

  func deallocate() {
    classes.deallocate()
    steps.deallocate()
    header.deallocate()
  }
}

internal import CBulkcheckScan

/// The classes of characters of which a short text is made, found by one look at its bytes.
package struct TextClasses: ~Copyable {
  /// A longer text is not looked at.
  package static let textBytesMaximum = Int(BULKCHECK_TEXT_MAXIMUM)
  /// A longer text has no ``shape``.
  package static let shapeBytesMaximum = Int(BULKCHECK_SHAPE_MAXIMUM)

  /// Bits of ``set``, besides `digit`, `upper` and `lower` of ``ShapeRun``: `_`, `-`, `.`, and
  /// everything else: blanks, other punctuation, control characters, bytes beyond ASCII.
  package static let underscore: UInt8 = 8
  package static let hyphen: UInt8 = 16
  package static let point: UInt8 = 32
  package static let other: UInt8 = 64

  private var found = bulkcheck_text_classes()
  private let kernel: bulkcheck_kernel

  package init(kernel: ScanKernel = .standard) { self.kernel = kernel.code }

  /// Looks at a text; what was found of another one is forgotten.
  ///
  /// Precondition: the text has 1 to ``textBytesMaximum`` bytes.
  @inline(__always)
  package mutating func read(_ text: ByteView) {
    text.classify(into: &found, kernel: kernel)
  }

  /// The classes that occur.
  @inline(__always)
  package var set: UInt8 { found.set }

  /// The length in code points.
  @inline(__always)
  package var codepoints: Int { Int(found.codepoints) }

  /// Nothing but printable ASCII.
  @inline(__always)
  package var isPrintable: Bool { found.is_printable != 0 }

  /// The positions at which a run of one class, or of one other character, begins, as bits. Means
  /// something up to ``shapeBytesMaximum``.
  @inline(__always)
  package var runStarts: UInt32 { found.run_starts }

  /// A number that two printable texts share if they have the same characters except for letters
  /// and digits, where only the classes count. Means something up to ``shapeBytesMaximum``.
  @inline(__always)
  package var shape: (UInt64, UInt64, UInt64, UInt64) { found.shape }
}

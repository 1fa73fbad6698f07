/// A mistake in a pattern, and where it was noticed.
package struct PatternError: Error, Hashable, Sendable {
  package let message: String
  /// In bytes from the start of the pattern.
  package let byteOffset: Int
  /// It may be a right pattern, but one that is not followed to its end, or that the engine has no
  /// counterpart for.
  package let isUntranslatable: Bool

  package init(message: String, byteOffset: Int, isUntranslatable: Bool = false) {
    self.message = message
    self.byteOffset = byteOffset
    self.isUntranslatable = isUntranslatable
  }

  /// The place in code points of the pattern, from 0.
  package func codePoint(in pattern: String) -> Int {
    pattern.utf8.prefix(max(0, byteOffset)).count { $0 & 0xC0 != 0x80 }
  }
}

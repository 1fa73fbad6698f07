package import BulkcheckCore

/// Why a pattern does not compile, and where.
package struct PatternFault {
  package let message: String
  /// The offset in code points of the pattern, from 0.
  package let offset: Int

  /// nil: the pattern compiles.
  package init?(in source: PatternSource) {
    guard let error = Pattern.mistake(in: source) else { return nil }
    let before = source.pattern.utf8.prefix(Swift.max(0, error.byteOffset))
    message = error.message
    offset = before.count { $0 & 0xC0 != 0x80 }
  }
}

package import BulkcheckCore
internal import PatternSyntax

/// Why a pattern does not compile, and where.
package struct PatternFault {
  package let message: String
  /// The offset in code points of the pattern, from 0.
  package let offset: Int

  /// nil: the pattern compiles.
  package init?(in source: PatternSource) {
    guard let error = Pattern.mistake(in: source) else { return nil }
    message = error.message
    offset = error.codePoint(in: source.pattern)
  }
}

internal import BulkcheckCore

/// Why a pattern does not compile, and where.
struct PatternFault {
  let message: String
  /// In code points of the pattern, from 0.
  let offset: Int

  /// nil: the pattern compiles.
  init?(in source: PatternSource) {
    guard let error = Pattern.mistake(in: source) else { return nil }
    let before = source.pattern.utf8.prefix(Swift.max(0, error.byteOffset))
    message = error.message
    offset = before.count { $0 & 0xC0 != 0x80 }
  }
}

internal import BulkcheckCore

/// Whether a pattern compiles, and where it does not.
enum PatternCheck {
  struct Fault {
    var message: String
    /// In code points of the pattern, from 0.
    var offset: Int
  }

  static func fault(in source: PatternSource) -> Fault? {
    guard let error = Pattern.mistake(in: source) else { return nil }
    let before = source.pattern.utf8.prefix(Swift.max(0, error.byteOffset))
    return Fault(message: error.message, offset: before.count { $0 & 0xC0 != 0x80 })
  }
}

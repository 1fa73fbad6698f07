internal import BulkcheckCore
internal import BulkcheckProfile

/// The patterns of schemas: those of ECMA-262.
enum SchemaPattern {
  struct Fault: Error {
    var reason: String
  }

  /// The meaning of a pattern, and whether it is one only by the rules without the flag `u`.
  static func read(_ text: String) -> Result<(source: PatternSource, isLenient: Bool), Fault> {
    do throws(ECMAPatternError) {
      let read = try PatternSource.ecma(text)
      guard let fault = PatternFault(in: read.source) else { return .success(read) }
      return .failure(Fault(reason: fault.message))
    } catch {
      let before = text.utf8.prefix(Swift.max(0, error.byteOffset))
      let offset = before.count { $0 & 0xC0 != 0x80 }
      let reason = "\(error.message) at offset \(offset)"
      return .failure(
        Fault(reason: error.isUntranslatable ? "it cannot be translated: " + reason : reason))
    }
  }
}

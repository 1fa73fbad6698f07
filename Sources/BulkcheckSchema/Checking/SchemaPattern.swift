internal import BulkcheckCore
internal import BulkcheckProfile
internal import PatternSyntax

/// The patterns of schemas: those of ECMA-262.
enum SchemaPattern {
  struct Fault: Error {
    var reason: String
  }

  /// The meaning of a pattern, and whether it is one only by the rules without the flag `u`.
  static func read(_ text: String) -> Result<(source: PatternSource, isLenient: Bool), Fault> {
    do throws(PatternError) {
      let read = try PatternSource.ecma(text)
      guard let fault = PatternFault(in: read.source) else { return .success(read) }
      return .failure(Fault(reason: fault.message))
    } catch {
      let reason = "\(error.message) at offset \(error.codePoint(in: text))"
      return .failure(
        Fault(reason: error.isUntranslatable ? "it cannot be translated: " + reason : reason))
    }
  }
}

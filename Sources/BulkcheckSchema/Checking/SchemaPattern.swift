internal import BulkcheckCore
internal import BulkcheckProfile

/// The patterns of schemas: those of ECMA-262.
enum SchemaPattern {
  struct Fault: Error {
    var reason: String
  }

  static func read(_ text: String) -> Result<PatternSource, Fault> {
    let source = PatternSource(text)
    guard let fault = PatternFault(in: source) else { return .success(source) }
    return .failure(Fault(reason: "\(fault.message) at offset \(fault.offset)"))
  }
}

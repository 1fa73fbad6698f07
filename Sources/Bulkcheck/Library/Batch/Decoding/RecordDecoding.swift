internal import BulkcheckCore
internal import Requirements

/// Values of records as Swift values.
enum RecordDecoding {
  /// Decodes a value.
  ///
  /// - Parameter isReadAtOnce: whether the bytes are read only during the call. A type that decodes
  ///   itself may keep the decoder, so it gets a copy of the bytes.
  static func value<Value: Decodable>(
    _ type: Value.Type, _ subject: ClosureCheck.Subject, _ plan: DecodingPlan,
    isReadAtOnce: Bool
  ) throws -> Value {
    let owner = isReadAtOnce ? nil : OwnedBytes(subject.bytes)
    let source = JSONSource(
      kind: subject.kind, text: owner?.view ?? subject.bytes, owner: owner)
    return try FieldSource.json(source).value(type, CodingTrail(), plan)
  }

  /// Decodes a string.
  static func text(_ subject: ClosureCheck.Subject) throws -> String {
    try JSONSource(kind: subject.kind, text: subject.bytes).text(CodingTrail())
  }

  /// Whether the type, without `Optional`, is a text, a Boolean or a plain number: one of those
  /// that ``FieldSource`` reads by itself, which lists them too.
  static func isReadAtOnce(_ type: Any.Type) -> Bool {
    let plain: [Any.Type] = [
      String.self, Bool.self, Int.self, Double.self, Float.self, Int64.self, Int32.self,
      Int16.self, Int8.self, UInt.self, UInt64.self, UInt32.self, UInt16.self, UInt8.self,
    ]
    let unwrapped = Optionals.unwrapped(type)
    return plain.contains { $0 == unwrapped }
  }

  /// The reason of a value that cannot be decoded.
  static func sentence(_ error: any Error) -> String {
    "cannot be decoded: " + DecodingSentence.sentence(error)
  }
}

/// The cases of an enumeration without associated values, which need not be `CaseIterable`.
///
/// The language lists the cases of `CaseIterable` types only. But such an enumeration numbers its
/// cases from 0, and keeps just the number. `Optional` takes the first free number for nil:
///
///     enum Status: String { case active, closed }
///     active 0, closed 1, nil 2          two cases
///
/// The preconditions are checked where the values are made.
enum PlainEnumeration {
  /// All cases of the type, in order; nil if it is not such an enumeration, or has more than 255
  /// cases.
  ///
  /// - Parameter asksForValue: whether the type decodes itself from a value in the data.
  static func cases<Value>(of type: Value.Type, asksForValue: Bool) -> [Value]? {
    // A mirror of its own could show anything.
    if type is any CustomReflectable.Type { return nil }
    let count: Int
    switch MemoryLayout<Value>.size {
    case 0 where asksForValue && type is any RawRepresentable.Type: count = 1
    // Without a free number there is no byte of its own for nil. So it is with plain numbers, and
    // with enumerations of C, which have other numbers.
    case 1 where MemoryLayout<Value?>.size == 1: count = numberOfNil(type)
    default: return nil
    }
    guard count > 0, let first = value(0, type), isPlainCase(first) else { return nil }
    return (0..<count).compactMap { value(UInt8($0), type) }
  }

  /// Whether a value is a case without associated values. If the first number is one, no case has
  /// them: those that have take the first numbers.
  private static func isPlainCase(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .enum && mirror.children.isEmpty
  }

  /// The byte of nil.
  private static func numberOfNil<Value>(_ type: Value.Type) -> Int {
    let none: Value? = nil
    // SAFETY: the optional has one byte.
    return unsafe withUnsafeBytes(of: none) { bytes in unsafe Int(bytes[0]) }
  }

  /// The value that consists of a byte, or of nothing.
  private static func value<Value>(_ byte: UInt8, _ type: Value.Type) -> Value? {
    // SAFETY: a type of at most one byte holds no reference. Of the byte 0 it has a value: in an
    // enumeration it is the first case, in a structure of such types or Booleans their first
    // values. Other bytes are asked for only in an enumeration whose cases have these numbers. A
    // type without bytes has one value, as an enumeration with a raw type has at least one case.
    if MemoryLayout<Value>.size == 1 { return unsafe unsafeBitCast(byte, to: type) }
    return unsafe unsafeBitCast((), to: type)
  }
}

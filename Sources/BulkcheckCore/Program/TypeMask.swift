/// A set of ``ValueType``s.
struct TypeMask: OptionSet, BitwiseCopyable, Sendable {
  let rawValue: UInt8
  static let string = TypeMask(rawValue: 1)
  static let integer = TypeMask(rawValue: 2)
  static let number = TypeMask(rawValue: 4)
  static let boolean = TypeMask(rawValue: 8)
  static let object = TypeMask(rawValue: 16)
  static let array = TypeMask(rawValue: 32)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ type: ValueType) {
    switch type {
    case .string: self = .string
    case .integer: self = .integer
    case .number: self = .number
    case .boolean: self = .boolean
    case .object: self = .object
    case .array: self = .array
    }
  }

  /// The type of a kind that has exactly one; empty for numbers (perhaps integers), cells and
  /// missing values.
  @inline(__always)
  init(rawKind kind: ValueKind) {
    switch kind {
    case .string: self = .string
    case .true, .false: self = .boolean
    case .object: self = .object
    case .array: self = .array
    case .number, .cell, .absent, .null: self = []
    }
  }

  init(_ types: [ValueType]) { self = types.reduce(into: []) { $0.insert(TypeMask($1)) } }

  /// All types: any value that is there.
  static let any = TypeMask(rawValue: 63)

  /// Whether the value is certainly there and of one of the types. False leaves it open.
  @inline(__always)
  func admits(_ value: Value) -> Bool {
    if value.isMissing { return false }
    if self == .any { return true }
    let bit = TypeMask(rawKind: value.kind)
    if !bit.isEmpty { return !isDisjoint(with: bit) }
    guard value.kind == .number else { return false }
    return contains(.number) || contains(.integer) && value.bytes.smallInteger != nil
  }

  /// Whether the value's kind is in the set.
  @inline(__always)
  func includes(_ value: Value) -> Bool {
    switch value.kind {
    case .string: contains(.string)
    case .number:
      contains(.number) || contains(.integer) && Decimal.parse(value.bytes)?.isInteger == true
    case .true, .false: contains(.boolean)
    case .object: contains(.object)
    case .array: contains(.array)
    case .absent, .null, .cell: false
    }
  }
}

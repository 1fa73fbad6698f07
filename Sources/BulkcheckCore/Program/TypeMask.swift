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

  init(_ types: [ValueType]) { self = types.reduce(into: []) { $0.insert(TypeMask($1)) } }
}

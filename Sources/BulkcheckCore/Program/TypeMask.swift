/// A set of ``ValueType``s, and of null.
struct TypeMask: OptionSet, BitwiseCopyable, Sendable {
  let rawValue: UInt8
  static let string = TypeMask(rawValue: 1)
  static let integer = TypeMask(rawValue: 2)
  static let number = TypeMask(rawValue: 4)
  static let boolean = TypeMask(rawValue: 8)
  static let object = TypeMask(rawValue: 16)
  static let array = TypeMask(rawValue: 32)
  static let null = TypeMask(rawValue: 64)

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

  init(_ types: Set<SchemaType>) {
    self = types.reduce(into: []) { mask, type in
      mask.insert(ValueType(rawValue: type.rawValue).map { TypeMask($0) } ?? .null)
    }
  }
}

/// Types in the order in which a cell is read as them, each of them once.
struct CellTypes: Sequence, BitwiseCopyable, Sendable {
  /// Three bits each, the first in the lowest ones.
  private var bits: UInt32 = 0
  private(set) var count: UInt8 = 0

  init(_ types: [ValueType] = []) { for type in types { append(type) } }

  var isEmpty: Bool { count == 0 }

  @inline(__always)
  var first: ValueType? { isEmpty ? nil : ValueType.allCases[Int(bits & 7)] }

  mutating func append(_ type: ValueType) {
    let number = UInt32(ValueType.allCases.firstIndex(of: type) ?? 0)
    bits |= number << (3 * UInt32(count))
    count += 1
  }

  @inline(__always)
  func makeIterator() -> Iterator { Iterator(rest: self) }

  struct Iterator: IteratorProtocol {
    fileprivate var rest: CellTypes

    @inline(__always)
    mutating func next() -> ValueType? {
      guard let type = rest.first else { return nil }
      rest.bits >>= 3
      rest.count -= 1
      return type
    }
  }
}

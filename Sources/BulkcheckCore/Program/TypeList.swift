/// Types in the order in which a cell is read as them, each of them once.
struct TypeList: Sequence, BitwiseCopyable, Sendable {
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
    fileprivate var rest: TypeList

    @inline(__always)
    mutating func next() -> ValueType? {
      guard let type = rest.first else { return nil }
      rest.bits >>= 3
      rest.count -= 1
      return type
    }
  }
}

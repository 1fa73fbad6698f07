/// The values of a `const`, `enum` or `notEnum`, sorted by kind (equality:
/// docs/reference/values.md#equality).
///
/// Trivial; the program owns what it points to.
struct ChoiceTable: BitwiseCopyable, Freeable {
  let texts: TextSet
  private let numbers: Storage<Decimal>
  private let numberCount: Int
  let hasTrue: Bool
  let hasFalse: Bool
  /// Arrays and objects as JSON text.
  let containers: Storage<ByteView>
  let containerCount: Int

  /// - Parameters:
  ///   - numbers: the numbers among the choices, ascending; they must outlive the table, as must
  ///     `containers`.
  init(_ literals: [Literal], numbers: [OwnedDecimal], containers: [OwnedBytes]) {
    var texts: [String] = []
    for case .text(let text) in literals { texts.append(text) }
    self.texts = TextSet(texts)
    self.numbers = Storage(numbers.map(\.value), padding: Decimal(0))
    numberCount = numbers.count
    self.containers = Storage(containers.map(\.view), padding: StaticBytes.emptyView)
    containerCount = containers.count
    hasTrue = literals.contains(.boolean(true))
    hasFalse = literals.contains(.boolean(false))
  }

  func deallocate() {
    texts.deallocate()
    numbers.deallocate()
    containers.deallocate()
  }

  /// Whether the value equals one of the choices; arrays and objects are asked of
  /// ``containsContainer(_:_:)``.
  @inline(__always)
  func contains(_ value: Value) -> Bool {
    switch value.kind {
    case .string: texts.contains(value.bytes)
    case .number: containsNumber(value.bytes)
    case .true: hasTrue
    case .false: hasFalse
    case .cell:
      texts.contains(value.bytes) || containsNumber(value.bytes)
        || hasTrue && value.bytes.isWord("true") || hasFalse && value.bytes.isWord("false")
    case .array, .object, .absent, .null: false
    }
  }

  /// Whether an array or object (as JSON text) is among the choices.
  func containsContainer(_ json: ByteView, _ arena: inout ByteArena) -> Bool {
    for index in 0..<containerCount where JSONValue.equal(containers[index], json, &arena) {
      return true
    }
    return false
  }

  /// Whether arrays or objects are among the choices.
  var hasContainers: Bool { containerCount > 0 }

  /// Binary search: the numbers are ascending.
  private func containsNumber(_ digits: ByteView) -> Bool {
    guard numberCount > 0, let number = Decimal.parse(digits) else { return false }
    let place = (0..<numberCount).partitioningIndex { Decimal.compare(numbers[$0], number) >= 0 }
    return place < numberCount && Decimal.compare(numbers[place], number) == 0
  }
}

extension ProgramBuilder {
  mutating func listLeaf(_ code: Leaf.Opcode, _ values: ValueSet) -> Leaf {
    lists.valueSets.append(values)
    return Leaf(code: code, operand: Int32(lists.valueSets.count - 1))
  }

  /// Longer lists of choices are kept as a set, and so are those in which the small table, which
  /// looks at length and first bytes, would have to search: serial numbers.
  private static let tableChoicesMaximum = 1_000
  private static let likeChoicesMaximum = 8

  private static func needsSet(_ literals: [Literal]) -> Bool {
    if literals.count > tableChoicesMaximum { return true }
    var places: [[UInt64]: Int] = [:]
    for case .text(let text) in literals {
      places[[FieldTree.prefix(text.utf8), UInt64(text.utf8.count)], default: 0] += 1
    }
    return places.values.contains { $0 > likeChoicesMaximum }
  }

  /// The leaf of a long list of texts, numbers and booleans; nil for others.
  mutating func listLeaf(_ code: Leaf.Opcode, _ literals: [Literal]) -> Leaf? {
    guard ProgramBuilder.needsSet(literals) else { return nil }
    var builder = ValueSetBuilder()
    for literal in literals {
      let (kind, text): (ValueKind, String)
      switch literal {
      case .text(let content): (kind, text) = (.string, content)
      case .number(let digits): (kind, text) = (.number, digits)
      case .boolean(let value): (kind, text) = (value ? .true : .false, "")
      case .null, .array, .object: return nil
      }
      let bytes = OwnedBytes(text)
      do throws(ValueSetBuilder.Full) {
        try builder.insert(kind, bytes.view)
      } catch {
        return nil
      }
      withExtendedLifetime(bytes) {}
    }
    return listLeaf(code, builder.finish())
  }

  mutating func choiceLeaf(_ code: Leaf.Opcode, _ literals: [Literal]) -> Leaf {
    var choiceNumbers: [OwnedDecimal] = []
    var containers: [OwnedBytes] = []
    for literal in literals {
      switch literal {
      case .number(let digits): OwnedDecimal(digits).map { choiceNumbers.append($0) }
      case .array, .object: containers.append(OwnedBytes(literal.description))
      case .text, .boolean, .null: break
      }
    }
    choiceNumbers.sort { Decimal.compare($0.value, $1.value) < 0 }
    choices.append(ChoiceTable(literals, numbers: choiceNumbers, containers: containers))
    lists.numbers += choiceNumbers
    lists.texts += containers
    return Leaf(code: code, operand: Int32(choices.count - 1))
  }
}

/// The values of a `const`, `enum` or `notEnum`, sorted by kind (equality: SEMANTICS 29).
final class ChoiceTable: Sendable {
  private let texts: TextSet
  private let numbers: [OwnedDecimal]
  private let numberPrints: Set<Fingerprint>
  private let hasTrue: Bool
  private let hasFalse: Bool
  /// Arrays and objects as JSON text.
  private let containers: [OwnedBytes]

  /// Beyond so many numbers they are found by fingerprint.
  private static let linearNumbersMaximum = 8

  init(_ literals: [Literal]) {
    var texts: [String] = []
    var numbers: [OwnedDecimal] = []
    var containers: [OwnedBytes] = []
    for literal in literals {
      switch literal {
      case .text(let text): texts.append(text)
      case .number(let digits): OwnedDecimal(digits).map { numbers.append($0) }
      case .array, .object: containers.append(OwnedBytes(literal.description))
      case .boolean, .null: break
      }
    }
    self.texts = TextSet(texts)
    self.numbers = numbers
    numberPrints =
      numbers.count > ChoiceTable.linearNumbersMaximum
      ? Set(numbers.map { Fingerprint(number: $0.value) }) : []
    self.containers = containers
    hasTrue = literals.contains(.boolean(true))
    hasFalse = literals.contains(.boolean(false))
  }

  /// Whether the value equals one of the choices. `json` gives the JSON text of an array.
  @inline(__always)
  func contains(_ value: Value, _ json: ByteView, _ arena: inout ByteArena) -> Bool {
    switch value.kind {
    case .string: texts.contains(value.bytes)
    case .number: containsNumber(value.bytes)
    case .true: hasTrue
    case .false: hasFalse
    case .array, .object: containsContainer(json, &arena)
    case .cell:
      texts.contains(value.bytes) || containsNumber(value.bytes)
        || hasTrue && value.bytes.isWord("true") || hasFalse && value.bytes.isWord("false")
    case .absent, .null: false
    }
  }

  /// Whether an array or object (as JSON text) is among the choices.
  func containsContainer(_ json: ByteView, _ arena: inout ByteArena) -> Bool {
    for container in containers where JSONValue.equal(container.view, json, &arena) { return true }
    return false
  }

  /// Whether arrays or objects are among the choices.
  var hasContainers: Bool { !containers.isEmpty }

  private func containsNumber(_ digits: ByteView) -> Bool {
    guard !numbers.isEmpty, let number = Decimal.parse(digits) else { return false }
    if !numberPrints.isEmpty { return numberPrints.contains(Fingerprint(number: number)) }
    for choice in numbers where Decimal.compare(choice.value, number) == 0 { return true }
    return false
  }
}

extension ByteView {
  /// Whether the bytes are those of the literal.
  func isWord(_ word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    for offset in 0..<count {
      // SAFETY: within the literal.
      if self[offset] != (unsafe word.utf8Start[offset]) { return false }
    }
    return true
  }
}

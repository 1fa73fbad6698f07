package import BulkcheckCore

/// A choice, equal to all that JSON Schema calls equal to it: numbers by value, texts by code
/// points, objects without order (docs/reference/values.md#equality).
package indirect enum JSONIdentity: Hashable {
  case null
  case boolean(Bool)
  case number(BigDecimal)
  case text(ExactText)
  case array([JSONIdentity])
  case object([ExactText: JSONIdentity])

  package init(_ literal: Literal) {
    switch literal {
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    case .number(let digits): self = .number(BigDecimal(digits))
    case .text(let text): self = .text(ExactText(text))
    case .array(let elements): self = .array(elements.map(JSONIdentity.init))
    case .object(let members):
      self = .object(
        Dictionary(
          members.map { (ExactText($0.name), JSONIdentity($0.value)) },
          uniquingKeysWith: { first, _ in first }))
    }
  }
}

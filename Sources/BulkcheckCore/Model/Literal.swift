/// A JSON value written in a profile: the operand of `const`, `enum` and `notEnum`.
package indirect enum Literal: Hashable, Sendable {
  case boolean(Bool)
  /// The digits as written, a valid JSON number.
  case number(String)
  case text(String)
  /// `null` may stand only inside an array or an object.
  case null
  case array([Literal])
  case object([Member])

  package struct Member: Hashable, Sendable {
    package var name: String
    package var value: Literal
    package init(name: String, value: Literal) {
      self.name = name
      self.value = value
    }
  }
}

extension Literal: CustomStringConvertible {
  /// JSON text, members in the order written.
  package var description: String {
    switch self {
    case .boolean(let value): value ? "true" : "false"
    case .number(let digits): digits
    case .text(let text): JSONText.quoted(text)
    case .null: "null"
    case .array(let elements): "[" + elements.map(\.description).joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.map { JSONText.quoted($0.name) + ":" + $0.value.description }.joined(
          separator: ",") + "}"
    }
  }
}

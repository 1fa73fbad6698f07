/// A JSON value written in a profile: the operand of `const`, `enum` and `notEnum`.
///
/// Texts and names are equal if they are the same code points.
package indirect enum Literal: Sendable {
  case boolean(Bool)
  /// The digits as written, a valid JSON number.
  case number(String)
  case text(String)
  /// `null` may stand only inside an array or an object.
  case null
  case array([Literal])
  case object([Member])

  package struct Member: Sendable {
    package var name: String
    package var value: Literal
    package init(name: String, value: Literal) {
      self.name = name
      self.value = value
    }
  }
}

extension Literal: Hashable {
  package static func == (left: Literal, right: Literal) -> Bool {
    switch (left, right) {
    case (.boolean(let left), .boolean(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.text(let left), .text(let right)): left.isExactly(right)
    case (.null, .null): true
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .boolean(let value): hasher.combine(value)
    case .number(let digits): hasher.combine(digits)
    case .text(let text): hasher.combine(ExactText(text))
    case .null: hasher.combine(0)
    case .array(let elements): hasher.combine(elements)
    case .object(let members): hasher.combine(members)
    }
  }
}

extension Literal.Member: Hashable {
  package static func == (left: Literal.Member, right: Literal.Member) -> Bool {
    left.name.isExactly(right.name) && left.value == right.value
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ExactText(name))
    hasher.combine(value)
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

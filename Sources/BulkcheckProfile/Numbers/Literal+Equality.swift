internal import BulkcheckCore

extension Literal {
  /// Equality of JSON Schema: numbers by value, texts by code points, objects without order
  /// (SEMANTICS 29).
  func equalsAsJSON(_ other: Literal) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.number(let left), .number(let right)): ExactNumber(left) == ExactNumber(right)
    case (.text(let left), .text(let right)): ExactText(left) == ExactText(right)
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.equalsAsJSON($1) }
    case (.object(let left), .object(let right)):
      left.count == right.count
        && left.allSatisfy { member in
          right.contains {
            ExactText($0.name) == ExactText(member.name) && $0.value.equalsAsJSON(member.value)
          }
        }
    default: false
    }
  }
}

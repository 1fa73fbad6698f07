internal import BulkcheckCore

/// Notes what kinds of values a type asks for and gives it none, so that it tries all that it
/// takes.
struct RefusingSource {
  let node: ProbeNode

  func refused(_ kind: ValueType, _ path: CodingTrail) -> any Error {
    node.note(kind)
    return DecodingError.typeMismatch(
      Any.self, DecodingError.Context(codingPath: path.path, debugDescription: "is refused"))
  }
}

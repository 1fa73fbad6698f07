/// Paths whose `default` may insert a value with parts, and those found from a path around them.
extension ProgramBuilder {
  /// Whether a path's `default` may insert an array or object, or in CSV a text with separators.
  func insertsParts(_ path: FieldPath) -> Bool {
    guard let declaration = declaration(of: path) else { return false }
    return declaration.normalize.contains { change in
      guard case .default(let value) = change else { return false }
      switch value {
      case .array, .object: return true
      case .text, .number, .boolean: return declaration.separator != nil
      case .null: return false
      }
    }
  }

  /// Notes where in the field tree the defaults of a path belong.
  mutating func placeDefaults(of path: FieldPath, _ code: inout PathCode) {
    guard let state = tree.states(of: path).first else { return }
    code.insertsParts = true
    for index in code.changeStart..<code.changeStart + code.changeCount {
      changes[Int(index)].state = state
    }
  }

  /// Notes the innermost path around one whose default may bring the value, or from whose elements
  /// the path counts.
  mutating func notePathAround(_ path: FieldPath, _ number: PathNumber) {
    let counts = stride(from: path.steps.count - 1, to: 0, by: -1)
    let around = counts.lazy.map { (FieldPath(Array(path.steps.prefix($0))), path.steps[$0]) }
      .first { $1.isFromEnd || insertsParts($0) }?.0
    guard let around else { return }
    let below = self.number(of: around)
    let steps = path.steps.dropFirst(around.steps.count).map { lower($0) }
    let rest = path.column.rest
    paths[Int(number)].around = below
    paths[Int(number)].aroundStepStart = Int32(walkSteps.count)
    paths[Int(number)].aroundStepCount = Int32(steps.count)
    paths[Int(number)].isInCell =
      !rest.isEmpty && around.steps.count >= path.steps.count - rest.count
    walkSteps += steps
  }
}

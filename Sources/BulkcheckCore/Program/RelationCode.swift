/// A comparison of operands, ready to run.
struct RelationCode: Sendable {
  var left: OperandCode
  var operation: ComparisonOperator
  var right: OperandCode
  /// The difference that is allowed.
  var within: ExactDecimal?
}

/// An operand: paths and walks by their numbers.
indirect enum OperandCode: Sendable {
  case number(ExactDecimal)
  case value(PathNumber)
  case length(PathNumber)
  case count(PathNumber)
  /// - container: the path of what has the values; if that is absent, so are they.
  case fold(Operand.Function, walk: Int32, container: PathNumber)
  case operation(OperandCode, Operand.Operation, OperandCode)
}

/// The operands of `compare`, and the path of names.
extension ProgramBuilder {
  mutating func lower(_ operand: Operand) throws(ProgramError) -> OperandCode {
    switch operand {
    case .number(let digits): return .number(try exact(digits))
    case .value(let path): return .value(number(of: path))
    case .function(.length, let path): return .length(number(of: path))
    case .function(.count, let path): return .count(number(of: path))
    case .function(let function, let path):
      return .fold(
        function, walk: walk(path, from: FieldPath(), isRelative: false),
        container: number(of: path.fixedPart))
    case .operation(let left, let operation, let right):
      return .operation(try lower(left), operation, try lower(right))
    }
  }

  func exact(_ digits: String) throws(ProgramError) -> ExactDecimal {
    guard let number = ExactDecimal(digits) else {
      throw ProgramError(description: "\(digits) is out of range")
    }
    return number
  }

  /// A path by which names are read: several texts in a record, without declaration.
  mutating func namePath() -> PathNumber {
    var code = PathCode()
    code.isRepeated = true
    paths.append(code)
    lists.fieldPaths.append(FieldPath())
    return PathNumber(paths.count - 1)
  }
}

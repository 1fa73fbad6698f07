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
  /// - walk: leads to the values or elements.
  /// - container: the path of what has them; if that is absent, so are they.
  /// - each: what is computed for each of them.
  case fold(Operand.Function, walk: Int32, container: PathNumber, each: OperandCode)
  /// In a fold, the value to which a walk leads from the element at hand.
  case part(walk: Int32)
  case operation(OperandCode, Operand.Operation, OperandCode)
}

/// The operands of `compare`, and the path of names.
extension ProgramBuilder {
  /// - Parameter element: the path of the elements for each of which the operand is computed; nil:
  ///   it is computed for the record.
  mutating func lower(
    _ operand: Operand, each element: FieldPath? = nil
  ) throws(ProgramError) -> OperandCode {
    switch operand {
    case .number(let digits): return .number(try exact(digits))
    case .value(let path):
      guard let element else { return .value(number(of: path)) }
      let rest = FieldPath(Array(path.steps.dropFirst(element.steps.count)))
      return .part(walk: walk(rest, from: element, isRelative: true))
    case .function(.length, .value(let path)): return .length(number(of: path))
    case .function(.count, .value(let path)): return .count(number(of: path))
    case .function(let function, let argument):
      guard let first = argument.paths.first else {
        throw ProgramError(description: "\(operand) is about no value")
      }
      // A path alone is walked to its end: what is on the way need not be an element.
      let way = if case .value = argument { first } else { first.repeatedPart ?? first }
      return .fold(
        function, walk: walk(way, from: FieldPath(), isRelative: false),
        container: number(of: way.fixedPart), each: try lower(argument, each: way))
    case .operation(let left, let operation, let right):
      return .operation(try lower(left, each: element), operation, try lower(right, each: element))
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

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
  case value(Int32)
  case length(Int32)
  case count(Int32)
  /// - container: the path of what has the values; if that is absent, so are they.
  case fold(Operand.Function, walk: Int32, container: Int32)
  case operation(OperandCode, Operand.Operation, OperandCode)
}

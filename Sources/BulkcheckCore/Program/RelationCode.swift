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
  case null
  case truth(Bool)
  /// A text of the pool.
  case text(Int32)
  case moment(Instant, isDate: Bool)
  case interval(Interval)
  case read(PathNumber, ReadingCode)
  case call(Operand.Call, [OperandCode])
  /// A text in which a pattern of the pool is looked for.
  case matches(OperandCode, pattern: Int32)
  case choose([BranchCode], otherwise: OperandCode?)

  /// A branch of a `case`.
  struct BranchCode: Sendable {
    var condition: OperandCode
    var result: OperandCode
  }
}

/// How a value of the record is read.
enum ReadingCode: Sendable {
  case number, text, truth, any, presence, moment
  /// By a reader of the pool.
  case temporal(reader: Int32, isDate: Bool)
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
    case .constant(let constant): return try lower(constant)
    case .read(let path, let reading): return .read(number(of: path), lower(reading))
    case .call(.matches(let source), let arguments):
      return .matches(try lower(arguments[0]), pattern: try pattern(source))
    case .call(let call, let arguments):
      var codes: [OperandCode] = []
      for argument in arguments { codes.append(try lower(argument)) }
      return .call(call, codes)
    case .choose(let branches, let otherwise):
      var codes: [OperandCode.BranchCode] = []
      for branch in branches {
        codes.append(
          OperandCode.BranchCode(
            condition: try lower(branch.condition), result: try lower(branch.result)))
      }
      return .choose(
        codes, otherwise: try otherwise.map { operand throws(ProgramError) in try lower(operand) })
    }
  }

  private mutating func lower(_ constant: Operand.Constant) throws(ProgramError) -> OperandCode {
    switch constant {
    case .null: return .null
    case .truth(let value): return .truth(value)
    case .text(let text): return .text(self.text(text.text))
    case .interval(let interval): return .interval(interval)
    case .now: return .moment(now, isDate: false)
    case .today: return .moment(now.startOfDay, isDate: true)
    case .moment(let text):
      let bytes = lists.texts[Int(self.text(text))].view
      guard let instant = Instant(standard: bytes) else {
        throw ProgramError(description: "\(text) is not a date or a date-time")
      }
      return .moment(instant, isDate: bytes.count == 10)
    case .temporal(let text, let notation):
      let bytes = lists.texts[Int(self.text(text))].view
      guard let instant = readers[Int(reader(notation))].instant(bytes, isLocal: true) else {
        throw ProgramError(description: "\(text) is not in the format \(notation)")
      }
      return .moment(instant, isDate: notation.kind == .date)
    }
  }

  private mutating func lower(_ reading: Operand.Reading) -> ReadingCode {
    switch reading {
    case .number: .number
    case .text: .text
    case .truth: .truth
    case .any: .any
    case .presence: .presence
    case .moment: .moment
    case .temporal(let notation):
      .temporal(reader: reader(notation), isDate: notation.kind == .date)
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

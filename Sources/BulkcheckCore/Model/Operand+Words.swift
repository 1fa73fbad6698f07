extension Operand: CustomStringConvertible {
  package var description: String {
    switch self {
    case .number(let digits): digits
    case .value(let path), .read(let path, _): path.operandText
    case .function(let function, let argument): "\(function.rawValue)(\(argument))"
    case .operation(let left, let operation, let right):
      "\(left.text(in: operation, isRight: false)) \(operation.rawValue) "
        + right.text(in: operation, isRight: true)
    case .constant(let constant): constant.description
    case .call(let call, let arguments): call.text(arguments)
    case .choose(let branches, let otherwise):
      "case" + branches.map { " when \($0.condition) then \($0.result)" }.joined()
        + (otherwise.map { " else \($0)" } ?? "") + " end"
    }
  }

  private func text(in outer: Operation, isRight: Bool) -> String {
    guard case .operation(_, let own, _) = self else { return description }
    let needsBrackets = outer == .multiply ? own != .multiply : isRight && outer == .subtract
    return needsBrackets ? "(\(description))" : description
  }

  /// The operand as a part of another one.
  fileprivate var partText: String {
    switch self {
    case .call(let call, _) where call.isInfix: "(\(description))"
    case .operation: "(\(description))"
    default: description
    }
  }
}

extension Operand.Constant: CustomStringConvertible {
  package var description: String {
    switch self {
    case .null: "null"
    case .truth(let value): value ? "true" : "false"
    case .text(let text): Self.quoted(text.text)
    case .moment(let text), .temporal(let text, _): Self.quoted(text)
    case .interval(let interval): interval.description
    case .now: "current_timestamp"
    case .today: "current_date"
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }
}

extension Operand.Call {
  fileprivate var isInfix: Bool {
    switch self {
    case .add, .subtract, .multiply, .divide, .remainder, .compare, .isOneOf, .isSame, .both,
      .either, .not, .isTrue, .isFalse, .isNull, .concat, .like, .likeInAnyCase, .negate:
      true
    default: false
    }
  }

  fileprivate func text(_ arguments: [Operand]) -> String {
    // Once at the most: each argument asks its own.
    lazy var parts = arguments.map(\.partText)
    func joined(_ sign: String) -> String { parts.joined(separator: " \(sign) ") }
    func function(_ name: String) -> String {
      "\(name)(\(arguments.map(\.description).joined(separator: ", ")))"
    }
    func cast(_ type: String) -> String { "cast(\(arguments[0]) as \(type))" }
    switch self {
    case .add: return joined("+")
    case .subtract: return joined("-")
    case .multiply: return joined("*")
    case .divide: return joined("/")
    case .remainder: return joined("%")
    case .negate: return "-" + parts[0]
    case .compare(.equal): return joined("=")
    case .compare(.notEqual): return joined("<>")
    case .compare(let comparison): return joined(comparison.rawValue)
    case .isOneOf: return parts[0] + " in (" + parts.dropFirst().joined(separator: ", ") + ")"
    case .isSame: return joined("is not distinct from")
    case .both: return joined("and")
    case .either: return joined("or")
    case .not: return "not " + parts[0]
    case .isTrue: return parts[0] + " is true"
    case .isFalse: return parts[0] + " is false"
    case .isNull: return parts[0] + " is null"
    case .concat: return joined("||")
    case .lower: return function("lower")
    case .upper: return function("upper")
    case .trim: return function("trim")
    case .trimStart: return function("ltrim")
    case .trimEnd: return function("rtrim")
    case .substring: return function("substring")
    case .length: return function("length")
    case .abs: return function("abs")
    case .like, .likeInAnyCase:
      let word = self == .like ? " like " : " ilike "
      return parts[0] + word + parts[1] + (parts.count > 2 ? " escape " + parts[2] : "")
    case .startsWith: return function("starts_with")
    case .matches(let source): return "regexp_matches(\(arguments[0]), \(source))"
    case .coalesce: return function("coalesce")
    case .nullIf: return function("nullif")
    case .toInteger: return cast("integer")
    case .toNumber: return cast("decimal")
    case .toText: return cast("text")
    case .toTruth: return cast("boolean")
    case .toDate: return cast("date")
    case .toMoment: return cast("timestamp")
    case .toDecimal(let precision, let scale): return cast("decimal(\(precision), \(scale))")
    }
  }
}

extension FieldPath {
  /// The path as an operand writes it: names with blanks or brackets, and those that are numbers,
  /// in quotes.
  fileprivate var operandText: String {
    if steps.isEmpty { return FieldPath.element }
    var text = ""
    for step in steps {
      let one = FieldPath([step]).description
      switch step {
      case .key(let name), .keyOrIndex(let name, _):
        let isReady = one.utf8.first == Ascii.quote || !name.needsQuotesInOperand
        text += (text.isEmpty ? "" : ".") + (isReady ? one : JSONText.quoted(name))
      case .everyMember: text += (text.isEmpty ? "" : ".") + one
      case .index, .everyElement, .recordKey, .previous: text += one
      }
    }
    return text
  }
}

extension String {
  fileprivate var needsQuotesInOperand: Bool {
    let isNumber = utf8.first.map { (0x30...0x39).contains($0) } == true && Double(self) != nil
    return isNumber || unicodeScalars.contains { " ()\t\n".unicodeScalars.contains($0) }
  }
}

internal import BulkcheckCore

/// The types of statements, before they are lowered. Each part is looked at once.
extension SQLLowering {
  func type(of node: SQLNode) -> SQLType {
    switch node.content {
    case .number: .number
    case .text: .text
    case .null: .null
    case .moment(let text): text.utf8.count == 10 ? .date : .timestamp
    case .interval: .interval
    case .now: .timestamp
    case .today: .date
    case .column(let names): type(of: names)
    case .truth, .and, .or, .isNull, .oneOf, .matches: .truth
    case .cases(let branches, let otherwise):
      joinedType(branches.map(\.result) + (otherwise.map { [$0] } ?? []))
    case .call(let call, let arguments): type(of: call, arguments)
    }
  }

  private func type(of call: Operand.Call, _ arguments: [SQLNode]) -> SQLType {
    switch call {
    case .add, .subtract, .multiply, .divide, .remainder:
      Self.arithmeticType(call, type(of: arguments[0]), type(of: arguments[1]))
    case .negate: type(of: arguments[0]) == .interval ? .interval : .number
    case .coalesce, .nullIf: joinedType(arguments)
    default: Self.result(of: call)
    }
  }

  /// The type that several values have in common; that of the first one with a type, if there is
  /// none. A text beside dates is one of them.
  func joinedType(_ nodes: [SQLNode]) -> SQLType {
    var type = SQLType.null
    for node in nodes {
      let found = self.type(of: node)
      if type == .text, found.isMoment || found == .time {
        type = found
      } else {
        type = type.joined(found) ?? type
      }
    }
    return type
  }

  /// The type of what a function gives, whatever it is given.
  static func result(of call: Operand.Call) -> SQLType {
    switch call {
    case .length, .abs, .toInteger, .toNumber, .toDecimal: .number
    case .lower, .upper, .trim, .trimStart, .trimEnd, .substring, .concat, .toText: .text
    case .toDate: .date
    case .toMoment: .timestamp
    case .compare, .isOneOf, .isSame, .both, .either, .not, .isTrue, .isFalse, .isNull, .like,
      .likeInAnyCase, .startsWith, .matches, .toTruth:
      .truth
    case .add, .subtract, .multiply, .divide, .remainder, .negate, .coalesce, .nullIf: .any
    }
  }

  static func arithmeticType(
    _ call: Operand.Call, _ left: SQLType, _ right: SQLType
  ) -> SQLType {
    switch (call, left, right) {
    case (.add, .date, .number), (.subtract, .date, .number), (.add, .date, .any),
      (.add, .number, .date), (.add, .any, .date):
      return .date
    case (.add, _, .interval) where left != .interval,
      (.subtract, _, .interval) where left != .interval,
      (.add, .interval, _) where right != .interval:
      return .timestamp
    case (.subtract, .date, .date): return .number
    // Two dates are some days apart, and other points in time an interval.
    case (.subtract, _, _) where left.isMoment && right == .any || left == .any && right.isMoment:
      return .any
    case (.subtract, _, _) where left.isMoment && right.isMoment: return .interval
    case (_, .interval, _), (_, _, .interval): return .interval
    default: return .number
    }
  }

  /// The types of the two sides of an arithmetic operator.
  static func arithmeticSides(
    _ call: Operand.Call, _ left: SQLType, _ right: SQLType
  ) -> (SQLType, SQLType) {
    switch (call, left, right) {
    case (.add, .date, .number), (.subtract, .date, .number), (.add, .date, .any):
      return (.date, .number)
    case (.add, .number, .date), (.add, .any, .date): return (.number, .date)
    case (.add, .interval, .interval), (.subtract, .interval, .interval):
      return (.interval, .interval)
    case (.add, _, .interval), (.subtract, _, .interval): return (.timestamp, .interval)
    case (.add, .interval, _): return (.interval, .timestamp)
    case (.subtract, _, _)
    where left.isMoment && (right.isMoment || right == .any) || left == .any && right.isMoment:
      return (.timestamp, .timestamp)
    case (.multiply, .interval, _): return (.interval, .number)
    case (.multiply, _, .interval): return (.number, .interval)
    default: return (.number, .number)
    }
  }
}

internal import BulkcheckCore
internal import BulkcheckDocument

/// Functions and operators: the types that they take and give.
extension SQLLowering {
  mutating func call(
    _ call: Operand.Call, _ arguments: [SQLNode], _ offset: Int, _ wanted: SQLType
  ) throws(SQLFault) -> Typed {
    switch call {
    case .not, .isTrue, .isFalse:
      return Typed(operand: .call(call, [try operand(arguments[0], as: .truth)]), type: .truth)
    case .compare, .isSame:
      let (operands, type) = try alike(arguments, offset)
      if type == .truth, case .compare(let comparison) = call, comparison != .equal,
        comparison != .notEqual
      {
        throw SQLFault(offset, "booleans have no order", "= or <>")
      }
      return Typed(operand: .call(call, operands), type: .truth)
    case .nullIf, .coalesce:
      let (operands, type) = try alike(arguments, offset, wanted: wanted)
      return Typed(operand: .call(call, operands), type: type)
    case .add, .subtract, .multiply, .divide, .remainder:
      return try arithmetic(call, arguments, offset)
    case .negate:
      let type: SQLType = type(of: arguments[0]) == .interval ? .interval : .number
      return Typed(operand: .call(call, [try operand(arguments[0], as: type)]), type: type)
    case .abs:
      return Typed(operand: .call(call, [try operand(arguments[0], as: .number)]), type: .number)
    case .substring:
      var operands = [try operand(arguments[0], as: .text)]
      for argument in arguments.dropFirst() { operands.append(try operand(argument, as: .number)) }
      return Typed(operand: .call(call, operands), type: .text)
    case .toInteger, .toNumber, .toDecimal, .toText, .toTruth, .toDate, .toMoment:
      return try cast(call, arguments[0])
    default:
      var operands: [Operand] = []
      for argument in arguments { operands.append(try operand(argument, as: .text)) }
      return Typed(operand: .call(call, operands), type: Self.result(of: call))
    }
  }

  // MARK: Values of one type

  /// Operands that are compared, or stand for each other, in one type.
  mutating func alike(
    _ nodes: [SQLNode], _ offset: Int, wanted: SQLType = .any
  ) throws(SQLFault) -> (operands: [Operand], type: SQLType) {
    var type = joinedType(nodes)
    for node in nodes {
      let found = self.type(of: node)
      if found == type || found.isOpen || type.isOpen || type.joined(found) != nil { continue }
      if found == .text, type.isMoment || type == .time { continue }
      throw SQLFault(
        node.offset, "\(found.name) is compared with \(type.name)", Self.remedy(found, type))
    }
    if type.isOpen, !wanted.isOpen { type = wanted }
    if type == .container {
      throw SQLFault(offset, "arrays and objects are not compared", "a part of them")
    }
    if type.isMoment || type == .time { return (try moments(nodes, type), type) }
    var operands: [Operand] = []
    for node in nodes { operands.append(try operand(node, as: type.isOpen ? .any : type)) }
    return (operands, type.isOpen ? .any : type)
  }

  private static func remedy(_ one: SQLType, _ other: SQLType) -> String? {
    let types = [one, other]
    if types.contains(.number), types.contains(.text) {
      return "two values of one type, or a `cast` of one of them"
    }
    return "two values of one type"
  }

  /// Dates or times, and texts that are one: as SQL writes them, or in the notation of a column.
  private mutating func moments(
    _ nodes: [SQLNode], _ type: SQLType
  ) throws(SQLFault) -> [Operand] {
    var notation: TemporalNotation?
    for node in nodes {
      guard case .column(let names) = node.content else { continue }
      notation = notation ?? declaration(path(names))?.temporal
    }
    var operands: [Operand] = []
    for node in nodes {
      guard case .text(let text) = node.content, !Operand.Constant.isMoment(text) else {
        operands.append(try operand(node, as: type))
        continue
      }
      guard let notation, notation.reads(text) else {
        let example = type == .time ? "12:00:00Z" : "2024-05-01"
        throw SQLFault(
          node.offset, "\(Complaint.quoted(text)) is not \(type.name)",
          "\(type.name) such as '\(example)', or in the notation of the column")
      }
      operands.append(.constant(.temporal(text, notation)))
    }
    return operands
  }

  mutating func cases(
    _ branches: [(condition: SQLNode, result: SQLNode)], _ otherwise: SQLNode?, _ offset: Int,
    _ wanted: SQLType
  ) throws(SQLFault) -> Typed {
    let results = branches.map(\.result) + (otherwise.map { [$0] } ?? [])
    var conditions: [Operand] = []
    for branch in branches { conditions.append(try operand(branch.condition, as: .truth)) }
    let (operands, type) = try alike(results, offset, wanted: wanted)
    let made = zip(conditions, operands).map { Operand.Branch($0, $1) }
    return Typed(
      operand: .choose(made, otherwise: otherwise == nil ? nil : operands[operands.count - 1]),
      type: type)
  }

  private mutating func cast(_ call: Operand.Call, _ node: SQLNode) throws(SQLFault) -> Typed {
    let inner = try lowered(node, wanted: .any)
    let type = Self.result(of: call)
    let isPossible =
      switch inner.type {
      case .number: !type.isMoment
      case .truth: type == .number || type == .text || type == .truth
      case .date, .timestamp: type.isMoment || type == .text
      case .text, .null, .any: true
      case .time, .interval, .container: false
      }
    guard isPossible else {
      throw SQLFault(node.offset, "\(inner.type.name) is not cast to \(type.name)")
    }
    return Typed(operand: .call(call, [inner.operand]), type: type)
  }

  // MARK: Arithmetic

  private mutating func arithmetic(
    _ call: Operand.Call, _ arguments: [SQLNode], _ offset: Int
  ) throws(SQLFault) -> Typed {
    let (left, right) = (type(of: arguments[0]), type(of: arguments[1]))
    let type = Self.arithmeticType(call, left, right)
    let (one, other) = Self.arithmeticSides(call, left, right)
    let first = try operand(arguments[0], as: one)
    let second = try operand(arguments[1], as: other)
    return Typed(operand: .call(call, [first, second]), type: type)
  }
}

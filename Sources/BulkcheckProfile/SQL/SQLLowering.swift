internal import BulkcheckCore
internal import BulkcheckDocument

/// Lowers statements of SQL to the model.
///
/// Columns that fields declare have types. The others are read as what they are compared with, or
/// as what a function takes: `amount > 0` reads a number, `lower(country)` a text. So the type that
/// is wanted goes down to the columns.
struct SQLLowering {
  struct Column {
    var path: FieldPath
    var offset: Int
  }

  struct Typed {
    var operand: Operand
    var type: SQLType
  }

  /// The declaration of a path.
  let declaration: (FieldPath) -> Declaration?
  /// The path of a column.
  let path: ([SQLName]) -> FieldPath
  /// The columns that it reads, in order.
  var columns: [Column] = []

  // MARK: Conditions

  /// A statement of three-valued logic. Simple ones become constraints.
  mutating func condition(_ node: SQLNode) throws(SQLFault) -> Expression {
    switch node.content {
    case .and(let parts): return .both(try conditions(parts))
    case .or(let parts): return .either(try conditions(parts))
    case .call(.not, let arguments): return .not(try condition(arguments[0]))
    case .isNull(let inner):
      guard case .column(let names) = inner.content else { break }
      return .not(.at(note(names, inner.offset), .constraint(.required)))
    default:
      if let constraint = try constraint(node) { return constraint }
    }
    return .test(try operand(node, as: .truth))
  }

  private mutating func conditions(_ nodes: [SQLNode]) throws(SQLFault) -> [Expression] {
    var parts: [Expression] = []
    for node in nodes { parts.append(try condition(node)) }
    return parts
  }

  /// Names a column, and returns its path.
  mutating func note(_ names: [SQLName], _ offset: Int) -> FieldPath {
    let path = path(names)
    columns.append(Column(path: path, offset: offset))
    return path
  }

  func type(of names: [SQLName]) -> SQLType { SQLType(declaration(path(names))) }

  // MARK: Operands

  /// An operand of a type.
  mutating func operand(_ node: SQLNode, as type: SQLType) throws(SQLFault) -> Operand {
    let typed = try lowered(node, wanted: type)
    if typed.type == type || typed.type.isOpen || type == .any { return typed.operand }
    if type.isMoment, typed.type.isMoment { return typed.operand }
    if type.isMoment, typed.type == .text {
      if let literal = try moment(node) { return literal }
      return .call(.toMoment, [typed.operand])
    }
    throw SQLFault(
      node.offset, "\(describe(node)) is \(typed.type.name), but \(type.name) is needed",
      remedy(typed.type, type))
  }

  /// A text literal as a date or a date-time; nil if the node is another one.
  private func moment(_ node: SQLNode) throws(SQLFault) -> Operand? {
    guard case .text(let text) = node.content else { return nil }
    guard Operand.Constant.isMoment(text) else {
      throw SQLFault(
        node.offset, "\(Complaint.quoted(text)) is neither a date nor a date-time",
        "a date such as '2024-05-01'")
    }
    return .constant(.moment(text))
  }

  private func describe(_ node: SQLNode) -> String {
    switch node.content {
    case .column(let names):
      Complaint.quoted(path(names).description)
    case .text(let text): Complaint.quoted(text)
    case .number(let digits): digits
    default: "this"
    }
  }

  private func remedy(_ found: SQLType, _ wanted: SQLType) -> String? {
    switch (found, wanted) {
    case (.text, .number): "a number, or cast(… as decimal)"
    case (.number, .text): "a string, or cast(… as text)"
    case (_, .truth): "a comparison, such as amount > 0"
    default: nil
    }
  }

  /// An operand with its type; columns of no type are read as the one that is wanted.
  mutating func lowered(_ node: SQLNode, wanted: SQLType) throws(SQLFault) -> Typed {
    switch node.content {
    case .number(let digits):
      guard ExactDecimal(digits) != nil else {
        throw SQLFault(node.offset, "the number is out of range", "an exponent of at most 10,000")
      }
      return Typed(operand: .number(digits), type: .number)
    case .text(let text): return Typed(operand: .constant(.text(ExactText(text))), type: .text)
    case .truth(let value): return Typed(operand: .constant(.truth(value)), type: .truth)
    case .null: return Typed(operand: .constant(.null), type: .null)
    case .moment(let text):
      return Typed(
        operand: .constant(.moment(text)), type: text.utf8.count == 10 ? .date : .timestamp)
    case .interval(let interval):
      return Typed(operand: .constant(.interval(interval)), type: .interval)
    case .now: return Typed(operand: .constant(.now), type: .timestamp)
    case .today: return Typed(operand: .constant(.today), type: .date)
    case .column(let names): return try column(names, node.offset, wanted)
    case .and(let parts): return try logic(.both, parts)
    case .or(let parts): return try logic(.either, parts)
    case .isNull(let inner):
      if case .column(let names) = inner.content {
        let read = Operand.read(note(names, inner.offset), .presence)
        return Typed(operand: .call(.isNull, [read]), type: .truth)
      }
      return Typed(
        operand: .call(.isNull, [try lowered(inner, wanted: .any).operand]), type: .truth)
    case .oneOf(let value, let others):
      let operands = try alike([value] + others, node.offset)
      return Typed(operand: .call(.isOneOf, operands.operands), type: .truth)
    case .matches(let value, let pattern, let anyCase):
      let source = try source(pattern, anyCase, node.offset)
      return Typed(
        operand: .call(.matches(source), [try operand(value, as: .text)]), type: .truth)
    case .cases(let branches, let otherwise):
      return try cases(branches, otherwise, node.offset, wanted)
    case .call(let call, let arguments): return try self.call(call, arguments, node.offset, wanted)
    }
  }

  private mutating func logic(
    _ call: Operand.Call, _ parts: [SQLNode]
  ) throws(SQLFault) -> Typed {
    var operands: [Operand] = []
    for part in parts { operands.append(try operand(part, as: .truth)) }
    return Typed(operand: .call(call, operands), type: .truth)
  }

  private mutating func column(
    _ names: [SQLName], _ offset: Int, _ wanted: SQLType
  ) throws(SQLFault) -> Typed {
    let path = note(names, offset)
    let declared = declaration(path)
    let type = SQLType(declared)
    func read(_ reading: Operand.Reading, _ type: SQLType) -> Typed {
      Typed(operand: .read(path, reading), type: type)
    }
    switch type {
    case .number: return read(.number, .number)
    case .truth: return read(.truth, .truth)
    case .text: return wanted.isMoment ? read(.moment, wanted) : read(.text, .text)
    case .date, .timestamp, .time:
      if wanted == .text { return read(.text, .text) }
      return read(declared?.temporal.map { .temporal($0) } ?? .moment, type)
    case .container:
      throw SQLFault(
        offset, "\(Complaint.quoted(path.description)) is declared as an array or an object",
        "a column with a value of its own")
    case .any, .null, .interval:
      switch wanted {
      case .number: return read(.number, .number)
      case .text: return read(.text, .text)
      case .truth: return read(.truth, .truth)
      case .date, .timestamp: return read(.moment, wanted)
      case .time, .interval, .null, .any, .container: return read(.any, .any)
      }
    }
  }

  func source(
    _ pattern: String, _ anyCase: Bool, _ offset: Int
  ) throws(SQLFault) -> PatternSource {
    let source = PatternSource(pattern, options: anyCase ? [.caseInsensitive] : [])
    if let fault = PatternFault(in: source) {
      throw SQLFault(offset, "the pattern is not valid: \(fault.message) at offset \(fault.offset)")
    }
    return source
  }
}

internal import BulkcheckCore
internal import BulkcheckDocument

/// `compare`: two operands, which may be computed, and `within` beside it.
extension ProfileReader {
  /// `within` is beside `compare`; elsewhere it is a name like any other.
  static func isWithin(_ member: DocumentMember, _ siblings: [DocumentMember]) -> Bool {
    member.name == "within" && siblings.named("compare") != nil && member.value.members == nil
  }

  mutating func within(_ siblings: [DocumentMember]) -> String? {
    guard let member = siblings.named("within"), Self.isWithin(member, siblings) else { return nil }
    if let digits = member.value.digits {
      if BigDecimal(digits).isZero { return "0" }
      if !digits.hasPrefix("-") {
        return ExactDecimal(digits) == nil
          ? refuse(member.value.offset, .numberOutOfRange(digits)) : digits
      }
    }
    return refuse(member.value, "`within`", expected: "a non-negative number")
  }

  mutating func comparison(_ node: DocumentNode, within: String?) -> Expression? {
    guard let elements = node.elements, elements.count == 3 else {
      return refuse(
        node, "`compare`", expected: "a list of a path, an operator and a path, or of expressions")
    }
    let left = operand(elements[0], "the left side of `compare`")
    let what = "the operator of `compare`"
    // Nearest to `=` are four operators, but only one is meant.
    let comparison =
      elements[1].text == "="
      ? refuse(elements[1].offset, .unknownWord(what, found: elements[1], known: ["=="]))
      : word(elements[1], what, as: ComparisonOperator.self)
    let right = operand(elements[2], "the right side of `compare`")
    guard let left, let comparison, let right else { return nil }
    if left.paths.isEmpty, right.paths.isEmpty {
      return refuse(node.offset, .comparesConstants)
    }
    if within == nil, case .value(let one) = left, case .value(let other) = right {
      return self.comparison(one, comparison, other, at: node.offset)
    }
    let isLeftClean = isWithoutTimes(left, at: elements[0].offset)
    guard isWithoutTimes(right, at: elements[2].offset), isLeftClean else { return nil }
    return .relate(left, comparison, right, within: within)
  }

  private mutating func operand(_ node: DocumentNode, _ what: String) -> Operand? {
    guard let text = node.text else {
      return refuse(node, what, expected: "a path or an expression")
    }
    let operand: Operand
    do throws(OperandParser.Fault) {
      operand = try OperandParser.operand(text, reach: reach)
    } catch {
      return refuse(node.offset, .badOperand(text, error))
    }
    guard check(operand, what, at: node.offset) else { return nil }
    if case .value(let path) = operand, !text.drop(while: \.isWhitespace).hasPrefix("(") {
      noteOddNames(path, text, at: node.offset)
      return operand
    }
    let path = (try? PathParser.path(text)).flatMap { known.names($0) ? $0 : nil }
    if path != nil || known.columns.contains(ExactText(text)) {
      return refuse(
        node.offset,
        .operandIsAPath(
          text, quoted: path.map { Operand.value($0).description } ?? JSONText.quoted(text)))
    }
    ruleSet.operandTexts.append(text)
    return operand
  }

  /// Names the paths of an operand, and complains of those of which there are too many or too few.
  private mutating func check(_ operand: Operand, _ what: String, at offset: Int) -> Bool {
    switch operand {
    case .number(let digits):
      if ExactDecimal(digits) != nil { return true }
      complain(offset, .numberOutOfRange(digits))
      return false
    // No `compare` has them.
    case .constant, .read, .call, .choose: return false
    case .operation(let left, _, let right):
      let first = check(left, what, at: offset)
      return check(right, what, at: offset) && first
    case .value(let path):
      note(path, at: offset)
      if path.leadsToSeveral { complain(offset, .severalValues(what)) }
      return !path.leadsToSeveral
    case .function(let function, .value(let path)):
      note(path, at: offset)
      guard path.leadsToSeveral != function.isOverSeveral else { return true }
      complain(offset, .functionOver(function, path))
      return false
    case .function(_, let argument):
      for path in argument.paths { note(path, at: offset) }
      let arrays = Set(argument.paths.map(\.repeatedPart))
      guard arrays.count == 1, let array = arrays.first, array?.steps.last == .everyElement else {
        complain(offset, .notOfOneArray(operand))
        return false
      }
      return checkNumbers(argument, at: offset)
    }
  }

  private mutating func checkNumbers(_ operand: Operand, at offset: Int) -> Bool {
    switch operand {
    case .number: return check(operand, "", at: offset)
    case .value, .function, .constant, .read, .call, .choose: return true
    case .operation(let left, _, let right):
      let first = checkNumbers(left, at: offset)
      return checkNumbers(right, at: offset) && first
    }
  }

  private mutating func note(_ path: FieldPath, at offset: Int) {
    noteStars(path.inItsRecord, path.description, at: offset)
    mention(path, at: offset)
    entryPaths.append(mention(of: path, at: offset))
    operandPaths.append((inRecord(path), offset, ruleOffsets.count))
  }
}

extension Complaint {
  fileprivate static let comparesConstants = Complaint(
    "`compare` compares constants, so its outcome never depends on the record",
    expected: "a path on at least one side; to name a field that looks like a number, write "
      + quoted(JSONText.quoted("5")))

  fileprivate static func badOperand(_ text: String, _ fault: OperandParser.Fault) -> Complaint {
    Complaint(
      "\(quoted(text)) is not an operand: \(fault.reason)",
      expected: fault.quoted.map { "\(quoted($0)) if it is a name" })
  }

  fileprivate static func operandIsAPath(_ text: String, quoted form: String) -> Complaint {
    Complaint(
      "\(quoted(text)) is an expression here, but the profile also has a field of that name",
      expected: "\(quoted(form)) for the field")
  }

  fileprivate static func numberOutOfRange(_ digits: String) -> Complaint {
    Complaint("\(quoted(digits)) is out of range", expected: "an exponent of at most 10,000")
  }

  fileprivate static func notOfOneArray(_ operand: Operand) -> Complaint {
    Complaint(
      "\(quoted(operand.description)) is not computed from the elements of one array",
      expected: "paths that begin alike up to their last [*], such as sum(items[*].price * "
        + "items[*].qty)")
  }

  fileprivate static func functionOver(
    _ function: Operand.Function, _ path: FieldPath
  ) -> Complaint {
    let name = "\(function.rawValue)(\(path))"
    return function.isOverSeveral
      ? Complaint("\(quoted(name)) is given only one value", expected: "a path with [*] or *")
      : Complaint("\(quoted(name)) is given several values", expected: "a path without [*] or *")
  }
}

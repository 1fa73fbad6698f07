/// Checks that are closures: they get the text of a value, and decode it.
extension Evaluator {
  @inline(never)
  mutating func checkClosure(_ leaf: Int32, _ column: ColumnNumber, _ lanes: Lanes) -> Answer {
    let number = Int(tables.leaves[leaf].operand)
    var answer = Answer()
    for lane in lanes {
      self.lane = columns[column].record(lane)
      answer.insert(askClosure(number, values.value(column, lane), element: lane), lane)
    }
    return answer
  }

  private mutating func askClosure(
    _ number: Int, _ value: Value, element: Lane
  ) -> Truth {
    if values.hasReplacements, readsUnreadable(number) { return .unreadable }
    let check = program.lists.closures[number]
    var subject = ClosureCheck.Subject(
      kind: value.kind, bytes: value.bytes, recordIsInvalid: invalid.contains(lane))
    if isCSV { readCells(&subject, value, check, program.lists.closureMembers[number]) }
    let isMissing = subject.kind == .absent || subject.kind == .null
    if isMissing, !check.takesMissing { return .undecided }
    switch check.judge(subject) {
    case .holds: return .true
    case .holdsWith(let value):
      statistics.attachments.append(RecordAttachment(ordinal: values.record.ordinal, value: value))
      return .true
    case .notJudged: return .notApplicable
    case .notJudgedWith(let value):
      statistics.attachments.append(RecordAttachment(ordinal: values.record.ordinal, value: value))
      return .notApplicable
    case .fails(let reason, let code, let detail, let isUndecided):
      // Of several elements the first one that fails is shown.
      if closureReason(number).map({ element < $0.element }) ?? true {
        // It may quote what it was asked about.
        let isMasked = isMasked(value, closure: number)
        closureReasons.reasons[reasonPlace(number)] = ClosureReason(
          batch: values.batch, element: element, text: isMasked ? MaskedText.stars : reason,
          code: code,
          detail: isMasked ? nil : detail)
      }
      return isUndecided ? .limited : .false
    }
  }

  private mutating func reasonPlace(_ number: Int) -> Int {
    number * Int(values.table.laneCount) + Int(lane)
  }

  /// Whether a part of the value for the closure is unknown.
  private mutating func readsUnreadable(_ number: Int) -> Bool {
    for path in program.lists.closureMembers[number] where values.value(path).isUnreadable {
      return true
    }
    return false
  }

  private mutating func isMasked(_ value: Value, closure number: Int) -> Bool {
    if value.node >= 0, values.masking.hides([values.table.nodes[value.node].state]) {
      return true
    }
    return value.path >= 0 && program.hides(value.path, isCSV: isCSV)
      || program.lists.closureMembers[number].contains { program.hides($0, isCSV: isCSV) }
  }

  /// The reason that the closure gave for the record that is looked at alone.
  mutating func closureReason(_ number: Int) -> ClosureReason? {
    let reason = closureReasons.reasons[reasonPlace(number)]
    return reason.batch == values.batch ? reason : nil
  }

  /// The reason that comes with a rule's message.
  mutating func closureReason(of rule: RuleNumber) -> ClosureReason? {
    for segment in program.ruleSet.rules[Int(rule)].attributes.message.segments {
      switch segment {
      case .closure(let number), .closureCode(let number):
        if let reason = closureReason(number) { return reason }
      default: continue
      }
    }
    return nil
  }

  // MARK: CSV

  /// Arrays and objects as JSON text.
  private mutating func readCells(
    _ subject: inout ClosureCheck.Subject, _ value: Value, _ check: ClosureCheck,
    _ paths: [PathNumber]
  ) {
    if !check.members.isEmpty {
      // Read first: texts that are unescaped on the way need the arena.
      let texts = paths.map { cellText(values.value($0)) }
      values.arena.begin()
      var next = 0
      let hasAny = appendObject(check.members, texts, &next)
      subject.bytes = values.arena.finish()
      subject.kind = hasAny || value.path == ProgramBuilder.recordPath ? .object : .absent
    } else if value.kind == .array || value.kind == .cell && values.isArrayCell(value) {
      subject.bytes = values.jsonText(of: value)
      subject.kind = .array
    }
  }

  private mutating func cellText(_ value: Value) -> Value {
    guard value.kind == .array || value.kind == .cell && values.isArrayCell(value) else {
      return value
    }
    var array = value
    array.bytes = values.jsonText(of: value)
    array.kind = .array
    return array
  }

  /// Appends an object of the members that are there; whether there is any.
  private mutating func appendObject(
    _ members: [ClosureCheck.Member], _ texts: [Value], _ next: inout Int
  ) -> Bool {
    var hasAny = false
    var isFirst = true
    values.arena.append(Ascii.openBrace)
    for member in members {
      let start = next
      let isThere =
        member.members.isEmpty
        ? !texts[start].isMissing
        : !member.isOptional || hasValue(member.members, texts, from: start)
      guard isThere else {
        next += member.columnCount
        continue
      }
      if !isFirst { values.arena.append(Ascii.comma) }
      isFirst = false
      appendText(member.name)
      values.arena.append(Ascii.colon)
      if member.members.isEmpty {
        values.appendJSON(texts[start])
        hasAny = true
        next += 1
      } else {
        hasAny = appendObject(member.members, texts, &next) || hasAny
      }
    }
    values.arena.append(Ascii.closeBrace)
    return hasAny
  }

  private mutating func hasValue(
    _ members: [ClosureCheck.Member], _ texts: [Value], from start: Int
  ) -> Bool {
    let count = members.reduce(0) { $0 + $1.columnCount }
    return texts[start..<start + count].contains { !$0.isMissing }
  }

  private mutating func appendText(_ text: String) {
    for byte in JSONText.quoted(text).utf8 { values.arena.append(byte) }
  }
}

extension ClosureCheck.Member {
  /// The columns that it is put together from.
  var columnCount: Int {
    members.isEmpty ? 1 : members.reduce(0) { $0 + $1.columnCount }
  }
}

/// The reasons that closures gave for the records of a batch, by closure and lane.
struct ClosureReasons {
  fileprivate var reasons: [ClosureReason]

  init(count: Int, lanes: Int32) {
    reasons = [ClosureReason](repeating: ClosureReason(), count: count * Int(lanes))
  }
}

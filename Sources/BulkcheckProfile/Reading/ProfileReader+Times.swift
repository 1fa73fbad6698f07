internal import BulkcheckCore
internal import BulkcheckDocument

/// Dates and times: their format, the notation that it may give, and limits.
extension ProfileReader {
  static let notationKeys = ["as", "timeZone"]

  // MARK: Formats

  mutating func format(
    _ form: ConstraintForm, _ node: DocumentNode, _ context: BlockContext
  ) -> Constraint? {
    guard let format = word(node, "`format`", among: Format.inProfiles) else { return nil }
    guard let kind = format.temporalKind else {
      for member in form.notation { complain(member.nameOffset, .notationOf(format, member.name)) }
      return .format(format)
    }
    do throws(TemporalNotation.Fault) {
      let notation = try TemporalNotation.read(kind, form.notation)
      if context.declares, !context.isAboutNames {
        declare(.format, \.temporal, notation, at: form.offset, context)
      }
      return notation.pattern == nil ? .format(format) : .temporal(notation)
    } catch {
      return refuse(error.offset, error.complaint)
    }
  }

  /// How the dates or times are written that a block is about: its own `format` says so, or the
  /// field's under `fields`.
  private func notation(
    _ siblings: [DocumentMember], _ context: BlockContext
  ) -> TemporalNotation? {
    let declared = context.isAboutNames ? nil : declaration(of: context.path)?.temporal
    guard let own = siblings.named("format")?.value else { return declared }
    let members = own.members ?? []
    guard let word = own.text ?? members.named("value")?.value.text,
      let kind = TemporalKind(rawValue: word)
    else { return declared }
    return try? TemporalNotation.read(
      kind, members.filter { Self.notationKeys.contains($0.name) })
  }

  // MARK: Limits

  /// The limits of numbers, or of dates and times.
  mutating func bounds(
    _ form: ConstraintForm, _ node: DocumentNode, _ siblings: [DocumentMember],
    _ context: BlockContext
  ) -> Constraint? {
    let nodes = form.keyword == .range ? node.elements ?? [node] : [node]
    if let notation = notation(siblings, context) {
      return instants(form.keyword, node, notation, context)
    }
    guard let text = nodes.first(where: { $0.text != nil }) else {
      return constraint(form.keyword, node, [])
    }
    // The first reading does not know the formats of fields, and nothing says of which field an
    // unused definition would be.
    if isFirstReading || isUnusedDefinition { return .bounds(lower: nil, upper: nil) }
    return refuse(text.offset, .textAsBound(form.keyword, context))
  }

  private mutating func instants(
    _ keyword: Keyword, _ node: DocumentNode, _ notation: TemporalNotation,
    _ context: BlockContext
  ) -> Constraint? {
    func instant(_ node: DocumentNode, _ what: String, isExclusive: Bool = false) -> InstantBound? {
      guard let text = node.text ?? (notation.isNumber ? node.digits : nil) else {
        return refuse(node, what, expected: notation.expectedBound)
      }
      if let number = notation.number(ofStandard: text) {
        return InstantBound(.text(number), text: text, isExclusive: isExclusive)
      }
      if let limit = InstantBound.Limit(words: text) {
        if notation.kind == .time { return refuse(node.offset, .clockAsTime(text)) }
        return InstantBound(limit, text: text, isExclusive: isExclusive)
      }
      guard notation.reads(text) else {
        return refuse(node, what, expected: notation.expectedBound)
      }
      return InstantBound(.text(text), text: text, isExclusive: isExclusive)
    }
    let what = "`\(keyword.rawValue)`"
    switch keyword {
    case .minimum, .exclusiveMinimum:
      return instant(node, what, isExclusive: keyword == .exclusiveMinimum)
        .map { .instants(lower: $0, upper: nil, notation) }
    case .maximum, .exclusiveMaximum:
      return instant(node, what, isExclusive: keyword == .exclusiveMaximum)
        .map { .instants(lower: nil, upper: $0, notation) }
    default:
      guard let elements = node.elements, elements.count == 2 else {
        return refuse(
          node, what, expected: "a list of two limits, [min, max], each \(notation.expectedBound)")
      }
      let lower = instant(elements[0], "the minimum of \(what)")
      let upper = instant(elements[1], "the maximum of \(what)")
      guard let lower, let upper else { return nil }
      guard notation.admits(lower, upper) else {
        return refuse(node.offset, .impossiblePair(what, elements))
      }
      return .instants(lower: lower, upper: upper, notation)
    }
  }

  // MARK: Comparisons

  /// A comparison of two fields, by points of time where both are declared to be ones.
  mutating func comparison(
    _ left: FieldPath, _ comparison: ComparisonOperator, _ right: FieldPath, at offset: Int
  ) -> Expression? {
    let one = declaration(of: left)?.temporal
    let other = declaration(of: right)?.temporal
    switch (one, other) {
    case (nil, nil): return .compare(left, comparison, right)
    case (let one?, let other?) where one.kind == other.kind:
      let isAsBefore = one.kind == .date || one.pattern != nil || other.pattern != nil
      if !isAsBefore { notes.append((offset, .comparesInstants(one.kind))) }
      return .compareInstants(left, comparison, right, TemporalSides(left: one, right: other))
    case (let one?, let other):
      let field = inRecord(right)
      return refuse(offset, .comparesOther(left, one.kind, right, other?.kind, field: field))
    case (nil, let other?):
      let field = inRecord(left)
      return refuse(offset, .comparesOther(right, other.kind, left, nil, field: field))
    }
  }

  /// Complains about dates and times in a computation; true if there are none.
  mutating func isWithoutTimes(_ operand: Operand, at offset: Int) -> Bool {
    switch operand {
    case .number, .function, .constant, .read, .call, .choose: return true
    case .operation(let left, _, let right):
      let first = isWithoutTimes(left, at: offset)
      return isWithoutTimes(right, at: offset) && first
    case .value(let path):
      guard let notation = declaration(of: path)?.temporal else { return true }
      complain(offset, .computesWithTime(path, notation.kind))
      return false
    }
  }
}

extension TemporalNotation {
  /// A mistake in `as` or `timeZone`.
  fileprivate struct Fault: Error {
    var offset: Int
    var complaint: Complaint
  }

  fileprivate static func read(
    _ kind: TemporalKind, _ members: [DocumentMember]
  ) throws(Fault) -> TemporalNotation {
    var notation = TemporalNotation(kind)
    if let node = members.named("as")?.value {
      guard let text = node.text else {
        throw Fault(
          offset: node.offset,
          complaint: .unexpected("`as`", found: node, expected: "a string such as \"%d.%m.%Y\""))
      }
      do throws(TemporalPattern.Fault) {
        notation.pattern = try TemporalPattern(text, for: kind)
      } catch {
        throw Fault(offset: node.offset, complaint: .badNotation(text, kind, error.reason))
      }
    }
    guard let member = members.named("timeZone") else { return notation }
    guard kind != .date, let pattern = notation.pattern, !pattern.hasOffset else {
      throw Fault(offset: member.nameOffset, complaint: .uselessTimeZone(kind))
    }
    guard let minutes = member.value.text.flatMap(Instant.offsetMinutes) else {
      throw Fault(
        offset: member.value.offset,
        complaint: .unexpected(
          "`timeZone`", found: member.value, expected: "an offset such as \"+02:00\""))
    }
    notation.offsetMinutes = minutes
    return notation
  }

  /// The words with which sentences ask for a limit.
  var expectedBound: String {
    let example =
      switch kind {
      case .date: "2024-05-01"
      case .time: "12:00:00Z"
      case .dateTime: "2024-05-01T12:00:00Z"
      }
    let own =
      if isNumber {
        "a number in the form \(pattern?.text ?? ""), a date-time such as "
          + Complaint.quoted(example)
      } else if pattern == .local {
        "a date-time without an offset such as \(Complaint.quoted("2024-05-01T12:00:00"))"
      } else if pattern?.isAnyOffset ?? false {
        "a \(kind.rawValue) with or without an offset such as \(Complaint.quoted(example))"
      } else {
        pattern.map { "a \(kind.rawValue) in the form \(Complaint.quoted($0.text))" }
          ?? "a \(kind.rawValue) such as \(Complaint.quoted(example))"
      }
    return kind == .time ? own : own + ", `now`, `today`, or a distance such as `now-24h`"
  }
}

extension Complaint {
  fileprivate static func notationOf(_ format: Format, _ name: String) -> Complaint {
    Complaint(
      "`\(name)` says how a date or a time is written, but the format is \(format.rawValue)",
      expected: "the format `date`, `time` or `date-time`")
  }

  fileprivate static func badNotation(
    _ text: String, _ kind: TemporalKind, _ reason: String
  ) -> Complaint {
    Complaint("\(quoted(text)) is not a valid notation for a \(kind.rawValue): it \(reason)")
  }

  fileprivate static func uselessTimeZone(_ kind: TemporalKind) -> Complaint {
    Complaint(
      kind == .date
        ? "`timeZone` has no effect on a date, which begins at 00:00Z"
        : "`timeZone` has no effect on a format whose values have their own offset",
      expected: kind == .date ? nil : "`as` with `local` or a notation without %z")
  }

  fileprivate static func textAsBound(_ keyword: Keyword, _ context: BlockContext) -> Complaint {
    let field =
      context.path.steps.isEmpty ? "the value" : quoted(context.path.description)
    return Complaint(
      "`\(keyword.rawValue)` is a string, but \(field) is not declared as a date or a time",
      expected: "a number, or the `format` date, time or date-time for the field")
  }

  fileprivate static func clockAsTime(_ text: String) -> Complaint {
    Complaint(
      "\(quoted(text)) is a point in time, but the field is a time of day",
      expected: "a time such as \(quoted("12:00:00Z"))")
  }

  fileprivate static func comparesOther(
    _ path: FieldPath, _ kind: TemporalKind, _ other: FieldPath, _ otherKind: TemporalKind?,
    field: FieldPath
  ) -> Complaint {
    let name = quoted(other.description)
    if otherKind == nil, isInstant(other) {
      return Complaint(
        "\(name) is read as the name of a field, but \(quoted(path.description)) is declared as "
          + kind.rawValue,
        expected: "a limit of the field, such as \"maximum\": \(name)")
    }
    let found = otherKind.map { "is declared as \($0.rawValue)" } ?? "is not"
    return Complaint(
      "\(quoted(path.description)) is declared as \(kind.rawValue), but \(name) \(found)",
      expected: "under `fields`, \(quoted(field.description)): { \"format\": \"\(kind.rawValue)\" }"
    )
  }

  /// Whether a name is rather a date, a time or `now`.
  private static func isInstant(_ path: FieldPath) -> Bool {
    let text = path.description
    return ["now", "today"].contains { word in
      text.isExactly(word) || text.hasPrefix(word + "-") || text.hasPrefix(word + "+")
    } || text.utf8.first.map { (0x30...0x39).contains($0) } ?? false
  }

  fileprivate static func comparesInstants(_ kind: TemporalKind) -> Complaint {
    Complaint(
      "both fields have the format \(kind.rawValue), so they are compared as points in time; "
        + "earlier versions compared them as strings")
  }

  fileprivate static func computesWithTime(_ path: FieldPath, _ kind: TemporalKind) -> Complaint {
    Complaint(
      "\(quoted(path.description)) is declared as \(kind.rawValue), so it can be compared "
        + "only with another field of that format",
      expected: "two fields of the format \(kind.rawValue), without an expression or `within`")
  }
}

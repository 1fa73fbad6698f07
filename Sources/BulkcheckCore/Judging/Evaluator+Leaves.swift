/// The checks of single values, in all lanes of a column at once.
///
/// A leaf says nothing about a missing value, and is false on a kind that it is not about, unless
/// the field's `type` list names that kind (docs/reference/constraints.md#values-of-another-kind).
extension Evaluator {
  mutating func check(_ leaf: Int32, _ column: ColumnNumber, _ lanes: Lanes) -> Answer {
    let present = lanes & columns[column].values
    var answer = Answer()
    if present != lanes { answer = checkMissing(leaf, column, lanes - present) }
    if !present.isEmpty { answer.add(checkPresent(leaf, column, present)) }
    return answer
  }

  private mutating func checkPresent(_ leaf: Int32, _ column: ColumnNumber, _ lanes: Lanes)
    -> Answer
  {
    switch tables.leaves[leaf].subject {
    case .texts:
      let about = lanes & columns[column].texts
      var answer = checkTexts(leaf, column, about)
      answer.add(mismatch(leaf, column, lanes - about))
      return answer
    case .numbers: return checkNumbers(leaf, column, lanes)
    case .arrays: return checkArrays(leaf, column, lanes)
    case .objects: return checkMembers(leaf, column, lanes)
    case .containersAndTexts: return checkNotEmpty(leaf, column, lanes)
    case .scalars, nil: return checkAny(leaf, column, lanes)
    }
  }

  /// A check of values of any kind.
  private mutating func checkAny(_ leaf: Int32, _ column: ColumnNumber, _ lanes: Lanes) -> Answer {
    let code = tables.leaves[leaf].code
    switch code {
    case .forbidden: return Answer(yes: .none, no: lanes)
    case .type:
      let types = TypeMask(rawValue: UInt8(tables.leaves[leaf].operand))
      let yes = having(types, column, lanes)
      return Answer(yes: yes, no: lanes - yes)
    case .oneOf, .noneOf, .listed, .notListed:
      let isList = code == .listed || code == .notListed
      let found =
        isList
        ? listed(tables.leaves[leaf].operand, column, lanes)
        : chosen(tables.leaves[leaf].operand, column, lanes)
      return code == .oneOf || code == .listed
        ? Answer(yes: found, no: lanes - found) : Answer(yes: lanes - found, no: found)
    case .chain: return checkChain(leaf, column, lanes)
    case .closure, .closureOrMissing: return checkClosure(leaf, column, lanes)
    // `required`, `present`, `nullable`: the value is there.
    default: return Answer(yes: lanes, no: .none)
    }
  }

  private mutating func checkMembers(_ leaf: Int32, _ column: ColumnNumber, _ lanes: Lanes)
    -> Answer
  {
    switch tables.leaves[leaf].code {
    case .memberCount: checkMemberCount(leaf, column, lanes)
    case .dependentRequired: checkDependencies(leaf, column, lanes)
    default: checkNames(leaf, column, lanes)
    }
  }

  /// A value of a kind that the leaf is not about.
  @inline(__always)
  mutating func mismatch(_ leaf: Int32, _ column: ColumnNumber, _ lanes: Lanes) -> Answer {
    if tables.leaves[leaf].isOpenOnOthers { return Answer(limited: lanes) }
    return mismatch(tables.leaves[leaf].declared, column, lanes)
  }

  mutating func mismatch(_ declared: TypeMask, _ column: ColumnNumber, _ lanes: Lanes) -> Answer {
    if lanes.isEmpty { return Answer() }
    var answer = Answer()
    answer.notApplicable = including(declared, column, lanes)
    answer.no = lanes - answer.notApplicable
    return answer
  }

  // MARK: Missing values

  private mutating func checkMissing(_ leaf: Int32, _ column: ColumnNumber, _ lanes: Lanes)
    -> Answer
  {
    var answer = Answer()
    let unreadable = lanes & columns[column].unreadables
    let nulls = lanes & columns[column].nulls
    let known = lanes - unreadable
    answer.unreadable = unreadable
    switch tables.leaves[leaf].code {
    case .required: answer.no = known
    case .present, .forbidden:
      // Nobody may know the value, but that its key is there.
      answer = Answer(yes: nulls, no: known - nulls)
      if tables.leaves[leaf].code == .forbidden { answer = answer.inverted }
      answer.unreadable = unreadable - nulls
    case .notNull: answer.no = known & nulls
    case .closureOrMissing: answer.add(checkClosure(leaf, column, known))
    default: break
    }
    return answer
  }

  // MARK: Types

  /// The lanes whose values have one of the types; a cell without a declared type is not one of
  /// them.
  mutating func including(_ types: TypeMask, _ column: ColumnNumber, _ lanes: Lanes) -> Lanes {
    var found = Lanes.none
    if types.contains(.string) { found |= columns[column].strings }
    if types.contains(.boolean) { found |= columns[column].trues | columns[column].falses }
    if types.contains(.object) { found |= columns[column].objects }
    if types.contains(.array) { found |= columns[column].arrays }
    if types.contains(.number) {
      found |= columns[column].numbers
    } else if types.contains(.integer) {
      found |= integers(column, lanes & columns[column].numbers)
    }
    return found & lanes
  }

  /// The numbers that are integers.
  mutating func integers(_ column: ColumnNumber, _ lanes: Lanes) -> Lanes {
    values.readDecimals(column, lanes)
    let (nodes, first) = values.nodes(column)
    var found = Lanes.none
    for lane in lanes {
      let isInteger =
        columns[column].smallNumbers.contains(lane) && columns[column].decimals[lane].scale == 0
        || Decimal.parse(nodes[first &+ lane].bytes)?.isInteger == true
      found.insert(lane, if: isInteger)
    }
    return found
  }

  /// The lanes whose values have one of the types. A cell without a declared type has every type
  /// that it reads as.
  private mutating func having(_ types: TypeMask, _ column: ColumnNumber, _ lanes: Lanes) -> Lanes {
    let found = including(types, column, lanes)
    let cells = lanes & columns[column].cells
    if cells.isEmpty { return found }
    if types.contains(.string) || types.contains(.array) && values.isSplit(column) {
      return found | cells
    }
    return found
      | values.having(column, cells) { text in
        if types.contains(.boolean), text.isWord("true") || text.isWord("false") { return true }
        guard types.contains(.number) || types.contains(.integer),
          let number = Decimal.parse(text)
        else { return false }
        return types.contains(.number) || number.isInteger
      }
  }

  // MARK: Texts

  private mutating func checkTexts(_ leaf: Int32, _ column: ColumnNumber, _ lanes: Lanes) -> Answer
  {
    if lanes.isEmpty { return Answer() }
    let code = tables.leaves[leaf].code
    if code == .pattern || code == .notPattern {
      var answer = matches(tables.leaves[leaf].operand, column, lanes)
      if code == .notPattern { swap(&answer.yes, &answer.no) }
      return answer
    }
    let yes =
      switch code {
      case .oneOf, .listed: checkAny(leaf, column, lanes).yes
      case .length, .codepoints: withLength(leaf, column, lanes)
      case .temporal, .moments: withTime(leaf, column, lanes)
      default: withText(leaf, column, lanes)
      }
    return Answer(yes: yes, no: lanes - yes)
  }

  private mutating func withLength(_ leaf: Int32, _ column: ColumnNumber, _ lanes: Lanes) -> Lanes {
    let minimum = tables.leaves[leaf].minimum
    let maximum = tables.leaves[leaf].maximum
    let unit = tables.leaves[leaf].code == .codepoints ? .codepoints : program.lengthUnit
    return values.having(column, lanes) { text in
      switch unit {
      case .codepoints: text.hasCodepoints(from: minimum, to: maximum)
      case .bytes: text.count >= minimum && text.count <= maximum
      case .graphemes: text.hasCharacters(from: minimum, to: maximum)
      }
    }
  }

  private mutating func withText(_ leaf: Int32, _ column: ColumnNumber, _ lanes: Lanes) -> Lanes {
    let operand = tables.leaves[leaf].operand
    let texts = tables.textViews
    switch tables.leaves[leaf].code {
    case .containsText: return values.having(column, lanes) { $0.contains(texts[operand]) }
    case .startsWith: return values.having(column, lanes) { $0.hasPrefix(texts[operand]) }
    case .endsWith: return values.having(column, lanes) { $0.hasSuffix(texts[operand]) }
    default:
      let format = Format.allCases[Int(operand)]
      return having(column, lanes) { text, isLocal in
        isLocal
          ? FormatChecker.matchesLocally(format, text) : FormatChecker.matches(format, text)
      }
    }
  }

  /// The lanes in which texts satisfy a condition, which is told of the ones that are times of a
  /// column without a zone.
  @inline(__always)
  private mutating func having(
    _ column: ColumnNumber, _ lanes: Lanes, _ isMeant: (ByteView, Bool) -> Bool
  ) -> Lanes {
    let local = lanes & columns[column].localTimes
    let found = values.having(column, lanes - local) { isMeant($0, false) }
    return local.isEmpty ? found : found | values.having(column, local) { isMeant($0, true) }
  }

  /// Texts that are in a notation, and those whose point in time lies within limits.
  private mutating func withTime(_ leaf: Int32, _ column: ColumnNumber, _ lanes: Lanes) -> Lanes {
    let operand = tables.leaves[leaf].operand
    if tables.leaves[leaf].code == .temporal {
      let reader = tables.readers[operand]
      return having(column, lanes) { reader.instant($0, isLocal: $1) != nil }
    }
    let limits = tables.instants[operand]
    let reader = tables.readers[limits.reader]
    return having(column, lanes) { text, isLocal in
      guard let instant = reader.instant(text, isLocal: isLocal) else { return false }
      return limits.contains(instant)
    }
  }

  private mutating func checkNotEmpty(_ leaf: Int32, _ column: ColumnNumber, _ lanes: Lanes)
    -> Answer
  {
    let texts = lanes & columns[column].texts
    let containers = lanes & (columns[column].arrays | columns[column].objects)
    var yes = Lanes.none
    let (nodes, first) = values.nodes(column)
    for lane in texts { yes.insert(lane, if: !nodes[first &+ lane].isEmpty) }
    for lane in containers { yes.insert(lane, if: columns[column].counts[lane] > 0) }
    var answer = Answer(yes: yes, no: (texts | containers) - yes)
    answer.add(mismatch(leaf, column, lanes - texts - containers))
    return answer
  }

  // MARK: Choices

  private mutating func chosen(_ place: Int32, _ column: ColumnNumber, _ lanes: Lanes) -> Lanes {
    let table = tables.choices[place]
    let strings = lanes & columns[column].strings
    var found = values.having(column, strings) { table.texts.contains($0) }
    // There is one value of each of these kinds, so all lanes have one answer.
    let trues = lanes & columns[column].trues
    let falses = lanes & columns[column].falses
    if table.hasTrue { found |= trues }
    if table.hasFalse { found |= falses }
    for lane in lanes - strings - trues - falses {
      found.insert(lane, if: isChoice(table, values.value(column, lane)))
    }
    return found
  }

  @inline(never)
  private mutating func isChoice(_ table: ChoiceTable, _ value: Value) -> Bool {
    if table.contains(value) { return true }
    guard table.hasContainers else { return false }
    if value.isCell || value.kind == .cell && values.isArrayCell(value) {
      return values.isChoice(value, in: table)
    }
    guard value.kind == .array || value.kind == .object else { return false }
    return table.containsContainer(value.bytes, &values.arena)
  }

  private mutating func listed(_ place: Int32, _ column: ColumnNumber, _ lanes: Lanes) -> Lanes {
    let (nodes, first) = values.nodes(column)
    var found = Lanes.none
    for lane in lanes {
      let kind = columns[column].kind(lane)
      found.insert(
        lane, if: tables.valueTables[place].contains(kind, nodes[first &+ lane].bytes))
    }
    return found
  }

  // MARK: Chains

  /// Checks and changes in order; the first check that fails ends the chain
  /// (docs/reference/values.md#chain). A check that does not apply to the value's kind fails
  /// nothing.
  @inline(never)
  private mutating func checkChain(_ leaf: Int32, _ column: ColumnNumber, _ lanes: Lanes) -> Answer
  {
    let current = values.copy(column, lanes)
    var answer = Answer(yes: lanes, no: .none)
    for index in program.lists.chains[Int(tables.leaves[leaf].operand)] {
      let step = values.tables.changes[index]
      let open = lanes - answer.no - answer.unreadable
      if step.code == .check {
        answer.and(check(step.operand, current, open).decided)
      } else {
        for lane in open & columns[current].texts {
          if let changed = values.changed(columns[current].nodes[lane].bytes, step) {
            columns[current].nodes[lane].bytes = changed
          } else {
            answer.and(Answer(unreadable: Lanes(lane)))
          }
        }
        columns[current].triedNumbers = .none
        columns[current].smallNumbers = .none
      }
    }
    values.closeFrame()
    return answer
  }

  // MARK: Numbers

  /// Numbers are read once a column, as integers of their digits where they are small, and compared
  /// as such.
  private mutating func checkNumbers(_ leaf: Int32, _ column: ColumnNumber, _ lanes: Lanes)
    -> Answer
  {
    var about = lanes & (columns[column].numbers | columns[column].cells)
    if tables.leaves[leaf].code == .oneOf || tables.leaves[leaf].code == .listed {
      return checkListed(leaf, column, lanes, about)
    }
    if tables.leaves[leaf].code == .temporal || tables.leaves[leaf].code == .moments {
      let yes = withTime(leaf, column, about)
      var answer = Answer(yes: yes, no: about - yes)
      answer.add(mismatch(leaf, column, lanes - about))
      return answer
    }
    values.readDecimals(column, about)
    var open = about & columns[column].smallNumbers
    let decimals = columns[column].decimals
    var yes = Lanes.none
    var known = Lanes.none
    let scaled = tables.leaves[leaf].scaled
    if tables.leaves[leaf].code == .bounds, scaled >= 0 {
      let bounds = program.tables.scaledBounds
      for lane in open {
        let decimal = decimals[lane]
        guard decimal.scale < ScaledBounds.scales else { continue }
        let limits = bounds[Int(scaled) &+ decimal.scale]
        known |= Lanes(lane)
        yes.insert(
          lane, if: decimal.digits >= limits.minimum && decimal.digits <= limits.maximum)
      }
    } else if tables.leaves[leaf].code == .multipleOf, tables.leaves[leaf].minimum > 0 {
      for lane in open {
        guard let isMultiple = isMultiple(decimals[lane], leaf) else { continue }
        known |= Lanes(lane)
        yes.insert(lane, if: isMultiple)
      }
    }
    open = about - known
    if !open.isEmpty { about = checkLarge(leaf, column, open, &yes) | known }
    var answer = Answer(yes: yes, no: about - yes)
    answer.add(mismatch(leaf, column, lanes - about))
    return answer
  }

  /// A choice of numbers, on which values of other kinds leave the statement open.
  private mutating func checkListed(
    _ leaf: Int32, _ column: ColumnNumber, _ lanes: Lanes, _ about: Lanes
  ) -> Answer {
    var answer = checkAny(leaf, column, about)
    let others = answer.no & columns[column].cells
    let numbers = values.having(column, others) { Decimal.parse($0) != nil }
    answer.no -= others - numbers
    answer.add(mismatch(leaf, column, lanes - answer.yes - answer.no))
    return answer
  }

  /// Numbers of many digits, and cells; returns those that are numbers.
  private mutating func checkLarge(
    _ leaf: Int32, _ column: ColumnNumber, _ lanes: Lanes, _ yes: inout Lanes
  ) -> Lanes {
    let (nodes, first) = values.nodes(column)
    var about = Lanes.none
    for lane in lanes {
      guard let number = Decimal.parse(nodes[first &+ lane].bytes) else { continue }
      about |= Lanes(lane)
      let holds =
        tables.leaves[leaf].code == .bounds
        ? isInside(leaf, number)
        : number.isMultiple(of: program.tables.multiples[tables.leaves[leaf].operand])
      yes.insert(lane, if: holds)
    }
    return about
  }

  private mutating func isInside(_ leaf: Int32, _ number: Decimal) -> Bool {
    let bounds = program.tables.bounds[tables.leaves[leaf].operand]
    if bounds.hasLower {
      let order = Decimal.compare(number, bounds.lower)
      if order < 0 || order == 0 && tables.leaves[leaf].isLowerExclusive { return false }
    }
    if bounds.hasUpper {
      let order = Decimal.compare(number, bounds.upper)
      if order > 0 || order == 0 && tables.leaves[leaf].isUpperExclusive { return false }
    }
    return true
  }

  /// Whether a number is a multiple of a small divisor, `minimum` × 10^-`maximum` of the leaf; nil
  /// if 64-bit integers do not tell.
  private mutating func isMultiple(_ number: SmallDecimal, _ leaf: Int32) -> Bool? {
    let divisor = tables.leaves[leaf].minimum
    let scale = tables.leaves[leaf].maximum
    guard number.scale < ScaledBounds.scales else { return nil }
    let power = Int(Decimal.powerOfTen(abs(number.scale &- scale)))
    if number.scale > scale {
      let (scaled, overflow) = divisor.multipliedReportingOverflow(by: power)
      return overflow ? nil : number.digits % scaled == 0
    }
    let (scaled, overflow) = number.digits.multipliedReportingOverflow(by: power)
    return overflow ? nil : scaled % divisor == 0
  }
}

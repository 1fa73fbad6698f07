/// The keywords of a schema: what each says of the values in the lanes of a column.
extension SchemaEvaluator {
  /// Judges the records of the batch by the schema.
  @inline(never)
  mutating func judgeSchema() {
    failures.begin(schema, core.values.batchLanes)
    places.begin()
    if !unknown.isEmpty { unknown.removeAll() }
    beginMemo()
    judgeRecords(core.values.batchLanes)
    for index in 0..<schema.ruleCount {
      let rule = schema.rules[index]
      if core.tables.rules[rule].isRun { conclude(schemaRule: rule) }
    }
  }

  /// The answer of a subschema about the values in some lanes. Every lane has one.
  mutating func judge(
    _ number: Int32, _ column: ColumnNumber, _ lanes: Lanes, asserts: Bool
  ) -> Answer {
    if schema.subschemas[number].keepsAnswers, !isCSV {
      return judgeOnce(number, column, lanes, asserts: asserts)
    }
    return judgeKeywords(number, column, lanes, asserts: asserts)
  }

  /// Values lie at most ``JSONScanner/depthMaximum`` deep, each with at most
  /// ``SchemaReach/depthMaximum`` subschemas inside one another. Both at once would be too much for
  /// the stack.
  private static var schemaDepthMaximum: Int { 3_000 }

  @inline(never)
  mutating func judgeKeywords(
    _ number: Int32, _ column: ColumnNumber, _ lanes: Lanes, asserts: Bool
  ) -> Answer {
    guard depth < SchemaEvaluator.schemaDepthMaximum else {
      if asserts { noteLimited(number, column, lanes) }
      return Answer(limited: lanes)
    }
    depth += 1
    defer { depth -= 1 }
    let subschema = schema.subschemas[number]
    var result = Answer(yes: lanes, no: .none)
    var open = lanes
    var index = subschema.start
    let end = subschema.start &+ subschema.count
    while index < end, !open.isEmpty {
      var answer = judge(keyword: index, column, open, asserts: asserts)
      if !commonFailures.isEmpty { correct(&answer, of: index, column) }
      if asserts { note(index, answer, column) }
      result.and(answer)
      if !asserts { open = lanes - result.no }
      index &+= 1
    }
    return result
  }

  /// The answer of a keyword. Of values of a type that it is not about: not applicable.
  @inline(never)
  private mutating func judge(
    keyword number: Int32, _ column: ColumnNumber, _ lanes: Lanes, asserts: Bool
  ) -> Answer {
    let keyword = schema.keywords[number]
    switch keyword.code {
    case .never: return Answer(yes: .none, no: lanes)
    case .type:
      let yes = having(keyword, column, lanes)
      return Answer(yes: yes, no: lanes - yes)
    case .choice:
      if core.readsTexts(keyword.leaf) { core.values.writeTexts(column, lanes) }
      var yes = core.check(keyword.leaf, column, lanes - columns[column].nulls).yes
      if !keyword.types.isEmpty { yes |= lanes & columns[column].nulls }
      return Answer(yes: yes, no: lanes - yes)
    case .text: return check(keyword, column, lanes, about: columns[column].strings)
    case .number: return check(keyword, column, lanes, about: columns[column].numbers)
    case .array:
      if core.readsTexts(keyword.leaf) { core.values.writeTexts(column, lanes) }
      return check(keyword, column, lanes, about: columns[column].arrays)
    case .content: return content(keyword, column, lanes)
    case .memberCount, .required, .dependentRequired:
      return members(keyword, column, lanes)
    case .applicator: return apply(keyword, column, lanes, asserts: asserts)
    }
  }

  @inline(__always)
  mutating func part(_ keyword: KeywordCode, _ index: Int32) -> Int32 {
    schema.parts[keyword.partStart &+ index].subschema
  }

  // MARK: Values

  /// A check by a leaf of the values that it is about.
  @inline(never)
  private mutating func check(
    _ keyword: KeywordCode, _ column: ColumnNumber, _ lanes: Lanes, about: Lanes
  ) -> Answer {
    var answer = Answer()
    let about = lanes & about
    if !about.isEmpty { answer = core.check(keyword.leaf, column, about) }
    answer.notApplicable = lanes - about
    return answer
  }

  /// The lanes whose values have one of the types.
  @inline(never)
  private mutating func having(_ keyword: KeywordCode, _ column: ColumnNumber, _ lanes: Lanes)
    -> Lanes
  {
    var types = keyword.types
    var found = Lanes.none
    if types.contains(.null) { found |= columns[column].nulls }
    // A number is an integer in any case.
    if keyword.flag, types.contains(.integer), !types.contains(.number) {
      types.remove(.integer)
      // Draft 4: the numbers that are written as integers.
      found |= core.values.having(column, lanes & columns[column].numbers) { $0.isWrittenInteger }
    }
    return (found & lanes) | core.including(types, column, lanes)
  }

  @inline(never)
  private mutating func content(
    _ keyword: KeywordCode, _ column: ColumnNumber, _ lanes: Lanes
  ) -> Answer {
    let about = lanes & columns[column].strings
    let yes = core.values.having(column, about) {
      EncodedContent.isValid($0, isBase64: keyword.isBase64, isJSON: keyword.isJSON)
    }
    return Answer(yes: yes, of: about, in: lanes)
  }

  // MARK: Combinations

  @inline(never)
  mutating func anyOf(
    _ keyword: KeywordCode, _ column: ColumnNumber, _ lanes: Lanes
  ) -> Answer {
    // What `none` says, turned round.
    var result = Answer(yes: lanes, no: .none)
    var open = lanes
    for index in 0..<keyword.partCount where !open.isEmpty {
      result.and(judge(part(keyword, index), column, open, asserts: false).inverted)
      open = lanes - result.no
    }
    return result.inverted
  }

  @inline(never)
  mutating func oneOf(
    _ keyword: KeywordCode, _ column: ColumnNumber, _ lanes: Lanes
  ) -> Answer {
    var once = Lanes.none
    var more = Lanes.none
    var limited = Lanes.none
    for index in 0..<keyword.partCount where lanes != more {
      let answer = judge(part(keyword, index), column, lanes - more, asserts: false)
      more |= once & answer.yes
      once |= answer.yes
      limited |= answer.limited
    }
    var result = Answer(yes: once - more - limited, no: more | (lanes - once - limited))
    result.limited = limited - more
    return result
  }

  /// `required`, `dependentRequired`, `minProperties`, `maxProperties`.
  @inline(never)
  private mutating func members(
    _ keyword: KeywordCode, _ column: ColumnNumber, _ lanes: Lanes
  ) -> Answer {
    let about = lanes & columns[column].objects
    var yes = about
    switch keyword.code {
    case .required:
      yes = havingMembers(keyword.partStart, keyword.partCount, column, about)
    case .dependentRequired:
      for index in 0..<keyword.partCount {
        let part = schema.parts[keyword.partStart &+ index]
        let asked = having(member: part.operand, column, about)
        yes -= asked - havingMembers(part.start, part.count, column, asked)
      }
    default:
      for lane in about {
        let count = columns[column].counts[lane]
        if count < keyword.minimum || count > keyword.maximum { yes -= Lanes(lane) }
      }
    }
    return Answer(yes: yes, of: about, in: lanes)
  }

  /// The lanes whose objects have all of the named members.
  @inline(never)
  private mutating func havingMembers(
    _ start: Int32, _ count: Int32, _ column: ColumnNumber, _ lanes: Lanes
  ) -> Lanes {
    var found = lanes
    for index in start..<start &+ count where !found.isEmpty {
      found = having(member: schema.parts[index].operand, column, found)
    }
    return found
  }
}

extension ByteView {
  /// Whether a JSON number has neither a fraction nor an exponent.
  var isWrittenInteger: Bool {
    for position in 0..<count where !(self[position].isDigit || self[position] == Ascii.minus) {
      return false
    }
    return true
  }
}

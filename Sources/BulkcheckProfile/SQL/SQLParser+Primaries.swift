internal import BulkcheckCore
internal import BulkcheckDocument

/// Values without an operator: constants, columns, functions, `case`.
extension SQLParser {
  /// Words that cannot be columns without quotes.
  private static let reserved: Set<String> = [
    "and", "or", "not", "is", "in", "like", "ilike", "between", "case", "when", "then", "else",
    "end", "as", "from", "where", "select", "join", "on", "group", "order", "having", "union",
    "null", "true", "false", "exists", "distinct",
  ]

  mutating func primary() throws(SQLFault) -> SQLNode {
    let token = next
    switch token.kind {
    case .number(let digits):
      takeAny()
      return SQLNode(.number(digits), token.offset)
    case .text(let text):
      takeAny()
      return SQLNode(.text(text), token.offset)
    case .symbol("("):
      takeAny()
      if isNext("select") {
        throw SQLFault(next.offset, "a subquery is not supported", "a condition of one record")
      }
      let inner = try expression()
      try require(symbol: ")", "in parentheses")
      return inner
    case .name: return column()
    case .word(let word): return try self.word(word)
    case .placeholder(let word):
      throw SQLFault(
        token.offset, "\(token.shown) stands for a column that only a contract knows",
        word == "property" || word == "column" ? "the name of the column" : "a column")
    case .symbol, .end: throw unexpected()
    }
  }

  private mutating func word(_ word: String) throws(SQLFault) -> SQLNode {
    let token = next
    let isCalled = isNext(symbol: "(", after: 1)
    switch word {
    case "true", "false":
      takeAny()
      return SQLNode(.truth(word == "true"), token.offset)
    case "null":
      takeAny()
      return SQLNode(.null, token.offset)
    case "case":
      takeAny()
      return try nested { (parser) throws(SQLFault) in try parser.cases(token.offset) }
    case "date", "timestamp", "datetime":
      if case .text(let text)? = self.token(after: 1)?.kind {
        takeAny()
        let offset = takeAny().offset
        guard let moment = SQLMoment.standard(text, isDate: word == "date") else {
          throw SQLFault(
            offset, "\(Complaint.quoted(text)) is not a \(word)", SQLMoment.example(word))
        }
        return SQLNode(.moment(moment), token.offset)
      }
    case "interval":
      switch self.token(after: 1)?.kind {
      case .text?, .number?: return try interval()
      default: break
      }
    case "current_date", "current_timestamp", "today", "now":
      let needsBrackets = word == "today" || word == "now"
      guard isCalled || !needsBrackets else { break }
      takeAny()
      if isCalled {
        takeAny()
        try require(symbol: ")", "behind `\(word)(`")
      }
      let isDay = word == "current_date" || word == "today"
      return SQLNode(isDay ? .today : .now, token.offset)
    default: break
    }
    if isCalled { return try function(word) }
    guard !Self.reserved.contains(word) else { throw unexpected() }
    return column()
  }

  /// A name, or several with dots between them.
  mutating func column() -> SQLNode {
    let start = next.offset
    var names: [SQLName] = []
    repeat {
      switch next.kind {
      case .name(let name):
        names.append(
          SQLName(text: name, isQuoted: true, isInDoubleQuotes: next.written == "\""))
      default: names.append(SQLName(text: next.written, isQuoted: false))
      }
      takeAny()
    } while takeDot()
    return SQLNode(.column(names), start)
  }

  /// Takes a dot between two names.
  private mutating func takeDot() -> Bool {
    guard isNext(symbol: ".") else { return false }
    switch token(after: 1)?.kind {
    case .word?, .name?:
      takeAny()
      return true
    default: return false
    }
  }

  // MARK: Functions

  private static let patternFunctions = [
    "regexp_matches", "regexp_like", "regexp_full_match", "rlike", "regexp", "match",
  ]

  private mutating func function(_ word: String) throws(SQLFault) -> SQLNode {
    let offset = takeAny().offset
    takeAny()
    if word == "cast" {
      let inner = try expression()
      try require("as", "in `cast`")
      let call = try type()
      try require(symbol: ")", "behind the type of `cast`")
      return SQLNode(.call(call, [inner]), offset)
    }
    if Self.patternFunctions.contains(word) { return try pattern(word, offset) }
    guard let call = Operand.Call.names[word] else {
      let known = Operand.Call.names.keys.sorted() + ["cast", "regexp_matches"]
      let nearest = NearestWord.of(word, among: known)
      throw SQLFault(
        offset, "the function `\(word)` is not known",
        nearest.map { "`\($0)`" } ?? "one of " + known.joined(separator: ", "))
    }
    guard !isNext(symbol: ")") else { throw SQLFault(offset, "`\(word)` has no argument") }
    let arguments = try isSubstring(call) ? substringArguments() : self.arguments()
    let counts = Self.argumentCounts(call)
    guard counts.contains(arguments.count) else {
      let wanted =
        counts.lowerBound == counts.upperBound
        ? "\(counts.lowerBound)" : "\(counts.lowerBound) or more"
      throw SQLFault(
        offset, "`\(word)` has \(arguments.count) argument\(arguments.count == 1 ? "" : "s")",
        wanted)
    }
    return SQLNode(.call(call, arguments), offset)
  }

  private func isSubstring(_ call: Operand.Call) -> Bool { call == .substring }

  /// With commas, or with `from` and `for`.
  private mutating func substringArguments() throws(SQLFault) -> [SQLNode] {
    var parts = [try expression()]
    guard take("from") else {
      while take(symbol: ",") { parts.append(try expression()) }
      try require(symbol: ")", "in `substring`")
      return parts
    }
    parts.append(try expression())
    if take("for") { parts.append(try expression()) }
    try require(symbol: ")", "in `substring`")
    return parts
  }

  private static func argumentCounts(_ call: Operand.Call) -> ClosedRange<Int> {
    switch call {
    case .substring: 2...3
    case .startsWith, .nullIf: 2...2
    case .coalesce: 1...1000
    default: 1...1
    }
  }

  private mutating func pattern(_ word: String, _ offset: Int) throws(SQLFault) -> SQLNode {
    let value = try expression()
    try require(symbol: ",", "in `\(word)`")
    var (pattern, place) = try text("the pattern of `\(word)`")
    var anyCase = false
    if take(symbol: ",") {
      let (options, optionsPlace) = try text("the options of `\(word)`")
      guard options == "i" || options == "c" else {
        throw SQLFault(
          optionsPlace, "the options \(Complaint.quoted(options)) are not known", "'i' or 'c'")
      }
      anyCase = options == "i"
    }
    try require(symbol: ")", "in `\(word)`")
    if word == "regexp_full_match" { pattern = "\\A(?:\(pattern))\\z" }
    return SQLNode(.matches(value, pattern: pattern, anyCase: anyCase), place)
  }

  private mutating func cases(_ offset: Int) throws(SQLFault) -> SQLNode {
    let subject = isNext("when") ? nil : try expression()
    var branches: [(condition: SQLNode, result: SQLNode)] = []
    while isNext("when") {
      let place = takeAny().offset
      var condition = try expression()
      if let subject {
        condition = SQLNode(.call(.compare(.equal), [subject, condition]), place)
      }
      try require("then", "in `case`")
      branches.append((condition, try expression()))
      guard branches.count <= 1000 else {
        throw SQLFault(place, "`case` has more than 1,000 branches")
      }
    }
    guard !branches.isEmpty else { throw SQLFault(next.offset, "`case` has no `when`") }
    let otherwise = take("else") ? try expression() : nil
    try require("end", "in `case`")
    return SQLNode(.cases(branches, otherwise: otherwise), offset)
  }

  // MARK: Types and intervals

  /// The conversion to a type.
  mutating func type() throws(SQLFault) -> Operand.Call {
    guard case .word(let word) = next.kind else {
      throw SQLFault(next.offset, "\(next.shown) is not a type", Self.typesText)
    }
    let offset = takeAny().offset
    switch word {
    case "int", "integer", "bigint", "smallint", "tinyint", "int4", "int8", "hugeint":
      return .toInteger
    case "double":
      _ = take("precision")
      return .toNumber
    case "float", "real", "number": return .toNumber
    case "decimal", "numeric":
      let sizes = try self.sizes()
      guard let precision = sizes.first else { return .toNumber }
      let scale = sizes.count > 1 ? sizes[1] : 0
      guard precision > 0, precision <= 38, scale <= precision else {
        throw SQLFault(offset, "a decimal has at most 38 digits", "a type such as decimal(18, 2)")
      }
      return .toDecimal(precision: precision, scale: scale)
    case "varchar", "char", "text", "string", "character":
      _ = take("varying")
      guard try sizes().isEmpty else {
        throw SQLFault(offset, "a length in a type is not supported", "`substring`")
      }
      return .toText
    case "boolean", "bool": return .toTruth
    case "date": return .toDate
    case "timestamp", "datetime", "timestamptz": return .toMoment
    default:
      throw SQLFault(
        offset, "the type \(Complaint.quoted(word)) is not known", Self.typesText)
    }
  }

  private static let typesText =
    "integer, decimal, double, text, boolean, date or timestamp"

  /// The numbers in brackets behind a type.
  private mutating func sizes() throws(SQLFault) -> [Int] {
    guard take(symbol: "(") else { return [] }
    var sizes: [Int] = []
    repeat {
      guard case .number(let digits) = next.kind, let size = Int(digits), sizes.count < 2 else {
        throw SQLFault(next.offset, "\(next.shown) is not the size of a type", "decimal(18, 2)")
      }
      takeAny()
      sizes.append(size)
    } while take(symbol: ",")
    try require(symbol: ")", "behind the size of a type")
    return sizes
  }

  private static let units: [String: Interval] = [
    "year": Interval(months: 12), "month": Interval(months: 1), "week": Interval(seconds: 604_800),
    "day": Interval(seconds: 86_400), "hour": Interval(seconds: 3600),
    "minute": Interval(seconds: 60), "second": Interval(seconds: 1),
  ]

  /// `interval '1' day`, `interval '1 day'` and `interval 1 day`.
  private mutating func interval() throws(SQLFault) -> SQLNode {
    let start = takeAny().offset
    let token = takeAny()
    var words: [String] = []
    switch token.kind {
    case .text(let text): words = text.split(separator: " ").map { $0.lowercased() }
    case .number(let digits): words = [digits]
    default: break
    }
    if words.count == 1, case .word(let unit) = next.kind {
      takeAny()
      words.append(unit)
    }
    var sum = Interval()
    var rest = words[...]
    while rest.count >= 2, let count = Int(rest[rest.startIndex]), abs(count) <= 999_999 {
      let word = rest[rest.startIndex + 1]
      guard
        let unit = Self.units[word]
          ?? Self.units[String(word.dropLast(word.hasSuffix("s") ? 1 : 0))]
      else { break }
      sum.months += unit.months * count
      sum.seconds += unit.seconds * count
      rest = rest.dropFirst(2)
    }
    guard rest.isEmpty, !words.isEmpty, sum.isInRange else {
      throw SQLFault(
        token.offset, "this is not an interval",
        "a whole number and a unit from second to year, such as interval '30 days'")
    }
    return SQLNode(.interval(sum), start)
  }
}

/// Dates and times as SQL writes them.
enum SQLMoment {
  /// The text, if it is a date or a date-time that the model reads.
  static func standard(_ text: String, isDate: Bool) -> String? {
    guard Operand.Constant.isMoment(text), !isDate || text.utf8.count == 10 else { return nil }
    return text
  }

  static func example(_ word: String) -> String {
    word == "date"
      ? "date '2024-05-01', in the years from 0000 to 9999" : "timestamp '2024-05-01 12:00:00'"
  }
}

internal import BulkcheckCore
internal import BulkcheckDocument

/// Reads a text of SQL: a statement about a record, or a `select`.
///
/// It goes down by precedence: `or`, `and`, `not`, predicates, `||`, `+ -`, `* / %`, signs, `::`,
/// and what stands alone. Nesting is limited, and so is the length of chains such as `1 + 1 + …`,
/// which make a tree as deep as they are long.
struct SQLParser {
  static let depthMaximum = 100
  private static let chainMaximum = 150

  var tokens: ArraySlice<SQLToken>
  private var depth = 0
  private var chained = 0
  /// The names of the table, which may stand before those of columns.
  var tableNames: [String] = []

  static func statement(_ text: String) throws(SQLFault) -> SQLStatement {
    var parser = SQLParser(tokens: try SQLScanner.tokens(of: text)[...])
    let statement: SQLStatement
    if parser.isNext("select") {
      statement = .select(try parser.select())
    } else {
      if parser.isNext("with") {
        throw SQLFault(parser.next.offset, "`with` is not supported", "one `select`")
      }
      statement = .condition(try parser.expression())
    }
    _ = parser.take(symbol: ";")
    guard parser.next.kind == .end else { throw parser.unexpected() }
    return statement
  }

  private init(tokens: ArraySlice<SQLToken>) { self.tokens = tokens }

  // MARK: Tokens

  var next: SQLToken { tokens[tokens.startIndex] }

  func isNext(_ word: String, after distance: Int = 0) -> Bool {
    token(after: distance)?.kind == .word(word)
  }

  func isNext(symbol: String, after distance: Int = 0) -> Bool {
    token(after: distance)?.kind == .symbol(symbol)
  }

  func token(after distance: Int) -> SQLToken? {
    let index = tokens.startIndex + distance
    return index < tokens.endIndex ? tokens[index] : nil
  }

  /// Takes the next token, and never the end.
  @discardableResult
  mutating func takeAny() -> SQLToken {
    let token = next
    if token.kind != .end { tokens.removeFirst() }
    return token
  }

  mutating func take(_ word: String) -> Bool {
    guard isNext(word) else { return false }
    takeAny()
    return true
  }

  mutating func take(symbol: String) -> Bool {
    guard isNext(symbol: symbol) else { return false }
    takeAny()
    return true
  }

  mutating func require(symbol: String, _ what: String) throws(SQLFault) {
    guard take(symbol: symbol) else {
      throw SQLFault(next.offset, "\(next.shown) is not expected \(what)", "`\(symbol)`")
    }
  }

  mutating func require(_ word: String, _ what: String) throws(SQLFault) {
    guard take(word) else {
      throw SQLFault(next.offset, "\(next.shown) is not expected \(what)", "`\(word)`")
    }
  }

  /// A text literal.
  mutating func text(_ what: String) throws(SQLFault) -> (text: String, offset: Int) {
    guard case .text(let text) = next.kind else {
      throw SQLFault(next.offset, "\(what) is not a string", "a string such as 'abc'")
    }
    return (text, takeAny().offset)
  }

  /// The clauses that are known, but not supported.
  private static let clauses: Set<String> = [
    "join", "inner", "left", "right", "full", "cross", "group", "having", "order", "limit",
    "offset", "union", "intersect", "except", "over", "window", "qualify", "exists", "any", "all",
    "some", "collate", "returning", "select", "distinct", "filter", "within",
  ]

  func unexpected() -> SQLFault {
    if case .word(let word) = next.kind, Self.clauses.contains(word) {
      return SQLFault(
        next.offset, "`\(word)` is not supported",
        "a condition of one record, or `select` of one figure or of records from one table")
    }
    switch next.kind {
    case .end: return SQLFault(next.offset, "the SQL ends here", "a value")
    default: return SQLFault(next.offset, "\(next.shown) is not expected here")
    }
  }

  // MARK: Logic

  mutating func nested<Result>(
    _ body: (inout SQLParser) throws(SQLFault) -> Result
  ) throws(SQLFault) -> Result {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthMaximum else {
      throw SQLFault(next.offset, "the SQL is nested more than \(Self.depthMaximum) levels deep")
    }
    return try body(&self)
  }

  private mutating func countLink() throws(SQLFault) {
    chained += 1
    guard chained <= Self.chainMaximum else {
      throw SQLFault(next.offset, "more than \(Self.chainMaximum) operators stand in a row")
    }
  }

  mutating func expression() throws(SQLFault) -> SQLNode {
    try nested { (parser) throws(SQLFault) in
      let start = parser.next.offset
      var parts = [try parser.conjunction()]
      while parser.take("or") { parts.append(try parser.conjunction()) }
      return parts.count == 1 ? parts[0] : SQLNode(.or(parts), start)
    }
  }

  private mutating func conjunction() throws(SQLFault) -> SQLNode {
    let start = next.offset
    var parts = [try negation()]
    while take("and") { parts.append(try negation()) }
    return parts.count == 1 ? parts[0] : SQLNode(.and(parts), start)
  }

  private mutating func negation() throws(SQLFault) -> SQLNode {
    let start = next.offset
    // Operands of `and` and `or` stand beside each other in the tree.
    let before = chained
    defer { chained = before }
    guard take("not") else { return try predicate() }
    let inner = try nested { (parser) throws(SQLFault) in try parser.negation() }
    return SQLNode(.call(.not, [inner]), start)
  }

  // MARK: Predicates

  private static let comparisons: [String: ComparisonOperator] = [
    "=": .equal, "<>": .notEqual, "!=": .notEqual, "<": .less, "<=": .lessOrEqual,
    ">": .greater, ">=": .greaterOrEqual,
  ]

  private mutating func predicate() throws(SQLFault) -> SQLNode {
    var left = try concatenation()
    var isCompared = false
    var count = 0
    while true {
      if case .symbol(let symbol) = next.kind, let comparison = Self.comparisons[symbol] {
        guard !isCompared else {
          throw SQLFault(
            next.offset, "two comparisons follow each other", "parentheses, or `and` between them")
        }
        isCompared = true
        let offset = takeAny().offset
        left = SQLNode(.call(.compare(comparison), [left, try concatenation()]), offset)
      } else if isNext("is") {
        left = try isPredicate(left)
      } else if let word = predicateWord() {
        left = try predicate(word, left)
      } else {
        return left
      }
      // One alone makes no chain.
      count += 1
      if count > 1 { try countLink() }
    }
  }

  /// A predicate that may have `not` before it.
  private func predicateWord() -> String? {
    guard case .word(let word)? = token(after: isNext("not") ? 1 : 0)?.kind,
      ["in", "between", "like", "ilike", "rlike", "regexp"].contains(word)
    else { return nil }
    return word
  }

  private mutating func predicate(_ word: String, _ left: SQLNode) throws(SQLFault) -> SQLNode {
    let offset = next.offset
    let isNegated = take("not")
    takeAny()
    let node: SQLNode
    switch word {
    case "in":
      try require(symbol: "(", "behind `in`")
      if isNext("select") {
        throw SQLFault(next.offset, "a subquery is not supported", "a list of values")
      }
      node = SQLNode(.oneOf(left, try arguments()), offset)
    case "between":
      let low = try concatenation()
      try require("and", "in `between`")
      let high = try concatenation()
      node = SQLNode(
        .and([
          SQLNode(.call(.compare(.greaterOrEqual), [left, low]), offset),
          SQLNode(.call(.compare(.lessOrEqual), [left, high]), offset),
        ]), offset)
    case "like", "ilike":
      var parts = [left, try concatenation()]
      if take("escape") {
        let (escape, place) = try text("the character of `escape`")
        guard escape.unicodeScalars.count == 1 else {
          throw SQLFault(place, "`escape` takes one character", "a string such as '!'")
        }
        parts.append(SQLNode(.text(escape), place))
      }
      node = SQLNode(.call(word == "like" ? .like : .likeInAnyCase, parts), offset)
    default:
      let (pattern, place) = try text("the pattern of `\(word)`")
      node = SQLNode(.matches(left, pattern: pattern, anyCase: false), place)
    }
    return isNegated ? SQLNode(.call(.not, [node]), offset) : node
  }

  private mutating func isPredicate(_ left: SQLNode) throws(SQLFault) -> SQLNode {
    let offset = takeAny().offset
    let isNegated = take("not")
    let node: SQLNode
    if take("null") || take("unknown") {
      node = SQLNode(.isNull(left), offset)
    } else if take("true") {
      node = SQLNode(.call(.isTrue, [left]), offset)
    } else if take("false") {
      node = SQLNode(.call(.isFalse, [left]), offset)
    } else if take("distinct") {
      try require("from", "in `is distinct from`")
      let same = SQLNode(.call(.isSame, [left, try concatenation()]), offset)
      // `is distinct from` is the negated one.
      return isNegated ? same : SQLNode(.call(.not, [same]), offset)
    } else {
      throw SQLFault(
        next.offset, "\(next.shown) is not expected behind `is`",
        "`null`, `true`, `false` or `distinct from`")
    }
    return isNegated ? SQLNode(.call(.not, [node]), offset) : node
  }

  /// Expressions up to a closing bracket.
  mutating func arguments() throws(SQLFault) -> [SQLNode] {
    var parts = [try expression()]
    while take(symbol: ",") { parts.append(try expression()) }
    try require(symbol: ")", "in a list")
    return parts
  }

  // MARK: Values

  mutating func concatenation() throws(SQLFault) -> SQLNode {
    var left = try sum()
    while isNext(symbol: "||") {
      let offset = takeAny().offset
      left = SQLNode(.call(.concat, [left, try sum()]), offset)
      try countLink()
    }
    return left
  }

  private mutating func sum() throws(SQLFault) -> SQLNode {
    var left = try product()
    while isNext(symbol: "+") || isNext(symbol: "-") {
      let call: Operand.Call = isNext(symbol: "+") ? .add : .subtract
      let offset = takeAny().offset
      left = SQLNode(.call(call, [left, try product()]), offset)
      try countLink()
    }
    return left
  }

  private mutating func product() throws(SQLFault) -> SQLNode {
    var left = try signed()
    while true {
      let call: Operand.Call
      switch next.kind {
      case .symbol("*"): call = .multiply
      case .symbol("/"): call = .divide
      case .symbol("%"): call = .remainder
      default: return left
      }
      let offset = takeAny().offset
      left = SQLNode(.call(call, [left, try signed()]), offset)
      try countLink()
    }
  }

  private mutating func signed() throws(SQLFault) -> SQLNode {
    let start = next.offset
    let isNegative = isNext(symbol: "-")
    guard take(symbol: "-") || take(symbol: "+") else { return try converted() }
    let inner = try nested { (parser) throws(SQLFault) in try parser.signed() }
    guard isNegative else {
      return SQLNode(.call(.add, [SQLNode(.number("0"), start), inner]), start)
    }
    if case .number(let digits) = inner.content, !digits.hasPrefix("-") {
      return SQLNode(.number("-" + digits), start)
    }
    return SQLNode(.call(.negate, [inner]), start)
  }

  private mutating func converted() throws(SQLFault) -> SQLNode {
    var node = try primary()
    while isNext(symbol: "::") {
      let offset = takeAny().offset
      node = SQLNode(.call(try type(), [node]), offset)
      try countLink()
    }
    return node
  }
}

internal import BulkcheckCore

/// Reads an operand of `compare`: paths, numbers, `+ - *` between blanks, parentheses and
/// functions.
struct OperandParser {
  /// Why a text is not an operand.
  struct Fault: Error {
    var reason: String
    /// The text in quotes, where it may be meant as a name.
    var quoted: String?
  }

  private enum Token: Equatable {
    case open, close
    case operation(Operand.Operation)
    case word(String)
  }

  /// The most levels of parentheses.
  private static let depthMaximum = 64

  /// The most terms: they make a tree as deep as there are terms.
  private static let termsMaximum = 1000

  private let text: String
  private let reach: PathParser.Reach
  private var termCount = 0
  private var tokens: ArraySlice<Token> = []
  private var depth = 0

  /// - Parameter reach: what its paths may lead to.
  static func operand(
    _ text: String, reach: PathParser.Reach = .record
  ) throws(Fault) -> Operand {
    var parser = OperandParser(text: text, reach: reach)
    parser.tokens = try parser.scan()[...]
    if parser.tokens.isEmpty { throw Fault(reason: "it is empty") }
    let operand = try parser.sum()
    if let rest = parser.tokens.first { throw parser.fault(Self.reason(unread: rest)) }
    return operand
  }

  /// Why an operand ends before a token.
  private static func reason(unread token: Token) -> String {
    switch token {
    case .close: "a \")\" closes nothing"
    case .word("/"), .word("÷"): "division is not supported (use +, - and *)"
    default: "an operator is missing between two parts"
    }
  }

  private init(text: String, reach: PathParser.Reach) {
    self.text = text
    self.reach = reach
  }

  private func fault(_ reason: String) -> Fault {
    Fault(reason: reason, quoted: JSONText.quoted(text))
  }

  // MARK: Tokens

  private func scan() throws(Fault) -> [Token] {
    let scalars = Array(text.unicodeScalars)
    var tokens: [Token] = []
    var index = 0
    while index < scalars.count {
      switch scalars[index] {
      case " ", "\t", "\n", "\r": index += 1
      case "(":
        tokens.append(.open)
        index += 1
      case ")":
        tokens.append(.close)
        index += 1
      default:
        let end = try wordEnd(scalars, from: index)
        let word = String(String.UnicodeScalarView(scalars[index..<end]))
        // In parentheses `*` alone is a path, and `(` opens those of a function.
        let isOperand = tokens.last == .open && end < scalars.count && scalars[end] == ")"
        let operation = isOperand ? nil : Operand.Operation(rawValue: word)
        tokens.append(operation.map(Token.operation) ?? .word(word))
        index = end
      }
    }
    return tokens
  }

  /// A word ends at a blank or a parenthesis outside quotes.
  private func wordEnd(_ scalars: [Unicode.Scalar], from start: Int) throws(Fault) -> Int {
    var index = start
    var isQuoted = false
    while index < scalars.count {
      switch scalars[index] {
      case "\"": isQuoted.toggle()
      case "\\" where isQuoted: index += 1
      case " ", "\t", "\n", "\r", "(", ")": if !isQuoted { return index }
      default: break
      }
      index += 1
    }
    if isQuoted { throw Fault(reason: "a quoted name is not closed") }
    return min(index, scalars.count)
  }

  // MARK: Grammar

  private mutating func sum() throws(Fault) -> Operand {
    var left = try product()
    while case .operation(let operation)? = tokens.first, operation != .multiply {
      tokens.removeFirst()
      left = .operation(left, operation, try product())
    }
    return left
  }

  private mutating func product() throws(Fault) -> Operand {
    var left = try part()
    while tokens.first == .operation(.multiply) {
      tokens.removeFirst()
      left = .operation(left, .multiply, try part())
    }
    return left
  }

  private mutating func part() throws(Fault) -> Operand {
    termCount += 1
    guard termCount <= Self.termsMaximum else {
      throw Fault(reason: "it has more than \(DigitText.grouped(Self.termsMaximum)) terms")
    }
    switch tokens.popFirst() {
    case nil: throw fault("an operand is missing at its end")
    case .close?: throw fault("an operand is missing before \")\"")
    case .operation(let operation)?:
      throw fault("an operand is missing before \"\(operation.rawValue)\"")
    case .open?: return try inner()
    case .word(let word)?: return try self.word(word)
    }
  }

  /// Reads what is behind an opening bracket, and the closing one.
  private mutating func inner() throws(Fault) -> Operand {
    depth += 1
    guard depth <= Self.depthMaximum else {
      throw Fault(reason: "its parentheses are nested too deeply")
    }
    let inner = try sum()
    guard tokens.popFirst() == .close else { throw fault("a \"(\" is not closed") }
    depth -= 1
    return inner
  }

  private mutating func word(_ word: String) throws(Fault) -> Operand {
    guard tokens.first == .open else {
      if Self.isNumber(word) { return .number(word) }
      return .value(try path(word))
    }
    guard let function = Operand.Function(rawValue: word) else {
      throw fault("no function is named \(word), only length, count, sum, min and max")
    }
    tokens.removeFirst()
    if case .word(let argument)? = tokens.first, tokens.dropFirst().first == .close {
      tokens.removeFirst(2)
      return .function(function, .value(try path(argument)))
    }
    guard function.isOverSeveral else {
      throw fault("\(word) takes one path in parentheses")
    }
    let argument = try inner()
    if argument.hasFunction { throw fault("a function is inside another one") }
    return .function(function, argument)
  }

  private func path(_ word: String) throws(Fault) -> FieldPath {
    do {
      return try PathParser.path(word, reach: reach)
    } catch {
      throw fault(error.reason)
    }
  }

  /// Whether a word is a number as JSON writes it.
  private static func isNumber(_ word: String) -> Bool {
    var rest = Array(word.utf8)[...]
    func digits(_ rest: inout ArraySlice<UInt8>) -> Int {
      let count = rest.prefix { (0x30...0x39).contains($0) }.count
      rest = rest.dropFirst(count)
      return count
    }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let isZero = rest.first == UInt8(ascii: "0")
    let whole = digits(&rest)
    guard whole > 0, whole == 1 || !isZero else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard digits(&rest) > 0 else { return false }
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
        rest = rest.dropFirst()
      }
      guard digits(&rest) > 0 else { return false }
    }
    return rest.isEmpty
  }
}

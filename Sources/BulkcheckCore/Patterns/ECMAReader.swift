/// Reads a pattern of ECMA-262 and writes it for PCRE2; see ``ECMAPattern``.
struct ECMAReader {
  typealias Failure = ECMAPatternError

  /// The kind of an atom, as a quantifier behind it sees it.
  enum Atom {
    case character
    case reference
    case place
    case group(Int)
  }

  /// The least and the greatest number of turns; nil: any number.
  struct Quantifier {
    var least: Int
    var most: Int?
    var isLazy = false
  }

  let text: ByteView
  /// Whether it is read by the rules without the flag `u`.
  let isLenient: Bool
  /// Whether the text for PCRE2 is wanted; otherwise only whether this is a pattern.
  let translates: Bool
  let groups: ECMAGroupNames
  var position = 0
  var output: [UInt8] = []
  /// All groups, in the order in which they begin. The first one is the pattern itself.
  var nodes = [ECMANode()]
  /// The innermost group that is open here.
  var open = 0
  var references: [ECMAReference] = []
  /// The nodes of the groups that capture, by their number.
  var captures = [0]
  /// The numbers of the groups of each name.
  var named: [ExactText: [Int]] = [:]

  /// The limit of V8, which also bounds memory.
  static let nodesMaximum = 1 << 16
  /// PCRE2 has a limit of 250.
  static let depthMaximum = 240
  static let outputMaximum = 1 << 20
  /// The limit of PCRE2.
  static let turnsMaximum = 65535

  init(_ text: ByteView, isLenient: Bool, translates: Bool) {
    self.text = text
    self.isLenient = isLenient
    self.translates = translates
    groups = ECMAGroupNames(text)
  }

  /// The whole pattern.
  mutating func read() throws(Failure) {
    while let byte = next {
      let start = position
      switch byte {
      case UInt8(ascii: "|"): beginAlternative()
      case UInt8(ascii: "("): try openGroup()
      case UInt8(ascii: ")"): try closeGroup()
      case UInt8(ascii: "["): try characterClass()
      case UInt8(ascii: "\\"): try escape()
      case UInt8(ascii: "^"): try textStart()
      case UInt8(ascii: "$"): try textEnd()
      case UInt8(ascii: "."): try anyCharacter()
      case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"):
        throw mistake("nothing to repeat", at: start)
      case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "]"): try loneBracket(byte)
      default: try literal()
      }
      if output.count > Self.outputMaximum { throw untranslatable("it is too large", at: start) }
    }
    guard open == 0 else {
      throw mistake("the group has no closing )", at: nodes[open].offset)
    }
    try checkReferences()
  }

  // MARK: The text

  var next: UInt8? { position < text.count ? text[position] : nil }

  func byte(after distance: Int) -> UInt8? {
    position + distance < text.count ? text[position + distance] : nil
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// The code point here, which must be there.
  mutating func takeScalar() -> UInt32 {
    let (value, length) = text.scalar(at: position)
    position += length
    return value
  }

  func mistake(_ message: String, at offset: Int) -> Failure {
    ECMAPatternError(message: message, byteOffset: offset, isUntranslatable: false)
  }

  func untranslatable(_ message: String, at offset: Int) -> Failure {
    ECMAPatternError(message: message, byteOffset: offset, isUntranslatable: true)
  }

  // MARK: Atoms

  var flags: ECMANode.Flags { nodes[open].flags }

  private mutating func beginAlternative() {
    position += 1
    nodes[open].endAlternative()
    nodes[open].alternatives += 1
    emit("|")
  }

  private mutating func literal() throws(Failure) {
    let start = output.count
    emit(literal: takeScalar())
    try quantify(.character, from: start)
  }

  private mutating func loneBracket(_ byte: UInt8) throws(Failure) {
    guard isLenient else {
      throw mistake("a lone \(Unicode.Scalar(byte)) must be escaped", at: position)
    }
    if byte == UInt8(ascii: "{") {
      let start = position
      if try quantifier() != nil { throw mistake("nothing to repeat", at: start) }
    }
    try literal()
  }

  private mutating func textStart() throws(Failure) {
    position += 1
    let start = output.count
    emit(flags.contains(.multiline) ? "(?:^|(?<=\(Self.lineEnds)))" : "^")
    try quantify(.place, from: start)
  }

  private mutating func textEnd() throws(Failure) {
    position += 1
    let start = output.count
    emit(flags.contains(.multiline) ? "(?:$|(?=\(Self.lineEnds)))" : "$")
    try quantify(.place, from: start)
  }

  static let lineEnds = "[\\x{a}\\x{d}\\x{2028}\\x{2029}]"
  static let anything = "[\\x{0}-\\x{10ffff}]"

  private mutating func anyCharacter() throws(Failure) {
    position += 1
    let start = output.count
    emit(flags.contains(.dotAll) ? Self.anything : "[^\\x{a}\\x{d}\\x{2028}\\x{2029}]")
    try quantify(.character, from: start)
  }

  // MARK: Output

  mutating func emit(_ text: String) {
    if translates { output.append(contentsOf: text.utf8) }
  }

  mutating func emit(literal scalar: UInt32) {
    emit(scalar, special: Self.specialCharacters)
  }

  static let specialCharacters = Array("\\^$.|?*+()[]{}".utf8)

  /// A character, with a backslash if it is one of `special`.
  mutating func emit(_ scalar: UInt32, special: [UInt8]) {
    guard translates else { return }
    guard (0x20..<0x7F).contains(scalar) else {
      return emit("\\x{" + String(scalar, radix: 16) + "}")
    }
    let byte = UInt8(scalar)
    if special.contains(byte) { output.append(UInt8(ascii: "\\")) }
    output.append(byte)
  }
}

internal import PatternSyntax

/// Writes a pattern of ECMA-262 for PCRE2; see ``ECMAPattern``.
struct ECMATranslator {
  /// The kind of an item, as it matters to a quantifier behind it.
  enum Atom {
    case character
    case reference
    case place
    case group(Int)
  }

  var reader: PatternReader
  /// Whether the text for PCRE2 is wanted; otherwise only whether this is a pattern.
  let translates: Bool
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

  /// The limit of V8. It bounds the memory.
  static let nodesMaximum = 1 << 16
  /// PCRE2 has a limit of 250.
  private static let depthMaximum = 240
  static let outputMaximum = 1 << 20

  init(_ text: String, _ dialect: PatternReader.Dialect, translates: Bool = true) {
    reader = PatternReader(text, dialect, depthMaximum: translates ? Self.depthMaximum : .max)
    self.translates = translates
  }

  /// The whole pattern.
  mutating func read() throws(PatternError) {
    while let item = try reader.next() {
      let offset = reader.offset
      var start = output.count
      if let atom = try translate(item, at: offset) {
        if case .group(let node) = atom { start = nodes[node].outputStart }
        try quantify(atom, from: start)
      }
      if output.count > Self.outputMaximum {
        throw reader.untranslatable("it is too large", at: offset)
      }
    }
    try checkReferences()
  }

  /// Writes an item; nil if nothing can be repeated yet.
  private mutating func translate(
    _ item: PatternItem, at offset: Int
  ) throws(PatternError) -> Atom? {
    switch item {
    case .alternative:
      nodes[open].endAlternative()
      nodes[open].alternatives += 1
      emit("|")
      return nil
    case .open(let group):
      try openGroup(group, at: offset)
      return nil
    case .close: return .group(closeGroup())
    case .place(let place):
      emit(place)
      return .place
    case .reference(let number):
      refer(to: [number], at: offset)
      return .reference
    case .namedReference(let name):
      refer(to: [], name: name, at: offset)
      return .reference
    case .any: emit(flags.contains(.dotAll) ? Self.anything : "[^\(Self.lineEnds)]")
    case .set(let set): try emit(set, isInClass: false, at: offset)
    case .characterClass(let isNegated): try emitClass(isNegated: isNegated)
    case .character(let scalar):
      if Self.isSurrogate(scalar) { emit("(?!)") } else { emit(scalar, special: Self.special) }
    case .other: break
    }
    return .character
  }

  var flags: PatternFlags { nodes[open].flags }

  /// Half of a pair of surrogates, which no text has.
  static func isSurrogate(_ scalar: UInt32) -> Bool { (0xD800...0xDFFF).contains(scalar) }

  private mutating func refer(to numbers: [Int], name: String? = nil, at offset: Int) {
    references.append(
      ECMAReference(
        numbers: numbers, name: name, node: open, place: nodes[open].alternatives,
        nodesBefore: nodes.count, offset: offset, outputPosition: output.count))
  }

  // MARK: Output

  private static let lineEnds = "\\x{a}\\x{d}\\x{2028}\\x{2029}"
  static let anything = "[\\x{0}-\\x{10ffff}]"
  private static let special = Array("\\^$.|?*+()[]{}".utf8)

  mutating func emit(_ text: String) {
    if translates { output.append(contentsOf: text.utf8) }
  }

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

  private mutating func emit(_ place: PatternPlace) {
    let (isMultiline, isCaseless) = (flags.contains(.multiline), flags.contains(.caseless))
    switch place {
    case .lineStart: emit(isMultiline ? "(?:^|(?<=[\(Self.lineEnds)]))" : "^")
    case .lineEnd: emit(isMultiline ? "(?:$|(?=[\(Self.lineEnds)]))" : "$")
    // The long s and the Kelvin sign would count as letters.
    case .wordBoundary where isCaseless:
      emit("(?:(?<=[A-Za-z0-9_])(?![A-Za-z0-9_])|(?<![A-Za-z0-9_])(?=[A-Za-z0-9_]))")
    case .noWordBoundary where isCaseless:
      emit("(?:(?<=[A-Za-z0-9_])(?=[A-Za-z0-9_])|(?<![A-Za-z0-9_])(?![A-Za-z0-9_]))")
    default: emit(place == .wordBoundary ? "\\b" : "\\B")
    }
  }

  /// The quantifier behind an atom, if there is one; notes what the two mean for the group around
  /// them.
  private mutating func quantify(_ atom: Atom, from start: Int) throws(PatternError) {
    let offset = reader.position
    let quantifier = try reader.quantifier()
    if let quantifier {
      switch atom {
      case .place: throw reader.mistake("an assertion cannot be repeated", at: offset)
      case .group(let node): try repeatGroup(node, quantifier, from: start, at: offset)
      case .character, .reference: try emit(quantifier, at: offset)
      }
    }
    let consumes =
      switch atom {
      case .character: true
      case .reference, .place: false
      case .group(let node): !nodes[node].isAssertion && nodes[node].alwaysConsumes
      }
    if quantifier?.least != 0 {
      if consumes { nodes[open].consumes = true }
      nodes[open].isAtBeginning = false
    }
  }
}

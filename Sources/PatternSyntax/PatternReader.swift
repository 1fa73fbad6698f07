/// Reads a regular expression from left to right, item by item, without recursion.
///
/// It is the only reader of patterns. Three ask it: the translator of JSON Schema's patterns, the
/// tree of which the fast forms are made, and the macros, which run in the compiler without PCRE2.
/// `^[a-f]{2}(\d|x)` is
///
///     place(.lineStart)
///     characterClass    its member a-f, the quantifier {2}
///     open(.capturing)
///     set(\d)
///     alternative
///     character(x)
///     close
///
/// After a class ask ``member()`` until it is nil, and after each item ``quantifier()`` once.
///
/// In the dialect of ECMA-262 every mistake is found. PCRE2 judges its patterns itself: of these
/// only what every version takes for a mistake is one, so a right pattern is never refused. Some
/// syntax is not followed here (verbs, callouts, options of extended patterns, quotations in
/// classes); the error then says so (``PatternError/isUntranslatable``).
package struct PatternReader {
  package enum Dialect: Sendable {
    case pcre2
    /// ECMA-262 with the flag `u`.
    case ecma
    /// ECMA-262 with the flag `u`, but any punctuation may be escaped without need, as other
    /// validators have it.
    case ecmaWithNeedlessEscapes
    /// The rules without the flag `u` (annex B of ECMA-262): `\-`, `[\w-.]`, `{`.
    case ecmaWithoutUnicode
  }

  /// PCRE2's limit of a count.
  package static let countMaximum = 65_535

  let text: [Unicode.Scalar]
  let dialect: Dialect
  /// The groups of a pattern of ECMA-262: a number beyond them is not a reference.
  let groups: GroupNames
  private let depthMaximum: Int
  /// The place where reading goes on. Places are counted in code points.
  package internal(set) var position = 0
  /// The place where the last item, or member of a class, begins.
  package internal(set) var offset = 0
  private var openGroups: [Int] = []
  var classOffset = 0
  var isFirstMember = false
  /// Whether the last item may have a quantifier: not at a start, a bar or an opening parenthesis.
  private var isRepeatable = false

  /// - Parameter depthMaximum: groups that are nested deeper are ``PatternError/isUntranslatable``.
  package init(_ pattern: String, _ dialect: Dialect, depthMaximum: Int = .max) {
    var text: [Unicode.Scalar] = []
    text.reserveCapacity(pattern.utf8.count)
    text.append(contentsOf: pattern.unicodeScalars)
    self.text = text
    self.dialect = dialect
    self.depthMaximum = depthMaximum
    groups = dialect == .pcre2 ? GroupNames() : GroupNames(text)
  }

  package var isWithoutUnicode: Bool { dialect == .ecmaWithoutUnicode }
  var isPCRE2: Bool { dialect == .pcre2 }
  var hasUnicodeFlag: Bool { dialect == .ecma || dialect == .ecmaWithNeedlessEscapes }

  /// The next item; nil at the end of the pattern.
  package mutating func next() throws(PatternError) -> PatternItem? {
    offset = position
    guard let scalar = takeScalar() else {
      guard let group = openGroups.last else { return nil }
      throw mistake(
        isPCRE2 ? "this group is not closed by )" : "the group has no closing )", at: group)
    }
    let hasItemBefore = isRepeatable
    isRepeatable = true
    switch scalar {
    case "|":
      isRepeatable = false
      return .alternative
    case "(": return try group()
    case ")":
      guard openGroups.popLast() != nil else { throw mistake("this ) closes no group", at: offset) }
      return .close
    case "[":
      classOffset = offset
      isFirstMember = true
      return .characterClass(isNegated: take("^"))
    case "\\": return try escape()
    case "^": return .place(.lineStart)
    case "$": return .place(.lineEnd)
    case ".": return .any
    case "{", "}", "]":
      if hasUnicodeFlag { throw mistake("a lone \(scalar) must be escaped", at: offset) }
      return scalar == "{" ? try strayQuantifier(hasItemBefore) : .character(scalar.value)
    case "*", "+", "?": return try strayQuantifier(hasItemBefore)
    default: return .character(scalar.value)
    }
  }

  // MARK: The text

  func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    position + distance < text.count ? text[position + distance] : nil
  }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek() == scalar else { return false }
    position += 1
    return true
  }

  mutating func takeScalar() -> Unicode.Scalar? {
    guard let scalar = peek() else { return nil }
    position += 1
    return scalar
  }

  /// Goes behind the next occurrence of a character.
  mutating func skip(behind scalar: Unicode.Scalar) -> ArraySlice<Unicode.Scalar>? {
    guard let end = text[position...].firstIndex(of: scalar) else { return nil }
    defer { position = end + 1 }
    return text[position..<end]
  }

  /// - Parameter offset: an ``offset`` that was read before.
  package func mistake(
    _ message: String, at offset: Int, isUntranslatable: Bool = false
  ) -> PatternError {
    PatternError(
      message: message,
      byteOffset: text[..<offset].reduce(0) { $0 + Unicode.UTF8.width($1) },
      isUntranslatable: isUntranslatable)
  }

  package func untranslatable(_ message: String, at offset: Int) -> PatternError {
    mistake(message, at: offset, isUntranslatable: true)
  }

  var notFollowed: PatternError {
    untranslatable("what is behind this is not followed", at: offset)
  }

  // MARK: Groups

  /// A group, behind its parenthesis, or something else that has the form of one.
  private mutating func group() throws(PatternError) -> PatternItem {
    guard openGroups.count < depthMaximum else {
      throw untranslatable("groups are nested too deeply", at: offset)
    }
    guard take("?") else {
      if isPCRE2, peek() == "*" { throw notFollowed }
      return open(.capturing(name: nil))
    }
    switch peek() {
    case ":": return skipOneAndOpen(.plain)
    case "=": return skipOneAndOpen(.lookahead(isNegated: false))
    case "!": return skipOneAndOpen(.lookahead(isNegated: true))
    case "<":
      position += 1
      if take("=") { return open(.lookbehind(isNegated: false)) }
      if take("!") { return open(.lookbehind(isNegated: true)) }
      return open(.capturing(name: try groupName()))
    default: return isPCRE2 ? try groupOfPCRE2() : open(try modifiers())
    }
  }

  private mutating func open(_ group: PatternGroup) -> PatternItem {
    openGroups.append(offset)
    isRepeatable = false
    return .open(group)
  }

  private mutating func skipOneAndOpen(_ group: PatternGroup) -> PatternItem {
    position += 1
    return open(group)
  }

  /// The name of a group and what ends it.
  mutating func groupName(end: Unicode.Scalar = ">") throws(PatternError) -> String {
    let start = position
    var name = String.UnicodeScalarView()
    while let scalar = takeScalar(), scalar != end {
      let code = scalar == "\\" && !isPCRE2 && take("u") ? unicodeEscape() : scalar.value
      guard let character = code.flatMap(Unicode.Scalar.init),
        isNameCharacter(character, isFirst: name.isEmpty)
      else { break }
      name.append(character)
    }
    let isClosed = position > start && text[position - 1] == end
    if isClosed, isPCRE2 || !name.isEmpty { return String(name) }
    throw isPCRE2 ? notFollowed : mistake("a group's name is not an identifier", at: start)
  }

  private func isNameCharacter(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    if isPCRE2 { return scalar.isWord }
    return switch scalar {
    case "$", "_": true
    case "\u{200C}", "\u{200D}": !isFirst
    default: isFirst ? scalar.properties.isIDStart : scalar.properties.isIDContinue
    }
  }

  /// `ims-ims:` of ECMA-262, behind the question mark.
  private mutating func modifiers() throws(PatternError) -> PatternGroup {
    var added: PatternFlags = []
    var removed: PatternFlags = []
    var isRemoving = false
    while let scalar = takeScalar(), scalar != ":" {
      if scalar == "-", !isRemoving {
        isRemoving = true
        continue
      }
      let flag: PatternFlags =
        switch scalar {
        case "i": .caseless
        case "m": .multiline
        case "s": .dotAll
        default: []
        }
      guard !flag.isEmpty, added.union(removed).isDisjoint(with: flag) else { break }
      if isRemoving { removed.formUnion(flag) } else { added.formUnion(flag) }
    }
    guard text[position - 1] == ":", !added.union(removed).isEmpty else {
      throw mistake("unknown kind of group", at: offset)
    }
    return .flags(added: added, removed: removed)
  }

  /// A group of a kind that only PCRE2 has, or something in parentheses that is not a group.
  private mutating func groupOfPCRE2() throws(PatternError) -> PatternItem {
    switch peek() {
    case ">", "|": return skipOneAndOpen(.other)
    case "#":
      if skip(behind: ")") != nil { return .other }
      throw mistake("this comment is not closed by )", at: offset)
    case "(":
      // A condition: its own parentheses are read as a group.
      return open(.other)
    case "'":
      position += 1
      return open(.capturing(name: try groupName(end: "'")))
    case "P" where peek(1) == "<":
      position += 2
      return open(.capturing(name: try groupName()))
    default: return try optionsOrReference()
    }
  }

  /// `(?i)`, `(?i:`, `(?R)`, `(?1)`, `(?&name)`, `(?P>name)` and their like.
  private mutating func optionsOrReference() throws(PatternError) -> PatternItem {
    let start = position
    while let scalar = peek(), scalar.isWord || "^-+&>=".unicodeScalars.contains(scalar) {
      position += 1
    }
    let inside = text[start..<position]
    // Blanks and comments count differently under `x`; a callout has a syntax of its own.
    guard let first = inside.first, first != "C", !inside.contains("x") else { throw notFollowed }
    if take(")") { return .other }
    guard take(":"), inside.allSatisfy("imnsJUaDSWPT^-".unicodeScalars.contains) else {
      throw notFollowed
    }
    return open(.other)
  }

  // MARK: Quantifiers

  /// The quantifier of the last item; nil if it has none.
  package mutating func quantifier() throws(PatternError) -> PatternQuantifier? {
    guard isRepeatable, var quantifier = try turns() else { return nil }
    quantifier.isLazy = take("?")
    quantifier.isPossessive = isPCRE2 && !quantifier.isLazy && take("+")
    return quantifier
  }

  private mutating func turns() throws(PatternError) -> PatternQuantifier? {
    let start = position
    switch takeScalar() {
    case "*": return PatternQuantifier(least: 0, most: nil)
    case "+": return PatternQuantifier(least: 1, most: nil)
    case "?": return PatternQuantifier(least: 0, most: 1)
    case "{":
      if let counts = try counts(from: start) { return counts }
      fallthrough
    default:
      position = start
      return nil
    }
  }

  /// `2}`, `2,}` or `2,5}`, behind the brace; nil if nothing of the kind is here.
  private mutating func counts(from start: Int) throws(PatternError) -> PatternQuantifier? {
    guard let least = count() else { return nil }
    var counts = PatternQuantifier(least: least, most: least)
    if take(",") { counts.most = count() }
    guard take("}") else { return nil }
    if isPCRE2, max(least, counts.most ?? 0) > Self.countMaximum {
      throw mistake("a count must be at most \(Self.countMaximum)", at: start)
    }
    if let most = counts.most, most < least {
      throw mistake("the minimum count is above the maximum", at: start)
    }
    return counts
  }

  private mutating func count() -> Int? {
    let start = position
    var value = 0
    while let digit = peek()?.digitValue {
      value = min(value * 10 + digit, 1 << 31)
      position += 1
    }
    return position > start ? value : nil
  }

  /// A quantifier where an item is expected, or a brace that begins none.
  private mutating func strayQuantifier(_ hasItemBefore: Bool) throws(PatternError) -> PatternItem {
    position = offset
    if try turns() != nil {
      guard isPCRE2 else { throw mistake("nothing to repeat", at: offset) }
      // Behind another quantifier: versions differ.
      if hasItemBefore { return .other }
      throw mistake("nothing to repeat before this", at: offset)
    }
    position = offset + 1
    guard isPCRE2 else { return .character(0x7B) }
    // A literal where no count follows; what counts look like differs between versions.
    guard let next = peek(), next.digitValue == nil, next != ",", next > " " else { return .other }
    return .character(0x7B)
  }
}

extension PatternReader {
  /// The groups of a pattern, as a first pass finds them.
  struct GroupNames {
    /// How many groups capture.
    var count = 0
    /// Whether some have names, so that `\k` is a reference by name.
    var hasNames = false

    init() {}

    init(_ text: [Unicode.Scalar]) {
      var position = 0
      var isInClass = false
      while position < text.count {
        switch text[position] {
        case "\\": position += 1
        case "[": isInClass = true
        case "]": isInClass = false
        case "(" where !isInClass: note(text[(position + 1)...].prefix(3))
        default: break
        }
        position += 1
      }
    }

    /// A group, by what is behind its parenthesis.
    private mutating func note(_ start: ArraySlice<Unicode.Scalar>) {
      guard start.first == "?" else {
        count += 1
        return
      }
      guard start.count > 2, start.dropFirst().first == "<", start.last != "=", start.last != "!"
      else { return }
      count += 1
      hasNames = true
    }
  }

  /// The first mistake of a pattern of PCRE2 that is certainly one; nil if there is none, or none
  /// that can be told from the text alone.
  package static func mistake(in pattern: String) -> PatternError? {
    var reader = PatternReader(pattern, .pcre2)
    do throws(PatternError) {
      while let item = try reader.next() {
        if case .characterClass = item { while try reader.member() != nil {} }
        _ = try reader.quantifier()
      }
      return nil
    } catch {
      return error.isUntranslatable ? nil : error
    }
  }
}

extension Unicode.Scalar {
  var digitValue: Int? { ("0"..."9").contains(self) ? Int(value) - 0x30 : nil }

  var hexDigitValue: UInt32? {
    switch self {
    case "0"..."9": value - 0x30
    case "a"..."f", "A"..."F": (value | 0x20) - 0x57
    default: nil
    }
  }

  var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }

  var isWord: Bool { isASCIILetter || digitValue != nil || self == "_" }
}

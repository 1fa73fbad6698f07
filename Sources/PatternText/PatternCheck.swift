/// Finds what is certainly wrong with a regular expression by its text alone.
///
/// The compiler runs macros without the pattern engine. So this reads just enough of the syntax to
/// follow groups, classes and repetitions: `a(b` lacks a parenthesis, `*a` has nothing to repeat,
/// `a{3,1}` counts backwards. A right pattern must never be refused: where the text uses something
/// that is not followed here (comments of extended patterns, verbs, callouts) nothing is said. A
/// test holds every mistake that is found against the engine.
package struct PatternCheck {
  /// PCRE2's limit of a count.
  private static let countMaximum = 65_535

  private let bytes: [UInt8]
  private var position = 0
  private var openGroups: [Int] = []
  /// There is certainly nothing before this that could be repeated.
  private var nothingBefore = true
  private var mistake: PatternMistake?
  /// Something that is not followed here: the rest says nothing.
  private var isBeyondUs = false

  private init(_ pattern: String) { bytes = Array(pattern.utf8) }

  /// The first mistake; nil if there is none, or none that can be told from here.
  package static func mistake(in pattern: String) -> PatternMistake? {
    var check = PatternCheck(pattern)
    return check.run()
  }

  private mutating func run() -> PatternMistake? {
    while position < bytes.count && mistake == nil && !isBeyondUs { item() }
    if isBeyondUs { return nil }
    if mistake == nil, let open = openGroups.last { fail("this group is not closed by )", open) }
    return mistake
  }

  private mutating func item() {
    switch bytes[position] {
    case UInt8(ascii: "\\"): escape()
    case UInt8(ascii: "["): characterClass()
    case UInt8(ascii: "("): group()
    case UInt8(ascii: ")"): close()
    case UInt8(ascii: "|"):
      position += 1
      nothingBefore = true
    case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"): repetition(length: 1)
    case UInt8(ascii: "{"): count()
    default: pass(1)
    }
  }

  // MARK: Groups

  private mutating func close() {
    if openGroups.popLast() == nil { return fail("this ) closes no group", position) }
    pass(1)
  }

  private mutating func group() {
    let start = position
    if peek(1) == UInt8(ascii: "*") { return giveUp() }
    if peek(1) != UInt8(ascii: "?") { return open(start, length: 1) }
    switch peek(2) {
    case UInt8(ascii: "#"): comment(start)
    case UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: ">"),
      UInt8(ascii: "|"):
      open(start, length: 3)
    case UInt8(ascii: "<"):
      if peek(3) == UInt8(ascii: "=") || peek(3) == UInt8(ascii: "!") {
        open(start, length: 4)
      } else {
        named(start, nameAt: 3, end: UInt8(ascii: ">"))
      }
    case UInt8(ascii: "'"): named(start, nameAt: 3, end: UInt8(ascii: "'"))
    case UInt8(ascii: "P") where peek(3) == UInt8(ascii: "<"):
      named(start, nameAt: 4, end: UInt8(ascii: ">"))
    case UInt8(ascii: "("):
      // A condition: its own parentheses are read as a group.
      openGroups.append(start)
      pass(2)
    default: optionsOrReference(start)
    }
  }

  private mutating func open(_ start: Int, length: Int) {
    openGroups.append(start)
    position += length
    nothingBefore = true
  }

  private mutating func named(_ start: Int, nameAt offset: Int, end: UInt8) {
    guard let last = index(of: end, from: position + offset),
      bytes[(position + offset)..<last].allSatisfy(Self.isWord)
    else { return giveUp() }
    open(start, length: last + 1 - position)
  }

  private mutating func comment(_ start: Int) {
    guard let end = index(of: UInt8(ascii: ")"), from: position) else {
      return fail("this comment is not closed by )", start)
    }
    pass(end + 1 - position)
  }

  /// `(?i)`, `(?i:`, `(?R)`, `(?1)`, `(?&name)`, `(?P>name)` and their like.
  private mutating func optionsOrReference(_ start: Int) {
    var end = position + 2
    while end < bytes.count, Self.isWord(bytes[end]) || "^-+&>=".utf8.contains(bytes[end]) {
      end += 1
    }
    let text = bytes[(position + 2)..<end]
    let isReference = text.contains { !"imnsxJUaDSWPT^-".utf8.contains($0) }
    if text.isEmpty || end == bytes.count { return giveUp() }
    // Blanks and comments count differently under `x`; a callout has a syntax of its own.
    if text.contains(UInt8(ascii: "x")) || text.first == UInt8(ascii: "C") { return giveUp() }
    switch bytes[end] {
    case UInt8(ascii: ")"): pass(end + 1 - position)
    case UInt8(ascii: ":") where !isReference: open(start, length: end + 1 - position)
    default: giveUp()
    }
  }

  // MARK: Repetitions

  private mutating func repetition(length: Int) {
    if nothingBefore { return fail("nothing to repeat before this", position) }
    position += length
    // Lazy or possessive.
    if peek(0) == UInt8(ascii: "?") || peek(0) == UInt8(ascii: "+") { position += 1 }
  }

  /// `{2}`, `{2,}`, `{2,3}`; anything else after `{` is text, or an engine's matter.
  private mutating func count() {
    var end = position + 1
    guard let least = number(&end) else { return pass(1) }
    var greatest: Int? = least
    if end < bytes.count, bytes[end] == UInt8(ascii: ",") {
      end += 1
      greatest = number(&end)
    }
    guard end < bytes.count, bytes[end] == UInt8(ascii: "}") else { return pass(1) }
    if max(least, greatest ?? 0) > Self.countMaximum {
      return fail("a count must be at most \(Self.countMaximum)", position)
    }
    if let greatest, greatest < least {
      return fail("the minimum count is above the maximum", position)
    }
    repetition(length: end + 1 - position)
  }

  /// The number at `end`, which moves behind it. Cut off far above the limit.
  private func number(_ end: inout Int) -> Int? {
    let start = end
    var value = 0
    while end < bytes.count, Self.isDigit(bytes[end]) {
      value = min(value * 10 + Int(bytes[end] - UInt8(ascii: "0")), 1_000_000)
      end += 1
    }
    return end > start ? value : nil
  }

  // MARK: Escapes

  private mutating func escape() {
    guard let letter = peek(1) else { return fail("nothing follows the last \\", position) }
    switch letter {
    case UInt8(ascii: "Q"):
      let end = quotationEnd(from: position + 2)
      pass(end - position)
    case UInt8(ascii: "c"):
      if position + 2 >= bytes.count { return giveUp() }
      pass(3)
    case UInt8(ascii: "x"), UInt8(ascii: "o"), UInt8(ascii: "u"), UInt8(ascii: "N"),
      UInt8(ascii: "p"), UInt8(ascii: "P"), UInt8(ascii: "g"), UInt8(ascii: "k"):
      // The braces behind belong to the escape and count nothing.
      guard peek(2) == UInt8(ascii: "{") else { return pass(2) }
      guard let end = index(of: UInt8(ascii: "}"), from: position) else { return giveUp() }
      pass(end + 1 - position)
    default: pass(2)
    }
  }

  /// Behind the `\E` that ends a quotation, or the end of the pattern.
  private func quotationEnd(from start: Int) -> Int {
    var end = start
    while end + 1 < bytes.count {
      if bytes[end] == UInt8(ascii: "\\") && bytes[end + 1] == UInt8(ascii: "E") { return end + 2 }
      end += 1
    }
    return bytes.count
  }

  // MARK: Classes

  private mutating func characterClass() {
    var reader = ClassReader(bytes, position + 1)
    switch reader.read() {
    case .closed: pass(reader.position - position)
    case .open: fail("this class is not closed by ]", position)
    case .backwards(let offset): fail("this range runs backwards", offset)
    case .beyondUs: giveUp()
    }
  }

  // MARK: Steps

  /// Behind something that may be repeated, or of which we do not know whether it may.
  private mutating func pass(_ length: Int) {
    position += length
    nothingBefore = false
  }

  private mutating func fail(_ message: String, _ offset: Int) {
    mistake = PatternMistake(message: message, byteOffset: offset)
  }

  private mutating func giveUp() { isBeyondUs = true }

  private func peek(_ offset: Int) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  private func index(of byte: UInt8, from start: Int) -> Int? {
    start < bytes.count ? bytes[start...].firstIndex(of: byte) : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  private static func isWord(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte | 0x20 &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_")
  }
}

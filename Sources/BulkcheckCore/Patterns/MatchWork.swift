/// The work that matching one text may cost, counted by the callouts of ``GuardedCode``.
///
/// PCRE2's own limit counts the turns of groups, and starts again at each place where a match may
/// start. It sees neither the turns of simple loops nor the number of starts. So
/// `(?:[0-9]|ab)+[a-z]` could take time that grows with the square of the text, 0.15 s for 10 kB
/// and 18 s for 100 kB. A callout comes before each item of the pattern and is told the place in
/// the text: the distance from the one before is the length of what a loop has run through. The sum
/// depends on nothing but the pattern and the text, so the same text has the same outcome
/// everywhere.
struct MatchWork: BitwiseCopyable {
  private var left = 0
  private var place = 0
  /// The pattern's text, if it has back references: what they compare is not seen otherwise.
  private var pattern: ByteView?

  /// A callout takes about as long as a loop needs for so many bytes.
  private static let calloutCost = 16
  /// Texts of some bytes: about 10 ms.
  private static let least = 1 << 24
  /// For each byte of a text. Up to 4 kB patterns may take time that grows with its square.
  private static let perByte = 1 << 17
  /// The most work for long texts, about 0.2 s…
  private static let most = 1 << 29
  /// … and for each byte: enough for any pattern that looks at each byte a few times.
  private static let perByteAlways = 1 << 8

  /// The budget of work for a text of some bytes.
  static func budget(bytes: Int) -> Int {
    // A text is shorter than 2^40 bytes, so that nothing overflows.
    min(least + perByte * min(bytes, most), most) + perByteAlways * min(bytes, 1 << 40)
  }

  /// Begins to count for a text.
  mutating func begin(bytes: Int) {
    left = MatchWork.budget(bytes: bytes)
    place = 0
  }

  /// Goes on with a code, which may be another one.
  mutating func go(on code: GuardedCode, hasBackReferences: Bool) {
    pattern = hasBackReferences ? code.patternText : nil
  }

  /// A callout at a place of the text, before an item of the pattern. False if the text has had its
  /// share.
  ///
  /// - Parameter bytesInGroups: what a back reference may compare: all that groups hold.
  @inline(__always)
  mutating func count(at now: Int, item: Int, bytesInGroups: @autoclosure () -> Int) -> Bool {
    left -= MatchWork.calloutCost + abs(now - place)
    place = now
    if let pattern, item + 1 < pattern.count, MatchWork.isBackReference(pattern, item) {
      left -= bytesInGroups()
    }
    return left >= 0
  }

  /// `\1`, `\g{name}`, `\k<name>`, `(?P=name)`.
  private static func isBackReference(_ pattern: ByteView, _ item: Int) -> Bool {
    let next = pattern[item + 1]
    if pattern[item] == UInt8(ascii: "\\") {
      return next &- UInt8(ascii: "1") < 9 || next == UInt8(ascii: "g") || next == UInt8(ascii: "k")
    }
    return pattern[item] == UInt8(ascii: "(") && next == UInt8(ascii: "?")
  }
}

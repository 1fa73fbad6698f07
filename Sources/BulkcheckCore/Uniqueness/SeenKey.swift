/// A key that a `unique` rule has seen, and the line of its first record: 16 bytes.
///
///     order  64 bits of the fingerprint, mixed with the rule: keys are sorted by them alone
///     rest   24 more bits of the fingerprint, then 40 bits of the line
///
/// 88 bits of a fingerprint that is keyed at random tell keys apart: with a billion of them, the
/// chance that any two are taken for equal is about 1 in 600 million. The bits left over hold the
/// line, so that it costs no memory.
struct SeenKey: BitwiseCopyable {
  var order: UInt64
  var rest: UInt64

  private static let lineBits: UInt64 = 40
  private static let lineMaximum: UInt64 = (1 << lineBits) - 1

  /// No key: lines count from 1, so that a key is never all zero.
  static let none = SeenKey(order: 0, rest: 0)

  private init(order: UInt64, rest: UInt64) {
    self.order = order
    self.rest = rest
  }

  /// - Parameter line: from 1, over all inputs.
  @inline(__always)
  init(_ fingerprint: Fingerprint, of rule: RuleNumber, line: Int) {
    // Equal values under two rules are different keys: an odd factor gives each number its own
    // word.
    let salt = UInt64(truncatingIfNeeded: rule.value) &* 0x9e37_79b9_7f4a_7c15
    let line = min(UInt64(truncatingIfNeeded: max(line, 1)), SeenKey.lineMaximum)
    order = fingerprint.low ^ salt
    rest = fingerprint.high & ~SeenKey.lineMaximum | line
  }

  @inline(__always)
  var isNone: Bool { rest == 0 }

  /// nil where the number is too large to be kept.
  var line: Int? {
    let line = rest & SeenKey.lineMaximum
    return line == SeenKey.lineMaximum ? nil : Int(line)
  }

  /// Whether both are the same key, wherever it was seen.
  @inline(__always)
  func isSame(as other: SeenKey) -> Bool {
    order == other.order && (rest ^ other.rest) &>> SeenKey.lineBits == 0
  }
}

/// Reads the shape of one text at a time, and keeps what all fields of a summary need for their
/// texts.
struct ShapeReader: ~Copyable {
  /// A longer text is not a code that a pattern would describe.
  static let textBytesMaximum = 24

  /// Held directly: one check less than for a global on every text.
  let hashSeed = ByteHash.processSeed
  let formats = FormatExceptions.formats

  /// The classes of characters of the text at hand, if it is short.
  private var classes = TextClasses()
  /// The length of the text at hand in code points.
  private(set) var length = 0
  /// The classes of characters of the text at hand, by the bits of ``TextClasses``; 127 if it is
  /// long or has others.
  private(set) var characterSet: UInt8 = 127
  /// The text at hand is made of letters, digits, `_`, `-` and `.` alone.
  @inline(__always)
  var isWord: Bool { characterSet & TextClasses.other == 0 }
  /// The text at hand has a shape: it is not longer than ``textBytesMaximum``, and all printable
  /// ASCII.
  private(set) var hasShape = false

  /// Runs of one class each: `AB-0142` is upper 2, `-`, digit 4.
  let fine = Storage<ShapeRun>(
    capacity: ShapeTable.runsMaximum + 1,
    repeating: .none)
  private(set) var fineCount = 0
  private(set) var fineHash: UInt64 = 0
  /// Runs of letters and digits, mixed: `3f9a-x1` is word 4, `-`, word 2.
  let coarse = Storage<ShapeRun>(
    capacity: ShapeTable.runsMaximum + 1,
    repeating: .none)
  private(set) var coarseCount = 0
  private(set) var coarseHash: UInt64 = 0

  /// The number that the text that was added last has among the values kept of its field, or -1.
  var valueNumber = -1

  deinit {
    fine.deallocate()
    coarse.deallocate()
  }

  /// Looks at a text.
  @inline(__always)
  mutating func read(_ text: ByteView) {
    if text.count <= TextClasses.textBytesMaximum {
      classes.read(text)
      length = classes.codepoints
      let set = classes.set
      // Which else occur does not matter where others do.
      characterSet = set & TextClasses.other == 0 ? set : 127
      hasShape = text.count <= ShapeReader.textBytesMaximum && classes.isPrintable
    } else {
      length = TextLength.codepoints(text)
      characterSet = 127
      hasShape = false
    }
  }

  /// Reads the runs of the text at hand, which has a shape.
  mutating func readRuns(_ text: ByteView) {
    fineCount = 0
    coarseCount = 0
    fineHash = 0
    coarseHash = 0
    var starts = classes.runStarts
    while starts != 0 {
      let position = starts.trailingZeroBitCount
      starts &= starts &- 1
      let end = starts == 0 ? text.count : starts.trailingZeroBitCount
      append(text[position], UInt8(truncatingIfNeeded: end &- position))
    }
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8, _ length: UInt8) {
    let classes = ShapeReader.classes(of: byte)
    let literal = classes == 0 ? byte : 0
    let run = ShapeRun(literal: literal, classes: classes, minimum: length, maximum: length)
    fine[fineCount] = run
    fineCount &+= 1
    fineHash = ShapeReader.mix(fineHash, UInt64(literal) | UInt64(classes) << 8)
    if literal == 0, coarseCount > 0, coarse[coarseCount &- 1].literal == 0 {
      coarse[coarseCount &- 1].classes |= classes
      coarse[coarseCount &- 1].minimum &+= length
      coarse[coarseCount &- 1].maximum &+= length
      return
    }
    coarse[coarseCount] = run
    coarseCount &+= 1
    coarseHash = ShapeReader.mix(coarseHash, UInt64(literal) &+ 1)
  }

  @inline(__always)
  private static func classes(of byte: UInt8) -> UInt8 {
    if byte &- 0x30 < 10 { return ShapeRun.digit }
    if (byte | 0x20) &- 0x61 < 26 { return byte & 0x20 == 0 ? ShapeRun.upper : ShapeRun.lower }
    return 0
  }

  /// A hash of the fine runs of the text at hand with their lengths, for which they need not be
  /// read; never 0.
  @inline(__always)
  var exactHash: UInt64 {
    let shape = classes.shape
    let first = ShapeReader.mix(0, shape.0)
    return ShapeReader.mix(ShapeReader.mix(first, shape.1), shape.2) | 1
  }

  /// One-to-one in both arguments, so that different shapes of equal length rarely meet; a meeting
  /// would only make one pattern wider than need be.
  @inline(__always)
  private static func mix(_ hash: UInt64, _ value: UInt64) -> UInt64 {
    let sum = (hash ^ value &+ 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
    return sum ^ sum &>> 32
  }
}

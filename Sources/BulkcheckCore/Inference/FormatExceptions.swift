/// How many texts of a field are not of each format, as long as they are few.
struct FormatExceptions: BitwiseCopyable {
  /// A format with more exceptions is not looked at any longer.
  static let maximum: Int32 = 10_000

  /// `allCases` makes an array each time it is asked.
  static let formats = Storage(Format.allCases, padding: .email)
  /// The formats of texts that may be of letters, digits, `_`, `-` and `.` alone, as bits.
  static let wordFormats: UInt32 = {
    var bits: UInt32 = 0
    for (number, format) in Format.allCases.enumerated() {
      switch format {
      case .uuid, .date, .duration, .ipv4, .hostname, .base64: bits |= 1 << UInt32(number)
      case .email, .time, .dateTime, .uri, .ipv6, .phone, .jsonPointer: break
      }
    }
    return bits
  }()

  /// By the format's number.
  private var counts = SIMD16<Int32>(repeating: 0)
  /// The texts that came last were exceptions to these formats, and are not counted in ``counts`` yet.
  private var latest: UInt32 = 0
  private var latestCount = 0
  /// The formats that are looked at, as bits.
  private(set) var active = (UInt32(1) << UInt32(Format.allCases.count)) - 1

  /// Forgets what was counted, but not what has been given up.
  mutating func clear() {
    counts = SIMD16(repeating: 0)
    latestCount = 0
  }

  /// Counts the text that the reader has at hand, or several that are the same.
  mutating func add(_ text: ByteView, _ times: Int, _ reader: borrowing ShapeReader) {
    // Nothing but letters, digits, `_`, `-` and `.`.
    let isWord = reader.characterSet & TextClasses.other == 0
    var rest = isWord ? active & reader.wordFormats : active
    var misfits = active & ~rest
    while rest != 0 {
      let format = reader.formats[rest.trailingZeroBitCount]
      if !format.isPlausible(for: text) || !FormatChecker.matches(format, text) {
        misfits |= rest & (0 &- rest)
      }
      rest &= rest &- 1
    }
    if misfits != 0 { count(misfits, times) }
  }

  /// Counts texts that are exceptions to the same formats. They are added up when others come.
  @inline(__always)
  private mutating func count(_ misfits: UInt32, _ times: Int) {
    if misfits != latest || latestCount > FormatExceptions.maximum { begin(misfits) }
    latestCount &+= times
  }

  @inline(never)
  private mutating func begin(_ misfits: UInt32) {
    addLatest()
    latest = misfits
  }

  private mutating func addLatest() {
    if latestCount > 0 { add(latestCount, to: latest) }
    latestCount = 0
  }

  private mutating func add(_ count: Int, to misfits: UInt32) {
    var rest = misfits & active
    while rest != 0 {
      let number = rest.trailingZeroBitCount
      let sum = min(Int(counts[number]) &+ count, Int(FormatExceptions.maximum) + 1)
      counts[number] = Int32(truncatingIfNeeded: sum)
      if sum > FormatExceptions.maximum { active &= ~(1 << UInt32(number)) }
      rest &= rest &- 1
    }
  }

  mutating func merge(_ other: FormatExceptions) {
    addLatest()
    giveUp(what: other)
    for number in 0..<counts.scalarCount {
      add(Int(other.counts[number]), to: 1 << UInt32(number))
    }
    add(other.latestCount, to: other.latest)
  }

  /// Gives up what another one has given up.
  mutating func giveUp(what other: FormatExceptions) { active &= other.active }

  /// How many texts are not of the format; nil if they are too many to be counted.
  func count(of format: Format) -> Int? {
    guard let number = Format.allCases.firstIndex(of: format), active >> UInt32(number) & 1 == 1
    else { return nil }
    let count = Int(counts[number]) + (latest >> UInt32(number) & 1 == 1 ? latestCount : 0)
    return count > FormatExceptions.maximum ? nil : count
  }
}

extension Format: BitwiseCopyable {
  /// Whether a text that is not empty could be meant as one of the format. Some formats are so wide that nearly any word
  /// has them: `free` is a hostname, and base64 as well.
  func isPlausible(for text: ByteView) -> Bool {
    let first = text[0]
    return switch self {
    case .uuid: text.count == 36
    case .date: text.count == 10
    case .time: text.count >= 9 && text[2] == Ascii.colon
    case .dateTime: text.count >= 20 && text[4] == Ascii.minus
    case .duration: first == UInt8(ascii: "P")
    case .email: text.firstIndex(of: UInt8(ascii: "@")) != nil
    case .uri: Format.hasScheme(text)
    case .ipv4: text.count <= 15 && Ascii.isDigit(first)
    case .ipv6: text.count <= 45 && text.firstIndex(of: Ascii.colon) != nil
    case .hostname: Format.hasTopLevelName(text)
    case .phone: first == Ascii.plus
    case .base64: text.count >= 16
    case .jsonPointer: first == UInt8(ascii: "/")
    }
  }

  /// Ends with a point and two letters or more: `1.2.0-beta` is a hostname too, but hardly meant as one.
  private static func hasTopLevelName(_ text: ByteView) -> Bool {
    var start = text.count
    while start > 0, text[start - 1].isLetter { start -= 1 }
    return start > 0 && text.count - start >= 2 && text[start - 1] == Ascii.point
  }

  /// `://`, or one of the schemes without an authority.
  private static func hasScheme(_ text: ByteView) -> Bool {
    guard let colon = text.firstIndex(of: Ascii.colon), colon + 1 < text.count else { return false }
    if text[colon + 1] == UInt8(ascii: "/") { return true }
    return text[0..<colon].isWord("mailto") || text[0..<colon].isWord("urn")
  }
}

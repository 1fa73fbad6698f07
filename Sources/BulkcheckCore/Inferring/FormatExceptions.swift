/// How many texts of a field are not of each format, as long as they are few.
struct FormatExceptions: BitwiseCopyable {
  /// A format with more exceptions is not looked at any longer.
  static let maximum: Int32 = 10_000

  /// The formats that may be inferred, by the number of their bit.
  static let formats: Storage<Format> = {
    let formats = Storage<Format>(capacity: 32, repeating: .email)
    for format in inferred { formats[format.bit.trailingZeroBitCount] = format }
    return formats
  }()
  private static let inferred = Format.inProfiles.filter { $0.bit != 0 }
  /// Date-times without an offset, which are of a notation and not of a format.
  static let localBit: UInt32 = 1 << 13
  /// Times without an offset, which only columns of times have.
  static let localTimeBit: UInt32 = 1 << 14
  private static let localReader = TemporalReader(TemporalNotation(.dateTime, pattern: .local))
  private static let allFormats = inferred.reduce(localBit | localTimeBit) { $0 | $1.bit }

  /// The counts by the number of the format's bit.
  private var counts = SIMD32<Int32>(repeating: 0)
  /// The texts that came last were exceptions to these formats, and are not counted in ``counts``
  /// yet.
  private var latest: UInt32 = 0
  private var latestCount = 0
  /// The formats that are looked at, as bits.
  private(set) var active = allFormats

  /// Forgets what was counted, but not what has been given up.
  mutating func clear() {
    counts = SIMD32(repeating: 0)
    latestCount = 0
  }

  /// Counts a text, or several that are the same.
  ///
  /// - Parameters:
  ///   - isWord: the text is made of letters, digits, `_`, `-` and `.` alone.
  ///   - formats: ``formats``, held by the caller: one check less than for a global on every text.
  mutating func add(_ text: ByteView, _ times: Int, isWord: Bool, _ formats: Storage<Format>) {
    var rest = active & Format.plausible(active, for: text, isWord: isWord)
    var misfits = active & ~rest
    if rest & FormatExceptions.localBit != 0 {
      rest &= ~FormatExceptions.localBit
      if FormatExceptions.localInstant(text) == nil { misfits |= FormatExceptions.localBit }
    }
    if rest & FormatExceptions.localTimeBit != 0 {
      rest &= ~FormatExceptions.localTimeBit
      if !FormatChecker.matchesLocally(.time, text) { misfits |= FormatExceptions.localTimeBit }
    }
    while rest != 0 {
      if !FormatChecker.matches(formats[rest.trailingZeroBitCount], text) {
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
  func count(of format: Format) -> Int? { count(ofBit: format.bit) }

  /// How many texts are not date-times without an offset; nil if they are too many to be counted.
  var countOfLocal: Int? { count(ofBit: FormatExceptions.localBit) }

  /// How many texts are not times with or without an offset; nil if they are too many to be
  /// counted.
  var countOfLocalTimes: Int? { count(ofBit: FormatExceptions.localTimeBit) }

  private func count(ofBit bit: UInt32) -> Int? {
    guard active & bit != 0 else { return nil }
    let count = Int(counts[bit.trailingZeroBitCount])
    let total = count + (latest & bit != 0 ? latestCount : 0)
    return total > FormatExceptions.maximum ? nil : total
  }

  /// The point in time of a date-time without an offset, in UTC.
  static func localInstant(_ text: ByteView) -> Instant? { localReader.instant(text) }

  /// The point in time of a text that is a date, or a date-time or time with or without an offset.
  static func anyInstant(_ text: ByteView) -> Instant? {
    Instant(text) ?? localInstant(text) ?? Instant(time: text, isLocal: true)
  }
}

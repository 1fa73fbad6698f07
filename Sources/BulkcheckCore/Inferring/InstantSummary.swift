/// The summary of the dates and times of a field: of the texts that are a `date`, or a `time` or
/// `date-time` with or without an offset. Only fields whose texts are all of one of these are
/// asked.
///
/// They are counted in buckets of a power of two of seconds, as narrow as their limits allow for
/// ``bucketsMaximum`` of them. That width depends on the limits alone, and each bucket of a width
/// is two of the next narrower one. So the order in which instants come does not matter.
package struct InstantSummary: BitwiseCopyable {
  private static let bucketsMaximum = 128

  package private(set) var count = 0
  /// The earliest in seconds, as ``Instant/seconds``; of times those since midnight UTC.
  package private(set) var minimum = 0
  package private(set) var maximum = 0
  /// Each bucket is so many bits of a second wide.
  private var shift = 0
  private let counts = Storage<Int>(capacity: bucketsMaximum, repeating: 0)

  init() {}

  func deallocate() { counts.deallocate() }

  mutating func clear() {
    counts.fill(0, count: InstantSummary.bucketsMaximum)
    count = 0
    shift = 0
  }

  /// Whether a text may be a date, a date-time or a time, by its first characters.
  @inline(__always)
  static func mayBe(_ text: ByteView) -> Bool {
    text.count >= 8
      && (text[4] == Ascii.minus && text[7] == Ascii.minus
        || text[2] == UInt8(ascii: ":") && text[5] == UInt8(ascii: ":"))
  }

  /// Counts a text if it is a date, a date-time or a time.
  mutating func add(_ text: ByteView, _ times: Int) {
    guard let instant = FormatExceptions.anyInstant(text) else { return }
    add(instant.seconds, times)
  }

  private mutating func add(_ seconds: Int, _ times: Int) {
    widen(seconds, seconds)
    counts[seconds >> shift - minimum >> shift] += times
    count += times
  }

  mutating func merge(_ other: InstantSummary) {
    guard other.count > 0 else { return }
    widen(other.minimum, other.maximum)
    count += other.count
    let first = other.minimum >> other.shift
    for index in 0..<InstantSummary.bucketsMaximum where other.counts[index] > 0 {
      let start = (first + index) << other.shift
      // The first bucket may begin before the least instant.
      counts[start >> shift - minimum >> shift] += other.counts[index]
    }
  }

  /// Makes buckets for all instants between two.
  private mutating func widen(_ least: Int, _ most: Int) {
    let (low, high) = count == 0 ? (least, most) : (min(minimum, least), max(maximum, most))
    if count > 0, low == minimum, high == maximum { return }
    var width = shift
    while high >> width - low >> width >= InstantSummary.bucketsMaximum { width += 1 }
    if count > 0, width != shift || low >> width != minimum >> shift {
      move(first: minimum >> shift, toFirst: low >> width, by: width - shift)
    }
    (minimum, maximum, shift) = (low, high, width)
  }

  private func move(first: Int, toFirst newFirst: Int, by bits: Int) {
    var moved = [Int](repeating: 0, count: InstantSummary.bucketsMaximum)
    for index in 0..<InstantSummary.bucketsMaximum where counts[index] > 0 {
      moved[(first + index) >> bits - newFirst] += counts[index]
    }
    for index in moved.indices { counts[index] = moved[index] }
  }

  /// The buckets from the earliest instants to the latest, by how many seconds they are after the
  /// earliest one.
  package var stretches: [(nearest: Int, farthest: Int, count: Int)] {
    let range = maximum - minimum
    return stretchesBack.reversed().map { (range - $0.farthest, range - $0.nearest, $0.count) }
  }

  /// The buckets from the latest instants to the earliest, by how many seconds they are before the
  /// latest one.
  package var stretchesBack: [(nearest: Int, farthest: Int, count: Int)] {
    let first = minimum >> shift
    return (0..<InstantSummary.bucketsMaximum).reversed().compactMap { index in
      guard counts[index] > 0 else { return nil }
      let start = max(minimum, (first + index) << shift)
      let end = min(maximum, (first + index + 1) << shift)
      return (maximum - end, maximum - start, counts[index])
    }
  }
}

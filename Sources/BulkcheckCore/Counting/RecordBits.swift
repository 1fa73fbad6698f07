/// Some records of a chunk, such as those on which a rule failed: one bit for each record, by its
/// number in the chunk. Plain memory, which is made for the first one and kept for the next chunks.
struct RecordBits: BitwiseCopyable {
  private var words: Storage<UInt64>?
  /// The words in which a bit may be set.
  private var usedCount: Int32 = 0

  private static let wordsInitial = 64
  /// More are not kept for the next chunk: those of 16,384 records. Each rule has its own.
  private static let wordsKept = 1 << 8

  var isEmpty: Bool { usedCount == 0 }

  /// - Parameters:
  ///   - lanes: not empty; successive lanes are successive records.
  ///   - ordinal: the number of the record in the first lane.
  @inline(__always)
  mutating func insert(_ lanes: Lanes, from ordinal: Int) {
    let shift = UInt64(truncatingIfNeeded: ordinal & 63)
    let first = ordinal &>> 6
    let last = (ordinal &+ 63 &- lanes.bits.leadingZeroBitCount) &>> 6
    let words = room(for: last)
    words[first] |= lanes.bits &<< shift
    if last > first { words[last] |= lanes.bits &>> (64 &- shift) }
  }

  mutating func insert(_ ordinal: Int) { insert(Lanes(0), from: ordinal) }

  func contains(_ ordinal: Int) -> Bool {
    guard let words, ordinal >> 6 < Int(usedCount) else { return false }
    return words[ordinal >> 6] >> UInt64(ordinal & 63) & 1 != 0
  }

  @inline(__always)
  private mutating func room(for last: Int) -> Storage<UInt64> {
    usedCount = max(usedCount, Int32(truncatingIfNeeded: last) &+ 1)
    if let words, last < words.capacity { return words }
    return grow(last)
  }

  @inline(never)
  private mutating func grow(_ last: Int) -> Storage<UInt64> {
    let capacity = max(RecordBits.wordsInitial, 2 * last)
    let grown = words?.grown(to: capacity, padding: 0) ?? Storage(capacity: capacity, repeating: 0)
    words = grown
    return grown
  }

  mutating func clear() {
    if let words, words.capacity > RecordBits.wordsKept {
      words.deallocate()
      self.words = nil
    } else if usedCount > 0 {
      words?.fill(0, count: Int(usedCount))
    }
    usedCount = 0
  }

  func deallocate() { words?.deallocate() }

  var count: Int {
    var count = 0
    forEachWord { bits, _ in count += bits.nonzeroBitCount }
    return count
  }

  /// How many records are in both sets.
  func count(sharedWith other: RecordBits) -> Int {
    guard let words, let others = other.words else { return 0 }
    var count = 0
    for index in 0..<Int(min(usedCount, other.usedCount)) {
      count &+= (words[index] & others[index]).nonzeroBitCount
    }
    return count
  }

  /// Hands over the words with a bit, in order, each with the number of its first record.
  func forEachWord(_ body: (_ bits: UInt64, _ first: Int) -> Void) {
    guard let words else { return }
    for index in 0..<Int(usedCount) where words[index] != 0 { body(words[index], index * 64) }
  }

  /// Hands over the runs of successive records, in order.
  func forEachRun(_ body: (Range<Int>) -> Void) {
    var open = 0..<0
    forEachWord { bits, first in
      var rest = bits
      while rest != 0 {
        let start = rest.trailingZeroBitCount
        let length = (~(rest &>> UInt64(start))).trailingZeroBitCount
        let end = min(64, start + length)
        rest = end == 64 ? 0 : rest & (~0 &<< UInt64(end))
        if open.upperBound == first + start {
          open = open.lowerBound..<first + end
        } else {
          if !open.isEmpty { body(open) }
          open = first + start..<first + end
        }
      }
    }
    if !open.isEmpty { body(open) }
  }
}

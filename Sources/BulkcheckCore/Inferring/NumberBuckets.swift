/// How often numbers fall into buckets of the same first two digits: what is usual, and what is far
/// out.
///
/// `94` lies in the bucket of 94 to below 95, `1234` in that of 1200 to below 1300. A hash table
/// that gives up for good beyond ``bucketsMaximum``, like ``ValueTable``.
package struct NumberBuckets: BitwiseCopyable {
  /// Eleven orders of magnitude.
  package static let bucketsMaximum = 1000
  /// Orders of magnitude that have buckets.
  private static let exponents: ClosedRange<Int64> = -9...27

  /// Its place among all buckets: 0 for the number 0, below 0 for negative numbers.
  private struct Entry: HashSlot {
    var place: Int32 = 0
    /// 0 in a free slot.
    var count = 0

    static let free = Entry()
    var isFree: Bool { count == 0 }
    var hash: UInt64 { UInt64(truncatingIfNeeded: place) }
  }

  private var entries = HashTable<Entry>()
  package private(set) var hasGivenUp = false

  init() {}

  func deallocate() {
    if !hasGivenUp { entries.deallocate() }
  }

  mutating func giveUp() {
    deallocate()
    hasGivenUp = true
  }

  mutating func clear() {
    if !hasGivenUp { entries.removeAll() }
  }

  /// Counts a number that is not long.
  mutating func add(_ number: Decimal) {
    if hasGivenUp { return }
    let place = NumberBuckets.place(of: number)
    if place == NumberBuckets.nowhere { giveUp() } else { add(place, count: 1) }
  }

  /// No bucket: the number is too large or too small.
  private static let nowhere = Int32.min

  @inline(__always)
  private static func place(of number: Decimal) -> Int32 {
    if number.isZero { return 0 }
    let digits = Decimal.digitCount(number.significand)
    let exponent = number.exponent + Int64(digits)
    guard exponents.contains(exponent) else { return nowhere }
    let first =
      digits >= 2
      ? number.significand / Decimal.powerOfTen(digits - 2) : number.significand &* 10
    let place = Int32(exponent - exponents.lowerBound) * 90 + Int32(first) - 10 + 1
    return number.isNegative ? -place : place
  }

  private mutating func add(_ place: Int32, count: Int) {
    let entry = Entry(place: place, count: count)
    let slot = entries.place(entry.hash) { $0.place == place }
    if !entries[slot].isFree {
      entries.slots[slot].count &+= count
    } else if entries.count < NumberBuckets.bucketsMaximum {
      entries.insert(entry, at: slot)
    } else {
      giveUp()
    }
  }

  mutating func merge(_ other: NumberBuckets) {
    if other.hasGivenUp { return giveUp() }
    other.entries.each { if !hasGivenUp { add($0.place, count: $0.count) } }
  }

  /// The buckets from the least numbers to the greatest, with limits that hold all their numbers;
  /// nil if there are too many.
  package var buckets: [(lower: Decimal, upper: Decimal, count: Int)]? {
    if hasGivenUp { return nil }
    var found: [Entry] = []
    entries.each { found.append($0) }
    return found.sorted { $0.place < $1.place }
      .map { entry in
        if entry.place == 0 { return (Decimal(0), Decimal(0), entry.count) }
        let place = Int64(entry.place.magnitude) - 1
        let first = UInt64(place % 90 + 10)
        let exponent = place / 90 + NumberBuckets.exponents.lowerBound - 2
        let isNegative = entry.place < 0
        let near = Decimal(significand: first, exponent: exponent, isNegative: isNegative)
        let far = Decimal(significand: first + 1, exponent: exponent, isNegative: isNegative)
        return isNegative ? (far, near, entry.count) : (near, far, entry.count)
      }
  }
}

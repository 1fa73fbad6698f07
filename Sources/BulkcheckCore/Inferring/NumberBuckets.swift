/// How often numbers fall into buckets of the same first two digits: what is usual, and what is far
/// out.
///
/// `94` lies in the bucket of 94 to below 95, `1234` in that of 1200 to below 1300. An open hash
/// table that gives up for good beyond ``bucketsMaximum``, like ``ValueTable``.
package struct NumberBuckets: BitwiseCopyable {
  /// Eleven orders of magnitude.
  package static let bucketsMaximum = 1000
  /// Orders of magnitude that have buckets.
  private static let exponents: ClosedRange<Int64> = -9...27

  /// Its place among all buckets: 0 for the number 0, below 0 for negative numbers.
  private struct Entry: BitwiseCopyable {
    var place: Int32 = 0
    /// 0 where the slot is free.
    var count = 0
  }

  private var slots = Storage<Entry>(capacity: 16, repeating: Entry())
  private var slotCount = 16
  private var bucketCount = 0
  package private(set) var hasGivenUp = false

  init() {}

  func deallocate() {
    if !hasGivenUp { slots.deallocate() }
  }

  mutating func giveUp() {
    deallocate()
    hasGivenUp = true
  }

  mutating func clear() {
    if hasGivenUp { return }
    slots.fill(Entry(), count: slotCount)
    bucketCount = 0
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
    var slot = Int(place) & (slotCount &- 1)
    while slots[slot].count > 0 {
      if slots[slot].place == place {
        slots[slot].count &+= count
        return
      }
      slot = (slot &+ 1) & (slotCount &- 1)
    }
    guard bucketCount < NumberBuckets.bucketsMaximum else { return giveUp() }
    slots[slot] = Entry(place: place, count: count)
    bucketCount += 1
    if bucketCount * 2 > slotCount { grow() }
  }

  private mutating func grow() {
    let (old, oldCount) = (slots, slotCount)
    slotCount *= 2
    bucketCount = 0
    slots = Storage(capacity: slotCount, repeating: Entry())
    for index in 0..<oldCount where old[index].count > 0 {
      add(old[index].place, count: old[index].count)
    }
    old.deallocate()
  }

  mutating func merge(_ other: NumberBuckets) {
    if other.hasGivenUp { return giveUp() }
    for index in 0..<other.slotCount where other.slots[index].count > 0 && !hasGivenUp {
      add(other.slots[index].place, count: other.slots[index].count)
    }
  }

  /// The buckets from the least numbers to the greatest, with limits that hold all their numbers;
  /// nil if there are too many.
  package var buckets: [(lower: Decimal, upper: Decimal, count: Int)]? {
    if hasGivenUp { return nil }
    return (0..<slotCount).map { slots[$0] }.filter { $0.count > 0 }
      .sorted { $0.place < $1.place }
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

/// How often each different number occurs, by group: for quantiles.
///
/// Open addressing with linear probing, at most half full, and a hash that is keyed at random.
final class NumberTable {
  struct Entry: BitwiseCopyable {
    var digits: Int
    var scale: Int32
    var group: Int32
    var count: Int
  }

  private(set) var count = 0
  private var entries: Storage<Entry>
  /// Numbers of entries plus one; 0 is free.
  private var slots: Storage<Int32>
  /// Numbers that are not small, by group: rare.
  private(set) var others: [Int: [BigDecimal: Int]] = [:]

  private static let slotsInitial = 64
  private static let none = Entry(digits: 0, scale: 0, group: 0, count: 0)

  init() {
    entries = Storage(uninitialized: NumberTable.slotsInitial / 2)
    slots = Storage(capacity: NumberTable.slotsInitial, repeating: 0)
  }

  deinit {
    entries.deallocate()
    slots.deallocate()
  }

  subscript(number: Int) -> Entry { entries[number] }

  func removeAll() {
    if !others.isEmpty { others = [:] }
    guard count > 0 else { return }
    count = 0
    slots.fill(0, count: slots.capacity)
  }

  /// Counts a number, however many zeros are written at its end.
  func add(_ number: SmallDecimal, to group: Int) {
    var (digits, scale) = (number.digits, number.scale)
    while scale > 0, digits % 10 == 0 {
      digits /= 10
      scale -= 1
    }
    add(Entry(digits: digits, scale: Int32(scale), group: Int32(group), count: 1))
  }

  func add(_ entry: Entry) {
    let mask = slots.capacity &- 1
    var slot = NumberTable.hash(entry) & mask
    while slots[slot] != 0 {
      let place = Int(slots[slot]) &- 1
      if entries[place].digits == entry.digits, entries[place].scale == entry.scale,
        entries[place].group == entry.group
      {
        entries[place].count &+= entry.count
        return
      }
      slot = (slot &+ 1) & mask
    }
    entries[count] = entry
    count += 1
    slots[slot] = Int32(count)
    if count == entries.capacity { grow() }
  }

  /// False if the number is out of range.
  func add(_ number: Decimal, to group: Int) -> Bool {
    guard number.isInRange else { return false }
    add(BigDecimal(number), to: group, times: 1)
    return true
  }

  func add(_ number: BigDecimal, to group: Int, times: Int) {
    others[group, default: [:]][number, default: 0] &+= times
  }

  @inline(__always)
  private static func hash(_ entry: Entry) -> Int {
    let salt =
      UInt64(truncatingIfNeeded: entry.group) << 8 | UInt64(UInt32(bitPattern: entry.scale))
    let word = UInt64(bitPattern: Int64(entry.digits)) ^ ByteHash.processSeed
    let product = (word ^ salt &* 0x9e37_79b9_7f4a_7c15)
      .multipliedFullWidth(by: 0xa076_1d64_78bd_642f)
    return Int(truncatingIfNeeded: product.high ^ product.low)
  }

  private func grow() {
    entries = entries.grown(to: entries.capacity * 2, keeping: count)
    let size = slots.capacity * 2
    slots.deallocate()
    slots = Storage(capacity: size, repeating: 0)
    for number in 0..<count {
      var slot = NumberTable.hash(entries[number]) & (size - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = Int32(number + 1)
    }
  }

  // MARK: Quantiles

  /// For each group the number at a rank of its own, from 1.
  func numbers(at ranks: [Int]) -> [BigDecimal?] {
    var byGroup = [[(number: Decimal, count: Int)]](repeating: [], count: ranks.count)
    for place in 0..<count {
      let entry = entries[place]
      let number = Decimal(SmallDecimal(digits: entry.digits, scale: Int(entry.scale)))
      byGroup[Int(entry.group)].append((number, entry.count))
    }
    return ranks.indices.map { group in
      if let others = others[group] {
        let all = byGroup[group].map { (BigDecimal($0.number), $0.count) } + others.map { ($0, $1) }
        return NumberTable.number(at: ranks[group], in: all.sorted { $0.0 < $1.0 })
      }
      let sorted = byGroup[group].sorted { Decimal.compare($0.number, $1.number) < 0 }
      return NumberTable.number(at: ranks[group], in: sorted).map(BigDecimal.init)
    }
  }

  private static func number<Number>(at rank: Int, in sorted: [(Number, Int)]) -> Number? {
    var seen = 0
    for (number, count) in sorted {
      seen &+= count
      if seen >= rank { return number }
    }
    return nil
  }

  /// The rank of a quantile among so many numbers, without interpolation.
  static func rank(_ position: String, of count: Int) -> Int {
    let small = ByteView.withUTF8(of: position) { $0.smallDecimal }
    guard let small else { return max(count, 1) }
    let divisor = UInt128(Decimal.powerOfTen(small.scale))
    let product = UInt128(small.digits) * UInt128(count)
    return max(1, Int((product + divisor - 1) / divisor))
  }
}

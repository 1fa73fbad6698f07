/// How often each different number occurs, by group: for quantiles.
///
/// Numbers are listed first, and told apart only when there are many, which most runs never need.
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
  /// Numbers that have not been told apart from others.
  private var list: Storage<Entry>
  private(set) var listCount = 0
  private var entries: Storage<Entry>
  /// Numbers of entries plus one; 0 is free.
  private var slots: Storage<Int32>
  /// Numbers that are not small, by group: rare.
  private(set) var others: [Int: [BigDecimal: Int]] = [:]

  private static let slotsInitial = 64
  private static let none = Entry(digits: 0, scale: 0, group: 0, count: 0)

  init() {
    list = Storage(uninitialized: NumberTable.slotsInitial)
    entries = Storage(uninitialized: NumberTable.slotsInitial / 2)
    slots = Storage(capacity: NumberTable.slotsInitial, repeating: 0)
  }

  deinit {
    list.deallocate()
    entries.deallocate()
    slots.deallocate()
  }

  subscript(number: Int) -> Entry { entries[number] }

  func listed(_ number: Int) -> Entry { list[number] }

  func removeAll() {
    if !others.isEmpty { others = [:] }
    listCount = 0
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
    append(Entry(digits: digits, scale: Int32(scale), group: Int32(group), count: 1))
  }

  /// Lists a number.
  @inline(__always)
  func append(_ entry: Entry) {
    if listCount == list.capacity { list = list.grown(to: 2 * listCount, keeping: listCount) }
    list[listCount] = entry
    listCount &+= 1
  }

  /// Tells the listed numbers apart.
  func fold() {
    for number in 0..<listCount { add(list[number]) }
    listCount = 0
  }

  private func add(_ entry: Entry) {
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
}

/// How often each different number occurs, by group: for quantiles.
///
/// Numbers are listed first, and told apart only when there are many, which most runs never need.
final class NumberTable {
  struct Entry: BitwiseCopyable {
    var digits: Int
    var scale: Int32
    var group: Int32
    var count: Int
  }

  /// A number that has not been told apart from others, as it was written.
  struct Listed: BitwiseCopyable {
    var digits: Int
    var scale: Int32
    var group: Int32
  }

  private var list = Storage<Listed>(uninitialized: 64)
  private(set) var listCount = 0
  private var entries = Storage<Entry>(uninitialized: 32)
  private var numbers = HashTable<NumberSlot>(room: 32)
  /// Numbers that are not small, by group: rare.
  private(set) var others: [Int: [BigDecimal: Int]] = [:]
  private var othersBytes = 0
  /// The buckets of groups that had more different numbers than there is memory for.
  private(set) var buckets: [Int: RatioBuckets] = [:]
  /// The memory that the different numbers of a group may take.
  private let bytesMaximum: Int

  /// The bytes that a number may take, while the table grows.
  static let numberBytes = 96
  private static let otherBytes = 200
  private static let bucketBytes = 64

  /// - Parameter bytesMaximum: what different numbers of a group may take; beyond that they become
  ///   ``buckets`` where ``estimate()`` is called.
  init(bytesMaximum: Int = .max) { self.bytesMaximum = bytesMaximum }

  deinit {
    list.deallocate()
    entries.deallocate()
    numbers.deallocate()
  }

  /// How many numbers have been told apart.
  var count: Int { numbers.count }

  subscript(number: Int) -> Entry { entries[number] }

  @inline(__always)
  func listed(_ number: Int) -> Listed { list[number] }

  func removeAll() {
    if !others.isEmpty {
      others = [:]
      othersBytes = 0
    }
    if !buckets.isEmpty { buckets = [:] }
    listCount = 0
    numbers.removeAll()
  }

  /// Lists a number.
  @inline(__always)
  func add(_ number: SmallDecimal, to group: Int) {
    append(
      Listed(
        digits: number.digits, scale: Int32(truncatingIfNeeded: number.scale),
        group: Int32(truncatingIfNeeded: group)))
  }

  @inline(__always)
  func append(_ number: Listed) {
    if listCount == list.capacity { growList(to: listCount &+ 1) }
    list[listCount] = number
    listCount &+= 1
  }

  /// Lists the numbers that another table lists, whose groups are the same.
  func appendList(of other: NumberTable) {
    if list.capacity - listCount < other.listCount { growList(to: listCount + other.listCount) }
    list.copy(other.list, count: other.listCount, to: listCount)
    listCount += other.listCount
  }

  private func growList(to size: Int) {
    list = list.grown(to: max(2 * list.capacity, size), keeping: listCount)
  }

  /// Tells the listed numbers apart.
  func fold() {
    for number in 0..<listCount {
      let listed = list[number]
      add(Entry(digits: listed.digits, scale: listed.scale, group: listed.group, count: 1))
    }
    listCount = 0
  }

  /// Counts a number, however many zeros are written at its end.
  func add(_ number: Entry) {
    var entry = number
    while entry.scale > 0, entry.digits % 10 == 0 {
      entry.digits /= 10
      entry.scale -= 1
    }
    insert(entry)
  }

  private func insert(_ entry: Entry) {
    let hash = NumberTable.hash(entry)
    let place = numbers.place(hash) { number in
      entries[number].digits == entry.digits && entries[number].scale == entry.scale
        && entries[number].group == entry.group
    }
    if !numbers[place].isFree {
      entries[numbers[place].number].count &+= entry.count
      return
    }
    if count == entries.capacity { entries = entries.grown(to: 2 * count, keeping: count) }
    entries[count] = entry
    numbers.insert(NumberSlot(hash, count), at: place)
  }

  /// False if the number is out of range.
  func add(_ number: Decimal, to group: Int) -> Bool {
    guard number.isInRange else { return false }
    add(BigDecimal(number), to: group, times: 1)
    return true
  }

  func add(_ number: BigDecimal, to group: Int, times: Int) {
    if others[group]?[number] == nil {
      othersBytes += NumberTable.otherBytes + number.limbs.count * MemoryLayout<UInt32>.stride
    }
    others[group, default: [:]][number, default: 0] &+= times
  }

  // MARK: Estimates

  /// The memory of the numbers that have been told apart, and of the buckets.
  var bytes: Int {
    exactBytes + buckets.values.reduce(0) { $0 + $1.counts.count } * NumberTable.bucketBytes
  }

  /// The memory of the numbers that have been told apart.
  var exactBytes: Int { count * NumberTable.numberBytes + othersBytes }

  /// Whether different numbers of one group take more than they may, or have done so before. The
  /// table has no other groups.
  var hasTooMany: Bool { exactBytes > bytesMaximum || !buckets.isEmpty }

  private var bucketsMaximum: Int { bytesMaximum / NumberTable.bucketBytes }

  /// Puts all numbers into buckets. The table has no other groups than the first.
  func estimate() {
    fold()
    var estimates = buckets
    estimates[0] = estimates[0] ?? RatioBuckets()
    // Nothing else holds the buckets while numbers are added, so that they are not copied.
    buckets = [:]
    addNumbers(to: &estimates)
    removeAll()
    buckets = estimates
  }

  /// The buckets of the groups that have some, with all of their numbers. The numbers have been
  /// folded.
  var estimates: [Int: RatioBuckets] {
    var estimates = buckets
    addNumbers(to: &estimates)
    return estimates
  }

  /// Adds the numbers of the groups that have buckets to these, in one pass.
  private func addNumbers(to buckets: inout [Int: RatioBuckets]) {
    if buckets.isEmpty { return }
    for place in 0..<count {
      let entry = entries[place]
      buckets[Int(entry.group)]?.add(
        SmallDecimal(digits: entry.digits, scale: Int(entry.scale)), times: entry.count,
        maximum: bucketsMaximum)
    }
    for (group, numbers) in others {
      for (number, times) in numbers {
        buckets[group]?.add(number, times: times, maximum: bucketsMaximum)
      }
    }
  }

  /// Counts numbers of a bucket as it is after so many joins.
  func add(bucket place: Int, level: Int, to group: Int, times: Int) {
    buckets[group, default: RatioBuckets()].add(
      place, level: level, times: times, maximum: bucketsMaximum)
  }

  @inline(__always)
  private static func hash(_ entry: Entry) -> UInt64 {
    let salt =
      UInt64(truncatingIfNeeded: entry.group) << 8 | UInt64(UInt32(bitPattern: entry.scale))
    let word = UInt64(bitPattern: Int64(entry.digits)) ^ ByteHash.processSeed
    let product = (word ^ salt &* 0x9e37_79b9_7f4a_7c15)
      .multipliedFullWidth(by: 0xa076_1d64_78bd_642f)
    return product.high ^ product.low
  }
}

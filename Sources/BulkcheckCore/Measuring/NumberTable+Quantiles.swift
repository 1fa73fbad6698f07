/// Quantiles: the number at a rank.
extension NumberTable {
  /// A number, and by what share of it it may be off, if it is an estimate.
  struct Quantile {
    var number: BigDecimal
    var error: String?
  }

  /// The number of each group at a rank of its own, from 1.
  func numbers(at ranks: [Int]) -> [Quantile?] {
    if !buckets.isEmpty { fold() }
    let estimates = estimates
    let ranked = RankedNumbers(self, groupCount: ranks.count)
    let areMixed = ranks.indices.map { others[$0] != nil || !ranked.hasGroup($0) }
    let mixed = areMixed.contains(true) ? numbers(of: areMixed) : []
    return ranks.indices.map { group in
      if let buckets = estimates[group] {
        return buckets.number(at: ranks[group]).map { Quantile(number: $0, error: buckets.error) }
      }
      let number =
        areMixed[group]
        ? NumberTable.number(at: ranks[group], in: mixed[group].sorted { $0.0 < $1.0 })
        : ranked.number(at: ranks[group], of: group)
      return number.map { Quantile(number: $0) }
    }
  }

  /// The numbers of groups that have some which are not small, found in one pass.
  private func numbers(of areMixed: [Bool]) -> [[(BigDecimal, Int)]] {
    var all = areMixed.indices.map { group in (others[group] ?? [:]).map { ($0, $1) } }
    eachSmall { number, count in
      guard areMixed[Int(number.group)] else { return }
      let small = SmallDecimal(digits: number.digits, scale: Int(number.scale))
      all[Int(number.group)].append((BigDecimal(Decimal(small)), count))
    }
    return all
  }

  /// Calls the body with all small numbers and how often each occurs.
  @inline(__always)
  fileprivate func eachSmall(_ body: (Listed, Int) -> Void) {
    for place in 0..<count {
      let entry = self[place]
      body(Listed(digits: entry.digits, scale: entry.scale, group: entry.group), entry.count)
    }
    for place in 0..<listCount { body(listed(place), 1) }
  }

  private static func number<Number>(at rank: Int, in sorted: [(Number, Int)]) -> Number? {
    var seen = 0
    for (number, count) in sorted {
      seen &+= count
      if seen >= rank { return number }
    }
    return nil
  }

  /// The rank of a quantile among so many numbers, without interpolation: their number times the
  /// position, rounded up.
  ///
  /// - Parameter position: from 0 to 1, in plain digits.
  static func rank(_ position: String, of count: Int) -> Int {
    guard position.utf8.first == UInt8(ascii: "0") else { return max(count, 1) }
    // Multiplied as on paper, digit by digit from the last one.
    var carry: UInt128 = 0
    var isExact = true
    for digit in position.utf8.dropFirst(2).reversed() {
      let product = UInt128(digit &- UInt8(ascii: "0")) * UInt128(count) + carry
      if product % 10 != 0 { isExact = false }
      carry = product / 10
    }
    return max(1, Int(carry) + (isExact ? 0 : 1))
  }
}

/// The small numbers of a table, group by group, as integers: within a group all have the same
/// number of decimal places.
///
/// The one at a rank is found by counting how many numbers lie in each of many equal parts of their
/// range, then within the part that holds the rank: a few passes, whatever the order of the data.
private final class RankedNumbers {
  private struct Number: BitwiseCopyable {
    var digits: Int
    var count: Int
  }

  private struct Group {
    var scale = 0
    var start = 0
    var count = 0
    /// A number has too many digits to be written with the scale.
    var isTooLong = false
  }

  /// Fewer numbers are sorted.
  private static let sortedMaximum = 64
  private static let partBits = 11

  private var groups: [Group]
  private let numbers: Storage<Number>
  private let parts = Storage<Int>(capacity: 1 << RankedNumbers.partBits, repeating: 0)

  init(_ table: NumberTable, groupCount: Int) {
    groups = [Group](repeating: Group(), count: groupCount)
    numbers = Storage(uninitialized: table.count + table.listCount)
    if groupCount == 1 { takeGroup(table) } else { takeGroups(table) }
  }

  deinit {
    numbers.deallocate()
    parts.deallocate()
  }

  /// Takes the numbers of a table without groups.
  private func takeGroup(_ table: NumberTable) {
    var group = Group()
    var scale: Int32 = 0
    table.eachSmall { number, _ in scale = max(scale, number.scale) }
    group.scale = Int(scale)
    table.eachSmall { number, count in
      let (digits, overflow) = RankedNumbers.digits(number, scale)
      group.isTooLong = group.isTooLong || overflow
      numbers[group.count] = Number(digits: digits, count: count)
      group.count &+= 1
    }
    groups[0] = group
  }

  private func takeGroups(_ table: NumberTable) {
    table.eachSmall { number, _ in
      let group = Int(number.group)
      groups[group].scale = max(groups[group].scale, Int(number.scale))
      groups[group].count &+= 1
    }
    var start = 0
    for group in groups.indices {
      groups[group].start = start
      start += groups[group].count
      groups[group].count = 0
    }
    table.eachSmall { number, count in
      let group = Int(number.group)
      let (digits, overflow) = RankedNumbers.digits(number, Int32(groups[group].scale))
      if overflow { groups[group].isTooLong = true }
      numbers[groups[group].start &+ groups[group].count] = Number(digits: digits, count: count)
      groups[group].count &+= 1
    }
  }

  @inline(__always)
  private static func digits(_ number: NumberTable.Listed, _ scale: Int32) -> (Int, Bool) {
    if number.scale == scale { return (number.digits, false) }
    let factor = Decimal.powerOfTen(Int(scale - number.scale))
    let (digits, overflow) = number.digits.multipliedReportingOverflow(by: Int(factor))
    return (digits, overflow)
  }

  /// Whether the numbers of a group are here.
  func hasGroup(_ group: Int) -> Bool { !groups[group].isTooLong }

  /// The number at a rank of a group, from 1; nil if there are not as many. Overwrites numbers of
  /// the group, so it is called once for each.
  func number(at rank: Int, of group: Int) -> BigDecimal? {
    let (start, count) = (groups[group].start, groups[group].count)
    return digits(at: rank, start, start + count).map {
      BigDecimal(Decimal(SmallDecimal(digits: $0, scale: groups[group].scale)))
    }
  }

  private func digits(at rank: Int, _ start: Int, _ end: Int) -> Int? {
    var (end, rest) = (end, rank)
    while end - start > RankedNumbers.sortedMaximum {
      let (least, greatest) = range(start, end)
      if least == greatest { break }
      // As an unsigned number, since the difference may be too large for a signed one.
      let width = UInt(bitPattern: greatest &- least)
      let shift = max(0, UInt.bitWidth - width.leadingZeroBitCount - RankedNumbers.partBits)
      guard let part = part(of: &rest, start, end, least, shift) else { return nil }
      end = keep(part, start, end, least, shift)
    }
    let sorted = (start..<end).map { numbers[$0] }.sorted { $0.digits < $1.digits }
    for number in sorted {
      if rest <= number.count { return number.digits }
      rest &-= number.count
    }
    return nil
  }

  private func range(_ start: Int, _ end: Int) -> (least: Int, greatest: Int) {
    var (least, greatest) = (Int.max, Int.min)
    for place in start..<end {
      least = min(least, numbers[place].digits)
      greatest = max(greatest, numbers[place].digits)
    }
    return (least, greatest)
  }

  @inline(__always)
  private func part(_ place: Int, _ least: Int, _ shift: Int) -> Int {
    Int(bitPattern: UInt(bitPattern: numbers[place].digits &- least) >> UInt(shift))
  }

  /// The part that holds a rank, which becomes the rank within the part.
  private func part(
    of rank: inout Int, _ start: Int, _ end: Int, _ least: Int, _ shift: Int
  ) -> Int? {
    parts.fill(0, count: parts.capacity)
    for place in start..<end { parts[part(place, least, shift)] &+= numbers[place].count }
    for part in 0..<parts.capacity {
      if rank <= parts[part] { return part }
      // Counts of a damaged partial result may be of any size.
      rank &-= parts[part]
    }
    return nil
  }

  /// Moves the numbers of a part to the start; returns their end.
  private func keep(
    _ wanted: Int, _ start: Int, _ end: Int, _ least: Int, _ shift: Int
  ) -> Int {
    var kept = start
    for place in start..<end where part(place, least, shift) == wanted {
      numbers[kept] = numbers[place]
      kept &+= 1
    }
    return kept
  }
}

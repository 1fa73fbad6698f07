/// Quantiles: the number at a rank.
extension NumberTable {
  /// For each group the number at a rank of its own, from 1.
  func numbers(at ranks: [Int]) -> [BigDecimal?] {
    var byGroup = [[Entry]](repeating: [], count: ranks.count)
    if ranks.count == 1 { byGroup[0].reserveCapacity(count + listCount) }
    for place in 0..<count { byGroup[Int(self[place].group)].append(self[place]) }
    for place in 0..<listCount { byGroup[Int(listed(place).group)].append(listed(place)) }
    return ranks.indices.map { group in
      if others[group] == nil, var ranked = RankedNumbers(byGroup[group]) {
        return ranked.number(at: ranks[group])
      }
      let small = byGroup[group].map { entry in
        let number = Decimal(SmallDecimal(digits: entry.digits, scale: Int(entry.scale)))
        return (BigDecimal(number), entry.count)
      }
      let all = small + (others[group] ?? [:]).map { ($0, $1) }
      return NumberTable.number(at: ranks[group], in: all.sorted { $0.0 < $1.0 })
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

/// Numbers as integers of the same number of decimal places, each with its count.
struct RankedNumbers {
  private struct Number {
    var digits: Int
    var count: Int
  }

  private var numbers: ContiguousArray<Number> = []
  private var scale = 0

  /// Nil if one has too many digits for that.
  init?(_ entries: [NumberTable.Entry]) {
    scale = entries.reduce(0) { max($0, Int($1.scale)) }
    numbers.reserveCapacity(entries.count)
    for entry in entries {
      let factor = Int(Decimal.powerOfTen(scale - Int(entry.scale)))
      let (digits, overflow) = entry.digits.multipliedReportingOverflow(by: factor)
      if overflow { return nil }
      numbers.append(Number(digits: digits, count: entry.count))
    }
  }

  /// The number at a rank, from 1; nil if there are not as many. Puts numbers into another order:
  /// only the part that holds the rank is looked at again.
  mutating func number(at rank: Int) -> BigDecimal? {
    var (low, high) = (0, numbers.count)
    var rest = rank
    while high - low > 1 {
      let pivot = pivot(low, high)
      let (less, equal, countOfLess, countOfEqual) = partition(low, high, by: pivot)
      if rest <= countOfLess {
        high = less
      } else if rest <= countOfLess &+ countOfEqual {
        return number(pivot)
      } else {
        rest &-= countOfLess &+ countOfEqual
        low = equal
      }
    }
    guard low < high, rest <= numbers[low].count else { return nil }
    return number(numbers[low].digits)
  }

  private func number(_ digits: Int) -> BigDecimal {
    BigDecimal(Decimal(SmallDecimal(digits: digits, scale: scale)))
  }

  /// The median of three at places that no data can foresee.
  private func pivot(_ low: Int, _ high: Int) -> Int {
    let choices = (0..<3).map { _ in numbers[Int.random(in: low..<high)].digits }.sorted()
    return choices[1]
  }

  /// Sorts a range into less, equal and greater; returns the ends of the first two, and how many
  /// values they hold.
  private mutating func partition(
    _ low: Int, _ high: Int, by pivot: Int
  ) -> (Int, Int, Int, Int) {
    var (less, index, greater) = (low, low, high)
    var (countOfLess, countOfEqual) = (0, 0)
    while index < greater {
      let number = numbers[index]
      if number.digits < pivot {
        countOfLess &+= number.count
        numbers.swapAt(less, index)
        less += 1
        index += 1
      } else if number.digits == pivot {
        countOfEqual &+= number.count
        index += 1
      } else {
        greater -= 1
        numbers.swapAt(index, greater)
      }
    }
    return (less, index, countOfLess, countOfEqual)
  }
}

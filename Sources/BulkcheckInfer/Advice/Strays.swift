/// Values among others that are so much rarer that they are probably mistakes.
enum Strays {
  /// How many of the counts, sorted from the greatest down, are those of strays. Strays are at most
  /// one in `share` of the total together, and each is ten times as rare as any other value.
  static func count(_ counts: [Int], of total: Int, share: Int) -> Int {
    var found = 0
    var sum = 0
    for index in counts.indices.dropFirst().reversed() {
      sum += counts[index]
      if sum * share > total { break }
      if counts[index - 1] >= 10 * counts[index] { found = counts.count - index }
    }
    return found
  }

  /// How many of the first counts are those of numbers far out. They are at most one in 200 of the
  /// total together, and each is ten times as rare as the first one after them.
  static func outer(_ counts: [Int], of total: Int) -> Int {
    var found = 0
    var sum = 0
    var greatest = 0
    for index in counts.indices {
      if index > 0, counts[index] >= 10 * greatest { found = index }
      sum += counts[index]
      greatest = max(greatest, counts[index])
      if sum * 200 > total { break }
    }
    return found
  }
}

/// Values among others that are so much rarer that they are probably mistakes.
enum Strays {
  /// How many of the counts, which are sorted from the greatest down, are those of strays: all together at most one in
  /// `share` of the total, and each ten times as rare as any other.
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
}

/// Finds the word that somebody probably meant.
package enum NearestWord {
  /// The candidate closest to `word` by edit distance; nil if none is close. Case, `_` and `-`
  /// weigh nothing.
  package static func of(_ word: String, among candidates: [String]) -> String? {
    let wanted = folded(word)
    guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
    // One slip in a short word, up to three in a long one.
    let limit = Swift.max(1, Swift.min(3, wanted.count / 3))
    var best: (distance: Int, word: String)?
    for candidate in candidates where ExactText(candidate) != ExactText(word) {
      let letters = folded(candidate)
      guard !letters.isEmpty, abs(letters.count - wanted.count) <= limit else { continue }
      let distance = distance(wanted, letters)
      if distance <= limit, distance < letters.count, distance < best?.distance ?? .max {
        best = (distance, candidate)
      }
    }
    return best?.word
  }

  /// Damerau's distance: insertions, deletions, replacements and swaps of neighbours (optimal
  /// string alignment).
  static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    guard !left.isEmpty else { return right.count }
    guard !right.isEmpty else { return left.count }
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in 1...left.count {
      var line = [row]
      for column in 1...right.count {
        let cost = left[row - 1] == right[column - 1] ? 0 : 1
        var best = Swift.min(line[column - 1] + 1, last[column] + 1, last[column - 1] + cost)
        if row > 1, column > 1, left[row - 1] == right[column - 2],
          left[row - 2] == right[column - 1]
        {
          best = Swift.min(best, beforeLast[column - 2] + 1)
        }
        line.append(best)
      }
      beforeLast = last
      last = line
    }
    return last[right.count]
  }

  private static func folded(_ word: String) -> [Unicode.Scalar] {
    word.lowercased().unicodeScalars.filter { $0 != "_" && $0 != "-" }
  }
}

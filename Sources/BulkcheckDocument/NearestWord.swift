internal import BulkcheckCore

/// Finds the word that someone probably meant.
package enum NearestWord {
  /// The candidate closest to `word` by edit distance; nil if none is close. Case, `_` and `-`
  /// weigh nothing.
  package static func of(_ word: String, among candidates: some Sequence<String>) -> String? {
    guard word.utf8.count <= wordBytesMaximum else { return nil }
    let wanted = folded(word)
    guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
    // One slip in a short word, up to three in a long one.
    let limit = Swift.max(1, Swift.min(3, wanted.count / 3))
    var distances = EditDistance(wanted)
    var best: (distance: Int, word: String)?
    for candidate in candidates where candidate.utf8.count <= wordBytesMaximum {
      let letters = folded(candidate)
      guard !letters.isEmpty, abs(letters.count - wanted.count) <= limit,
        let distance = distances.distance(to: letters, atMost: limit),
        distance < letters.count, distance < best?.distance ?? .max,
        !candidate.isExactly(word)
      else { continue }
      best = (distance, candidate)
    }
    return best?.word ?? beginning(with: wanted, among: candidates)
  }

  /// The only candidate that begins with some letters, as `integer` with `int`.
  private static func beginning(
    with letters: [UInt32], among candidates: some Sequence<String>
  ) -> String? {
    guard letters.count >= 3 else { return nil }
    var only: String?
    for candidate in candidates where candidate.utf8.count <= wordBytesMaximum {
      guard folded(candidate).starts(with: letters) else { continue }
      if only != nil { return nil }
      only = candidate
    }
    return only
  }

  /// A word of 64 letters, each of four bytes, with as many `_`.
  private static let wordBytesMaximum = 512

  private static func folded(_ word: String) -> [UInt32] {
    var letters: [UInt32] = []
    letters.reserveCapacity(word.utf8.count)
    for byte in word.utf8 {
      switch byte {
      case UInt8(ascii: "_"), UInt8(ascii: "-"): break
      case 0x41...0x5A: letters.append(UInt32(byte) + 0x20)
      case 0..<0x80: letters.append(UInt32(byte))
      default:
        return word.lowercased().unicodeScalars.filter { $0 != "_" && $0 != "-" }.map(\.value)
      }
    }
    return letters
  }
}

/// Damerau's distance from one word: insertions, deletions, replacements and swaps of neighbours
/// (optimal string alignment).
struct EditDistance {
  private let word: [UInt32]
  /// The rows of the table that are still needed.
  private var beforeLast: [Int] = []
  private var last: [Int] = []
  private var row: [Int] = []

  init(_ word: [UInt32]) { self.word = word }

  /// nil if it is above the limit.
  mutating func distance(to other: [UInt32], atMost limit: Int) -> Int? {
    last = Array(0...other.count)
    row = last
    beforeLast = last
    for (index, letter) in word.enumerated() {
      row[0] = index + 1
      var least = row[0]
      for column in other.indices {
        let cost = letter == other[column] ? 0 : 1
        var best = Swift.min(row[column] + 1, last[column + 1] + 1, last[column] + cost)
        if index > 0, column > 0, letter == other[column - 1], word[index - 1] == other[column] {
          best = Swift.min(best, beforeLast[column - 1] + 1)
        }
        row[column + 1] = best
        least = Swift.min(least, best)
      }
      // The row before is at most one below, and a swap that takes it up costs one.
      if least > limit { return nil }
      (beforeLast, last, row) = (last, row, beforeLast)
    }
    return last[other.count] <= limit ? last[other.count] : nil
  }
}

/// Whether what was seen is all there is.
///
/// If the records are split at random into two halves, a word that is in one half alone is as
/// likely to be in the first as in the second. So the words of which the second half would show
/// nothing are as many, on average, as those of which the first one shows nothing. A word that was
/// seen n times in one half is missing in the other one with a chance of about 2⁻ⁿ. The sum over
/// all words is how many new ones to expect among as many further records.
enum Completeness {
  private static let expectedMaximum = 0.02

  /// - Parameter counts: how often each kind was seen.
  static func isLikely(_ counts: [Int]) -> Bool {
    let expected = counts.reduce(0.0) { $0 + ($1 < 64 ? 1 / Double(1 << $1) : 0) }
    return expected <= expectedMaximum
  }
}

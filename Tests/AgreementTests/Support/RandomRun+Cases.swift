import TestSupport
import Testing
import Twins

extension RandomRun {
  /// Tries a random case for each of so many seeds, until a few are not right. Most random profiles
  /// have no mistake; the others are passed over.
  static func cases(
    _ count: Int, isCSV: Bool, _ isRight: (inout RandomCase) throws -> Bool
  ) rethrows {
    let seeds = seeds(count)
    var (tried, wrong) = (0, 0)
    for seed in seeds where wrong < 4 {
      guard var drawn = RandomCase(SeededGenerator(seed: seed), isCSV: isCSV) else { continue }
      tried += 1
      if try isRight(&drawn) { continue }
      wrong += 1
      Issue.record("seed \(seed)\n\(drawn)")
    }
    #expect(tried * 3 > seeds.count || wrong > 0 || hasOneSeed, "too few profiles: \(tried)")
  }
}

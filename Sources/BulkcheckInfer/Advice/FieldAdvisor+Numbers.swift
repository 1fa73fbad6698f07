internal import BulkcheckCore
internal import BulkcheckReport

/// Rules about numbers.
extension FieldAdvisor {
  func numbers(_ facts: FieldFacts, mayBeIdentifier: Bool) -> [DraftRule] {
    let numbers = facts.summary.numbers
    let isTyped = facts.types.contains { $0.type == .integer || $0.type == .number }
    guard isTyped, numbers.hasLimits, numbers.longNumbers == 0 else { return [] }
    if Decimal.compare(numbers.minimum, numbers.maximum) == 0 {
      guard facts.types.count == 1, numbers.count >= FieldAdvisor.constantsMinimum else {
        return []
      }
      return [constant(RoundedNumber.text(numbers.minimum), of: numbers.count)]
    }
    guard let limits = NumberLimits(facts.summary) else { return [] }
    let seen =
      "seen \(RoundedNumber.text(numbers.minimum)) to \(RoundedNumber.text(numbers.maximum))"
    let (lower, upper) = (RoundedNumber.text(limits.lower), RoundedNumber.text(limits.upper))
    if mayBeIdentifier {
      return [DraftRule("minimum", lower, note: seen + "; no two are the same, so they may grow")]
    }
    guard facts.types.count == 1, let usual = usualRange(facts.summary, lower, upper) else {
      return [DraftRule("range", "[\(lower), \(upper)]", note: seen)]
    }
    return [
      DraftRule("minimum", lower, note: seen), DraftRule("maximum", upper, note: seen), usual,
    ]
  }

  /// The range without the few numbers that lie far out, as a near miss; nil if there are none.
  private func usualRange(_ summary: FieldSummary, _ lower: String, _ upper: String) -> DraftRule? {
    let count = summary.numbers.count
    guard count >= 1000, let buckets = summary.numberBuckets?.buckets else { return nil }
    let counts = buckets.map(\.count)
    let below = Strays.outer(counts, of: count)
    let above = Strays.outer(counts.reversed(), of: count)
    guard below + above > 0, below + above < buckets.count else { return nil }
    let kept = buckets[below..<(buckets.count - above)]
    guard let first = kept.first, let last = kept.last else { return nil }
    let exceptions =
      counts.prefix(below).reduce(0, +) + counts.suffix(above).reduce(0, +)
    // A bucket of a single whole number ends with it.
    let isWhole = summary.numbers.integers == count
    let end = isWhole && Decimal.compare(last.upper, Decimal(100)) < 0 && !last.lower.isNegative
    let low = below > 0 ? RoundedNumber.text(first.lower) : lower
    let high = above > 0 ? RoundedNumber.text(end ? last.lower : last.upper) : upper
    return DraftRule("range", "[\(low), \(high)]", exceptions: exceptions, of: count)
  }
}

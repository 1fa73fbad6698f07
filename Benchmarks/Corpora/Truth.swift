/// The counts that a right answer has, known because the data was made so.
public struct Truth: Hashable, Sendable {
  public internal(set) var records = 0
  /// Records with at least one failing rule.
  public internal(set) var invalid = 0
  /// Failing records by rule id; a rule that is not named here must not fail.
  public internal(set) var failures: [String: Int] = [:]

  /// Takes note of one record and of the rules that it breaks.
  mutating func note(_ broken: [String]) {
    records += 1
    if !broken.isEmpty { invalid += 1 }
    for rule in broken { failures[rule, default: 0] += 1 }
  }
}

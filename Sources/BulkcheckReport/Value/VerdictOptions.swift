/// Sets what makes a run fail, besides the profile.
public struct VerdictOptions: Hashable, Sendable {
  /// The lowest severity at which a rule beyond its tolerance makes the exit code 1.
  public enum FailLevel: String, CaseIterable, Hashable, Sendable {
    case error, warning, never
  }

  public var failOn = FailLevel.error
  /// Whether rules that never applied and fields that never appeared fail too.
  public var strict = false
  /// An earlier report: a rule beyond its tolerance then fails only if its failure rate rose.
  public var baseline: Baseline?

  public init() {}
}

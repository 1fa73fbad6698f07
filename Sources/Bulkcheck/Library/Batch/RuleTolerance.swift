internal import BulkcheckCore

/// Says how many failures a rule of a batch may have before it fails the run.
public struct RuleTolerance: Hashable, Sendable {
  let tolerance: Tolerance

  /// Allows no failure.
  public static let none = RuleTolerance(tolerance: .zero)

  /// Allows this many failures.
  public static func count(_ count: Int) -> RuleTolerance {
    RuleTolerance(tolerance: Tolerance(count: max(0, count)))
  }

  /// Allows this many failures in a million records that the rule evaluates: 1000 are 0.1 %.
  public static func perMillion(_ count: Int) -> RuleTolerance {
    let bounded = min(max(0, count), 1_000_000)
    let fraction = String(String(10_000 + bounded % 10_000).dropFirst())
    return RuleTolerance(tolerance: Tolerance(percent: "\(bounded / 10_000).\(fraction)"))
  }

  /// Allows this percentage of failures among the records that the rule evaluates: 0.1 is one in a
  /// thousand. It is rounded to whole failures in a million records.
  public static func percent(_ percent: Double) -> RuleTolerance {
    // A percentage that is not a number allows nothing.
    percent > 0 ? perMillion(Int((min(percent, 100) * 10_000).rounded())) : .none
  }
}

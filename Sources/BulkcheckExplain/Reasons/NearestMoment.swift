internal import BulkcheckCore

/// The limit that a date or time is beyond. The rule judges whether it would pass.
enum NearestMoment {
  static func candidates(_ text: String, _ constraints: [Constraint]) -> [String] {
    let value = MomentBound(.text(text), text: text)
    return constraints.compactMap { constraint in
      guard case .moments(let lower, let upper, let notation) = constraint else { return nil }
      // Nothing lies between a lower limit and a value below it.
      if let lower, !notation.admits(lower, value) { return fixed(lower) }
      if let upper, !notation.admits(value, upper) { return fixed(upper) }
      return nil
    }
  }

  /// The text of a limit that does not depend on the clock.
  private static func fixed(_ bound: MomentBound) -> String? {
    if case .text(let text) = bound.limit { text } else { nil }
  }
}

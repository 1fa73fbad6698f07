/// Makes checks that take time side by side.
enum SideBySide {
  /// The reasons of all checks, in the order of the checks, whichever answers first.
  ///
  /// At depth `.first`, the result has the reasons of the first check that fails. The others are
  /// cancelled as soon as those before it have answered. What a check throws is thrown at once, and
  /// cancels the others.
  ///
  /// - Parameters:
  ///   - count: the number of checks.
  ///   - atOnce: the number of checks that may run at the same time.
  ///   - check: makes the check at a position.
  static func reasons(
    _ count: Int, atOnce: Int, _ depth: Depth,
    _ check: @escaping @Sendable (_ position: Int) async throws -> [Reason]
  ) async throws -> [Reason] {
    if count == 0 { return [] }
    try Task.checkCancellation()
    if count == 1 { return try await check(0) }
    return try await withThrowingTaskGroup(of: (position: Int, reasons: [Reason]).self) { group in
      var answers = [[Reason]?](repeating: nil, count: count)
      var begun = min(count, max(1, atOnce))
      for position in 0..<begun {
        group.addTask { (position, try await check(position)) }
      }
      // All before it have answered, and hold.
      var settled = 0
      while let answer = try await group.next() {
        answers[answer.position] = answer.reasons
        while depth == .first, settled < count, let reasons = answers[settled] {
          if !reasons.isEmpty {
            group.cancelAll()
            return reasons
          }
          settled += 1
        }
        if begun < count {
          try Task.checkCancellation()
          let position = begun
          begun += 1
          group.addTask { (position, try await check(position)) }
        }
      }
      return answers.flatMap { $0 ?? [] }
    }
  }

  /// The reasons of all checks of a list.
  static func reasons<Value: Sendable>(
    _ checks: [AsyncCheck<Value>], _ value: Value, _ depth: Depth, _ faults: Faults
  ) async throws -> [Reason] {
    try await reasons(checks.count, atOnce: checks.count, depth) { position in
      try await checks[position](value, depth, faults)
    }
  }
}

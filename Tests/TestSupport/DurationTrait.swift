package import Testing

/// A test case that has to end within a time. Unlike `timeLimit`, this does not count the time for
/// which the case waits for a free thread, of which there are few on a busy machine.
package struct DurationTrait: SuiteTrait, TestTrait, TestScoping {
  let limit: Duration

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let start = ContinuousClock.now
    try await function()
    let duration = start.duration(to: .now)
    if testCase != nil { #expect(duration < limit, "took too long") }
  }
}

extension Trait where Self == DurationTrait {
  /// Each case of the test, or of the tests of the suite, ends within a time.
  package static func endsWithin(_ limit: Duration) -> DurationTrait { DurationTrait(limit: limit) }
}

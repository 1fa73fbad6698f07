import Foundation
package import Testing

/// Processor time of the calling thread. On a busy machine a test takes longer by the clock, for as
/// long as it waits for a processor, but hardly more of this.
package enum ProcessorTime {
  /// The time that the calling thread has used so far.
  package static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }

  /// The time that the calling thread uses for some work.
  package static func measure(_ work: () throws -> Void) rethrows -> Duration {
    let start = now
    try work()
    return now - start
  }
}

/// A test case that may use only so much processor time.
package struct ProcessorTimeTrait: SuiteTrait, TestTrait, TestScoping {
  let limit: Duration

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let (start, thread) = (ProcessorTime.now, ProcessorTimeTrait.thread)
    try await function()
    let used = ProcessorTime.now - start
    // A test without `async` begins and ends on one thread. Others cannot be measured this way.
    guard testCase != nil, thread == ProcessorTimeTrait.thread else { return }
    #expect(used < limit, "took too much processor time")
  }

  private static var thread: pthread_t { pthread_self() }
}

extension Trait where Self == ProcessorTimeTrait {
  /// Each case of the test, or of the tests of the suite, uses less processor time than this.
  package static func usesLess(than limit: Duration) -> ProcessorTimeTrait {
    ProcessorTimeTrait(limit: limit)
  }
}

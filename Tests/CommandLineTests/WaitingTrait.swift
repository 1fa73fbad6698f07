import Foundation
import Testing

/// Runs tests on threads of their own, since they mostly wait for the commands that they run.
///
/// Otherwise each would hold one of the few threads on which all tests run, and processors would
/// be idle.
struct WaitingTrait: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingThreads.shared, operation: function)
  }
}

extension SuiteTrait where Self == WaitingTrait {
  /// The tests of the suite run commands.
  static var waitsForCommands: WaitingTrait { WaitingTrait() }
}

/// One thread more than processors, next to those of other tests: some commands only wait.
private final class WaitingThreads: TaskExecutor {
  static let shared = WaitingThreads()

  private let queue: OperationQueue

  private init() {
    queue = OperationQueue()
    queue.maxConcurrentOperationCount = ProcessInfo.processInfo.activeProcessorCount + 1
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

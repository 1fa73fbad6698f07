import Requirements
import Synchronization
import Testing

@Suite("AsyncRequirement")
struct AsyncRequirementTests {
  struct NoConnection: Error, Equatable {}

  /// Names in use, and how often somebody asked.
  final class Server: Sendable {
    let calls = Mutex(0)
    let failures: Int
    init(failures: Int = 0) { self.failures = failures }

    var available: AsyncRequirement<String> {
      AsyncRequirement { name in
        let call = self.calls.withLock { calls in
          calls += 1
          return calls
        }
        if call <= self.failures { throw NoConnection() }
        return name == "admin"
          ? .failed(reason: Reason(code: "username_taken", message: "In use")) : .confirmed
      }
    }
    var callCount: Int { calls.withLock { $0 } }
  }

  @Test("synchronous parts run first, and the server is not asked about a bad value")
  func synchronousFirst() async throws {
    let server = Server()
    let requirement = AsyncRequirement<String>.all {
      server.available
      Requirement<String>.minLength(3).because("Too short")
    }
    #expect(try await requirement.failures(in: "ab").map(\.message) == ["Too short"])
    #expect(server.callCount == 0)
    #expect(try await requirement.evaluate("admin").reason?.code == "username_taken")
    #expect(try await requirement("alice") == .confirmed)
    let other = AsyncRequirement<String>.all {
      Requirement.notEmpty()
      server.available
      Requirement.maxLength(9)
    }
    #expect(try await other("a long name here").isConfirmed == false)
    #expect(server.callCount == 2)
  }

  @Test("any asks until one holds, those without waiting first")
  func any() async throws {
    let server = Server()
    let requirement = AsyncRequirement<String>.any {
      server.available
      Requirement.hasPrefix("ad")
    }
    #expect(try await requirement("admin").isConfirmed)
    #expect(server.callCount == 0)
  }

  @Test("a thrown error is an error, not a failure; retry asks again")
  func retry() async throws {
    await #expect(throws: NoConnection()) {
      try await Server(failures: 2).available.retry(2).evaluate("a")
    }
    let server = Server(failures: 2)
    #expect(try await server.available.retry(3).evaluate("admin").reason?.message == "In use")
    #expect(server.callCount == 3)
    await #expect(throws: NoConnection()) {
      try await Server(failures: 1).available.retry(3, if: { _ in false }).evaluate("a")
    }
  }

  @Test("a check without an answer in time is cancelled")
  func timeLimit() async throws {
    let never = AsyncRequirement<Int> { _ in
      try await Task.sleep(for: .seconds(3600))
      return .confirmed
    }
    await #expect(throws: AsyncRequirement<Int>.TimeLimitExceeded.self) {
      try await never.timeLimit(.milliseconds(1)).evaluate(1)
    }
    let quick = AsyncRequirement<Int> { _ in .confirmed }.timeLimit(.seconds(3600))
    #expect(try await quick(1).isConfirmed)
  }

  @Test("a cancelled task asks nothing")
  func cancellation() async {
    let server = Server()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await server.available.evaluate("a")
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(server.callCount == 0)
  }

  struct Account: Sendable { var name: String }

  @Test("a failure says where, and because replaces the reason")
  func places() async throws {
    let requirement = AsyncRequirement<Account>.on(
      \.name, Server().available.because(code: "taken", "Choose another"))
    let reason = try await requirement.evaluate(Account(name: "admin")).reason
    #expect(reason?.description == "name: Choose another")
    #expect(reason?.code == "taken")
  }
}

import ClassTripRules
import Requirements
import RequirementsPatterns
import Synchronization
import Testing

/// Worth running under the thread sanitizer: `swift test --sanitize=thread` (see CONTRIBUTING.md).
@Suite("Many threads at once")
struct ConcurrencyTests {
  static let taskCount = 8
  static let rounds = 50

  static let name = Requirement<String>.all {
    Requirement.notEmpty().because("A name")
    Requirement.length(min: 3, max: 20)
    Requirement.matches(pattern: "^[a-zé0-9_]+$", options: .caseInsensitive).because("Letters")
    Requirement.email() || .oneOf("anna", "bob", "zoé")
    Requirement.not(.matches(pattern: "(a+)+$x"))
  }

  /// Runs the body in several tasks and returns what each gave.
  func everywhere<Result: Sendable & Equatable>(
    _ body: @escaping @Sendable (Int) async throws -> Result
  ) async throws -> [Result] {
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      for number in 0..<Self.taskCount { group.addTask { (number, try await body(number)) } }
      var results: [Int: Result] = [:]
      for try await (number, result) in group { results[number] = result }
      return (0..<Self.taskCount).compactMap { results[$0] }
    }
  }

  @Test("one requirement is judged by all of them")
  func requirement() async throws {
    let texts = ["", "anna", "zoé", "Carl Gustav", "carl", "a-much-too-long-name-for-this"]
    let expected = texts.map { Self.name.failures(in: $0) }
    let found = try await everywhere { _ in
      (0..<Self.rounds).allSatisfy { _ in texts.map { Self.name.failures(in: $0) } == expected }
    }
    #expect(found == Array(repeating: true, count: Self.taskCount))
  }

  @Test("a requirement may be made and thrown away by each of them")
  func making() async throws {
    let found = try await everywhere { number in
      (0..<Self.rounds).count { round in
        Requirement<String>.matches(pattern: "^\(number)-\(round)$")("\(number)-\(round)")
          .isConfirmed
      }
    }
    #expect(found == Array(repeating: Self.rounds, count: Self.taskCount))
  }

  @Test("listeners come and go while the property changes")
  func listeners() async throws {
    @Validated(.length(min: 2, max: 3)) var text: String?
    let property = $text
    // Somebody assigns until everybody has heard enough.
    let assigning = Task {
      var copy = property
      while !Task.isCancelled {
        copy.wrappedValue = "abcd"
        await Task.yield()
      }
    }
    let heard = try await everywhere { _ in
      var heard = 0
      for _ in 0..<Self.rounds {
        var updates = property.updates.makeAsyncIterator()
        if await updates.next()?.count == 1 { heard += 1 }
      }
      return heard
    }
    assigning.cancel()
    #expect(heard == Array(repeating: Self.rounds, count: Self.taskCount))
    text = "abc"
    #expect($text.isValid)
  }

  @Test("chains, partial values and referees are values: each task changes its own")
  func values() async throws {
    let chain = Chain<String?> {
      CheckNil()
      CheckCount(length: 4)
      PhoneFormatter(format: "XX-XX")
    }
    let teacher = Teacher.classTrip()
    let found = try await everywhere { number in
      for round in 0..<Self.rounds {
        var own = teacher
        own.update(Ball.self) { $0.isGoing = (number + round).isMultiple(of: 2) }
        let conflicts = own.conflicts().count
        if conflicts != ((number + round).isMultiple(of: 2) ? 2 : 0) { return false }
        if chain.evaluate("1234").value != "12-34" { return false }
      }
      return true
    }
    #expect(found == Array(repeating: true, count: Self.taskCount))
    #expect(teacher.conflicts().isEmpty)
  }

  @Test("an asynchronous requirement is asked by all of them, with time limit and retries")
  func asynchronous() async throws {
    struct Busy: Error {}
    let calls = Mutex(0)
    let isFree = AsyncRequirement<String> { name in
      let call = calls.withLock { calls in
        calls += 1
        return calls
      }
      if call.isMultiple(of: 3) { throw Busy() }
      await Task.yield()
      return name == "admin" ? .failed(reason: Reason(message: "In use")) : .confirmed
    }
    let name = AsyncRequirement<String>.all {
      Self.name
      isFree.retry(10).timeLimit(.seconds(3600))
    }
    let found = try await everywhere { number in
      try await name.failures(in: number.isMultiple(of: 2) ? "anna" : "bob").count
    }
    #expect(found == Array(repeating: 0, count: Self.taskCount))
  }
}

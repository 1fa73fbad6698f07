import Requirements
import Synchronization
import Testing

@Suite("AsyncRequirement: combining", .timeLimit(.minutes(1)))
struct AsyncCombiningTests {
  struct NoConnection: Error {}

  /// Refuses what begins with "x", and notes whom it was asked about.
  final class Server: Sendable {
    private let names = Mutex<[String]>([])
    var asked: [String] { names.withLock { $0.sorted() } }

    var isFree: AsyncRequirement<String> {
      AsyncRequirement { name in
        self.names.withLock { $0.append(name) }
        if name == "error" { throw NoConnection() }
        return name.hasPrefix("x")
          ? .failed(reason: Reason(code: "taken", message: "\(name) is taken")) : .confirmed
      }
    }
  }

  /// Lets nobody pass before a number of tasks has come.
  final class Meeting: Sendable {
    private struct State {
      var missing: Int
      var waiting: [CheckedContinuation<Void, Never>] = []
    }
    private let state: Mutex<State>
    init(of count: Int) { state = Mutex(State(missing: count)) }

    func join() async {
      await withCheckedContinuation { continuation in
        let released = state.withLock { state in
          state.missing -= 1
          state.waiting.append(continuation)
          if state.missing > 0 { return [CheckedContinuation<Void, Never>]() }
          defer { state.waiting = [] }
          return state.waiting
        }
        for continuation in released { continuation.resume() }
      }
    }

    var requirement: AsyncRequirement<String> {
      AsyncRequirement { name in
        await self.join()
        return .failed(reason: Reason(message: "met: \(name)"))
      }
    }
  }

  struct Account: Sendable {
    var name = "anna"
    var email = "a@b.org"
    var nick: String?
    var friends: [String] = []
    var isBusiness = false
  }

  let server = Server()

  private func told(
    _ requirement: AsyncRequirement<Account>, _ account: Account
  ) async throws -> [String] {
    try await requirement.failures(in: account).map(\.description)
  }

  @Test("failures of both kinds come together; a value that is known to be bad is not asked about")
  func together() async throws {
    let requirement = AsyncRequirement<Account>.all {
      AsyncRequirement.on(\.name, server.isFree)
      Requirement.on(\.name, .maxLength(5))
      Requirement.on(\.email, .email())
      Requirement<Account> {
        $0.name == $0.email ? .failed(reason: Reason(message: "Both the same")) : .confirmed
      }
    }
    #expect(
      try await told(requirement, Account(name: "xeno", email: "b"))
        == ["email: String is not a valid email address", "name: xeno is taken"])
    #expect(
      try await told(requirement, Account(name: "x@y.z", email: "x@y.z"))
        == ["Both the same", "name: x@y.z is taken"])
    #expect(
      try await told(requirement, Account(name: "xenophon"))
        == ["name: Length must be at most 5 characters"])
    #expect(server.asked == ["x@y.z", "xeno"])
    // The first reason is enough: nobody needs to be asked.
    let reason = try await requirement.evaluate(Account(name: "xyz", email: "b")).reason
    #expect(reason?.path.description == "email")
    #expect(server.asked == ["x@y.z", "xeno"])
  }

  @Test("a check of the whole is not made if a part is bad")
  func whole() async throws {
    let asked = Mutex(0)
    let whole = AsyncRequirement<Account> { _ in
      asked.withLock { $0 += 1 }
      return .confirmed
    }
    let requirement = AsyncRequirement<Account>.all {
      whole
      Requirement.on(\.email, .email())
    }
    #expect(try await told(requirement, Account(email: "b")).count == 1)
    #expect(asked.withLock { $0 } == 0)
    #expect(try await told(requirement, Account()).isEmpty)
    #expect(asked.withLock { $0 } == 1)
  }

  @Test("checks run side by side, and their reasons are in order")
  func sideBySide() async throws {
    let meeting = Meeting(of: 5)
    let each = AsyncRequirement<[String]>.each(atOnce: 3, meeting.requirement)
    let requirement = AsyncRequirement<Account>.all {
      AsyncRequirement.on(\.name, meeting.requirement)
      AsyncRequirement.on(\.friends, each)
      AsyncRequirement.on(\.email, meeting.requirement)
    }
    #expect(
      try await told(requirement, Account(friends: ["bob", "carl", "dora"])) == [
        "name: met: anna", "friends[0]: met: bob", "friends[1]: met: carl",
        "friends[2]: met: dora", "email: met: a@b.org",
      ])
  }

  @Test("no more elements are asked about at once than it says", arguments: [1, 3])
  func width(atOnce: Int) async throws {
    let counts = Mutex((now: 0, most: 0))
    let counted = AsyncRequirement<String> { _ in
      counts.withLock { counts in
        counts.now += 1
        counts.most = max(counts.most, counts.now)
      }
      for _ in 0..<10 { await Task.yield() }
      counts.withLock { $0.now -= 1 }
      return .confirmed
    }
    let names = (0..<50).map { "\($0)" }
    #expect(try await AsyncRequirement<[String]>.each(atOnce: atOnce, counted)(names).isConfirmed)
    #expect(counts.withLock { $0.most } <= atOnce)
  }

  @Test("each asks about the elements that are not known to be bad")
  func each() async throws {
    let friend = AsyncRequirement<String>.all {
      Requirement.maxLength(4)
      server.isFree
    }
    let requirement = AsyncRequirement<Account>.on(\.friends, .each(friend))
    let account = Account(friends: ["xa", "xerxes", "bob", "xb"])
    #expect(
      try await told(requirement, account) == [
        "friends[1]: Length must be at most 4 characters", "friends[0]: xa is taken",
        "friends[3]: xb is taken",
      ])
    #expect(server.asked == ["bob", "xa", "xb"])
    #expect(try await told(requirement, Account()).isEmpty)
    let reason = try await AsyncRequirement<[String]>.each(server.isFree)(["a", "xb", "xc"]).reason
    #expect(reason?.description == "[1]: xb is taken")
  }

  @Test("optionals: nil is missing or confirmed, and nobody is asked")
  func optionals() async throws {
    let required = AsyncRequirement<Account>.on(\.nick, .required(server.isFree))
    let ifPresent = AsyncRequirement<Account>.on(\.nick, .ifPresent(server.isFree))
    let because = AsyncRequirement<Account>.on(
      \.nick, .required(server.isFree.because("Another nick, please")))
    #expect(try await told(required, Account()) == ["nick: Value is missing"])
    #expect(try await told(because, Account()) == ["nick: Another nick, please"])
    #expect(try await told(ifPresent, Account()).isEmpty)
    #expect(server.asked.isEmpty)
    #expect(try await told(required, Account(nick: "x")) == ["nick: x is taken"])
    #expect(try await told(because, Account(nick: "x")) == ["nick: Another nick, please"])
    #expect(try await told(ifPresent, Account(nick: "x")) == ["nick: x is taken"])
    #expect(try await told(ifPresent, Account(nick: "a")).isEmpty)
  }

  @Test("when: the condition may be of either kind, and only its branch is asked")
  func when() async throws {
    let plain = AsyncRequirement<Account>.when(\.isBusiness) {
      AsyncRequirement.on(\.name, server.isFree)
      Requirement.on(\.email, .email())
    } otherwise: {
      Requirement.on(\.nick, .required())
    }
    let business = Account(name: "x", email: "b", isBusiness: true)
    #expect(
      try await told(plain, business)
        == ["email: String is not a valid email address", "name: x is taken"])
    #expect(try await told(plain, Account(name: "x")) == ["nick: Value is missing"])
    #expect(server.asked == ["x"])

    let asking = AsyncRequirement<Account>.when(AsyncRequirement.on(\.name, server.isFree)) {
      Requirement.on(\.email, .email())
      AsyncRequirement.on(\.nick, .required(server.isFree))
    }
    #expect(try await told(asking, Account(name: "xyz", email: "b")).isEmpty)
    #expect(
      try await told(asking, Account(email: "b", nick: "xnick"))
        == ["email: String is not a valid email address", "nick: xnick is taken"])
    let other = AsyncRequirement<Account>.when(AsyncRequirement.on(\.name, server.isFree)) {
      Requirement.on(\.email, .email())
    } otherwise: {
      Requirement.on(\.nick, .required())
    }
    #expect(try await told(other, Account(name: "xyz")) == ["nick: Value is missing"])
  }

  @Test("not: fails if the requirement holds, and says which")
  func not() async throws {
    let taken = AsyncRequirement<String>.not(server.isFree)
    #expect(try await taken("x").isConfirmed)
    #expect(try await taken("a").reason?.code == ReasonCode.not)
    #expect(try await taken("a").reason?.message == "Must not be: closure")
    let both = AsyncRequirement<String>.not(
      .all {
        Requirement.minLength(3)
        server.isFree
      })
    #expect(try await both("a").isConfirmed)
    #expect(try await both("xyz").isConfirmed)
    #expect(
      try await both("anna").reason?.message == "Must not be: all(minLength(3), closure)")
    await #expect(throws: NoConnection.self) { try await taken("error") }
    let plain = AsyncRequirement<String>.not(AsyncRequirement(.minLength(3)))
    #expect(try await plain("abc").reason?.message == "Must not be: minLength(3)")
  }

  @Test("a thrown error ends the checks beside it")
  func thrown() async {
    let never = AsyncRequirement<String> { _ in
      try await Task.sleep(for: .seconds(3600))
      return .confirmed
    }
    await #expect(throws: NoConnection.self) {
      try await AsyncRequirement.all([never, server.isFree]).failures(in: "error")
    }
  }

  @Test("the first failure in order ends the checks behind it")
  func first() async throws {
    let never = AsyncRequirement<String> { _ in
      try await Task.sleep(for: .seconds(3600))
      return .confirmed
    }
    let requirement = AsyncRequirement.all([server.isFree, never])
    #expect(try await requirement("x").reason?.message == "x is taken")
  }
}

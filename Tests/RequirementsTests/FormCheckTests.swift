import Observation
import Requirements
import Synchronization
import Testing

@Suite("Forms: asynchronous checks", .timeLimit(.minutes(1)))
@MainActor
struct FormCheckTests {
  struct NoConnection: Error {}

  /// A server that answers when the test says so.
  final class Server: Sendable {
    private struct State {
      var asked: [String] = []
      var waiting: [String: CheckedContinuation<Evaluation, any Error>] = [:]
      var watchers: [(name: String, continuation: CheckedContinuation<Void, Never>)] = []
    }
    private let state = Mutex(State())

    var asked: [String] { state.withLock { $0.asked } }

    /// It ignores cancellation.
    var check: AsyncRequirement<String> {
      AsyncRequirement { name in
        try await withCheckedThrowingContinuation { continuation in
          let watchers = self.state.withLock { state in
            state.asked.append(name)
            state.waiting[name] = continuation
            let watchers = state.watchers.filter { $0.name == name }
            state.watchers.removeAll { $0.name == name }
            return watchers
          }
          for watcher in watchers { watcher.continuation.resume() }
        }
      }
    }

    /// Waits until somebody asks about the name.
    func isAsked(about name: String) async {
      await withCheckedContinuation { continuation in
        let isAsked = state.withLock { state in
          if state.waiting[name] != nil { return true }
          state.watchers.append((name, continuation))
          return false
        }
        if isAsked { continuation.resume() }
      }
    }

    func answer(_ name: String, _ answer: Result<Evaluation, any Error>) {
      state.withLock { $0.waiting.removeValue(forKey: name) }?.resume(with: answer)
    }

    func refuse(_ name: String) {
      answer(name, .success(.failed(reason: Reason(message: "\(name) is in use"))))
    }
  }

  @Observable
  final class SignUp: FormModel {
    let name: Field<String>
    let team: Field<String?>
    let email = Field("", .email())

    init(_ names: Server, _ teams: Server) {
      name = Field("", .minLength(3), checks: names.check, pause: .zero)
      team = Field(.ifPresent(.notEmpty()), checks: teams.check, pause: .zero)
    }
  }

  let names = Server()
  let teams = Server()
  let form: SignUp

  init() { form = SignUp(names, teams) }

  private func messages(_ errors: [ValidationError]) -> [String] { errors.map(\.description) }

  @Test("a check follows the synchronous requirements, which must hold")
  func order() async {
    form.name.value = "an"
    #expect(!form.name.isChecking && form.name.errors.count == 1)
    form.name.value = "anna"
    #expect(form.name.isChecking && form.isChecking && !form.name.isValid)
    await names.isAsked(about: "anna")
    names.refuse("anna")
    await form.name.waitForChecks()
    #expect(messages(form.name.shownErrors) == ["anna is in use"] && !form.name.isValid)
    form.name.value = "bob"
    #expect(form.name.errors.isEmpty)
    await names.isAsked(about: "bob")
    names.answer("bob", .success(.confirmed))
    await form.name.waitForChecks()
    #expect(form.name.isValid && names.asked == ["anna", "bob"])
  }

  @Test("only the latest value counts, whichever answer comes first")
  func latest() async {
    form.name.value = "anna"
    await names.isAsked(about: "anna")
    form.name.value = "bob"
    await names.isAsked(about: "bob")
    names.answer("bob", .success(.confirmed))
    await form.name.waitForChecks()
    names.refuse("anna")
    for _ in 0..<100 { await Task.yield() }
    #expect(form.name.isValid)
    // A value that needs no check ends the waiting for the one before.
    form.name.value = "carl"
    await names.isAsked(about: "carl")
    async let outcome = form.name.validate()
    await Task.yield()
    form.name.value = "c"
    #expect(await !outcome)
    names.refuse("carl")
    for _ in 0..<100 { await Task.yield() }
    #expect(messages(form.name.errors) == ["Length must be at least 3 characters"])
  }

  @Test("a submit asks side by side, and shows both kinds of errors together")
  func submit() async {
    form.name.reset(to: "anna")
    form.team.reset(to: "red")
    async let outcome = form.validate()
    await names.isAsked(about: "anna")
    await teams.isAsked(about: "red")
    teams.refuse("red")
    names.refuse("anna")
    #expect(await !outcome)
    #expect(
      messages(form.errors) == [
        "name: anna is in use", "team: red is in use",
        "email: String is not a valid email address",
      ])
    #expect(form.email.shownErrors.count == 1 && form.name.shownErrors.count == 1)
    // What has been answered is not asked again, and nil is never asked about.
    form.email.value = "a@b.org"
    form.team.value = nil
    #expect(await !form.validate())
    #expect(messages(form.errors) == ["name: anna is in use"])
    #expect(names.asked == ["anna"] && teams.asked == ["red"])
  }

  @Test("what a check throws is not an error of the value; the next submit asks again")
  func thrown() async {
    form.name.reset(to: "anna")
    form.email.reset(to: "a@b.org")
    async let first = form.validate()
    await names.isAsked(about: "anna")
    names.answer("anna", .failure(NoConnection()))
    #expect(await !first)
    #expect(form.errors.isEmpty && form.name.checkError is NoConnection && !form.isValid)
    async let second = form.validate()
    await names.isAsked(about: "anna")
    names.answer("anna", .success(.confirmed))
    #expect(await second)
    #expect(form.name.checkError == nil && names.asked == ["anna", "anna"])
  }

  @Test("after the time limit the field goes on, even if the check ignores cancellation")
  func timeLimit() async {
    let field = Field(
      "anna", checks: names.check, pause: .zero, timeLimit: .milliseconds(1))
    #expect(await !field.validate())
    #expect(field.checkError is AsyncRequirement<String>.TimeLimitExceeded)
    names.refuse("anna")
  }

  @Test("a submit does not wait for the pause")
  func pause() async {
    let field = Field("", checks: names.check, pause: .seconds(3600))
    field.value = "anna"
    #expect(field.isChecking)
    async let outcome = field.validate()
    await names.isAsked(about: "anna")
    names.answer("anna", .success(.confirmed))
    #expect(await outcome)
  }

  @Test("a form that is gone leaves no check behind")
  func released() async {
    weak var gone: Field<String>?
    do {
      let field = Field("", checks: names.check, pause: .zero)
      field.value = "anna"
      await names.isAsked(about: "anna")
      gone = field
    }
    names.refuse("anna")
    for _ in 0..<100 where gone != nil { await Task.yield() }
    #expect(gone == nil)
  }
}

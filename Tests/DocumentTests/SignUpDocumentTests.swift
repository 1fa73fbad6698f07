import Foundation
import RequirementsMacros
import RequirementsPatterns
import Synchronization
import Testing

struct SignUp: Sendable {
  var username = "anna_1"
  var email = "user@example.com"
  var password = "MyPass123!"
  var age = 36
  var agreedToTerms = true
}

enum SignUpRules {
  static let containsDigit = Requirement<String> { string in
    string.contains(where: \.isNumber)
      ? .confirmed
      : .failed(reason: Reason(message: "a digit"))
  }

  static let containsUppercase = Requirement<String> { string in
    string.contains(where: \.isUppercase)
      ? .confirmed
      : .failed(reason: Reason(message: "a capital letter"))
  }

  static let containsSpecial = Requirement<String> { string in
    let special = CharacterSet(charactersIn: "!@#$%^&*()_+-=[]{}|;:,.<>?")
    return string.unicodeScalars.contains(where: special.contains)
      ? .confirmed
      : .failed(reason: Reason(message: "a special character"))
  }

  static let username = #all {
    Requirement<String>.notEmpty()
      .because("a name")

    Requirement<String>.length(min: 3, max: 20)
      .because("3 to 20 characters")

    Requirement<String>.matches(pattern: #"^[a-zA-Z0-9_]+$"#)
      .because("letters, digits, underscores")
  }

  static let email = #all {
    Requirement<String>.notEmpty()
      .because("an email")

    Requirement<String>
      .matches(
        pattern: #"^[A-Z0-9._%+-]+@[A-Z0-9.-]+\.[A-Z]{2,}$"#,
        options: .caseInsensitive
      )
      .because("a right email")
  }

  static let password = #all {
    Requirement<String>.minLength(8)
      .because("8 characters")

    containsDigit
    containsUppercase
    containsSpecial
  }

  static let age = Requirement<Int>
    .inRange(18...120)
    .because("18 to 120")

  static let terms = Requirement<Bool>
    .require(\.self)
    .because("the terms")

  /// The requirement as the document writes it: the parts by hand, the first reason alone.
  static let complete = Requirement<SignUp> { data in
    var failures: [Reason] = []

    if case .failed(let reason) = username.evaluate(data.username) {
      failures.append(reason)
    }
    if case .failed(let reason) = email.evaluate(data.email) {
      failures.append(reason)
    }
    if case .failed(let reason) = password.evaluate(data.password) {
      failures.append(reason)
    }
    if case .failed(let reason) = age.evaluate(data.age) {
      failures.append(reason)
    }
    if case .failed(let reason) = terms.evaluate(data.agreedToTerms) {
      failures.append(reason)
    }

    if failures.isEmpty {
      return .confirmed
    } else {
      return .failed(reason: failures[0])
    }
  }

  /// The requirement as it may be written here: every reason, with its place.
  static let whole = #all {
    Requirement.on(\SignUp.username, username)
    Requirement.on(\SignUp.email, email)
    Requirement.on(\SignUp.password, password)
    Requirement.on(\SignUp.age, age)
    Requirement.on(\SignUp.agreedToTerms, terms)
  }
}

@Suite("Document 000: the registration form")
struct SignUpDocumentTests {
  @Test("the first error against all errors")
  func whole() {
    let bad = SignUp(username: "", email: "x", password: "x", age: 5, agreedToTerms: false)
    #expect(SignUpRules.complete.evaluate(SignUp()) == .confirmed)
    #expect(SignUpRules.complete.evaluate(bad) == .failed(reason: Reason(message: "a name")))
    #expect(SignUpRules.complete.failures(in: bad).count == 1)

    #expect(SignUpRules.whole.evaluate(SignUp()) == .confirmed)
    #expect(SignUpRules.whole.evaluate(bad).reason?.description == "username: a name")
    #expect(
      SignUpRules.whole.failures(in: bad).map(\.description) == [
        "username: a name", "username: 3 to 20 characters",
        "username: letters, digits, underscores", "email: a right email", "password: 8 characters",
        "password: a digit", "password: a capital letter", "password: a special character",
        "age: 18 to 120", "agreedToTerms: the terms",
      ])
  }

  /// The content of a view, without the view.
  struct Screen {
    var username = "" { didSet { hasStartedTyping = true } }
    var hasStartedTyping = false
    var agreedToTerms = false

    var usernameError: String? {
      guard hasStartedTyping else { return nil }
      if case .failed(let reason) = SignUpRules.username.evaluate(username) {
        return reason.message
      }
      return nil
    }

    var canSubmit: Bool { usernameError == nil && agreedToTerms && !username.isEmpty }
  }

  @Test("errors show once typing has started")
  func incremental() {
    var screen = Screen()
    #expect(screen.usernameError == nil && !screen.canSubmit)
    screen.username = "a"
    #expect(screen.usernameError == "3 to 20 characters")
    screen.username = "anna b"
    #expect(screen.usernameError == "letters, digits, underscores")
    screen.username = "anna"
    #expect(screen.usernameError == nil && !screen.canSubmit)
    screen.agreedToTerms = true
    #expect(screen.canSubmit)
    screen.username = ""
    #expect(screen.usernameError == "a name")
  }

  /// A server with names in use.
  final class API: Sendable {
    let calls = Mutex(0)

    func checkUsernameAvailability(_ name: String) async throws -> Bool {
      calls.withLock { $0 += 1 }
      return name != "admin"
    }

    func validateUsername(_ name: String) async throws -> Evaluation {
      SignUpRules.username.evaluate(name)
    }
  }

  @Test("a check that asks a server")
  func asynchronous() async throws {
    let api = API()
    let usernameAvailable = AsyncRequirement<String> { username in
      let isAvailable = try await api.checkUsernameAvailability(username)

      return isAvailable
        ? .confirmed
        : .failed(
          reason: Reason(
            code: "username_taken",
            message: "in use"
          ))
    }
    let result = try await usernameAvailable.evaluate("admin")
    #expect(result == .failed(reason: Reason(code: "username_taken", message: "in use")))
    #expect(try await usernameAvailable.evaluate("anna") == .confirmed)

    let server = AsyncRequirement<String> { username in
      try await api.validateUsername(username)
    }
    #expect(try await server.evaluate("a").reason?.message == "3 to 20 characters")
  }

  @Test("first without the server, then with it: by hand and by &&")
  func combined() async throws {
    let api = API()
    let available = AsyncRequirement<String> { name in
      try await api.checkUsernameAvailability(name)
        ? .confirmed : .failed(reason: Reason(message: "in use"))
    }
    func check(_ username: String) async throws -> Evaluation {
      guard SignUpRules.username.evaluate(username).isConfirmed else {
        return .failed(reason: Reason(message: "not a name"))
      }
      return try await available.evaluate(username)
    }
    let both = AsyncRequirement.all {
      SignUpRules.username
      available
    }
    #expect(try await check("a").reason?.message == "not a name")
    #expect(try await both("a").reason?.message == "3 to 20 characters")
    #expect(api.calls.withLock { $0 } == 0)
    #expect(try await check("admin").reason?.message == "in use")
    #expect(try await both("admin").reason?.message == "in use")
    #expect(api.calls.withLock { $0 } == 2)
  }
}

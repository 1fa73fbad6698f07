import Requirements
import Testing

@Suite("Requirements across two parts of a value")
struct AcrossTests {
  struct Trip: Sendable {
    var start = 1
    var end = 2
    var booked: Int?
    var paid: Int?
    var from = "Oslo"
    var to = "Rome"
  }

  struct Account: Sendable {
    var password = "secret"
    var confirm = "secret"
    var hint: String?
    var reminder: String?
  }

  private typealias Trips = Requirement<Trip>

  @Test("each operator compares as the operator of the type does")
  func operators() {
    check(.compare(\.start, <, \.end)) { $0 < $1 }
    check(.compare(\.start, <=, \.end)) { $0 <= $1 }
    check(.compare(\.start, >, \.end)) { $0 > $1 }
    check(.compare(\.start, >=, \.end)) { $0 >= $1 }
    check(.compare(\.start, ==, \.end)) { $0 == $1 }
    check(.compare(\.start, !=, \.end)) { $0 != $1 }
  }

  private func check(_ requirement: Trips, _ holds: (Int, Int) -> Bool) {
    for start in 0..<3 {
      for end in 0..<3 {
        let trip = Trip(start: start, end: end)
        let reasons = requirement.failures(in: trip)
        #expect(reasons.isEmpty == holds(start, end), "\(requirement) \(start) \(end)")
        #expect(requirement.outline.reasons(of: trip) == reasons, "the outline says the same")
      }
    }
  }

  @Test("an operator with its sides exchanged is understood")
  func exchanged() {
    let requirement = Trips.compare(\.start, { $1 >= $0 }, \.end)
    #expect(requirement.description == "compare(start, <=, end)")
    #expect(requirement(Trip(start: 1, end: 2)).isConfirmed)
    #expect(!requirement(Trip(start: 3, end: 2)).isConfirmed)
  }

  @Test("strings are compared by code points")
  func codePoints() {
    let requirement = Trips.compare(\.from, <=, \.to)
    // Swift's own order takes both spellings for equal.
    let composed = "caf\u{e9}"
    let decomposed = "cafe\u{301}"
    #expect(requirement(Trip(from: decomposed, to: composed)).isConfirmed)
    #expect(!requirement(Trip(from: composed, to: decomposed)).isConfirmed)
    #expect(Trips.compare(\.from, !=, \.to)(Trip(from: composed, to: decomposed)).isConfirmed)
    #expect(!Trips.equal(\.from, \.to)(Trip(from: composed, to: decomposed)).isConfirmed)
  }

  @Test("a missing part is not compared")
  func missing() {
    let requirement = Trips.all {
      Requirement.compare(\.booked, <=, \.start)
      Requirement.compare(\.end, <=, \.paid)
      Requirement.compare(\.booked, <, \.paid)
    }
    func count(_ booked: Int?, _ paid: Int?) -> Int {
      let trip = Trip(booked: booked, paid: paid)
      let reasons = requirement.failures(in: trip)
      #expect(requirement.outline.reasons(of: trip) == reasons)
      return reasons.count
    }
    #expect(count(nil, nil) == 0)
    #expect(count(1, nil) == 0)
    #expect(count(2, nil) == 1)
    #expect(count(nil, 1) == 1)
    #expect(count(1, 2) == 0)
    #expect(count(2, 1) == 3)
  }

  @Test("parts are equal, or both are missing")
  func equality() {
    let requirement = Requirement<Account>.equal(\.hint, \.reminder)
    func isConfirmed(_ hint: String?, _ reminder: String?) -> Bool {
      requirement(Account(hint: hint, reminder: reminder)).isConfirmed
    }
    #expect(isConfirmed(nil, nil))
    #expect(isConfirmed("a", "a"))
    #expect(!isConfirmed("a", nil))
    #expect(!isConfirmed(nil, "a"))
    #expect(!Requirement<Account>.equal(\.hint, \.password)(Account()).isConfirmed)
    #expect(Requirement<Account>.equal(\.password, \.hint)(Account(hint: "secret")).isConfirmed)
  }

  @Test("a failure has its code, its parameters and the place that was given")
  func reasons() {
    let requirement = Requirement<Account>.equal(\.password, \.confirm, at: \.confirm)
    let reason = requirement.evaluate(Account(confirm: "Secret")).reason
    #expect(reason?.code == ReasonCode.equal)
    #expect(reason?.parameters == ["left": "password", "right": "confirm"])
    #expect("\(reason?.path ?? ValuePath())" == "confirm")
    #expect(reason?.message == "password and confirm must be equal")

    let comparison = Trips.compare(\.start, <=, \.end).evaluate(Trip(start: 3)).reason
    #expect(comparison?.code == ReasonCode.compare)
    #expect(comparison?.parameters == ["left": "start", "operator": "<=", "right": "end"])
    #expect(comparison?.path.isEmpty == true)
    #expect(comparison?.message == "start must be less than or equal to end")
  }

  @Test("a closure gets both parts, and says yes or no or gives a reason")
  func closures() {
    let condition = Requirement<Trip>(\.start, \.end) { $0 <= $1 }
    #expect(condition(Trip()).isConfirmed)
    #expect(
      condition.evaluate(Trip(start: 3)).reason?.message
        == "These do not go together: start, end")
    #expect(
      condition.because("Ends before it begins").failures(in: Trip(start: 3))
        == [Reason(message: "Ends before it begins")])

    let told = Requirement<Trip>(\.from, \.booked, at: \.booked) { from, booked in
      from.count > booked ?? 0
        ? .confirmed : .failed(reason: Reason(code: "long", message: "Too long"))
    }
    #expect(told(Trip()).isConfirmed)
    let failing = Trip(booked: 9)
    #expect(told.failures(in: failing).map(\.description) == ["booked: Too long"])
    #expect(told.outline.reasons(of: failing) == told.failures(in: failing))
    #expect(told.outline.reasons(of: 7) == nil)
  }

  @Test("the parts may be parts of a part")
  func nested() {
    struct Journey: Sendable { var trips = [Trip(), Trip(start: 5)] }
    let requirement = Requirement<Journey>.on(
      \.trips, .each(.compare(\.start, <, \.end, at: \.end)))
    #expect(
      requirement.failures(in: Journey()).map(\.description)
        == ["trips[1].end: start must be less than end"])
  }
}

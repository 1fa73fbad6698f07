public import Observation

/// A value of a form with its requirements. It knows what is wrong with the value, and what of that
/// to show.
///
/// ```swift
/// @MainActor @Observable
/// final class SignUp: FormModel {
///   var name = Field("", .length(min: 3, max: 20), checks: isFree)
///   var age = Field<Int?>(.inRange(18...120).because("Your age, please"))
///   var phone = Field<String?>(.ifPresent(.phone()))
/// }
/// ```
/// Everything has a plain key path. In SwiftUI `$form.name.value` is a binding if the field is
/// declared with `var`, and a view that shows `form.name.shownErrors` is updated when they change.
///
/// The synchronous requirements are checked at each assignment. If they hold, the asynchronous
/// checks begin after a pause, side by side. Only the latest value counts: an assignment cancels
/// the checks of the value before it, and their answers are dropped.
@MainActor @Observable
public final class Field<Value: Equatable & Sendable>: FormField {
  /// The answer of the asynchronous checks for the present value.
  private enum Inquiry {
    /// Nobody has asked yet.
    case notAsked
    case asking
    case answered([Reason])
    case failed(any Error)
  }

  private var current: Value
  private var inquiry: Inquiry
  /// The reasons of the synchronous requirements for the current value.
  private var reasons: [Reason]
  private var isSubmitted = false
  /// Whether the value was changed since the field was made or reset. To assign an equal value
  /// changes nothing.
  public private(set) var isEdited = false

  /// The value to go back to.
  @ObservationIgnored private var initial: Value
  private let requirement: Requirement<Value>
  /// nil if there are no asynchronous checks.
  private let latest: LatestInquiry<Value>?
  /// The calls that wait for an answer.
  @ObservationIgnored private var waiting: [CheckedContinuation<Void, Never>] = []

  init(
    _ value: Value, requirement: Requirement<Value>, checks: [AsyncCheck<Value>],
    _ timing: FieldTiming
  ) {
    current = value
    initial = value
    self.requirement = requirement
    reasons = requirement.failures(in: value)
    inquiry = checks.isEmpty ? .answered([]) : .notAsked
    latest =
      checks.isEmpty
      ? nil
      : LatestInquiry(timing) { try await SideBySide.reasons(checks, $0, .every, .none) }
  }

  /// The value, valid or not. To assign another one checks it.
  public var value: Value {
    get { current }
    set {
      if newValue == current { return }
      isEdited = true
      change(to: newValue)
      if reasons.isEmpty { ask(afterPause: true) }
    }
  }

  /// Every known error of the value: those of the synchronous requirements in their order, or if
  /// they hold, those of the asynchronous checks.
  public var errors: [ValidationError] {
    if !reasons.isEmpty { return reasons.map { ValidationError($0) } }
    if case .answered(let reasons) = inquiry { return reasons.map { ValidationError($0) } }
    return []
  }

  /// The errors to show: all, after the first edit or a submit; before that none.
  public var shownErrors: [ValidationError] { isEdited || isSubmitted ? errors : [] }

  /// Whether an asynchronous check of the value is under way, or will begin after the pause.
  public var isChecking: Bool {
    if case .asking = inquiry { return true }
    return false
  }

  /// The error that the last asynchronous check threw: no connection, or
  /// ``AsyncRequirement/TimeLimitExceeded``. It says nothing about the value. The next assignment
  /// or ``validate()`` asks again.
  public var checkError: (any Error)? {
    if case .failed(let error) = inquiry { return error }
    return nil
  }

  /// Whether every requirement is known to hold for the value. With asynchronous checks that is
  /// only known when they have answered; ``validate()`` asks them.
  public var isValid: Bool {
    if case .answered(let answer) = inquiry { return reasons.isEmpty && answer.isEmpty }
    return false
  }

  /// Shows errors from now on, and begins the asynchronous checks, without a pause, if the
  /// synchronous requirements hold and the checks have not answered yet.
  public func submit() {
    isSubmitted = true
    if !reasons.isEmpty { return }
    switch inquiry {
    case .notAsked, .failed: ask(afterPause: false)
    case .asking where latest?.isPausing == true: ask(afterPause: false)
    case .asking, .answered: break
    }
  }

  /// Submits the field, waits for the asynchronous checks, and returns whether the value is valid.
  ///
  /// If the value changes meanwhile, it waits for the checks of the new one. The time limit is the
  /// most that it waits for one value.
  public func validate() async -> Bool {
    submit()
    await waitForChecks()
    return isValid
  }

  /// Waits for the answer of the asynchronous checks, if they are under way.
  public func waitForChecks() async {
    while isChecking {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  /// Goes back to the value that the field began with. Nothing is edited, shown or asked then.
  public func reset() { reset(to: initial) }

  /// Begins again with another value, such as the one that was saved. Nothing is edited, shown or
  /// asked then.
  public func reset(to value: Value) {
    initial = value
    isEdited = false
    isSubmitted = false
    change(to: value)
  }

  private func change(to value: Value) {
    current = value
    reasons = requirement.failures(in: value)
    if let latest {
      latest.cancel()
      inquiry = .notAsked
      resumeWaiting()
    }
  }

  private func ask(afterPause: Bool) {
    guard let latest else { return }
    inquiry = .asking
    latest.begin(current, afterPause: afterPause) { [weak self] answer in
      guard let self else { return }
      switch answer {
      case .success(let reasons): inquiry = .answered(reasons)
      case .failure(let error): inquiry = .failed(error)
      }
      resumeWaiting()
    }
  }

  /// Lets waiting calls look again.
  private func resumeWaiting() {
    let resumed = waiting
    waiting = []
    for call in resumed { call.resume() }
  }
}

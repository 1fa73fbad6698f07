public import Observation

/// A field of a form, whatever the type of its value. Only ``Field`` needs to conform.
@MainActor
public protocol FormField: AnyObject, Observable {
  /// Every known error of the value, in the order of the requirements.
  var errors: [ValidationError] { get }

  /// The errors to show: none before the first edit or submit.
  var shownErrors: [ValidationError] { get }

  /// Whether the value was changed since the field was made or reset.
  var isEdited: Bool { get }

  /// Whether an asynchronous check is under way.
  var isChecking: Bool { get }

  /// The error that the last asynchronous check threw. It says nothing about the value.
  var checkError: (any Error)? { get }

  /// Whether every requirement is known to hold for the value.
  var isValid: Bool { get }

  /// Shows errors from now on, and begins the asynchronous check if it has no answer yet.
  func submit()

  /// Waits until no asynchronous check is under way.
  func waitForChecks() async

  /// Submits the field, and returns whether the value is valid once everything is checked.
  func validate() async -> Bool

  /// Goes back to the value that the field began with. Nothing is edited or shown then.
  func reset()
}

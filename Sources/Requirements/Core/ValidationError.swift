/// The error of a value that failed. `validate` throws it, and `$property.errors` lists such
/// errors.
public struct ValidationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Every reason that is known; at least one.
  public let reasons: [Reason]

  /// An error with a single reason.
  public init(_ reason: Reason) { reasons = [reason] }

  /// An error with a single reason, given by its message.
  public init(message: String, code: String? = nil) {
    reasons = [Reason(code: code, message: message)]
  }

  /// nil if there are no reasons: then nothing failed.
  init?(_ reasons: [Reason]) {
    if reasons.isEmpty { return nil }
    self.reasons = reasons
  }

  /// The first reason's message.
  public var message: String { reasons.first?.message ?? "" }

  /// The first reason's code.
  public var code: String? { reasons.first?.code }

  /// The same as ``description``, for code that shows errors of any kind this way. It is used only
  /// if the static type of the error is `ValidationError`; an `any Error` shows Foundation's text.
  public var localizedDescription: String { description }

  /// Every reason with its place, separated by semicolons.
  public var description: String { reasons.map(\.description).joined(separator: "; ") }
}

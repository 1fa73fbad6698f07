/// The error of a value that failed. `validate` throws it, and `$property.errors` lists such
/// errors.
public struct ValidationError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
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

  /// The first reason's place. Among the errors of a form, it begins with the name of the field.
  public var path: ValuePath { reasons.first?.path ?? ValuePath() }

  /// The description, for code that shows errors of any kind this way.
  public var localizedDescription: String { description }

  /// The error of a part, as one of the whole that has the part at the path.
  func prefixed(by path: ValuePath) -> ValidationError {
    ValidationError(reasons.map { $0.prefixed(by: path) }) ?? self
  }

  /// Every reason with its place, separated by semicolons.
  public var description: String { reasons.map(\.description).joined(separator: "; ") }
}

extension Reason {
  /// The first reason of a ``ValidationError``; for any other error its description as the message.
  init(_ error: any Error) {
    if let error = error as? ValidationError, let first = error.reasons.first {
      self = first
    } else {
      self.init(message: "\(error)")
    }
  }
}

#if canImport(Darwin)
  public import Foundation

  extension ValidationError: LocalizedError {
    /// Every reason with its place, separated by semicolons.
    public var errorDescription: String? { description }
  }
#endif

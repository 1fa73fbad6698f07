/// Why a value failed a requirement: a sentence for people, a code for programs, and the place.
///
/// ```swift
/// Reason(code: "username_taken", message: "This name is already in use")
/// ```
public struct Reason: Hashable, Sendable, CustomStringConvertible {
  /// A word for programs, if one was given.
  public var code: String?
  /// A sentence for people.
  public var message: String
  /// The part of the value that failed; empty for the value itself.
  public var path: ValuePath
  /// If no alternative held, the reasons of each branch; otherwise empty.
  public var alternatives: [Reason]

  /// Makes a reason about the value itself, or about the part at `path`.
  public init(
    code: String? = nil, message: String, path: ValuePath = ValuePath(),
    alternatives: [Reason] = []
  ) {
    self.code = code
    self.message = message
    self.path = path
    self.alternatives = alternatives
  }

  /// The message, after the path if there is one: `items[3].price: must be greater than 0`.
  public var description: String { path.isEmpty ? message : "\(path): \(message)" }

  /// The reason as seen from a larger whole; the alternatives move with it.
  package func prefixed(by outer: ValuePath) -> Reason {
    Reason(
      code: code, message: message, path: path.prefixed(by: outer),
      alternatives: alternatives.map { $0.prefixed(by: outer) })
  }
}

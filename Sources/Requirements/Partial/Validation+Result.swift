extension Partial.Validation {
  /// The result of a validation: the whole value, or reasons.
  public enum Result {
    /// Every rule held, and this was built.
    case valid(T)
    /// At least one reason, in the order of the rules.
    case invalid([Reason])

    /// The whole value; nil if it is invalid.
    public var value: T? {
      guard case .valid(let value) = self else { return nil }
      return value
    }

    /// The reasons; none if it is valid.
    public var reasons: [Reason] {
      guard case .invalid(let reasons) = self else { return [] }
      return reasons
    }
  }
}

extension Partial.Validation.Result: Sendable where T: Sendable {}

extension Partial.Validation.Result {
  /// Why a partial value is not whole.
  public enum Reason: Sendable, CustomStringConvertible {
    /// The property was never given.
    case missing(any PartialKeyPath<T> & Sendable)
    /// The property was given and failed its requirement.
    case invalidValue(any PartialKeyPath<T> & Sendable, Requirements.Reason)
    /// Each property is valid, but the initialiser refused them together.
    case notBuilt(Requirements.Reason)

    /// The property; nil if the reason is about the whole.
    public var keyPath: (any PartialKeyPath<T> & Sendable)? {
      switch self {
      case .missing(let keyPath), .invalidValue(let keyPath, _): keyPath
      case .notBuilt: nil
      }
    }

    /// The reason in the form that the whole module uses: code, message and path.
    public var reason: Requirements.Reason {
      switch self {
      case .missing(let keyPath):
        Requirements.Reason.missing.prefixed(by: KeyPathStep(keyPath).path)
      case .invalidValue(_, let reason), .notBuilt(let reason): reason
      }
    }

    /// The message, after the path if there is one.
    public var description: String { reason.description }
  }
}

extension Array {
  /// Whether a reason is a missing property that the list reports already.
  func contains<T>(missing reason: Partial<T>.Validation.Result.Reason) -> Bool
  where Element == Partial<T>.Validation.Result.Reason {
    guard case .missing(let keyPath) = reason else { return false }
    return contains { other in
      guard case .missing(let known) = other else { return false }
      return PathKey(keyPath: known) == PathKey(keyPath: keyPath)
    }
  }
}

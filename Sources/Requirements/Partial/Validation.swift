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

extension Partial.Validation {
  /// One rule of a validation: a ``Requirement`` for a property, or only its presence.
  public struct Strategy: Sendable {
    let reasons: @Sendable (Partial<T>) -> [Result.Reason]

    /// Requires the property to have been given. For an optional property, nil is enough.
    public static func required(_ keyPath: any PartialKeyPath<T> & Sendable) -> Strategy {
      Strategy { $0.contains(keyPath) ? [] : [.missing(keyPath)] }
    }

    /// Requires the property to have been given and to meet the requirement. Inside `ifPresent` it
    /// may be missing. Every failure is a reason, but a nil has one reason only.
    public static func value<Value>(
      _ keyPath: any KeyPath<T, Value> & Sendable, _ requirement: Requirement<Value>
    ) -> Strategy {
      let path = KeyPathStep(keyPath).path
      let mayBeMissing = requirement.outline.reasonForMissing == nil
      let mistakes = requirement.outline.reasonsForMistakes
      let requirement = requirement.onceIfMissing
      return Strategy { partial in
        guard let value = partial.given(keyPath) else {
          if mayBeMissing { return [] }
          return mistakes.isEmpty
            ? [.missing(keyPath)]
            : mistakes.map { .invalidValue(keyPath, $0.prefixed(by: path)) }
        }
        return requirement.failures(in: value).map {
          .invalidValue(keyPath, $0.prefixed(by: path))
        }
      }
    }

    /// Requires an optional property to have been given, and its value to meet the requirement.
    ///
    /// nil fails, with one reason: that of the first requirement which is not inside `ifPresent`.
    /// If everything is inside `ifPresent`, the property may be nil or missing.
    public static func value<Value>(
      _ keyPath: any KeyPath<T, Value?> & Sendable, _ requirement: Requirement<Value>
    ) -> Strategy {
      value(keyPath, requirement.forOptional)
    }

    /// Requires the property to have been given, and the closure to be true for it.
    public static func valueValidation<Value>(
      keyPath: any KeyPath<T, Value> & Sendable, block: @escaping @Sendable (Value) -> Bool
    ) -> Strategy {
      let reason = Reason(message: "Value is invalid")
      return value(
        keyPath, Requirement { block($0) ? .confirmed : .failed(reason: reason) })
    }
  }
}

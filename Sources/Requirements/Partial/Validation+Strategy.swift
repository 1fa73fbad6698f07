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

extension Partial.Validation {
  /// One rule of a validation: a ``Requirement`` for a property, or only its presence.
  public struct Strategy: Sendable {
    let reasons: @Sendable (Partial<T>) -> [Result.Reason]

    /// Requires the property to have been given.
    public static func required(_ keyPath: any PartialKeyPath<T> & Sendable) -> Strategy {
      Strategy { $0.contains(keyPath) ? [] : [.missing(keyPath)] }
    }

    /// Requires the property to have been given and to meet the requirement. Inside `ifPresent` it
    /// may be missing. Every failure is a reason.
    public static func value<Value>(
      _ keyPath: any KeyPath<T, Value> & Sendable, _ requirement: Requirement<Value>
    ) -> Strategy {
      let path = KeyPathStep(keyPath).path
      let mayBeMissing = requirement.outline.reasonsForMissing.isEmpty
      let mistakes = requirement.outline.reasonsForMistakes
      return Strategy { partial in
        // Two steps: a cast of nil to an optional type would succeed.
        guard let stored = partial.any(for: keyPath), let value = stored as? Value else {
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

    /// The same for an optional property, with a requirement for its value.
    public static func value<Value>(
      _ keyPath: any KeyPath<T, Value?> & Sendable, _ requirement: Requirement<Value>
    ) -> Strategy {
      value(keyPath, requirement.orMissing)
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

/// A type whose values can be missing. Only `Optional` conforms.
///
/// It lets ``Validated`` take requirements for the value inside an optional property.
public protocol OptionalValue<Wrapped>: SendableMetatype {
  /// The type of a value that is there.
  associatedtype Wrapped

  /// The missing value.
  static var missing: Self { get }

  /// The value as an optional.
  var optional: Wrapped? { get }
}

extension Optional: OptionalValue {
  /// The missing value: nil.
  public static var missing: Wrapped? { nil }

  /// The same value.
  public var optional: Wrapped? { self }
}

extension OptionalValue {
  /// Whether the value is of this type, and missing.
  static func isMissing(_ value: Any) -> Bool {
    guard let value = value as? Self else { return false }
    return value.optional == nil
  }
}

extension Requirement {
  /// The requirement for an optional. nil fails with one reason, unless everything is inside
  /// `ifPresent`.
  package var forOptional: Requirement<Value?> { orMissing.onceIfMissing }

  /// The requirement, if it is one for an optional, with a single reason for nil: the first.
  ///
  /// nil fails each part of a requirement. To say so once is enough.
  var onceIfMissing: Requirement {
    guard let optional = Value.self as? any OptionalValue.Type else { return self }
    let check = check
    return Requirement(outline: outline) { value, depth in
      let reasons = check(value, depth)
      return reasons.count > 1 && optional.isMissing(value) ? [reasons[0]] : reasons
    }
  }
}

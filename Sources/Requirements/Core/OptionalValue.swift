/// A type whose values can be missing. Only `Optional` conforms.
///
/// It lets ``Validated`` take requirements for the value inside an optional property.
public protocol OptionalValue<Wrapped>: ExpressibleByNilLiteral, SendableMetatype {
  /// The type of a value that is there.
  associatedtype Wrapped

  /// The value as an optional.
  var valueIfPresent: Wrapped? { get }
}

extension Optional: OptionalValue {
  /// The optional itself.
  public var valueIfPresent: Wrapped? { self }
}

/// Optionals whose type is not known.
package enum Optionals {
  /// The value in the outermost optional, or a value that is not in one; nil for nil.
  package static func content(of value: Any) -> Any? {
    func content<Value: OptionalValue>(_ value: Value) -> Any? { value.valueIfPresent }
    guard let optional = value as? any OptionalValue else { return value }
    return content(optional)
  }

  /// nil as a value of a type; nil if values of the type cannot be nil.
  static func null<Value>(of type: Value.Type) -> Value? {
    func null<Null: OptionalValue>(_ type: Null.Type) -> Any { nil as Null }
    return (type as? any OptionalValue.Type).flatMap { null($0) as? Value }
  }

  /// Whether values of the type may be nil.
  package static func isOptional(_ type: Any.Type) -> Bool { type is any OptionalValue.Type }

  /// The type without any `Optional` around it.
  package static func unwrapped(_ type: Any.Type) -> Any.Type {
    func wrapped<Value: OptionalValue>(_ type: Value.Type) -> Any.Type { Value.Wrapped.self }
    var type = type
    while let optional = type as? any OptionalValue.Type { type = wrapped(optional) }
    return type
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
    guard Optionals.isOptional(Value.self) else { return self }
    let check = check
    return Requirement(outline: outline) { value, depth in
      let reasons = check(value, depth)
      return reasons.count > 1 && Optionals.content(of: value) == nil ? [reasons[0]] : reasons
    }
  }
}

/// Operations on optionals whose type is not known at compile time.
package enum Optionals {
  /// The value inside one optional, or the value itself if it is not optional; nil for nil.
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

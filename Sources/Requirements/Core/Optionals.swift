/// Optionals whose type is not known.
package enum Optionals {
  /// The value in the outermost optional, or a value that is not in one; nil for nil.
  package static func content(of value: Any) -> Any? {
    guard let optional = value as? any AnyOptional else { return value }
    return optional.content
  }

  /// Whether values of the type may be nil.
  package static func isOptional(_ type: Any.Type) -> Bool { type is any AnyOptional.Type }

  /// The type without any `Optional` around it.
  package static func unwrapped(_ type: Any.Type) -> Any.Type {
    var type = type
    while let optional = type as? any AnyOptional.Type { type = optional.wrapped }
    return type
  }
}

private protocol AnyOptional {
  static var wrapped: Any.Type { get }
  var content: Any? { get }
}

extension Optional: AnyOptional {
  static var wrapped: Any.Type { Wrapped.self }
  var content: Any? { self }
}

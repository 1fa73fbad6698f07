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

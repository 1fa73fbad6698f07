/// Collects the properties of a `T` one by one, by key path.
///
/// ```swift
/// var partial = Partial<User>()
/// partial.update(\.firstName, to: "Ada")
/// partial[\.firstName]                   // "Ada"
/// try partial.value(for: \.lastName)     // throws: lastName has no value
/// ```
/// A property is never given, given as nil, or given with a value. Only an optional property can be
/// given as nil:
///
/// ```swift
/// var partial = Partial<User>()
/// partial.update(\.age, to: nil)  // age is given: there is no age
/// partial.remove(\.age)           // nothing is known about age
/// ```
/// ``contains(_:)`` and the strategy `required` ask whether a property was given, with a value or
/// as nil. A requirement for an optional property checks the nil.
public struct Partial<T>: Sendable {
  /// An error of a partial value.
  public enum Error: Swift.Error, CustomStringConvertible {
    /// A value that must be there was never given.
    case valueNotFound(any PartialKeyPath<T> & Sendable)

    /// Which property has no value.
    public var description: String {
      switch self {
      case .valueNotFound(let keyPath): "\(KeyPathStep(keyPath).path) has no value"
      }
    }
  }

  /// The given values, each of the type of its property: an `Int?` for an optional one.
  private var values: [PathKey<T>: any Sendable] = [:]

  /// Makes a partial value without any property.
  public init() {}

  /// Gives the property a value. With nil, takes it away.
  ///
  /// If the property turns out to be optional, nil is given, as in the method for optional
  /// properties. This matters in generic code only.
  public mutating func update<Value: Sendable>(
    _ keyPath: any KeyPath<T, Value> & Sendable, to value: Value?
  ) {
    let given = value ?? Optionals.null(of: Value.self)
    give(keyPath, given)
  }

  /// Gives the optional property a value, or gives it as nil.
  public mutating func update<Value: Sendable>(
    _ keyPath: any KeyPath<T, Value?> & Sendable, to value: Value?
  ) {
    give(keyPath, .some(value))
  }

  /// Removes what was given for the property, be it a value or nil.
  public mutating func remove(_ keyPath: any PartialKeyPath<T> & Sendable) {
    values[PathKey(keyPath: keyPath)] = nil
  }

  private mutating func give(
    _ keyPath: any PartialKeyPath<T> & Sendable, _ value: (some Sendable)?
  ) {
    // Wrapped by hand: an optional inside must stay one.
    values[PathKey(keyPath: keyPath)] = value.map { $0 as any Sendable }
  }

  /// Returns the value of the property. Throws ``Error/valueNotFound(_:)`` if it was never given.
  public func value<Value>(for keyPath: any KeyPath<T, Value> & Sendable) throws(Error) -> Value {
    guard let value: Value = given(keyPath) else { throw .valueNotFound(keyPath) }
    return value
  }

  /// Returns the value of the optional property; nil if it was never given or given as nil.
  public func value<Value>(for keyPath: any KeyPath<T, Value?> & Sendable) -> Value? {
    given(keyPath) ?? nil
  }

  /// The value of the property; nil if it was never given. Setting nil takes the value away.
  public subscript<Value: Sendable>(keyPath: any KeyPath<T, Value> & Sendable) -> Value? {
    get { given(keyPath) }
    set { update(keyPath, to: newValue) }
  }

  /// The value of the optional property; nil if it was never given or given as nil. Setting nil
  /// gives it as nil.
  public subscript<Value: Sendable>(keyPath: any KeyPath<T, Value?> & Sendable) -> Value? {
    get { given(keyPath) ?? nil }
    set { update(keyPath, to: newValue) }
  }

  /// Whether the property was given, with a value or as nil.
  public func contains(_ keyPath: any PartialKeyPath<T> & Sendable) -> Bool {
    values[PathKey(keyPath: keyPath)] != nil
  }

  /// The value that was given for the property; nil if none was.
  func given<Value>(_ keyPath: any KeyPath<T, Value> & Sendable) -> Value? {
    // Two steps: a cast of nil to an optional type would succeed.
    guard let stored = values[PathKey(keyPath: keyPath)] else { return nil }
    return stored as? Value
  }
}

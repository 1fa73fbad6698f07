/// Collects the properties of a `T` one by one, by key path.
///
/// ```swift
/// var partial = Partial<User>()
/// partial.update(\.firstName, to: "Ada")
/// partial[\.firstName]                   // "Ada"
/// try partial.value(for: \.lastName)     // throws: lastName has no value
/// ```
/// A value that was set to nil counts as never given.
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

  private var values: [PathKey<T>: any Sendable] = [:]

  /// Makes a partial value without any property.
  public init() {}

  /// Sets the property, or removes it with nil.
  public mutating func update<Value: Sendable>(
    _ keyPath: any KeyPath<T, Value> & Sendable, to value: Value?
  ) {
    // A nil inside (the property is optional itself) takes the value away too.
    let isMissing = value.map { ($0 as? any Missable)?.isMissing ?? false } ?? true
    values[PathKey(keyPath: keyPath)] = isMissing ? nil : value
  }

  /// Sets the optional property, or removes it with nil.
  public mutating func update<Value: Sendable>(
    _ keyPath: any KeyPath<T, Value?> & Sendable, to value: Value?
  ) {
    values[PathKey(keyPath: keyPath)] = value
  }

  /// Removes the value of the property.
  public mutating func remove(_ keyPath: any PartialKeyPath<T> & Sendable) {
    values[PathKey(keyPath: keyPath)] = nil
  }

  /// Returns the value of the property. Throws ``Error/valueNotFound(_:)`` if it was never given.
  public func value<Value>(for keyPath: any KeyPath<T, Value> & Sendable) throws(Error) -> Value {
    guard let value = any(for: keyPath) as? Value else { throw .valueNotFound(keyPath) }
    return value
  }

  /// Returns the value of the optional property; nil if it was never given.
  public func value<Value>(for keyPath: any KeyPath<T, Value?> & Sendable) -> Value? {
    any(for: keyPath) as? Value
  }

  /// The value of the property; nil if it was never given.
  public subscript<Value: Sendable>(keyPath: any KeyPath<T, Value> & Sendable) -> Value? {
    get { any(for: keyPath) as? Value }
    set { update(keyPath, to: newValue) }
  }

  /// The value of the optional property; nil if it was never given.
  public subscript<Value: Sendable>(keyPath: any KeyPath<T, Value?> & Sendable) -> Value? {
    get { any(for: keyPath) as? Value }
    set { update(keyPath, to: newValue) }
  }

  /// Whether the property has a value.
  public func contains(_ keyPath: any PartialKeyPath<T> & Sendable) -> Bool {
    any(for: keyPath) != nil
  }

  func any(for keyPath: any PartialKeyPath<T> & Sendable) -> (any Sendable)? {
    values[PathKey(keyPath: keyPath)]
  }
}

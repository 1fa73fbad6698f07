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

/// A type that can be built from some of its values, given one by one.
///
/// ```swift
/// extension User: PartialInitializable {
///   init(from partial: Partial<User>) throws {
///     firstName = try partial.value(for: \.firstName)
///     age = partial.value(for: \.age)
///   }
///   func partial() -> Partial<User> {
///     var partial = Partial<User>()
///     partial.update(\.firstName, to: firstName)
///     partial.update(\.age, to: age)
///     return partial
///   }
/// }
/// ```
public protocol PartialInitializable: SendableMetatype {
  /// Throws what is missing or cannot be.
  init(from partial: Partial<Self>) throws

  /// The values of a finished one.
  func partial() -> Partial<Self>
}

/// A key path as the key of a dictionary that may be sent between threads.
struct PathKey<Root>: Hashable, Sendable {
  let keyPath: any PartialKeyPath<Root> & Sendable

  static func == (left: PathKey, right: PathKey) -> Bool {
    (left.keyPath as PartialKeyPath<Root>) == (right.keyPath as PartialKeyPath<Root>)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(keyPath as PartialKeyPath<Root>) }
}

/// An optional whose type is not known.
protocol Missable {
  var isMissing: Bool { get }
}

extension Optional: Missable {
  var isMissing: Bool {
    switch self {
    case .none: true
    case .some(let value): (value as? any Missable)?.isMissing ?? false
    }
  }
}

extension Partial where T: PartialInitializable {
  /// Turns a partial value into a whole one if its rules hold.
  ///
  /// ```swift
  /// let validation = Partial<User>.Validation(
  ///   .required(\.firstName),
  ///   .valueValidation(keyPath: \.lastName) { $0.count > 5 },
  ///   .value(\.email, .email().because("This is not an email address")))
  /// switch validation.validate(partial) {
  /// case .valid(let user): save(user)
  /// case .invalid(let reasons): show(reasons)
  /// }
  /// ```
  public struct Validation: Sendable {
    private let strategies: [Strategy]

    /// Rules, in the order in which reasons are reported.
    public init(_ strategies: Strategy...) { self.strategies = strategies }

    /// Rules, in the order in which reasons are reported.
    public init(_ strategies: [Strategy]) { self.strategies = strategies }

    /// Returns the whole value, or every reason why it is not whole.
    ///
    /// A value that was never given is missing, not invalid, and is reported once for its property.
    /// If all rules hold, `T` is built. An error of its initialiser is a reason too.
    public func validate(_ partial: Partial) -> Result {
      var reasons: [Result.Reason] = []
      for strategy in strategies {
        for reason in strategy.reasons(partial) where !reasons.contains(missing: reason) {
          reasons.append(reason)
        }
      }
      return reasons.isEmpty ? build(partial) : .invalid(reasons)
    }

    private func build(_ partial: Partial) -> Result {
      do {
        return .valid(try T(from: partial))
      } catch let error as Partial<T>.Error {
        switch error {
        case .valueNotFound(let keyPath): return .invalid([.missing(keyPath)])
        }
      } catch {
        return .invalid([.notBuilt(Reason(error))])
      }
    }
  }
}

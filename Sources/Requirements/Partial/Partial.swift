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
    /// A nil that was given for an optional property is a value, and can be invalid. If all rules
    /// hold, `T` is built. An error of its initialiser is a reason too.
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

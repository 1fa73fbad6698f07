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

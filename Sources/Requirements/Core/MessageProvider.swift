/// Makes messages for people from the codes and parameters of reasons, in a language or a tone of
/// your own.
///
/// ```swift
/// struct German: MessageProvider {
///   func message(for reason: Reason) -> String? {
///     switch reason.code {
///     case ReasonCode.notEmpty: "Bitte ausfüllen"
///     case ReasonCode.minLength: "Mindestens \(reason.parameters["min", default: 0]) Zeichen"
///     default: nil  // in English
///     }
///   }
/// }
/// reason.message(by: German())
/// ```
/// A message that was given with `because`, or by a closure, stays.
public protocol MessageProvider: Sendable {
  /// The message for the reason's code; nil for the English one.
  func message(for reason: Reason) -> String?
}

extension Reason {
  /// A sentence for people: the one that was given, otherwise the provider's for the code.
  public func message(by provider: some MessageProvider) -> String {
    if let givenMessage { return givenMessage }
    if let text = provider.message(for: self) { return text }
    return EnglishMessages.message(for: self) { shown($0, by: provider) }
  }

  /// The text of an alternative of this reason, with the path from this reason's place.
  func shown(_ alternative: Reason, by provider: some MessageProvider) -> String {
    alternative.relative(to: path).description(by: provider)
  }

  /// The reason as seen from a part of the whole, at a path around it.
  package func relative(to outer: ValuePath) -> Reason {
    guard !outer.isEmpty, path.components.starts(with: outer.components) else { return self }
    var moved = self
    moved.path.components.removeFirst(outer.components.count)
    moved.alternatives = alternatives.map { $0.relative(to: outer) }
    return moved
  }
}

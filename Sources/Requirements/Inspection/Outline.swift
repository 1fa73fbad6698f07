/// The structure of a requirement in plain values, without the types of the values that it checks.
///
/// Other modules read a requirement in this form. It says the same as the check next to it in
/// ``Requirement``:
///
/// ```
/// on(items, each(on(price, greaterThan(0) because "…")))
///   .on(\.items) ─ .each ─ .on(\.price) ─ .because ─ .builtIn(greaterThan, limit: 0)
/// ```
/// A batch turns it into rules over bytes. ``on(_:_:)`` leads to a field, and ``each(_:)`` to the
/// elements of an array. A ``builtIn(_:)`` becomes a constraint by its code and parameters. An
/// ``opaque(_:)`` part is asked about a decoded value, as is a built-in that is not
/// ``BuiltIn/isInspectable``. ``because(_:_:)`` has the message. A requirement with a
/// ``mistake(_:)`` is refused. ``reasonForMissing`` says whether a missing value fails.
package indirect enum Outline: Sendable {
  /// A closure.
  case opaque(OpaqueCheck)
  /// A built-in. Lengths of strings count Characters.
  case builtIn(BuiltIn)
  /// A part that fails for every value, because it was set up wrongly.
  case mistake(String)
  /// Parts that must all hold, in this order; without any, every value is confirmed.
  case all([Outline])
  /// Parts of which at least one must hold; without any, no value is confirmed.
  case any([Outline])
  /// A part that must not hold.
  case not(Outline)
  /// A condition, the part that must hold if it is met, and the part that must hold otherwise.
  case when(Outline, then: Outline, else: Outline?)
  /// A requirement for the part of the value at a key path.
  case on(KeyPathStep, Outline)
  /// A check of two parts of the value together.
  case across(PartsCheck)
  /// A requirement for every element of a collection.
  case each(Outline)
  /// A requirement that at least one element of a collection must meet.
  case some(Outline)
  /// A requirement for the value in an optional, which must be there.
  case required(Outline)
  /// A requirement for the value in an optional, if there is one.
  case ifPresent(Outline)
  /// A part with a message or a reason of its own, in place of those inside.
  case because(Because, Outline)
  /// A part about which another module says more.
  case annotated(any OutlineAnnotation, Outline)
}

extension Outline {
  /// The outlines directly inside this one.
  package var parts: [Outline] {
    switch self {
    case .opaque, .builtIn, .mistake, .across: []
    case .all(let parts), .any(let parts): parts
    case .not(let part), .on(_, let part), .each(let part), .some(let part), .required(let part),
      .ifPresent(let part), .because(_, let part), .annotated(_, let part):
      [part]
    case .when(let condition, let then, let otherwise):
      [condition, then] + (otherwise.map { [$0] } ?? [])
    }
  }

  /// Whether it asks for nothing.
  package var isNothing: Bool {
    if case .all(let parts) = self { return parts.allSatisfy(\.isNothing) }
    return false
  }
}

extension Outline: CustomStringConvertible {
  /// The tree in one line.
  package var description: String {
    switch self {
    case .opaque: "closure"
    case .builtIn(let builtIn): builtIn.name
    case .mistake(let text): "mistake(\(text))"
    case .all(let parts): "all(\(Outline.list(parts)))"
    case .any(let parts): "any(\(Outline.list(parts)))"
    case .not(let part): "not(\(part))"
    case .when(let condition, let then, let otherwise):
      "when(\(condition), then: \(then)\(otherwise.map { ", else: \($0)" } ?? ""))"
    case .on(let step, let part): "on(\(step.name), \(part))"
    case .across(let check): check.name
    case .each(let part): "each(\(part))"
    case .some(let part): "some(\(part))"
    case .required(let part): "required(\(part))"
    case .ifPresent(let part): "ifPresent(\(part))"
    case .annotated(_, let part): part.description
    case .because(let because, let part):
      "\(part) because \(String(reflecting: because.message))"
    }
  }

  private static func list(_ parts: [Outline]) -> String {
    parts.map(\.description).joined(separator: ", ")
  }
}

/// A note of another module on a requirement. It does not change how single values are checked.
package protocol OutlineAnnotation: Sendable {}

extension Requirement {
  /// Returns the requirement with an annotation.
  package func annotated(_ annotation: any OutlineAnnotation) -> Requirement {
    Requirement(outline: .annotated(annotation, outline), check: check)
  }
}

package import BulkcheckCore

/// What a requirement is made of, as plain values without the types of the values it checks: the
/// form in which other modules read it.
///
/// It says the same as the check next to it in ``Requirement``, and a test holds its shape:
///
/// ```
/// on(items, each(on(price, greaterThan(0) because "…")))
///   .on(\.items) ─ .each ─ .on(\.price) ─ .because ─ .constraint(.bounds(lower: 0, exclusive))
/// ```
/// To lower it to rules over bytes, follow the key paths of ``on(_:_:)`` to a field and
/// ``each(_:)`` to its elements, and take the constraints as they are. ``because(_:_:)`` has the
/// message and the code. ``opaque(_:)`` and ``builtIn(_:)`` need a decoded value (see
/// ``isInspectable``), and a ``mistake(_:)`` should be refused before anything is checked. A value
/// that is missing or null passes an ``ifPresent(_:)`` and fails everything else, as
/// ``reasonsForMissing`` says.
package indirect enum Outline: Sendable {
  /// A closure.
  case opaque(OpaqueCheck)
  /// A built-in that a profile can say too. Lengths of strings count Characters.
  case constraint(Constraint, BuiltInCheck)
  /// A built-in that no profile can say.
  case builtIn(BuiltInCheck)
  /// A part that fails for every value, because it was set up wrongly.
  case mistake(String)
  /// All must hold, in this order; without any, everything is confirmed.
  case all([Outline])
  /// At least one must hold; without any, nothing is confirmed. The check tells the reasons of all.
  case any([Outline], OpaqueCheck)
  /// Must not hold.
  case not(Outline)
  /// Where the first holds the second must hold, elsewhere the third, if there is one.
  case when(Outline, then: Outline, else: Outline?)
  /// The part at a key path.
  case on(KeyPathStep, Outline)
  /// Every element of a collection.
  case each(Outline)
  /// At least one element.
  case some(Outline)
  /// The value of an optional, which must be there.
  case required(Outline)
  /// The value of an optional, if it is there.
  case ifPresent(Outline)
  /// A reason that replaces those inside.
  case because(Reason, Outline)
  /// What a batch report says of the rules inside. The check tells the reasons.
  case annotated(RuleAnnotation, Outline, OpaqueCheck)
}

extension Outline {
  /// The outlines directly inside this one.
  package var parts: [Outline] {
    switch self {
    case .opaque, .constraint, .builtIn, .mistake: []
    case .all(let parts), .any(let parts, _): parts
    case .not(let part), .on(_, let part), .each(let part), .some(let part), .required(let part),
      .ifPresent(let part), .because(_, let part), .annotated(_, let part, _):
      [part]
    case .when(let condition, let then, let otherwise):
      [condition, then] + (otherwise.map { [$0] } ?? [])
    }
  }

  /// Whether no closure has to be called: everything can be checked without decoding a value.
  package var isInspectable: Bool {
    switch self {
    case .opaque, .builtIn: false
    default: parts.allSatisfy(\.isInspectable)
    }
  }

  /// The mistakes in it, each with its place, where that does not depend on the value.
  var reasonsForMistakes: [Reason] {
    switch self {
    case .mistake(let text): [DefaultReason.mistake(text)]
    case .on(let step, let part):
      part.reasonsForMistakes.map { $0.prefixed(by: step.path) }
    default: parts.flatMap(\.reasonsForMistakes)
    }
  }

  /// Whether the check asks every part of it about every value, so that a mistake shows by itself.
  var asksEveryPart: Bool {
    switch self {
    case .opaque, .constraint, .builtIn, .mistake, .all, .on, .because, .annotated: true
    case .any, .not, .when, .each, .some, .required, .ifPresent: false
    }
  }

  /// The reason for which it fails, if that is the same for every value that is there; nil if it
  /// depends on the value.
  package var onlyReason: Reason? {
    switch self {
    case .opaque, .mistake: return nil
    case .constraint(_, let builtIn), .builtIn(let builtIn): return builtIn.reason
    case .all(let parts): return parts.count == 1 ? parts[0].onlyReason : nil
    case .any(let parts, _):
      // The sentence of an alternative names the places of its branches.
      let reasons = parts.compactMap(\.onlyReason)
      let isKnown = reasons.count == parts.count && !parts.contains(where: \.hasManyPlaces)
      return isKnown ? DefaultReason.noneHolds(reasons) : nil
    case .not(let part): return DefaultReason.negated(part.description)
    case .when(_, let then, let otherwise):
      guard let otherwise, !otherwise.isNothing else { return then.onlyReason }
      return then.isNothing ? otherwise.onlyReason : nil
    case .on(let step, let part): return part.onlyReason?.prefixed(by: step.path)
    case .some(let part): return DefaultReason.noElement(part.description)
    case .required(let part):
      if part.isNothing { return DefaultReason.missing }
      return part.onlyReason.flatMap { part.reasonsForMissing == [$0] ? $0 : nil }
    case .each(let part), .ifPresent(let part), .annotated(_, let part, _): return part.onlyReason
    case .because(let reason, let part):
      return Reason(
        code: reason.code, message: reason.message, path: part.onlyReason?.path ?? .init())
    }
  }

  /// Whether the value decides which place a failure names: that of an element, or one of several
  /// to which `because` gives a common reason.
  private var hasManyPlaces: Bool {
    switch self {
    case .each: true
    case .because(_, let part) where part.onlyReason == nil: part.namesPlaces
    default: parts.contains(where: \.hasManyPlaces)
    }
  }

  private var namesPlaces: Bool {
    switch self {
    case .on, .each, .opaque: true
    default: parts.contains(where: \.namesPlaces)
    }
  }

  /// Whether it asks for nothing.
  package var isNothing: Bool {
    if case .all(let parts) = self { return parts.allSatisfy(\.isNothing) }
    return false
  }

  /// Why a missing value fails: the reasons that were given with `because`, otherwise that it is
  /// missing. None if everything is inside `ifPresent`; the mistakes if there are any.
  package var reasonsForMissing: [Reason] {
    let mistakes = reasonsForMistakes
    return mistakes.isEmpty ? reasonsOfRightPartsForMissing : mistakes
  }

  private var reasonsOfRightPartsForMissing: [Reason] {
    switch self {
    case .ifPresent: return []
    case .annotated(_, let part, _): return part.reasonsForMissing
    case .because(let reason, let part): return part.reasonsForMissing.isEmpty ? [] : [reason]
    case .all(let parts):
      var reasons: [Reason] = []
      for reason in parts.flatMap(\.reasonsForMissing) where !reasons.contains(reason) {
        reasons.append(reason)
      }
      return reasons
    case .any(let parts, _):
      let branches = parts.map(\.reasonsForMissing)
      return branches.contains { $0.isEmpty } ? [] : [DefaultReason.missing]
    case .when(let condition, let then, let otherwise):
      // Where the condition accepts a missing value, its branch decides; otherwise the other one.
      if condition.reasonsForMissing.isEmpty { return then.reasonsForMissing }
      return otherwise?.reasonsForMissing ?? []
    default: return [DefaultReason.missing]
    }
  }
}

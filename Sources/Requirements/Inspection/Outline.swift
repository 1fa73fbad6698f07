package import BulkcheckCore

/// What a requirement is made of, as plain values without the types of the values it judges: the
/// form in which other modules read it.
///
/// It says the same as the check beside it in ``Requirement``, and a test holds its shape:
///
/// ```
/// on(items, each(on(price, greaterThan(0) because "…")))
///   .on(\.items) ─ .each ─ .on(\.price) ─ .because ─ .constraint(.bounds(lower: 0, exclusive))
/// ```
/// To lower it to rules over bytes, follow the key paths of ``on(_:_:)`` to a field, ``each(_:)`` to its
/// elements, and take the constraints as they are; ``because(_:_:)`` is the message and the code.
/// ``opaque(_:)`` and ``builtIn(_:name:)`` need a decoded value (see ``isInspectable``), and a
/// ``mistake(_:)`` should be refused before anything is judged. A value that is missing or null passes
/// an ``ifPresent(_:)`` and fails all else, as ``reasonsForMissing`` says.
package indirect enum Outline: Sendable {
  /// A closure.
  case opaque(OpaqueCheck)
  /// A built-in that a profile can say too. Lengths of text count Characters.
  case constraint(Constraint, name: String)
  /// A built-in that no profile can say, with its check.
  case builtIn(OpaqueCheck, name: String)
  /// A part that fails for every value, because it was set up wrongly.
  case mistake(String)
  /// All must hold, in this order; without any, everything is confirmed.
  case all([Outline])
  /// At least one must hold; without any, nothing is confirmed.
  case any([Outline])
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
  /// What a batch report says of the rules inside.
  case annotated(RuleAnnotation, Outline)
}

extension Outline {
  /// The outlines directly inside this one.
  package var parts: [Outline] {
    switch self {
    case .opaque, .constraint, .builtIn, .mistake: []
    case .all(let parts), .any(let parts): parts
    case .not(let part), .on(_, let part), .each(let part), .some(let part), .required(let part),
      .ifPresent(let part), .because(_, let part), .annotated(_, let part):
      [part]
    case .when(let condition, let then, let otherwise):
      [condition, then] + (otherwise.map { [$0] } ?? [])
    }
  }

  /// Whether no closure has to be called: everything can be judged without decoding a value.
  package var isInspectable: Bool {
    switch self {
    case .opaque, .builtIn: false
    default: parts.allSatisfy(\.isInspectable)
    }
  }

  var mistakes: [String] {
    if case .mistake(let text) = self { return [text] }
    return parts.flatMap(\.mistakes)
  }

  /// Why a missing value fails: the reasons that were given with `because`, else that it is
  /// missing. None if everything stands inside `ifPresent`.
  var reasonsForMissing: [Reason] {
    switch self {
    case .ifPresent: return []
    case .annotated(_, let part): return part.reasonsForMissing
    case .because(let reason, let part): return part.reasonsForMissing.isEmpty ? [] : [reason]
    case .all(let parts):
      var reasons: [Reason] = []
      for reason in parts.flatMap(\.reasonsForMissing) where !reasons.contains(reason) {
        reasons.append(reason)
      }
      return reasons
    case .any(let parts):
      let branches = parts.map(\.reasonsForMissing)
      return branches.contains { $0.isEmpty } ? [] : [DefaultReason.missing]
    case .when(let condition, let then, let otherwise):
      // Where the condition accepts a missing value, its branch decides; else the other one.
      if condition.reasonsForMissing.isEmpty { return then.reasonsForMissing }
      return otherwise?.reasonsForMissing ?? []
    default: return [DefaultReason.missing]
    }
  }
}

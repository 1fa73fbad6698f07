package import BulkcheckCore

/// The structure of a requirement as plain values without the types of the values it checks: the
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
  /// The second must hold if the first holds, otherwise the third, if there is one.
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
  /// Attributes in batch reports for the rules inside. The check tells the reasons.
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

extension Outline: CustomStringConvertible {
  /// The tree in one line.
  package var description: String {
    switch self {
    case .opaque: "closure"
    case .constraint(_, let builtIn), .builtIn(let builtIn): builtIn.name
    case .mistake(let text): "mistake(\(text))"
    case .all(let parts): "all(\(Outline.list(parts)))"
    case .any(let parts, _): "any(\(Outline.list(parts)))"
    case .not(let part): "not(\(part))"
    case .when(let condition, let then, let otherwise):
      "when(\(condition), then: \(then)\(otherwise.map { ", else: \($0)" } ?? ""))"
    case .on(let step, let part): "on(\(step.path.isEmpty ? "self" : "\(step.path)"), \(part))"
    case .each(let part): "each(\(part))"
    case .some(let part): "some(\(part))"
    case .required(let part): "required(\(part))"
    case .ifPresent(let part): "ifPresent(\(part))"
    case .annotated(_, let part, _): part.description
    case .because(let reason, let part):
      "\(part) because \(String(reflecting: reason.message))"
    }
  }

  private static func list(_ parts: [Outline]) -> String {
    parts.map(\.description).joined(separator: ", ")
  }
}

/// The step from a value to a part of it: a key path and the names that reports show for it.
package struct KeyPathStep: Sendable {
  package let keyPath: any AnyKeyPath & Sendable
  package let path: ValuePath
  /// The requirement for the part as one for the whole, for a key path that leads to no stored
  /// property.
  package let whole: OpaqueCheck?
  /// The requirement for the part.
  package let part: OpaqueCheck?

  /// `name` replaces the names found in the key path.
  init(
    _ keyPath: any AnyKeyPath & Sendable, name: String? = nil, whole: OpaqueCheck? = nil,
    part: OpaqueCheck? = nil
  ) {
    self.keyPath = keyPath
    self.whole = whole
    self.part = part
    path = name.map { ValuePath([.key($0)]) } ?? KeyPathStep.names(of: keyPath)
  }

  /// The names of the stored properties on the way, from the key path's description
  /// (`\User.address?.city`). A computed property may be known to the runtime by address only.
  private static func names(of keyPath: AnyKeyPath) -> ValuePath {
    var text = String(describing: keyPath)[...]
    let root = "\\" + String(describing: type(of: keyPath).rootType)
    guard text.hasPrefix(root) else { return ValuePath() }
    text = text.dropFirst(root.count)
    var components: [ValuePath.Component] = []
    for part in split(text) where part != "self" {
      let name = part.filter { $0 != "?" && $0 != "!" }
      if name.hasPrefix("<computed") {
        components.append(.key("(computed)"))
      } else if !name.isEmpty {
        components.append(.key(name))
      }
    }
    return ValuePath(components)
  }

  /// At the dots outside angle brackets and parentheses.
  private static func split(_ text: Substring) -> [Substring] {
    var parts: [Substring] = []
    var depth = 0
    var start = text.startIndex
    for index in text.indices {
      switch text[index] {
      case "<", "(": depth += 1
      case ">", ")": depth -= 1
      case "." where depth == 0:
        parts.append(text[start..<index])
        start = text.index(after: index)
      default: break
      }
    }
    parts.append(text[start...])
    return parts
  }
}

/// A leaf that only a closure knows, for a value whose type has been erased.
package struct OpaqueCheck: Sendable {
  /// Every reason why the value fails; nil if it is not of the type that the closure takes.
  package let failures: @Sendable (_ value: Any) -> [Reason]?

  package init(_ failures: @escaping @Sendable (_ value: Any) -> [Reason]?) {
    self.failures = failures
  }

  init<Value>(_ check: @escaping @Sendable (Value, Depth) -> [Reason]) {
    self.init { value in (value as? Value).map { check($0, .every) } }
  }
}

/// A leaf that this module knows by name.
package struct BuiltInCheck: Sendable {
  /// With its arguments, as `description` shows it.
  package let name: String
  /// Why a value fails where `because` gives no other reason.
  package let reason: Reason
  /// The check itself, for a decoded value.
  package let check: OpaqueCheck
}

/// The attributes in batch reports of the rules that a requirement becomes; without effect on
/// single values.
package struct RuleAnnotation: Hashable, Sendable {
  /// Makes one rule of the requirement.
  package var id: String?
  /// A template, as in a profile.
  package var message: String?
  package var severity: Severity?
  package var tolerance: Tolerance?
  /// The labels of all rules inside.
  package var labels: [String]

  package init(
    id: String? = nil, message: String? = nil, severity: Severity? = nil,
    tolerance: Tolerance? = nil, labels: [String] = []
  ) {
    self.id = id
    self.message = message
    self.severity = severity
    self.tolerance = tolerance
    self.labels = labels
  }
}

extension Requirement {
  /// Returns the requirement with attributes for batch reports.
  package func annotated(_ annotation: RuleAnnotation) -> Requirement {
    Requirement(
      outline: .annotated(annotation, outline, OpaqueCheck(check)), check: check)
  }
}

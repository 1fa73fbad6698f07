/// The structure of a requirement as plain values without the types of the values it checks: the
/// form in which other modules read it.
///
/// It says the same as the check next to it in ``Requirement``, and a test holds its shape:
///
/// ```
/// on(items, each(on(price, greaterThan(0) because "…")))
///   .on(\.items) ─ .each ─ .on(\.price) ─ .because ─ .builtIn(greaterThan, limit: 0)
/// ```
/// To lower it to rules over bytes, follow the key paths of ``on(_:_:)`` to a field and
/// ``each(_:)`` to its elements, and take the built-ins by their codes and parameters.
/// ``because(_:_:)`` has the message. ``opaque(_:)`` needs a decoded value, and so does a built-in
/// that is not ``BuiltIn/isInspectable``. A ``mistake(_:)`` should be refused before anything is
/// checked. A value that is missing or null passes an ``ifPresent(_:)`` and fails everything else,
/// as ``reasonForMissing`` says.
package indirect enum Outline: Sendable {
  /// A closure.
  case opaque(OpaqueCheck)
  /// A built-in. Lengths of strings count Characters.
  case builtIn(BuiltIn)
  /// A part that fails for every value, because it was set up wrongly.
  case mistake(String)
  /// All must hold, in this order; without any, everything is confirmed.
  case all([Outline])
  /// At least one must hold; without any, nothing is confirmed.
  case any([Outline])
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
  /// A part with a message or a reason of its own, in place of those inside.
  case because(Because, Outline)
  /// A part about which another module says more.
  case annotated(any OutlineAnnotation, Outline)
}

extension Outline {
  /// The outlines directly inside this one.
  package var parts: [Outline] {
    switch self {
    case .opaque, .builtIn, .mistake: []
    case .all(let parts), .any(let parts): parts
    case .not(let part), .on(_, let part), .each(let part), .some(let part), .required(let part),
      .ifPresent(let part), .because(_, let part), .annotated(_, let part):
      [part]
    case .when(let condition, let then, let otherwise):
      [condition, then] + (otherwise.map { [$0] } ?? [])
    }
  }

  /// Whether no closure has to be called: everything can be checked without decoding a value.
  package var isInspectable: Bool {
    switch self {
    case .opaque: false
    case .builtIn(let builtIn): builtIn.isInspectable
    default: parts.allSatisfy(\.isInspectable)
    }
  }

  /// The mistakes in it, each with its place, where that does not depend on the value.
  var reasonsForMistakes: [Reason] {
    switch self {
    case .mistake(let text): [.mistake(text)]
    case .on(let step, let part):
      part.reasonsForMistakes.map { $0.prefixed(by: step.path) }
    default: parts.flatMap(\.reasonsForMistakes)
    }
  }

  /// Whether the check asks every part of it about every value, so that a mistake shows by itself.
  var asksEveryPart: Bool {
    switch self {
    case .opaque, .builtIn, .mistake, .all, .on, .because, .annotated: true
    case .any, .not, .when, .each, .some, .required, .ifPresent: false
    }
  }

  /// The reason for which it fails, if that is the same for every value that is there; nil if it
  /// depends on the value.
  package var onlyReason: Reason? {
    switch self {
    case .opaque, .mistake: return nil
    case .builtIn(let builtIn): return builtIn.reason
    case .all(let parts): return parts.count == 1 ? parts[0].onlyReason : nil
    case .any(let parts):
      // The sentence of an alternative names the places of its branches.
      let reasons = parts.compactMap(\.onlyReason)
      let isKnown = reasons.count == parts.count && !parts.contains(where: \.hasManyPlaces)
      return isKnown ? .noneHolds(reasons) : nil
    case .not(let part): return .negated(part.description)
    case .when(_, let then, let otherwise):
      guard let otherwise, !otherwise.isNothing else { return then.onlyReason }
      return then.isNothing ? otherwise.onlyReason : nil
    case .on(let step, let part): return part.onlyReason?.prefixed(by: step.path)
    case .some(let part): return .noElement(part.description)
    case .required(let part):
      if part.isNothing { return .missing }
      return part.onlyReason.flatMap { part.reasonForMissing == $0 ? $0 : nil }
    case .each(let part), .ifPresent(let part), .annotated(_, let part): return part.onlyReason
    case .because(let because, let part):
      if let reason = part.onlyReason { return because.replacing(reason) }
      return part.hasAlternatives ? nil : because.wholeReason
    }
  }

  /// Whether a reason may have alternatives.
  private var hasAlternatives: Bool {
    switch self {
    case .any: true
    default: parts.contains(where: \.hasAlternatives)
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

  /// Why a missing value fails: the first reason that was given with `because`, otherwise that it
  /// is missing. nil if everything is inside `ifPresent`; the first mistake if there is one.
  package var reasonForMissing: Reason? { reasonsForMistakes.first ?? reasonOfRightPartForMissing }

  private var reasonOfRightPartForMissing: Reason? {
    switch self {
    case .ifPresent: return nil
    case .annotated(_, let part): return part.reasonForMissing
    case .because(let because, let part): return part.reasonForMissing.map(because.replacing)
    case .all(let parts): return parts.lazy.compactMap(\.reasonForMissing).first
    case .any(let parts):
      return parts.contains { $0.reasonForMissing == nil } ? nil : .missing
    case .when(let condition, let then, let otherwise):
      // Where the condition accepts a missing value, its branch decides; otherwise the other one.
      if condition.reasonForMissing == nil { return then.reasonForMissing }
      return otherwise?.reasonForMissing
    default: return .missing
    }
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

/// The step from a value to a part of it: a key path and the names that reports show for it.
package struct KeyPathStep: Sendable {
  package let keyPath: any AnyKeyPath & Sendable
  /// The names of the part in reasons.
  package var path: ValuePath
  /// The name in descriptions.
  fileprivate let name: String

  /// `name` replaces the names found in the key path.
  init(_ keyPath: any AnyKeyPath & Sendable, name: String? = nil) {
    self.keyPath = keyPath
    path = name.map { ValuePath([.key($0)]) } ?? KeyPathStep.names(of: keyPath)
    self.name = path.isEmpty ? "self" : "\(path)"
  }

  /// The part of a value; nil if the value is not of the type that the key path begins with.
  func value(of whole: Any) -> Any? {
    // Forgets that it is Sendable: key paths of that type cannot be applied.
    let keyPath: AnyKeyPath = keyPath
    func read<Whole>(_ whole: Whole) -> Any? { whole[keyPath: keyPath] }
    return read(whole)
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

/// A leaf that this library knows: its reason has the code and the parameters.
package struct BuiltIn: Sendable {
  /// With its arguments, as `description` shows it.
  package let name: String
  /// Why a value fails.
  package let reason: Reason
  /// Whether the parameters say all that is asked, so that no value is needed to lower it.
  package let isInspectable: Bool
  /// The check itself, for a decoded value.
  package let check: OpaqueCheck
}

/// The message of a failure, or its message and code, as given with `because`.
package struct Because: Hashable, Sendable {
  package let message: String
  /// The code in place of the one inside, which then goes with its parameters.
  package let code: String?
  package let replacesCode: Bool

  package init(message: String, code: String?, replacesCode: Bool) {
    self.message = message
    self.code = code
    self.replacesCode = replacesCode
  }

  /// The reason with this message in place of its own, at its place. A mistake in the requirement
  /// and a match limit are not faults of the value, and stay.
  package func replacing(_ reason: Reason) -> Reason {
    if reason.code == ReasonCode.mistake || reason.isPatternLimit { return reason }
    var own = reason
    own.message = message
    if replacesCode {
      own.code = code
      own.parameters = [:]
    }
    return own
  }

  /// One reason for each place at which something failed: the first there.
  func replacing(_ reasons: [Reason]) -> [Reason] {
    if reasons.count == 1 { return [replacing(reasons[0])] }
    var places: Set<ValuePath> = []
    return reasons.compactMap { reason in
      let own = replacing(reason)
      if own.code == ReasonCode.mistake || own.isPatternLimit { return own }
      return places.insert(own.path).inserted ? own : nil
    }
  }

  /// The reason whatever fails inside; nil if its code stays.
  var wholeReason: Reason? {
    replacesCode ? Reason(code: code, message: message) : nil
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

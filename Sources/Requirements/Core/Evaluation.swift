/// The outcome of a requirement for one value.
public enum Evaluation: Hashable, Sendable {
  /// The value meets the requirement.
  case confirmed
  /// It does not, and this is the first reason.
  case failed(reason: Reason)

  /// Whether the value meets the requirement.
  public var isConfirmed: Bool {
    switch self {
    case .confirmed: true
    case .failed: false
    }
  }

  /// Why not; nil if confirmed.
  public var reason: Reason? {
    switch self {
    case .confirmed: nil
    case .failed(let reason): reason
    }
  }

  init(first reasons: [Reason]) {
    // Nearly always there are none.
    if reasons.isEmpty {
      self = .confirmed
    } else {
      self = .failed(reason: reasons[0])
    }
  }
}

/// Reasons that a match limit leaves open (docs/reference/outcomes.md#the-match-limit): it is not
/// known whether the value meets the part, so the requirements around it must not take the part as
/// failed. Another part may decide the whole.
extension Reason {
  /// Whether it says no more than that a pattern reached its match limit.
  var isPatternLimit: Bool { code == DefaultReason.patternLimitCode }
}

extension [Reason] {
  /// Whether the check has failed for match limits only: it may be true or false.
  package var isUndecided: Bool { !isEmpty && allSatisfy(\.isPatternLimit) }

  /// Whether the check is false, whatever else is found.
  var isFalse: Bool { !isEmpty && !isUndecided }
}

/// How much is asked of a check.
enum Depth: Sendable {
  /// The first reason is enough.
  case first
  case every
}

/// The checks of many requirements as one that asks for all of them.
///
/// They are joined two by two, into a balanced tree of closures that hold just two others. A loop
/// over an array would count references and look up the array's type for every check. That costs
/// more than the checks themselves (950 ns instead of some 100 for five on a `String`).
enum Conjunction {
  typealias Check<Value> = @Sendable (Value, Depth) -> [Reason]

  /// The first reason, or all of them, in the order of the requirements. After one that is
  /// undecided the others are asked, since they may decide.
  ///
  /// Not of an array of closures: there each one is wrapped twice, for a form that all types share.
  static func check<Value>(_ requirements: ArraySlice<Requirement<Value>>) -> Check<Value> {
    guard let only = requirements.first else { return { _, _ in [] } }
    if requirements.count == 1 { return only.check }
    let middle = requirements.startIndex + requirements.count / 2
    let first = check(requirements[..<middle])
    let second = check(requirements[middle...])
    return { value, depth in
      let reasons = first(value, depth)
      if reasons.isEmpty { return second(value, depth) }
      return depth == .first && reasons.isFalse ? reasons : reasons + second(value, depth)
    }
  }
}

/// The checks of many requirements as one that asks for any of them.
enum Disjunction {
  typealias Check<Value> = Conjunction.Check<Value>

  /// No reason if a requirement has none, otherwise those of all of them; nil without requirements.
  static func check<Value>(_ requirements: ArraySlice<Requirement<Value>>) -> Check<Value>? {
    let middle = requirements.startIndex + requirements.count / 2
    guard requirements.count > 1, let first = check(requirements[..<middle]),
      let second = check(requirements[middle...])
    else { return requirements.first?.check }
    return { value, depth in
      let reasons = first(value, depth)
      if reasons.isEmpty { return [] }
      let others = second(value, depth)
      return others.isEmpty ? [] : joined(reasons, others)
    }
  }

  /// The reasons of two parts that do not hold. If one is undecided so are both together.
  static func joined(_ first: [Reason], _ second: [Reason]) -> [Reason] {
    if first.isUndecided == second.isUndecided { return first + second }
    return first.isUndecided ? first : second
  }

  /// Why none of the branches holds.
  static func reasons(_ branches: [Reason]) -> [Reason] {
    branches.isUndecided ? branches : [DefaultReason.noneHolds(branches)]
  }
}

/// Why a value failed a requirement: a sentence for people, a code for programs, and the place.
///
/// ```swift
/// Reason(code: "username_taken", message: "This name is already in use")
/// ```
public struct Reason: Hashable, Sendable, CustomStringConvertible {
  /// A word for programs, if one was given.
  public var code: String?
  /// A sentence for people.
  public var message: String
  /// The part of the value that failed; empty for the value itself.
  public var path: ValuePath
  /// If no alternative held, the reasons of each branch; otherwise empty.
  public var alternatives: [Reason]

  /// Makes a reason about the value itself, or about the part at `path`.
  public init(
    code: String? = nil, message: String, path: ValuePath = ValuePath(),
    alternatives: [Reason] = []
  ) {
    self.code = code
    self.message = message
    self.path = path
    self.alternatives = alternatives
  }

  /// The message, after the path if there is one: `items[3].price: must be greater than 0`.
  public var description: String { path.isEmpty ? message : "\(path): \(message)" }

  /// The reason as seen from a larger whole; the alternatives move with it.
  package func prefixed(by outer: ValuePath) -> Reason {
    Reason(
      code: code, message: message, path: path.prefixed(by: outer),
      alternatives: alternatives.map { $0.prefixed(by: outer) })
  }
}

/// The error of a value that failed. `validate` throws it, and `$property.errors` lists such
/// errors.
public struct ValidationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Every reason that is known; at least one.
  public let reasons: [Reason]

  /// An error with a single reason.
  public init(_ reason: Reason) { reasons = [reason] }

  /// An error with a single reason, given by its message.
  public init(message: String, code: String? = nil) {
    reasons = [Reason(code: code, message: message)]
  }

  /// nil if there are no reasons: then nothing failed.
  init?(_ reasons: [Reason]) {
    if reasons.isEmpty { return nil }
    self.reasons = reasons
  }

  /// The first reason's message.
  public var message: String { reasons.first?.message ?? "" }

  /// The first reason's code.
  public var code: String? { reasons.first?.code }

  /// The description, for code that shows errors of any kind this way. It is used only if the
  /// static type of the error is `ValidationError`; an `any Error` shows Foundation's text.
  public var localizedDescription: String { description }

  /// Every reason with its place, separated by semicolons.
  public var description: String { reasons.map(\.description).joined(separator: "; ") }
}

/// The path to the part of a value that failed: `email`, `items[3].price`. Empty for the value
/// itself.
public struct ValuePath: Hashable, Sendable, CustomStringConvertible {
  /// One step from a value to a part of it.
  public enum Component: Hashable, Sendable {
    /// A property.
    case key(String)
    /// The element at this zero-based position.
    case index(Int)
  }

  /// The steps from the whole to the part.
  public var components: [Component]

  /// A path of the given steps; without any, the value itself.
  public init(_ components: [Component] = []) { self.components = components }

  /// Whether this is the value itself.
  public var isEmpty: Bool { components.isEmpty }

  /// Names joined by dots, positions in brackets.
  public var description: String {
    var text = ""
    for component in components {
      switch component {
      case .key(let name): text += text.isEmpty ? name : "." + name
      case .index(let position): text += "[\(position)]"
      }
    }
    return text
  }

  /// The path from a larger whole: `outer` first.
  func prefixed(by outer: ValuePath) -> ValuePath {
    ValuePath(outer.components + components)
  }
}

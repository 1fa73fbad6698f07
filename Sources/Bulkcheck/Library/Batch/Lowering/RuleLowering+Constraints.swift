internal import BulkcheckCore
internal import Requirements

/// Built-ins as checks of bytes, where those say the same as the check of the decoded value.
extension RuleLowering {
  /// The statement of a built-in about the value at a place.
  ///
  /// Numbers that are not whole are rounded when they are decoded, and the requirement is about the
  /// rounded one: 0.30000000000000001 is at most 0.3. A number that the bytes show to be right is
  /// right, so only the others are decoded.
  mutating func statement(
    _ constraint: Constraint, _ builtIn: BuiltInCheck, at place: RulePlace
  ) throws(BatchError) -> Expression {
    let constraint = constraint.adapted(to: place)
    if constraint.isAboutElements, !place.keepsElements {
      return try closure(builtIn.check, at: place)
    }
    guard let type = Unwrapping.unwrapped(place.type) as? any RoundedNumber.Type else {
      let words = constraint.words(self)
      return words.count == 1 ? .constraint(words[0]) : .all(words.map { .constraint($0) })
    }
    let decoded = try closure(builtIn.check, at: place)
    return constraint.surely(type).map { .any([.constraint($0), decoded]) } ?? decoded
  }
}

extension Constraint {
  /// The constraint as it is said of the kind of value there.
  func adapted(to place: RulePlace) -> Constraint {
    if case .itemCount(let minimum, let maximum) = self,
      Unwrapping.unwrapped(place.type) == String.self
    {
      return .length(minimum: minimum, maximum: maximum)
    }
    return withPlainDigits
  }

  fileprivate var isAboutElements: Bool {
    switch self {
    case .itemCount, .notEmpty: true
    default: false
    }
  }

  /// A constraint on the digits of a number that holds only where this one holds for the rounded
  /// number; nil if there is none.
  fileprivate func surely(_ type: any RoundedNumber.Type) -> Constraint? {
    switch self {
    case .const(.number): self
    case .bounds(let lower?, nil):
      type.bound(inside: lower, isLower: true).map { .bounds(lower: $0, upper: nil) }
    case .bounds(nil, let upper?):
      type.bound(inside: upper, isLower: false).map { .bounds(lower: nil, upper: $0) }
    case .bounds(let lower?, let upper?):
      if let lower = type.bound(inside: lower, isLower: true),
        let upper = type.bound(inside: upper, isLower: false)
      {
        .bounds(lower: lower, upper: upper)
      } else {
        nil
      }
    default: nil
    }
  }
}

extension RulePlace {
  /// Whether the value has an element for each one in the data: a set drops equal ones, and other
  /// collections may do anything.
  fileprivate var keepsElements: Bool {
    let type = Unwrapping.unwrapped(type)
    return type == String.self || type is any KeepsElements.Type
  }
}

private protocol KeepsElements {}
extension Array: KeepsElements {}

/// A number that may be another one than its digits say.
private protocol RoundedNumber: LosslessStringConvertible {
  var nextUp: Self { get }
  var nextDown: Self { get }
  var isFinite: Bool { get }
}

extension Double: RoundedNumber {}
extension Float: RoundedNumber {}

extension RoundedNumber {
  /// An exclusive limit as the next number that is inside; an inclusive one as it is.
  static func bound(inside limit: Bound, isLower: Bool) -> Bound? {
    guard limit.isExclusive else { return limit }
    guard let number = Self(limit.digits) else { return nil }
    let next = isLower ? number.nextUp : number.nextDown
    return next.isFinite ? Bound(next.description) : nil
  }
}

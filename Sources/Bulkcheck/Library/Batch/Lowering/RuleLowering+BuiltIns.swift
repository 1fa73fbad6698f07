internal import BulkcheckCore
internal import Requirements

/// Built-ins as checks of bytes, where these give the same answer as the check of the decoded
/// value.
extension RuleLowering {
  /// The statement of a built-in about the value at a place.
  ///
  /// Numbers that are not whole are rounded when they are decoded, and the requirement is about the
  /// rounded one: 0.30000000000000001 is at most 0.3. A number that the bytes show to be right is
  /// right, so only the others are decoded.
  mutating func statement(
    _ builtIn: BuiltIn, at place: RequirementLocation
  ) throws(BatchError) -> Expression {
    guard let constraint = constraint(of: builtIn, at: place) else {
      return try closure(.builtIn(builtIn), at: place)
    }
    guard !isForDocument, let type = Optionals.unwrapped(place.type) as? any RoundedNumber.Type
    else {
      let words = constraint.profileConstraints
      return words.count == 1 ? .constraint(words[0]) : .all(words.map { .constraint($0) })
    }
    let decoded = try closure(.builtIn(builtIn), at: place)
    return constraint.sufficient(for: type).map { .any([.constraint($0), decoded]) } ?? decoded
  }

  /// The constraint that says the same; nil if the value must be decoded.
  func constraint(of builtIn: BuiltIn, at place: RequirementLocation) -> Constraint? {
    let type = Optionals.unwrapped(place.type)
    guard
      type == String.self || type == Bool.self || type is any KeepsElements.Type
        || RecordDecoding.isReadAtOnce(type)
    else { return nil }
    return builtIn.constraint(for: type)
  }
}

extension Constraint {
  /// A constraint on the digits of a number that holds only where this one holds for the rounded
  /// number; nil if there is none.
  fileprivate func sufficient(for type: any RoundedNumber.Type) -> Constraint? {
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

/// A collection with one element for each element in the data. A set drops equal ones, and the
/// collections of users may do anything, so only arrays conform.
protocol KeepsElements {
  static var elementType: Any.Type { get }
}

extension Array: KeepsElements {
  static var elementType: Any.Type { Element.self }
}

/// A number that is rounded when its digits are read.
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

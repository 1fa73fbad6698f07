/// How two parts of a value are compared. An operator between two ``ComparedPart``s gives one.
public struct PartComparison: Hashable, Sendable {
  /// The operator, as reasons and profiles write it.
  package enum Sign: String, CaseIterable, Hashable, Sendable {
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case equal = "=="
    case notEqual = "!="
  }

  /// The operator between the first part and the second.
  package let sign: Sign

  /// - Parameter left: the part that stands on the left of the operator.
  fileprivate init(_ left: ComparedPart, _ sign: Sign) {
    self.sign = left == .first ? sign : sign.turned
  }
}

/// Stands for a part of a value in an operator that is passed to `compare`: the `<=` of
/// `compare(\.start, <=, \.end)`.
///
/// The operator is asked once, when the requirement is made, so that a batch knows what it asks.
public enum ComparedPart: Sendable {
  /// The part at the first key path.
  case first
  /// The part at the second key path.
  case second

  /// The left part is less than the right one.
  public static func < (left: ComparedPart, _: ComparedPart) -> PartComparison {
    PartComparison(left, .less)
  }

  /// The left part is less than the right one, or equal to it.
  public static func <= (left: ComparedPart, _: ComparedPart) -> PartComparison {
    PartComparison(left, .lessOrEqual)
  }

  /// The left part is greater than the right one.
  public static func > (left: ComparedPart, _: ComparedPart) -> PartComparison {
    PartComparison(left, .greater)
  }

  /// The left part is greater than the right one, or equal to it.
  public static func >= (left: ComparedPart, _: ComparedPart) -> PartComparison {
    PartComparison(left, .greaterOrEqual)
  }

  /// The parts are equal.
  public static func == (left: ComparedPart, _: ComparedPart) -> PartComparison {
    PartComparison(left, .equal)
  }

  /// The parts differ.
  public static func != (left: ComparedPart, _: ComparedPart) -> PartComparison {
    PartComparison(left, .notEqual)
  }
}

extension PartComparison.Sign {
  /// The sign that says the same with the sides exchanged.
  fileprivate var turned: Self {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .equal, .notEqual: self
    }
  }

  /// The operator in sentences: `start must be less than end`.
  var words: String {
    switch self {
    case .less: "less than"
    case .lessOrEqual: "less than or equal to"
    case .greater: "greater than"
    case .greaterOrEqual: "greater than or equal to"
    case .equal: "equal to"
    case .notEqual: "different from"
    }
  }

  /// The operator for values of a type. Strings are compared by code points.
  func relation<Part: Comparable & Sendable>(
    _ type: Part.Type
  ) -> @Sendable (_ left: Part, _ right: Part) -> Bool {
    if type == String.self {
      return { left, right in
        guard let left = left as? String, let right = right as? String else { return false }
        return holds(left, right)
      }
    }
    return switch self {
    case .less: { $0 < $1 }
    case .lessOrEqual: { $0 <= $1 }
    case .greater: { $0 > $1 }
    case .greaterOrEqual: { $0 >= $1 }
    case .equal: { $0 == $1 }
    case .notEqual: { $0 != $1 }
    }
  }

  private func holds(_ left: String, _ right: String) -> Bool {
    switch self {
    case .less: left.utf8.lexicographicallyPrecedes(right.utf8)
    case .lessOrEqual: !right.utf8.lexicographicallyPrecedes(left.utf8)
    case .greater: right.utf8.lexicographicallyPrecedes(left.utf8)
    case .greaterOrEqual: !left.utf8.lexicographicallyPrecedes(right.utf8)
    case .equal: left.utf8.elementsEqual(right.utf8)
    case .notEqual: !left.utf8.elementsEqual(right.utf8)
    }
  }
}

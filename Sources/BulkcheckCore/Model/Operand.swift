/// An operand of a statement: constants, values of the record, and what is computed of them.
package indirect enum Operand: Hashable, Sendable {
  package enum Operation: String, CaseIterable, Hashable, Sendable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
  }

  package enum Function: String, CaseIterable, Hashable, Sendable {
    /// The length of a text.
    case length
    /// The elements of an array, or the members of an object.
    case count
    /// Over all values of a path with `[*]` or `*`, or over what is computed for each element.
    case sum, min, max

    package var isOverSeveral: Bool {
      switch self {
      case .length, .count: false
      case .sum, .min, .max: true
      }
    }
  }

  /// The digits as written.
  case number(String)
  /// An absolute path.
  case value(FieldPath)
  /// A function of a value at a path, or of what is computed for each element of one array: then
  /// all paths in it begin alike up to the last `[*]`.
  case function(Function, Operand)
  case operation(Operand, Operation, Operand)
  case constant(Constant)
  /// The value at an absolute path, to a single value, of one type or of any.
  case read(FieldPath, Reading)
  case call(Call, [Operand])
  /// The result of the first branch whose condition is true.
  case choose([Branch], otherwise: Operand?)

  /// The paths that it reads, in order.
  package var paths: [FieldPath] {
    switch self {
    case .number, .constant: []
    case .value(let path), .read(let path, _): [path]
    case .function(_, let argument): argument.paths
    case .operation(let left, _, let right): left.paths + right.paths
    case .call, .choose: parts.flatMap(\.paths)
    }
  }

  /// The operands that it is made of.
  package var parts: [Operand] {
    switch self {
    case .number, .value, .constant, .read: []
    case .function(_, let argument): [argument]
    case .operation(let left, _, let right): [left, right]
    case .call(_, let arguments): arguments
    case .choose(let branches, let otherwise):
      branches.flatMap { [$0.condition, $0.result] } + (otherwise.map { [$0] } ?? [])
    }
  }

  /// Whether a function of `compare` is in it.
  package var hasFunction: Bool {
    if case .function = self { true } else { parts.contains(where: \.hasFunction) }
  }

  /// Whether it depends on the clock.
  package var asksForNow: Bool {
    switch self {
    case .constant(.now), .constant(.today): true
    default: parts.contains(where: \.asksForNow)
    }
  }
}

/// If a member of an object is there, others must be there too.
package struct NameDependency: Sendable {
  package var name: String
  package var required: [String]
  package init(name: String, required: [String]) {
    self.name = name
    self.required = required
  }
}

extension NameDependency: Hashable {
  package static func == (left: NameDependency, right: NameDependency) -> Bool {
    left.name.isExactly(right.name) && left.required.isExactly(right.required)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ExactText(name))
    hasher.combine(required.map { ExactText($0) })
  }
}

/// An operand of `compare`: numbers, values of the record, and functions of them.
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

  /// The paths that it reads, in order.
  package var paths: [FieldPath] {
    switch self {
    case .number: []
    case .value(let path): [path]
    case .function(_, let argument): argument.paths
    case .operation(let left, _, let right): left.paths + right.paths
    }
  }

  /// Whether a function is in it.
  package var hasFunction: Bool {
    switch self {
    case .number, .value: false
    case .function: true
    case .operation(let left, _, let right): left.hasFunction || right.hasFunction
    }
  }
}

extension Operand: CustomStringConvertible {
  package var description: String {
    switch self {
    case .number(let digits): digits
    case .value(let path): path.operandText
    case .function(let function, let argument): "\(function.rawValue)(\(argument))"
    case .operation(let left, let operation, let right):
      "\(left.text(in: operation, isRight: false)) \(operation.rawValue) "
        + right.text(in: operation, isRight: true)
    }
  }

  private func text(in outer: Operation, isRight: Bool) -> String {
    guard case .operation(_, let own, _) = self else { return description }
    let needsBrackets = outer == .multiply ? own != .multiply : isRight && outer == .subtract
    return needsBrackets ? "(\(description))" : description
  }
}

extension FieldPath {
  /// The path as an operand writes it: names with blanks or brackets, and those that are numbers,
  /// in quotes.
  fileprivate var operandText: String {
    if steps.isEmpty { return FieldPath.element }
    var text = ""
    for step in steps {
      let one = FieldPath([step]).description
      switch step {
      case .key(let name), .keyOrIndex(let name, _):
        let isReady = one.utf8.first == Ascii.quote || !name.needsQuotesInOperand
        text += (text.isEmpty ? "" : ".") + (isReady ? one : JSONText.quoted(name))
      case .everyMember: text += (text.isEmpty ? "" : ".") + one
      case .index, .everyElement, .recordKey, .previous: text += one
      }
    }
    return text
  }
}

extension String {
  fileprivate var needsQuotesInOperand: Bool {
    let isNumber = utf8.first.map { (0x30...0x39).contains($0) } == true && Double(self) != nil
    return isNumber || unicodeScalars.contains { " ()\t\n".unicodeScalars.contains($0) }
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

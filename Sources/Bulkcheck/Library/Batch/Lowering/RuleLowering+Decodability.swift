internal import BulkcheckCore

/// The conditions under which a type can surely decode a record, except those that other rules
/// check.
extension RuleLowering {
  /// The statements that must all hold; nil if only decoding the whole record can show it.
  mutating func decodability(of shape: RecordShape) -> [Expression]? {
    shape.isChoosy ? nil : members(of: shape.root, at: FieldPath())
  }

  private mutating func members(of node: ProbeNode, at path: FieldPath) -> [Expression] {
    var statements: [Expression] = []
    for child in node.children {
      guard let step = child.step else { continue }
      let inner = path.appending(step)
      if child.isObject, !child.isCut {
        statements += members(of: child, at: inner)
      } else if let statement = decodability(of: child, at: inner) {
        mention(inner)
        statements.append(.at(inner, statement))
      }
    }
    return statements
  }

  /// What a value that is there and of the right kind must be; nil if nothing more.
  private mutating func decodability(of node: ProbeNode, at path: FieldPath) -> Expression? {
    guard let type = node.type, node.choices == nil else { return nil }
    if type == String.self || type == Bool.self { return nil }
    if let known = Self.surelyDecodable(type) { return .constraint(known) }
    if node.isArray, !node.isCut, let element = node.element, let own = element.type,
      Unwrapping.element(of: type).map(Unwrapping.unwrapped) == own
    {
      return elements(element, at: path.appending(.everyElement))
    }
    let place = RulePlace(path: path, type: type, node: node)
    closures.append(ClosureLowering.decodability(type, place))
    return .constraint(.closure(closures.count - 1))
  }

  private mutating func elements(_ element: ProbeNode, at path: FieldPath) -> Expression? {
    guard element.isObject, !element.isCut else {
      return decodability(of: element, at: path).map { statement in
        mention(path)
        return .items(statement)
      }
    }
    let statements = members(of: element, at: FieldPath())
    if statements.isEmpty { return nil }
    mention(path)
    for case .at(let inner, _) in statements { mention(FieldPath(path.steps + inner.steps)) }
    return .items(.all(statements))
  }

  /// What of bytes is enough for the types that are met in nearly every record.
  private static func surelyDecodable(_ type: any Decodable.Type) -> Constraint? {
    func limits<Number: FixedWidthInteger>(_ type: Number.Type) -> Constraint {
      .bounds(lower: Bound("\(Number.min)"), upper: Bound("\(Number.max)"))
    }
    func finite(_ greatest: some BinaryFloatingPoint & CustomStringConvertible) -> Constraint {
      .bounds(lower: Bound("-\(greatest)"), upper: Bound("\(greatest)"))
    }
    if RecordDecoding.isReadAtOnce(type), let integer = type as? any FixedWidthInteger.Type {
      return limits(integer)
    }
    if type == Double.self { return finite(Double.greatestFiniteMagnitude) }
    if type == Float.self { return finite(Float.greatestFiniteMagnitude) }
    return switch String(reflecting: type) {
    case "Foundation.UUID", "FoundationEssentials.UUID": .format(.uuid)
    case "Foundation.Date", "FoundationEssentials.Date": finite(Double.greatestFiniteMagnitude)
    default: nil
    }
  }
}

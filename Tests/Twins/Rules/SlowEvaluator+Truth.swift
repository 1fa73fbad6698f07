import BulkcheckCore

/// Statements about a value: true, false, undecided or not applicable
/// (docs/reference/constraints.md#values-of-another-kind, docs/reference/rules.md#truth,
/// docs/reference/rules.md#conditions); undecided because of a match limit, or fatally so because
/// the value could not be made (docs/reference/outcomes.md#the-match-limit).
extension SlowEvaluator {
  func truth(_ expression: Expression, _ seen: Seen) -> Truth {
    switch expression {
    case .constraint(let constraint): return check(constraint, seen)
    case .at(let relative, let inner):
      let truths = read(relative, from: seen).map { truth(inner, $0) }
      return relative.leadsToSeveral ? Self.all(truths) : truths[0]
    case .all(let parts): return Self.all(parts.map { truth($0, seen) })
    case .any(let parts): return Self.any(parts.map { truth($0, seen) })
    case .none(let parts): return Self.not(Self.any(parts.map { truth($0, seen) }))
    case .both(let parts): return Self.both(parts.map { truth($0, seen) })
    case .either(let parts): return Self.not(Self.both(parts.map { Self.not(truth($0, seen)) }))
    case .about(let subject, let constraint):
      let answer = check(constraint, seen)
      return answer == .false && !seen.isOf(subject) ? .limited : answer
    case .not(let inner): return Self.not(truth(inner, seen))
    case .when(let condition, let then, let otherwise):
      let holds = truth(condition, seen)
      if holds == .limited || holds == .unreadable { return holds }
      guard let branch = holds == .true ? then : otherwise else { return .notApplicable }
      let answer = truth(branch, seen)
      return answer == .notApplicable ? .undecided : answer
    case .items(let inner):
      if seen.isUnreadable { return .unreadable }
      if seen.isMissing { return .undecided }
      guard let elements = seen.elements(self) else { return mismatch(seen) }
      return Self.all(elements.map { truth(inner, $0) })
    case .someItem(let inner):
      if seen.isUnreadable { return .unreadable }
      if seen.isMissing { return .undecided }
      guard let elements = seen.elements(self, normalizes: false) else { return mismatch(seen) }
      return Self.any([.false] + elements.map { truth(inner, $0) })
    case .names(let inner):
      if seen.isUnreadable { return .unreadable }
      if seen.isMissing { return .undecided }
      guard case .object(let members)? = seen.value else { return mismatch(seen) }
      let names = members.map { Seen(value: .text($0.name), path: FieldPath()) }
      return Self.all([.true] + names.map { truth(inner, $0) })
    case .fields(let parts):
      if seen.isUnreadable { return .unreadable }
      if seen.isMissing { return .undecided }
      guard seen.isObject else { return mismatch(seen) }
      return Self.all(parts.map { truth($0, seen) })
    case .compare(let left, let operation, let right):
      return compare(read(left)[0], operation, read(right)[0])
    case .compareInstants(let left, let operation, let right, let sides):
      return compareInstants(read(left)[0], operation, read(right)[0], sides)
    case .outcome(let rule):
      switch outcome(of: rule.value) {
      case .passed: return .true
      case .failed: return .false
      case .limited, .unreadable: return .limited
      default: return .undecided
      }
    // These have tables of their own: ArithmeticTests, ReferencedCombinationTests.
    case .unique, .keyword, .relate, .test, .combination, .refers: return .undecided
    }
  }

  private static func all(_ truths: [Truth]) -> Truth {
    [.unreadable, .false, .limited, .true].first { truths.contains($0) } ?? .undecided
  }

  private static func both(_ truths: [Truth]) -> Truth {
    let decided = all(truths)
    return decided == .true && truths.contains { $0 != .true } ? .undecided : decided
  }

  private static func any(_ truths: [Truth]) -> Truth {
    [.unreadable, .true, .limited, .false].first { truths.contains($0) } ?? .undecided
  }

  private static func not(_ truth: Truth) -> Truth {
    switch truth {
    case .true: .false
    case .false: .true
    case .limited, .unreadable: truth
    case .undecided, .notApplicable: .undecided
    }
  }

  /// The time that all runs of these tests take for now.
  package static let now = "2024-06-01T00:00:00.5Z"

  private func compareInstants(
    _ left: Seen, _ operation: ComparisonOperator, _ right: Seen, _ sides: TemporalSides
  ) -> Truth {
    if left.isUnreadable || right.isUnreadable { return .unreadable }
    if left.isMissing || right.isMissing { return .undecided }
    guard let one = left.text, let other = right.text,
      let first = SlowTime(String(decoding: one, as: UTF8.self), sides.left),
      let second = SlowTime(String(decoding: other, as: UTF8.self), sides.right)
    else { return .false }
    switch operation {
    case .less: return Truth(first < second)
    case .lessOrEqual: return Truth(first <= second)
    case .greater: return Truth(second < first)
    case .greaterOrEqual: return Truth(second <= first)
    case .equal: return Truth(first == second)
    case .notEqual: return Truth(first != second)
    }
  }

  // MARK: Kinds

  func isDeclared(_ seen: Seen) -> Bool {
    (rules.declarations[seen.path]?.types ?? []).contains { Self.has($0, seen.value) }
  }

  private func mismatch(_ seen: Seen) -> Truth { isDeclared(seen) ? .notApplicable : .false }

  private static func has(_ type: ValueType, _ value: DOM?) -> Bool {
    switch (type, value) {
    case (.string, .text), (.number, .number), (.boolean, .bool), (.object, .object),
      (.array, .array):
      true
    case (.integer, .number(let digits)): SlowNumber(digits)?.isInteger ?? false
    default: false
    }
  }

  private func number(_ seen: Seen) -> SlowNumber? {
    switch seen.value {
    case .number(let digits): SlowNumber(digits)
    case .cell(let bytes): SlowNumber(String(decoding: bytes, as: UTF8.self))
    default: nil
    }
  }

  // MARK: Constraints

  private func check(_ constraint: Constraint, _ seen: Seen) -> Truth {
    if seen.isUnreadable {
      // Only whether its key is there is known, and of an element not even that.
      guard case .present(let isWanted) = constraint, seen.value != nil else { return .unreadable }
      return Truth(isWanted)
    }
    switch constraint {
    case .required: return Truth(!seen.isMissing)
    case .present(let isWanted): return Truth((seen.value != nil) == isWanted)
    case .notNull: return seen.value == nil ? .undecided : Truth(!seen.isMissing)
    default: break
    }
    if seen.isMissing { return .undecided }
    switch constraint {
    // References are compared with `enum`: ReferenceAgreementTests.
    case .required, .present, .notNull, .unique, .closure, .references: return .undecided
    case .type(let types): return Truth(types.contains { isOfType($0, seen) })
    case .length, .pattern, .notPattern, .containsText, .startsWith, .endsWith, .format,
      .temporal, .instants:
      return seen.text.map { checkText(constraint, $0) } ?? mismatch(seen)
    case .notEmpty:
      switch seen.value {
      case .text(let bytes), .cell(let bytes): return Truth(!bytes.isEmpty)
      case .array(let elements): return Truth(!elements.isEmpty)
      case .object(let members): return Truth(!members.isEmpty)
      default: return mismatch(seen)
      }
    case .bounds(let lower, let upper):
      return number(seen).map { Truth(Self.isWithin($0, lower, upper)) } ?? mismatch(seen)
    case .multipleOf(let digits):
      guard let divisor = SlowNumber(digits) else { return .undecided }
      return number(seen).map { Truth($0.isMultiple(of: divisor)) } ?? mismatch(seen)
    case .const(let literal): return Truth(equals(seen, literal))
    case .oneOf(let literals): return Truth(literals.contains { equals(seen, $0) })
    case .noneOf(let literals): return Truth(!literals.contains { equals(seen, $0) })
    case .itemCount, .uniqueItems:
      guard case .array(let elements)? = wholeArray(seen) else { return mismatch(seen) }
      guard case .itemCount(let minimum, let maximum) = constraint else {
        return Truth(Set(elements.map(\.canonical)).count == elements.count)
      }
      return Truth(elements.count >= minimum ?? 0 && elements.count <= maximum ?? .max)
    case .onlyFields(let names, let coversAll): return onlyFields(names, coversAll, seen)
    case .memberCount(let minimum, let maximum):
      guard case .object(let members)? = seen.value else { return mismatch(seen) }
      let count = Set(members.map(\.name)).count
      return Truth(count >= minimum ?? 0 && count <= maximum ?? .max)
    case .dependentRequired(let dependencies):
      guard case .object(let members)? = seen.value else { return mismatch(seen) }
      let names = members.map { String(decoding: $0.name, as: UTF8.self) }.exactly
      return Truth(
        dependencies.allSatisfy {
          !names.contains(ExactText($0.name)) || names.isSuperset(of: $0.required.exactly)
        })
    case .chain(let steps): return chain(steps, seen)
    }
  }

  private func onlyFields(_ names: Set<ExactText>, _ coversAll: Bool, _ seen: Seen) -> Truth {
    guard case .object(let members)? = seen.value else { return mismatch(seen) }
    if header == nil, coversAll { return .true }
    var known = ColumnNames(names)
    if header != nil {
      known = ColumnNames()
      for path in rules.paths { known.insert(path) }
    }
    return Truth(members.allSatisfy { known.contains(String(decoding: $0.name, as: UTF8.self)) })
  }

  private func isOfType(_ type: ValueType, _ seen: Seen) -> Bool {
    guard case .cell(let bytes)? = seen.value else { return Self.has(type, seen.value) }
    return Self.read(bytes, as: type, rules.declarations[seen.path]?.separator) != nil
  }

  private func checkText(_ constraint: Constraint, _ bytes: [UInt8]) -> Truth {
    switch constraint {
    case .pattern(let source):
      return SlowPattern.matches(source, bytes).map { Truth($0) } ?? .limited
    case .notPattern(let source):
      return SlowPattern.matches(source, bytes).map { Truth(!$0) } ?? .limited
    default: return Truth(holds(constraint, bytes))
    }
  }

  private func holds(_ constraint: Constraint, _ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    switch constraint {
    case .length(let minimum, let maximum):
      let length =
        switch rules.lengthUnit {
        case .bytes: bytes.count
        case .codepoints: text.unicodeScalars.count
        case .graphemes: text.count
        }
      return length >= minimum ?? 0 && length <= maximum ?? .max
    case .containsText(let part):
      let part = Array(part.text.utf8)
      return (0...bytes.count).contains { bytes[$0...].starts(with: part) }
    case .startsWith(let part): return bytes.starts(with: Array(part.text.utf8))
    case .endsWith(let part): return bytes.reversed().starts(with: part.text.utf8.reversed())
    case .format(let format): return SlowFormat.matches(format, bytes)
    case .temporal(let notation): return SlowTime(text, notation) != nil
    case .instants(let lower, let upper, let notation):
      guard let time = SlowTime(text, notation) else { return false }
      return time.isWithin(lower, upper, notation, now: Self.now)
    default: return false
    }
  }

  private static func isWithin(_ number: SlowNumber, _ lower: Bound?, _ upper: Bound?) -> Bool {
    if let lower, let limit = SlowNumber(lower.digits) {
      let order = SlowNumber.compare(number, limit)
      if order < 0 || order == 0 && lower.isExclusive { return false }
    }
    if let upper, let limit = SlowNumber(upper.digits) {
      let order = SlowNumber.compare(number, limit)
      if order > 0 || order == 0 && upper.isExclusive { return false }
    }
    return true
  }

  private func equals(_ seen: Seen, _ literal: Literal) -> Bool {
    let wanted = DOM(literal)
    if case .cell(let bytes)? = seen.value {
      switch wanted {
      case .text(let text): return text == bytes
      case .number: return number(seen).map { .number($0.canonical) == wanted.canonical } ?? false
      case .bool(let flag): return bytes == Array((flag ? "true" : "false").utf8)
      case .array(let listed): return hasElements(seen, listed)
      default: return false
      }
    }
    if case .array(let listed) = wanted, case .array? = seen.value, header != nil {
      return hasElements(seen, listed)
    }
    return whole(seen).canonical == wanted.canonical
  }

  /// Whether the elements of a cell are those listed. One without a declared type is read as the
  /// type of the value that it is compared with (docs/reference/values.md#csv-cells,
  /// docs/reference/values.md#arrays-in-cells).
  private func hasElements(_ seen: Seen, _ listed: [DOM]) -> Bool {
    let path = seen.path.appending(.everyElement)
    let elements: [DOM]
    switch seen.value {
    case .array(let parts): elements = parts
    case .cell(let bytes):
      guard let separator = rules.declarations[seen.path]?.separator else { return false }
      elements = Self.split(bytes, separator).map { .cell($0) }
    default: return false
    }
    guard elements.count == listed.count else { return false }
    return zip(elements, listed).allSatisfy { element, choice in
      let isOpen = rules.declarations[path]?.types == nil
      guard case .cell(let bytes) = element, isOpen else {
        return wholeElement(element, of: seen).canonical == choice.canonical
      }
      return cell(bytes, equals: choice)
    }
  }

  /// Whether a cell without a declared type, and not an array, equals a listed value.
  private func cell(_ bytes: [UInt8], equals choice: DOM) -> Bool {
    switch choice {
    case .text(let text): text == bytes
    case .number: Self.read(bytes, as: .number, nil)?.canonical == choice.canonical
    case .bool: Self.read(bytes, as: .boolean, nil)?.canonical == choice.canonical
    case .null, .cell, .array, .object: false
    }
  }

  private func chain(_ steps: [ChainStep], _ seen: Seen) -> Truth {
    var seen = seen
    var isLimited = false
    for step in steps {
      switch step {
      case .check(let constraint):
        switch check(constraint, seen) {
        case .false: return .false
        case .limited: isLimited = true
        default: break
        }
      case .change(let change):
        guard let text = seen.text else { break }
        guard let changed = Self.changed(text, change) else { return .unreadable }
        seen.value = Self.replacing(seen, changed)
      }
    }
    return isLimited ? .limited : .true
  }

  // MARK: Comparison

  private func compare(_ left: Seen, _ operation: ComparisonOperator, _ right: Seen) -> Truth {
    if left.isUnreadable || right.isUnreadable { return .unreadable }
    if left.isMissing || right.isMissing { return .undecided }
    let (a, b) = alike(left, right)
    let order: Int?
    switch (a, b) {
    case (.number(let x), .number(let y)):
      guard let x = SlowNumber(x), let y = SlowNumber(y) else { return .false }
      order = SlowNumber.compare(x, y)
    case (.text(let x), .text(let y)):
      order = x == y ? 0 : x.lexicographicallyPrecedes(y) ? -1 : 1
    default: order = nil
    }
    let isEqual = order.map { $0 == 0 } ?? (a.canonical == b.canonical)
    switch operation {
    case .equal: return Truth(isEqual)
    case .notEqual: return Truth(!isEqual)
    case .less: return Truth(order.map { $0 < 0 } ?? false)
    case .lessOrEqual: return Truth(order.map { $0 <= 0 } ?? false)
    case .greater: return Truth(order.map { $0 > 0 } ?? false)
    case .greaterOrEqual: return Truth(order.map { $0 >= 0 } ?? false)
    }
  }

  /// The values, undeclared cells read as numbers if both are, else as the other's type.
  private func alike(_ left: Seen, _ right: Seen) -> (DOM, DOM) {
    switch (left.value, right.value) {
    case (.cell(let a), .cell(let b)):
      let x = String(decoding: a, as: UTF8.self)
      let y = String(decoding: b, as: UTF8.self)
      if SlowNumber(x) != nil, SlowNumber(y) != nil { return (.number(x), .number(y)) }
      return (.text(a), .text(b))
    case (.cell, _): return (asOther(left, right), whole(right))
    case (_, .cell): return (whole(left), asOther(right, left))
    default: return (whole(left), whole(right))
    }
  }

  /// The cell as the first of the other's declared types that it reads as.
  private func asOther(_ cell: Seen, _ other: Seen) -> DOM {
    guard let bytes = cell.text else { return .null }
    for type in rules.declarations[other.path]?.types ?? [] {
      let value = type == .array ? wholeArray(cell) : Self.read(bytes, as: type, nil)
      if let value { return value }
    }
    return .text(bytes)
  }
}

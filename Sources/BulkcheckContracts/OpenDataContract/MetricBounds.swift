internal import BulkcheckCore
internal import BulkcheckDocument

/// The operators of a quality rule as bounds of a figure of the table.
struct MetricBounds {
  /// The words of bounds in profiles.
  private static let bounds = [
    "mustBe": "const", "mustNotBe": "notConst", "mustBeGreaterThan": "exclusiveMinimum",
    "mustBeGreaterOrEqualTo": "minimum", "mustBeLessThan": "exclusiveMaximum",
    "mustBeLessOrEqualTo": "maximum",
  ]
  private static let pairs = ["mustBeBetween", "mustNotBeBetween"]

  /// The operators of the standard.
  static let words =
    [
      "mustBe", "mustNotBe", "mustBeGreaterThan", "mustBeGreaterOrEqualTo", "mustBeLessThan",
      "mustBeLessOrEqualTo",
    ] + pairs

  /// The bounds as members of an entry of `table`.
  private(set) var members: [DocumentMember] = []
  /// The operators with their numbers.
  private var operators: [(word: String, numbers: [BigDecimal])] = []
  private let isShare: Bool

  var statement: [(String, DocumentNode)] { members.map { ($0.name, $0.value) } }

  func map<Value>(_ body: (DocumentMember) -> Value) -> [Value] { members.map(body) }

  /// - Throws: a mistake in the value of an operator.
  init(_ entry: QualityEntry, isShare: Bool) throws(BoundFault) {
    self.isShare = isShare
    for member in entry.members where Self.words.contains(member.name) && !member.value.isNull {
      try add(member)
    }
  }

  private mutating func add(_ member: DocumentMember) throws(BoundFault) {
    let what = "`\(member.name)`"
    guard let word = Self.bounds[member.name] else {
      guard let limits = member.value.elements, limits.count == 2 else {
        throw BoundFault(
          offset: member.value.offset,
          complaint: .unexpected(what, found: member.value, expected: "a list of two numbers"))
      }
      let (low, high) = (try number(limits[0], what), try number(limits[1], what))
      operators.append((member.name, [low.value, high.value]))
      // The standard's `mustBeBetween` is `mustBeGreaterThan` and `mustBeLessThan`.
      if member.name == "mustBeBetween" {
        append("exclusiveMinimum", low.node, member)
        append("exclusiveMaximum", high.node, member)
      } else {
        append("outside", .list([low.node, high.node], at: member.value.offset), member)
      }
      return
    }
    let limit = try number(member.value, what)
    operators.append((member.name, [limit.value]))
    append(word, limit.node, member)
  }

  private mutating func append(_ word: String, _ node: DocumentNode, _ member: DocumentMember) {
    members.append(DocumentMember(name: word, nameOffset: member.nameOffset, value: node))
  }

  private func number(
    _ node: DocumentNode, _ what: String
  ) throws(BoundFault) -> (node: DocumentNode, value: BigDecimal) {
    guard let digits = node.digits else {
      throw BoundFault(
        offset: node.offset, complaint: .unexpected(what, found: node, expected: "a number"))
    }
    let value = BigDecimal(digits)
    guard isShare else { return (node, value) }
    guard !value.isNegative, value <= BigDecimal(100), let plain = value.plainText else {
      throw BoundFault(
        offset: node.offset,
        complaint: .unexpected(what, found: node, expected: "a percentage from 0 to 100"))
    }
    return (.text(plain + "%", at: node.offset), value)
  }

  // MARK: What they admit

  /// Whether they are met only by 0.
  var isNone: Bool {
    guard operators.count == 1, let (word, numbers) = operators.first else { return false }
    let number = numbers[0]
    switch word {
    case "mustBe", "mustBeLessOrEqualTo": return number == BigDecimal(0)
    // Of whole rows, and not of shares.
    case "mustBeLessThan": return !isShare && number == BigDecimal(1)
    default: return false
    }
  }

  /// Whether 0 meets all of them.
  var admitsZero: Bool {
    let zero = BigDecimal(0)
    return operators.allSatisfy { word, numbers in
      let number = numbers[0]
      return switch word {
      case "mustBe": number == zero
      case "mustNotBe": number != zero
      case "mustBeGreaterThan": number < zero
      case "mustBeGreaterOrEqualTo": number <= zero
      case "mustBeLessThan": zero < number
      case "mustBeLessOrEqualTo": zero <= number
      case "mustBeBetween": number < zero && zero < numbers[1]
      default: zero <= number || numbers[1] <= zero
      }
    }
  }

  /// The number of failures that they allow; nil if they do not only limit it.
  var tolerance: DocumentNode? {
    guard operators.count == 1, let (word, numbers) = operators.first,
      let node = members.first?.value
    else { return nil }
    switch word {
    case "mustBeLessOrEqualTo": return isShare ? node : whole(numbers[0], node)
    case "mustBeLessThan" where !isShare:
      return whole(numbers[0] - BigDecimal(1), node)
    default: return nil
    }
  }

  private func whole(_ number: BigDecimal, _ node: DocumentNode) -> DocumentNode? {
    number.integer.flatMap { $0 >= 0 ? .number($0, at: node.offset) : nil }
  }
}

/// A mistake in the value of an operator.
struct BoundFault: Error {
  var offset: Int
  var complaint: Complaint
}

extension ObjectReader {
  /// The bounds of a quality rule; nil after a mistake, or if there is no operator.
  mutating func bounds(of entry: QualityEntry, isShare: Bool) -> MetricBounds? {
    do throws(BoundFault) {
      let bounds = try MetricBounds(entry, isShare: isShare)
      if bounds.members.isEmpty {
        findings.leave(
          entry.node.offset, "\(entry.shown) has no operator such as `mustBe`")
        return nil
      }
      return bounds
    } catch {
      findings.complain(error.offset, error.complaint)
      return nil
    }
  }

  /// Whether the unit of a quality rule is a percentage; nil if it is left over.
  mutating func isShare(_ entry: QualityEntry) -> Bool? {
    guard let member = entry.given("unit") else { return false }
    switch member.value.text?.lowercased() {
    case "rows", "row", "count": return false
    case "percent", "percentage", "%": return true
    default:
      findings.leave(
        member.value.offset,
        "\(entry.shown) has the unit \(member.value.summary), which is not rows or percent")
      return nil
    }
  }
}

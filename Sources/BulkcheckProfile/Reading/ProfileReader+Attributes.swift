internal import BulkcheckCore
internal import BulkcheckDocument

/// The keys that say something about a rule besides its statement.
enum AttributeKey: String, CaseIterable {
  case id, message, code, severity, tolerance, labels, tag, priority, was

  static let names = allCases.map(\.rawValue)
}

/// Attributes of constraints and rules.
/// The ids of rules.
package enum RuleID {
  /// Whether a text has only characters that an id may have.
  package static func isPlain(_ id: String) -> Bool {
    guard let first = id.utf8.first, Ascii.isAlphanumeric(first) else { return false }
    return id.utf8.allSatisfy { Ascii.isAlphanumeric($0) || ".-_".utf8.contains($0) }
  }
}

extension ProfileReader {
  /// The attributes that a long form or an entry of `rules` gives; nil where it says nothing.
  struct GivenAttributes {
    var id: (text: String, offset: Int)?
    var message: MessageTemplate?
    var messageOffset = 0
    var code: String?
    var severity: Severity?
    var tolerance: Tolerance?
    var labels: [String] = []
    var tag: (text: String, offset: Int)?
    var priority: Double?
    var was: (text: String, offset: Int)?
  }

  mutating func attributes(_ members: [DocumentMember]) -> GivenAttributes {
    var given = GivenAttributes()
    for member in members {
      if let key = AttributeKey(rawValue: member.name) { readAttribute(key, member, into: &given) }
    }
    return given
  }

  private mutating func readAttribute(
    _ key: AttributeKey, _ member: DocumentMember, into given: inout GivenAttributes
  ) {
    switch key {
    case .id: given.id = id(member.value)
    case .message:
      given.message = message(member.value)
      given.messageOffset = member.value.offset
    case .code: given.code = text(member)
    case .severity: given.severity = severity(member.value)
    case .tolerance: given.tolerance = tolerance(member.value)
    case .labels: given.labels = labels(member.value)
    case .tag:
      if let tag = text(member.value, "`tag`", mayBeEmpty: false) {
        given.tag = (tag, member.value.offset)
      }
    case .priority: given.priority = priority(member.value)
    case .was: given.was = formerID(member.value)
    }
  }

  /// Notes the id of a rule, and what its author says of it.
  mutating func note(
    _ id: String, at offset: Int, _ given: GivenAttributes, _ paths: [FieldPath],
    _ defaultTolerance: Tolerance, _ attributes: inout RuleAttributes
  ) {
    if idOffsets[ExactText(id)] != nil {
      complain(offset, .repeatedID(id, isGiven: given.id != nil))
    } else {
      idOffsets[ExactText(id)] = offset
    }
    attributes.message = given.message ?? attributes.message
    attributes.code = given.code
    attributes.severity = given.severity ?? defaultSeverity
    attributes.tolerance = given.tolerance ?? defaultTolerance
    attributes.labels = given.labels
    attributes.was = given.was?.text
    if let was = given.was { formerIDs.append((was.text, was.offset)) }
    if given.labels.contains("pii") { ruleSet.maskedPaths.formUnion(paths) }
  }

  mutating func severity(_ node: DocumentNode) -> Severity? {
    word(node, "`severity`", as: Severity.self)
  }

  mutating func labels(_ node: DocumentNode) -> [String] {
    guard let elements = list(node, "`labels`", of: "strings", mayBeEmpty: true) else { return [] }
    var labels: [String] = []
    var seen: Set<ExactText> = []
    for element in elements {
      if let label = text(element, "a label", mayBeEmpty: false),
        seen.insert(ExactText(label)).inserted
      {
        labels.append(label)
      }
    }
    return labels
  }

  private mutating func id(_ node: DocumentNode) -> (text: String, offset: Int)? {
    guard let text = text(node, "`id`") else { return nil }
    if !RuleID.isPlain(text) {
      complain(node.offset, .badID(text))
    } else if text.hasPrefix("bulkcheck.") {
      complain(node.offset, .reservedID(text))
    }
    return (text, node.offset)
  }

  /// The id of a rule in earlier reports; derived ids may hold any character.
  private mutating func formerID(_ node: DocumentNode) -> (text: String, offset: Int)? {
    guard let text = text(node, "`was`", mayBeEmpty: false) else { return nil }
    if text.hasPrefix("bulkcheck.") { complain(node.offset, .reservedID(text)) }
    return (text, node.offset)
  }

  private mutating func priority(_ node: DocumentNode) -> Double? {
    switch node.text {
    case "low": return 0
    case "normal": return 50
    case "high": return 100
    default: break
    }
    if let value = node.digits.flatMap(Double.init), value.isFinite { return value }
    return refuse(
      node.offset,
      .unknownWord("`priority`", found: node, known: ["low", "normal", "high"], or: "a number"))
  }

  // MARK: Tolerance

  /// docs/reference/profile.md#tolerance.
  mutating func tolerance(_ node: DocumentNode) -> Tolerance? {
    switch node.kind {
    case .number(let digits):
      if let count = BigDecimal(digits).integer, count >= 0 { return Tolerance(count: count) }
      return refuse(node.offset, .badToleranceNumber(digits))
    case .text(let text):
      if let percent = Self.percent(text) { return Tolerance(percent: percent) }
    case .object: return toleranceOfBoth(node)
    default: break
    }
    return refuse(node, "`tolerance`", expected: Self.toleranceForms)
  }

  private static let toleranceForms =
    "a count such as 25, a percentage of at most 100 such as \"0.1%\", "
    + "or an object of `count` and `percent`"

  private mutating func toleranceOfBoth(_ node: DocumentNode) -> Tolerance? {
    var tolerance = Tolerance()
    for member in members(node, "a tolerance", keys: ["count", "percent"]) {
      switch member.name {
      case "count": tolerance.count = count(member)
      default:
        if let number = member.value.digits.map({ BigDecimal($0) }), !number.isNegative,
          number <= BigDecimal(100), let plain = number.plainText
        {
          tolerance.percent = plain
        } else {
          complain(member.value, "`percent`", expected: "a number from 0 to 100")
        }
      }
    }
    guard tolerance != Tolerance() else {
      if node.members?.isEmpty == true {
        complain(node, "`tolerance`", expected: Self.toleranceForms)
      }
      return nil
    }
    return tolerance
  }

  /// The digits of `^[0-9]+(\.[0-9]+)?%$`, at most 100.
  static func percent(_ text: String) -> String? {
    guard text.utf8.last == UInt8(ascii: "%") else { return nil }
    let parts = text.utf8.dropLast().split(
      separator: UInt8(ascii: "."), maxSplits: 2, omittingEmptySubsequences: false)
    let isPlain =
      parts.count <= 2
      && parts.allSatisfy { part in
        !part.isEmpty && part.allSatisfy { (0x30...0x39).contains($0) }
      }
    let digits = String(text.dropLast())
    return isPlain && BigDecimal(digits) <= BigDecimal(100) ? digits : nil
  }

  // MARK: Messages

  /// A template (docs/reference/profile.md#messages); its paths must be able to occur but are not
  /// named by the profile.
  private mutating func message(_ node: DocumentNode) -> MessageTemplate? {
    guard let text = text(node, "`message`") else { return nil }
    do {
      let template = try MessageParser.template(text, reach: reach)
      for case .path(let path) in template.segments {
        mentions.append(mention(of: path, at: node.offset, isNamed: false))
      }
      return template
    } catch {
      return refuse(node.offset, .badMessage(error.reason))
    }
  }
}

internal import BulkcheckCore
internal import BulkcheckReport

/// Suggests the rules of each field.
///
/// A rule is suggested if no value that was seen breaks it. One that a few values break is a near
/// miss: it is written as a comment.
struct FieldAdvisor {
  /// A rule that more than one value in so many breaks is not a near miss.
  static let nearMissShare = 20
  /// Fewer values tell too little about what is usual.
  static let valuesMinimum = 10
  /// A flag may be the same so often, and a number 0.
  static let constantsMinimum = 50
  /// Exceptions that are allowed to every rule about values among many records.
  static let fewRecords = 5
  static let manyRecords = 400
  /// They are at most one in so many.
  static let fewRecordsShare = 400
  /// From so many records on, one exception is allowed. Of fewer ones it would hide the errors that
  /// it is there to tell from chance.
  static let someRecords = 150
  /// The rules that allow it. A value that is missing, occurs twice, or is of another type or
  /// format is not one of many that are alike.
  private static let aboutValues: Set<String> = [
    "range", "minimum", "maximum", "pattern", "notPattern", "enum", "const", "length", "maxLength",
  ]

  let findings: Findings

  let doubts: Doubts

  /// The records have dates, so that the next ones are about a later time.
  let isDated: Bool

  /// The names of definitions that say what members objects have, by their places.
  private var definitions: [SummaryNumber: String] = [:]

  init(_ findings: Findings) {
    self.findings = findings
    doubts = Doubts(findings)
    isDated = RecordDates.areFound(in: findings)
  }

  /// The fields of the profile, in the order in which they were first seen.
  ///
  /// - Parameter shapes: what is drafted as definitions.
  func fields(using shapes: RepeatedShapes) -> [SuggestedField] {
    var advisor = self
    advisor.definitions = shapes.names
    return advisor.fields()
  }

  private func fields() -> [SuggestedField] {
    var fields: [SuggestedField] = []
    addMembers(of: SummaryTree.root, path: FieldPath(), to: &fields)
    return fields
  }

  /// The fields, each among the members of the object that it is in.
  func nestedFields() -> [SuggestedField] { members(of: SummaryTree.root) }

  // MARK: The tree

  /// Members of an object that every record has, by their dotted paths.
  private func addMembers(
    of parent: SummaryNumber, path: FieldPath, to fields: inout [SuggestedField]
  ) {
    for node in findings.tree.children(of: parent) where !findings.tree.nodes[node].isElement {
      let own = path.appending(step(to: node))
      var field = suggest(
        node, path: spelled(own), expected: findings.tree.fields[parent].objects, unit: "record")
      // Of a key that stands twice the last value is judged, which may be another than the object
      // that was seen.
      let isEverywhere =
        findings.tree.nodes[node].kind == .member
        && findings.tree.fields[node].objects == findings.objects
        && findings.tree.fields[node].duplicateKeys == 0
      if isEverywhere, definitions[node] == nil {
        fields.append(field)
        addMembers(of: node, path: own, to: &fields)
      } else {
        addMembers(of: node, to: &field)
        fields.append(field)
      }
    }
  }

  /// Members of an object that is not always there: rules about them hold where it is.
  private func members(of parent: SummaryNumber) -> [SuggestedField] {
    findings.tree.children(of: parent).filter { !findings.tree.nodes[$0].isElement }.map { node in
      let path = FieldPath([step(to: node)])
      var field = suggest(
        node, path: path.description, expected: findings.tree.fields[parent].objects,
        unit: "object")
      addMembers(of: node, to: &field)
      return field
    }
  }

  private func addMembers(of node: SummaryNumber, to field: inout SuggestedField) {
    field.use = definitions[node]
    if field.use == nil { field.members = members(of: node) }
  }

  /// A member's name, or `*` for all members of a map.
  private func step(to node: SummaryNumber) -> PathStep {
    findings.tree.nodes[node].kind == .anyMember
      ? .everyMember : .key(findings.tree.key(of: node).text)
  }

  /// A column's name is written with its dots, unless that would mean something else.
  func spelled(_ path: FieldPath) -> String {
    guard findings.isCSV, path.steps.count == 1, case .key(let name) = path.steps[0] else {
      return path.description
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let plain = FieldPath(parts.map { .key($0) }).description
    guard parts.count > 1, plain == name else { return path.description }
    let names = Set(
      findings.tree.children(of: SummaryTree.root).map { findings.tree.key(of: $0).text })
    let hasPrefix = (1..<parts.count).contains {
      names.contains(parts[..<$0].joined(separator: "."))
    }
    return hasPrefix ? path.description : plain
  }

  // MARK: One field

  private func suggest(
    _ node: SummaryNumber, path: String, expected: Int, unit: String
  ) -> SuggestedField {
    let summary = findings.tree.fields[node]
    let kind = findings.tree.nodes[node].kind
    // Elements and members of maps are not expected anywhere.
    let facts = FieldFacts(
      summary, name: kind == .member ? findings.tree.key(of: node).text : "",
      expected: kind == .member ? expected : summary.present,
      unit: kind == .anyMember ? "member" : unit, isCSV: findings.isCSV,
      column: findings.column(of: node))
    var field = SuggestedField(path: path)
    field.node = node
    field.notes = notes(facts)
    field.isAnyMember = kind == .anyMember
    if kind == .member { field.key = findings.tree.key(of: node).text }
    // A cell without a text is not a member of the record.
    field.isAlwaysThere =
      facts.expected > 0 && facts.absent == 0 && (facts.null == 0 || !findings.isCSV)
    field.hasNull = facts.null > 0
    var rules = presence(facts, isOneOfMany: kind != .member)
    if let words = facts.booleanWords {
      rules.insert(DraftRule("boolean", words.setting, of: facts.values), at: 0)
    }
    if let form = facts.summary.numberForm,
      facts.onlyType == .number || facts.onlyType == .integer
    {
      rules.insert(DraftRule("number", setting(of: form), of: facts.values), at: 0)
    }
    if let type = type(facts) { rules.insert(type, at: 0) }
    if facts.types.contains(where: { $0.type == .string }) { rules += text(facts) }
    // Limits beside a format of dates would be limits of dates.
    if !rules.contains(where: \.isTemporalFormat) {
      rules += epochs(facts) ?? numbers(facts, growth(node, facts))
    }
    rules += booleans(facts)
    if isDated { rules = rules.map { isUnset($0, facts) ? mayChange($0) : $0 } }
    rules += arrays(facts)
    field.nameRules = names(node)
    if let names = propertyNames(field.nameRules, of: node) { rules.append(names) }
    rules += uniqueness(node, facts)
    field.rules = rules.map { rule in
      var rule = rule
      if FieldAdvisor.aboutValues.contains(rule.keyword), !rule.isComment,
        !rule.isOfColumn, rule.tolerance == nil
      {
        rule.tolerance = findings.valueTolerance
      }
      // Among several elements a rule counts once a record, and of a key that stands twice only the
      // last value, so that a share of the values says nothing.
      if findings.tree.nodes[node].isRepeated || hasDuplicateKeys(node),
        rule.isNearMiss, let count = rule.exceptions
      {
        rule.tolerance = "\(count)"
      }
      return rule.suggestion
    }
    let elements = findings.tree.nodes[node].elements
    if elements >= 0, findings.tree.fields[elements].present > 0 {
      var items = suggest(elements, path: "items", expected: 0, unit: "element")
      addMembers(of: elements, to: &items)
      field.items = [items]
    }
    return field
  }

  private func notes(_ facts: FieldFacts) -> [String] {
    var parts = [
      Figures.counted(facts.expected, facts.unit) + ": "
        + Figures.counted(facts.values, "value")
    ]
    if facts.null > 0 {
      parts.append(Figures.grouped(facts.null) + (facts.isCSV ? " missing" : " null"))
    }
    if facts.absent > 0 { parts.append(Figures.grouped(facts.absent) + " absent") }
    if !facts.isCSV, facts.texts.empty > 0 {
      parts.append(Figures.counted(facts.texts.empty, "empty string"))
    }
    if facts.types.count > 1 {
      parts += facts.types.map { Figures.grouped($0.count) + " " + $0.type.rawValue }
    }
    var lines = [parts.joined(separator: ", ")]
    if facts.texts.withOuterBlanks > 0 {
      lines.append(
        Figures.counted(
          facts.texts.withOuterBlanks, "string begins or ends", "strings begin or end")
          + " with whitespace: \"normalize\": [\"trim\"] would remove it before any rule")
    }
    if let (type, others) = facts.nearlyTyped {
      lines.append(
        "all but \(Figures.counted(others, "cell")) read as \(type.rawValue): \"type\": "
          + "\"\(type.rawValue)\" would need \"tolerance\": "
          + NeededTolerance.percent(others, of: facts.texts.count))
    }
    return lines
  }

  private func type(_ facts: FieldFacts) -> DraftRule? {
    guard !facts.types.isEmpty else { return nil }
    let names = facts.types.map {
      let mayHaveFractions = doubts.wholeNumbers && !facts.hasOnlyWholeNumbers
      let type = $0.type == .integer && mayHaveFractions ? ValueType.number : $0.type
      return "\"\(type.rawValue)\""
    }
    return DraftRule(
      "type", names.count == 1 ? names[0] : "[\(names.joined(separator: ", "))]", of: facts.values)
  }

  // MARK: Presence

  private func presence(_ facts: FieldFacts, isOneOfMany: Bool) -> [DraftRule] {
    guard facts.expected > 0 else { return [] }
    let missing = facts.absent + facts.null
    let isNeverNull = facts.column?.isNullable == false
    if missing == 0, facts.summary.duplicateKeys == 0 {
      let note = isNeverNull ? "the column is not nullable" : nil
      return [DraftRule("required", "true", of: facts.expected, facts.unit, note: note)]
    }
    var rules: [DraftRule] = []
    if facts.absent == 0, !isOneOfMany {
      rules.append(
        DraftRule("present", "true", of: facts.expected, facts.unit))
    } else if facts.null == 0 {
      rules.append(DraftRule("nullable", "false", of: facts.values))
    }
    if missing > 0, isNeverNull || isNearMiss(missing, of: facts.expected) {
      rules.append(
        DraftRule("required", "true", exceptions: missing, of: facts.expected, facts.unit))
    }
    return rules
  }

  func isNearMiss(_ exceptions: Int, of count: Int) -> Bool {
    count >= FieldAdvisor.valuesMinimum && exceptions * FieldAdvisor.nearMissShare <= count
  }

  // MARK: Booleans and arrays

  private func booleans(_ facts: FieldFacts) -> [DraftRule] {
    let (yes, no) = (facts.summary.true, facts.summary.false)
    guard facts.onlyType == .boolean, yes + no >= FieldAdvisor.constantsMinimum else { return [] }
    if yes == 0 || no == 0 { return [constant(yes > 0 ? "true" : "false", of: yes + no)] }
    let rarer = min(yes, no)
    // A flag that is rarely set is not a mistake, unless hardly ever.
    guard rarer * 200 <= yes + no else { return [] }
    return [DraftRule("const", yes > no ? "true" : "false", exceptions: rarer, of: yes + no)]
  }

  /// A flag that nobody has set so far.
  private func isUnset(_ rule: DraftRule, _ facts: FieldFacts) -> Bool {
    guard rule.isConstant else { return false }
    if rule.value == "0" || rule.value == "false" { return true }
    guard facts.onlyType == .string, let values = facts.texts.values else { return false }
    return values.count == 1 && BooleanWords.isFalse(values[0].text)
  }

  private func mayChange(_ rule: DraftRule) -> DraftRule {
    DraftRule(
      rule.keyword, rule.value, note: "always so far, but it may be set", isComment: true)
  }

  /// A value that is always the same.
  func constant(_ value: String, of count: Int) -> DraftRule {
    guard doubts.constants else { return DraftRule("const", value, of: count) }
    return DraftRule(
      "const", value, note: "always, but other fields have occasional exceptions",
      isComment: true)
  }

  /// Whether the key of a field, or of an object around it, stood twice somewhere.
  private func hasDuplicateKeys(_ node: SummaryNumber) -> Bool {
    var node = node
    while node > 0 {
      if findings.tree.fields[node].duplicateKeys > 0 { return true }
      node = findings.tree.nodes[node].parent
    }
    return false
  }

  // MARK: Uniqueness

  /// A whole number that no two records share: one of those that only grow.
  func isIdentifier(_ node: SummaryNumber, _ facts: FieldFacts) -> Bool {
    guard let found = findings.uniqueness.finding(of: node) else { return false }
    return facts.onlyType == .integer && found.finding != .notUnique && found.duplicates == 0
      && facts.values >= 100
  }

  /// Whether values say which record or period is meant: measuring them says nothing.
  func isLabel(_ node: SummaryNumber, _ facts: FieldFacts) -> Bool {
    hasIdentifyingName(node)
      || facts.onlyType == .integer && Growth.of(facts, isUnique: false) != .none
  }

  /// Whether the values of a field, which are those of a member or not, grow with time.
  private func growth(_ node: SummaryNumber, _ facts: FieldFacts) -> Growth {
    Growth.of(facts, isUnique: isIdentifier(node, facts))
  }

  private func uniqueness(_ node: SummaryNumber, _ facts: FieldFacts) -> [DraftRule] {
    guard let (finding, duplicates) = findings.uniqueness.finding(of: node), finding != .notUnique,
      facts.values >= (hasIdentifyingName(node) ? 100 : 1000), facts.summary.duplicateKeys == 0,
      !facts.summary.hasRepeatedWords,
      mayBeUnique(facts)
    else { return [] }
    if finding == .gaveUp {
      return [
        DraftRule(
          "unique", "true",
          note: "not checked: more distinct values than infer keeps",
          isComment: true)
      ]
    }
    if duplicates == 0 { return [DraftRule("unique", "true", of: facts.values)] }
    guard duplicates * 1000 <= facts.values else { return [] }
    return [DraftRule("unique", "true", exceptions: duplicates, of: facts.values)]
  }

  /// Among few values, none is like another by chance.
  private func hasIdentifyingName(_ node: SummaryNumber) -> Bool {
    let key = findings.tree.key(of: node).text
    return ["id", "key", "uuid", "guid", "email"].contains(key.lowercased())
      || ["_id", "-id", " id", "Id", "ID"].contains { key.hasSuffix($0) }
  }

  /// Values that do not identify a record have been sorted out when they were read.
  private func mayBeUnique(_ facts: FieldFacts) -> Bool {
    switch facts.onlyType {
    case .integer: !facts.isCSV || facts.summary.oddNumbers == 0
    case .string: facts.texts.empty <= 1
    default: false
    }
  }
}

/// Rules about how many elements arrays have.
extension FieldAdvisor {
  func arrays(_ facts: FieldFacts) -> [DraftRule] {
    let count = facts.summary.arrays
    guard count >= FieldAdvisor.valuesMinimum else { return [] }
    let (least, most) = (facts.summary.elementsMinimum, facts.summary.elementsMaximum)
    let seen =
      least == most
      ? "always " + Figures.counted(most, "element")
      : "seen \(Figures.grouped(least)) to \(Figures.counted(most, "element"))"
    var rules: [DraftRule] = []
    let empty = facts.summary.emptyArrays
    if empty > 0, isNearMiss(empty, of: count) {
      rules.append(DraftRule("minItems", "1", exceptions: empty, of: count))
    }
    if least > 0 {
      rules.append(DraftRule("minItems", least == most ? "\(least)" : "1", note: seen))
    }
    if most > 0, least == most { rules.append(DraftRule("maxItems", "\(most)", note: seen)) }
    return rules
  }
}

/// Rules about the names of members of maps.
extension FieldAdvisor {
  /// The keywords that are about texts alone, as names are.
  private static let ofTexts: Set<String> = [
    "format", "pattern", "notPattern", "enum", "const", "length", "maxLength", "notEmpty",
  ]

  /// The rules that all names meet; empty if the field is not a map.
  func names(_ node: SummaryNumber) -> [Suggestion] {
    let names = findings.tree.nodes[node].names
    guard names >= 0 else { return [] }
    let summary = findings.tree.fields[names]
    let facts = FieldFacts(summary, expected: summary.present, unit: "name", isCSV: false)
    return text(facts).map(\.suggestion).filter {
      !$0.isNearMiss && FieldAdvisor.ofTexts.contains($0.keyword)
    }
  }

  func propertyNames(_ rules: [Suggestion], of node: SummaryNumber) -> DraftRule? {
    guard !rules.isEmpty else { return nil }
    let block = rules.map { "\"\($0.keyword)\": \($0.value)" }.joined(separator: ", ")
    let names = findings.tree.fields[findings.tree.nodes[node].names].present
    let note = Figures.counted(names, "name") + ", which vary"
    return DraftRule("propertyNames", "{ \(block) }", note: note)
  }
}

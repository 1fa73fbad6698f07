internal import BulkcheckCore
internal import BulkcheckProfile
internal import Requirements

/// Turns the outline of a requirement for a record type into rules.
///
/// The record type itself comes first: a property is required unless it is optional, and has the
/// kind of value that its type decodes from. Then the requirement: parts that must all hold become
/// a rule each, under the field that they are about, with the ids that a profile would derive. What
/// is one statement (an alternative, a condition, a part with a reason or an id of its own) becomes
/// one rule.
///
/// ```
/// all(on(email, required(matches("@"))), when(on(country, equalTo("US")), on(zip, …)))
///   email.required  email.type  email.pattern                 under `email`
///   record.when                                               under `rules`
/// ```
struct RuleLowering {
  let options: BatchOptions
  var ruleSet = RuleSet()
  var closures: [ClosureCheck] = []
  /// What types ask a decoder for, each asked once.
  var shapes: [ObjectIdentifier: RecordShape] = [:]
  /// The rules of each field, and at last those about the record.
  var fields: [FieldRules] = []
  var fieldNumbers: [FieldPath: Int] = [:]
  var entries: [CollectedRule] = []

  /// A rule before all are known. A derived id gives way to others; one that was given does not.
  struct CollectedRule {
    var rule: EngineRule
    var hasGivenID = false
  }

  /// The rules under one field.
  struct FieldRules {
    let path: FieldPath
    let scope: ScopeIndex
    var rules: [CollectedRule] = []
    /// Labels of the whole field.
    var labels: [String] = []
  }

  init(options: BatchOptions) { self.options = options }

  /// The rules of a requirement for a record type.
  static func rules(
    _ outline: Outline, table: [TableForm], record: any Decodable.Type, mistakes: [String],
    options: BatchOptions
  ) throws(BatchError) -> LoweredRules {
    guard mistakes.isEmpty else { throw BatchError.mistakes(mistakes) }
    var lowering = RuleLowering(options: options)
    try lowering.readOptions()
    let shape = try lowering.shape(of: record)
    guard shape.root.kinds.allSatisfy({ $0 == .object }) else {
      throw BatchError.unsupported(
        "", "\(record) is not decoded from an object", remedy: "Records are objects with fields")
    }
    try lowering.addFields(of: shape.root, at: FieldPath(), outer: nil)
    let place = RulePlace(type: record, node: shape.root)
    try lowering.add(outline, at: place, RuleManner())
    try lowering.finish()
    try lowering.add(table, of: place)
    let decodability = lowering.decodability(of: shape)
    return LoweredRules(
      ruleSet: lowering.ruleSet, closures: lowering.closures,
      members: ClosureLowering.members(of: shape.root), decodability: decodability)
  }

  private mutating func readOptions() throws(BatchError) {
    ruleSet.name = options.name
    ruleSet.missingValues = options.missingValues
    ruleSet.lengthUnit = options.lengthUnit == .characters ? .graphemes : .codepoints
    ruleSet.recordsMinimum = max(0, options.recordsMinimum)
    if let delimiter = options.csvDelimiter {
      guard let byte = delimiter.asciiValue, !"\"\r\n".utf8.contains(byte) else {
        throw BatchError.unsupported(
          "csvDelimiter", "\(JSONText.quoted(String(delimiter))) cannot separate cells",
          remedy: "Give an ASCII character other than a quote or a line end")
      }
      ruleSet.csv.delimiter = byte
    }
    ruleSet.csv.columns = options.csvColumns
  }

  mutating func shape(of type: any Decodable.Type) throws(BatchError) -> RecordShape {
    if let known = shapes[ObjectIdentifier(type)] { return known }
    let shape = try RecordShape(type)
    shapes[ObjectIdentifier(type)] = shape
    return shape
  }

  /// The rules of a field, with a block of its own.
  mutating func fieldNumber(_ path: FieldPath) -> Int {
    if let known = fieldNumbers[path] { return known }
    let scope = ScopeIndex(ruleSet.scopes.count)
    ruleSet.scopes.append(Scope(place: .field(path), path: path))
    mention(path)
    fieldNumbers[path] = fields.count
    fields.append(FieldRules(path: path, scope: scope))
    return fields.count - 1
  }

  mutating func mention(_ path: FieldPath) {
    if !ruleSet.paths.contains(path) { ruleSet.paths.append(path) }
  }

  // MARK: The end

  /// Puts all rules in order and sees to it that no two have the same id.
  private mutating func finish() throws(BatchError) {
    var collected = fields.flatMap { field in
      field.rules.map { collected in
        var collected = collected
        let own = collected.rule.attributes.labels
        collected.rule.attributes.labels += field.labels.filter { !own.contains($0) }
        return collected
      }
    }
    collected += entries
    for field in fields where field.labels.contains("pii") {
      ruleSet.maskedPaths.insert(field.path)
    }
    let rules = try Self.withDistinctIDs(collected)
    for rule in rules where rule.attributes.labels.contains("pii") {
      ruleSet.maskedPaths.formUnion(rule.paths)
    }
    ruleSet.rules = rules
  }

  /// Throws if two given ids are the same; a derived one is numbered if another rule has it.
  private static func withDistinctIDs(
    _ collected: [CollectedRule]
  ) throws(BatchError) -> [EngineRule] {
    var seen: Set<String> = []
    for each in collected where each.hasGivenID && !seen.insert(each.rule.id).inserted {
      throw BatchError.badRule(each.rule.id, "another rule also has this id")
    }
    return collected.map { each in
      var rule = each.rule
      var number = 2
      while !each.hasGivenID, !seen.insert(rule.id).inserted {
        rule.id = "\(each.rule.id)-\(number)"
        number += 1
      }
      return rule
    }
  }
}

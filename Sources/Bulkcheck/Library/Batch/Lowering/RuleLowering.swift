internal import BulkcheckCore
internal import BulkcheckProfile
internal import Requirements

/// Turns the outline of a requirement for a record type into rules: a ``RuleSet``, as a profile is
/// read into one. Agreement tests compare the reports of both.
///
/// The record type itself comes first: a property is required unless it is optional, and has the
/// kind of value that its type decodes from. Then the requirement: parts that must all hold become
/// a rule each, under the field that they are about, with the ids that a profile would derive. What
/// is one statement (an alternative, a condition, a part with a reason or an id of its own) becomes
/// one rule.
///
///     all(on(email, required(matches("@"))), when(on(country, equalTo("US")), on(zip, …)))
///       email.required  email.type  email.pattern                 under `email`
///       record.when                                               under `rules`
///
/// A closure is a constraint that no profile has (`Constraint.closure`), a leaf of the expression
/// graph that is asked lane by lane. It gets the bytes of its value; in CSV, an object is put
/// together from columns. Our own decoder (`Decoding`) makes the Swift value, and the closure
/// checks it. Its reason becomes the message. All workers call closures, and closures allocate;
/// rules without them do not pay for that.
///
/// The rules together say exactly what decoding and single evaluation say. The type's rules come
/// first, so all others need be right only for records that can be decoded: there, what is not
/// optional is there, and of the right kind. What may be missing is asked for explicitly wherever
/// an undecided part would change the answer (`RuleLowering+Statements`).
struct RuleLowering {
  let options: BatchOptions
  var ruleSet = RuleSet()
  var closures: [ClosureCheck] = []
  /// The shapes of the types that were probed, each once.
  var shapes: [ObjectIdentifier: RecordShape] = [:]
  /// The rules of each field, and at last those about the record.
  var fields: [FieldRules] = []
  var fieldNumbers: [FieldPath: Int] = [:]
  var entries: [CollectedRule] = []

  /// A rule before all are known. A derived id gives way to others; one that was given does not.
  struct CollectedRule {
    var rule: EngineRule
    /// The reason of each failure, if that is always the same.
    var reason: Reason?
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
    if options.decodesEveryRecord { shape.root.isWhole = true }
    guard shape.root.kinds.allSatisfy({ $0 == .object }) else {
      throw BatchError.unsupported(
        "", "\(record) is not decoded from an object", remedy: "Records are objects with fields")
    }
    try lowering.refuseUnlikeOthers(below: shape.root, at: FieldPath())
    try lowering.addFields(of: shape.root, at: FieldPath(), outer: nil)
    let place = RequirementLocation(type: record, node: shape.root)
    let outline = try lowering.coded(outline, at: place)
    try lowering.add(outline, at: place, RuleManner())
    let reasons = try lowering.finish()
    try lowering.add(table, of: place)
    let decodability = try lowering.decodability(of: shape)
    return LoweredRules(
      outline: outline, ruleSet: lowering.ruleSet, closures: lowering.closures, reasons: reasons,
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

  /// Puts all rules in order and sees to it that no two have the same id. Returns their reasons.
  private mutating func finish() throws(BatchError) -> [Reason?] {
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
    return collected.map(\.reason)
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
      if !each.hasGivenID { rule.id = seen.insertFree(rule.id) }
      return rule
    }
  }
}

/// A rule as the engine knows it; a `Rule` of `Requirements` is one between subjects.
typealias EngineRule = BulkcheckCore.Rule

/// A requirement as rules over bytes: the rule model of profiles, and the closures that it cannot
/// say.
struct LoweredRules: Sendable {
  /// The requirement, with the names that places have in the data.
  let outline: Outline
  var ruleSet: RuleSet
  var closures: [ClosureCheck]
  /// The reason of each rule's failures; nil if the value decides, or no requirement is behind it.
  var reasons: [Reason?]
  /// The columns that make up a record in CSV.
  var members: [ClosureCheck.Member]
  /// The further conditions under which a record can surely be decoded; nil if only decoding can
  /// show it.
  var decodability: [Expression]?
}

/// A place in a record that a part of a requirement is about.
struct RequirementLocation {
  /// The path from the record's root; empty for the record.
  var path = FieldPath()
  /// The Swift type of the value there, `Optional` included where a part sees the optional.
  var type: Any.Type
  /// The node that the probe found here; nil if the type was not asked.
  var node: ProbeNode?
  /// The path by which reasons name the place; nil for elements, whose positions are not known
  /// here.
  var reasonPath: ValuePath? = ValuePath()

  /// The value may be missing, and fails where it is.
  var isDemanded = false

  /// Whether a part of the requirement sees nil here.
  var seesMissing: Bool { Optionals.isOptional(type) }

  /// Whether a built-in fails on a missing value too.
  var failsIfMissing: Bool { seesMissing || isDemanded }

  /// Whether a closure is asked about a missing value: about nil, or because the type takes null.
  var takesMissing: Bool { seesMissing || node?.takesNull ?? false }

  /// The place for a part that sees only the value, not the optional.
  var unwrapped: RequirementLocation {
    var place = self
    place.type = Optionals.unwrapped(type)
    return place
  }

  /// How errors name it.
  var name: String { path.description }
}

/// The attributes given around a part of a requirement, for the rules that it becomes.
struct RuleManner {
  var id: String?
  /// A template.
  var message: String?
  var severity: Severity?
  var tolerance: Tolerance?
  var labels: [String] = []

  /// Whether the part becomes one rule, whatever it is made of.
  var isOneRule: Bool { id != nil || message != nil }

  /// Takes what an annotation inside says; what was said further outside wins.
  mutating func take(_ annotation: any OutlineAnnotation) {
    guard let annotation = annotation as? RuleAnnotation else { return }
    id = id ?? annotation.id
    message = message ?? annotation.message
    severity = severity ?? annotation.severity
    tolerance = tolerance ?? annotation.tolerance
    labels += annotation.labels.filter { !labels.contains($0) }
  }
}

extension LoweredRules {
  /// The id of the rule that a record can be decoded.
  static let decodableRule = "record.decodable"

  /// Returns the rules and one more: a record that breaks none of severity error can be decoded.
  ///
  /// - Parameter handsOver: each is decoded, and handed to those who observe the run, also one that
  ///   breaks rules. Otherwise only such are whose bytes leave it open, and there is no such rule if
  ///   that is none.
  func decoding<Record: Decodable & Sendable>(
    _ type: Record.Type, handsOver: Bool
  ) throws(BatchError) -> LoweredRules {
    let ids = ruleSet.rules.map(\.id) + ruleSet.tableRules.map(\.id)
    if ids.contains(Self.decodableRule) {
      throw BatchError.badRule(
        Self.decodableRule, "this id is reserved: every batch has a rule with it")
    }
    if !handsOver, decodability?.isEmpty == true { return self }
    var rules = self
    let number = closures.count
    rules.closures.append(
      ClosureCheck(
        members: members,
        judge: { subject in
          if subject.recordIsInvalid, !handsOver { return .notJudged }
          do {
            let record = try RecordDecoding.value(type, subject, isReadAtOnce: false)
            if subject.recordIsInvalid { return .notJudgedWith(record) }
            return handsOver ? .holdsWith(record) : .holds
          } catch {
            if subject.recordIsInvalid { return .notJudged }
            return .fails(reason: RecordDecoding.sentence(error))
          }
        }))
    rules.ruleSet.rules.append(
      EngineRule(
        id: Self.decodableRule, field: nil, constraint: "decodable", scope: nil, stage: .value,
        expression: decodable(.constraint(.closure(number)), decodesAll: handsOver),
        attributes: RuleAttributes(message: MessageTemplate([.closure(number)])), paths: []))
    rules.reasons.append(nil)
    return rules
  }

  private func decodable(_ decoded: Expression, decodesAll: Bool) -> Expression {
    guard !decodesAll, let decodability else { return decoded }
    // The record is there, so that the condition is true where no value fails, be they missing.
    let isThere = Expression.constraint(.required)
    return .when(.all([isThere] + decodability), then: isThere, else: decoded)
  }
}

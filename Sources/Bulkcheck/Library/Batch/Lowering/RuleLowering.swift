internal import BulkcheckCore
internal import BulkcheckProfile
internal import Requirements

/// Turns the outline of a requirement for a record type into rules: a ``RuleSet``, as a profile is
/// read into one. Agreement tests compare the reports of both.
///
/// The record type itself comes first. A property is required unless it is optional, and has the
/// kind of value that its type decodes from. Then comes the requirement. Parts that must all hold,
/// also under a condition, become a rule each, under the field that they are about, with the ids
/// that a profile would derive. An alternative, or a part with a reason or an id of its own,
/// becomes one rule.
///
///     all(on(email, required(matches("@"))), when(on(country, equalTo("US")), on(zip, …)))
///       email.required  email.type  email.pattern                 under `email`
///       record.when                                               under `rules`
///
/// A closure is a constraint that no profile has (`Constraint.closure`), a leaf of the expression
/// graph that is asked lane by lane. It gets the bytes of its value. In CSV, an object is put
/// together from columns. Our own decoder (``FieldDecoder``) makes the Swift value, and the closure
/// checks it. Its reason becomes the message. A rule whose reason depends on the value gets such a
/// closure too, which is asked only about values that fail (`RuleLowering+Reasons`). All workers
/// call closures, and closures allocate. Rules without them do not pay for that.
///
/// The rules together say exactly what decoding and single evaluation say. The type's rules come
/// first, so all others need be right only for records that can be decoded: there, a value that is
/// not optional is present and of the right kind. Whether an optional one is present is asked
/// wherever an undecided part would change the answer (`RuleLowering+Statements`). If the bytes
/// leave open whether a record can be decoded, a last rule decodes it (``LoweredRules``).
struct RuleLowering {
  let options: BatchOptions
  /// How records are decoded.
  let plan: DecodingPlan
  /// Whether the rules are written into a document, which has no closures. Numbers are then checked
  /// by their digits, and no value is decoded to find a reason.
  let isForDocument: Bool
  var ruleSet = RuleSet()
  var closures: [ClosureCheck] = []
  /// The shapes of the types that were probed, each once.
  var shapes: [ObjectIdentifier: RecordShape] = [:]
  /// The rules of each field.
  var fields: [FieldRules] = []
  /// The positions in `fields`, by path.
  var fieldNumbers: [FieldPath: Int] = [:]
  /// The rules about the record, which come after those of fields.
  var entries: [CollectedRule] = []

  /// A rule whose id is not final before all rules are known. A derived id gives way to those of
  /// other rules, a given one does not.
  struct CollectedRule {
    var rule: EngineRule
    /// The reason of each failure, if that is always the same.
    var reason: LocatedReason?
    /// Whether the id was given by `rule(_:)`.
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

  private init(options: BatchOptions, plan: DecodingPlan, isForDocument: Bool) {
    self.options = options
    self.plan = plan
    self.isForDocument = isForDocument
    // A requirement is about what is decoded, which knows nothing of columns.
    ruleSet.heedsColumnTypes = false
  }

  /// The rules of a requirement for a record type.
  static func rules(
    _ outline: Outline, table: [TableForm], record: any Decodable.Type, mistakes: [String],
    options: BatchOptions, plan: DecodingPlan, isForDocument: Bool = false
  ) throws(BatchError) -> LoweredRules {
    guard mistakes.isEmpty else { throw BatchError.mistakes(mistakes) }
    var lowering = RuleLowering(options: options, plan: plan, isForDocument: isForDocument)
    lowering.readOptions()
    let shape = try lowering.shape(of: record)
    guard shape.root.kinds.allSatisfy({ $0 == .object }) else {
      throw BatchError.unsupported(
        "", "\(record) is not decoded from an object", remedy: "Records are objects with fields")
    }
    let place = RequirementLocation(type: record, node: shape.root)
    let outline = try lowering.renamed(outline, at: place)
    let listing = try lowering.listing(of: outline, at: place)
    // The names that places have in the data are known all the same.
    if options.decodesEveryRecord || lowering.bytesMislead {
      shape.root.isDecodedWhole = true
    }
    try lowering.addFields(of: shape.root, at: FieldPath(), outer: nil)
    try lowering.add(outline, at: place, RuleAnnotation())
    let reasons = try lowering.finish()
    try lowering.add(table, of: place)
    let decodability = try lowering.decodability(of: shape)
    return LoweredRules(
      outline: outline, listing: listing, plan: plan, ruleSet: lowering.ruleSet,
      closures: lowering.closures, reasons: reasons,
      members: ClosureLowering.members(of: shape.root), decodability: decodability)
  }

  /// Whether the bytes of a record do not show what a decoder sees. A document is for data with the
  /// usual spelling of names.
  var bytesMislead: Bool { isForDocument ? plan.hidesNames : plan.changesWhatBytesShow }

  private mutating func readOptions() {
    ruleSet.name = options.name
    ruleSet.missingValues = options.missingValues
    ruleSet.lengthUnit = options.lengthUnit == .characters ? .graphemes : .codepoints
    ruleSet.recordsMinimum = max(0, options.recordsMinimum)
    ruleSet.csv.columns = options.csvColumns
  }

  /// The shape of a type, which is probed only once.
  mutating func shape(of type: any Decodable.Type) throws(BatchError) -> RecordShape {
    if let known = shapes[ObjectIdentifier(type)] { return known }
    let shape = try RecordShape(type, plan)
    shapes[ObjectIdentifier(type)] = shape
    return shape
  }

  /// The position of a field's rules. A field that has none yet gets a block of its own.
  mutating func fieldNumber(_ path: FieldPath) -> Int {
    if let known = fieldNumbers[path] { return known }
    let scope = ScopeIndex(ruleSet.scopes.count)
    ruleSet.scopes.append(Scope(place: .field(path), path: path))
    mention(path)
    fieldNumbers[path] = fields.count
    fields.append(FieldRules(path: path, scope: scope))
    return fields.count - 1
  }

  /// Makes a path one of those that are read from each record.
  mutating func mention(_ path: FieldPath) {
    ruleSet.name(path)
  }

  // MARK: The end

  /// Puts all rules in order and sees to it that no two have the same id. Returns their reasons.
  private mutating func finish() throws(BatchError) -> [LocatedReason?] {
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

/// A rule of the engine. A `Rule` of `Requirements` is one between subjects.
typealias EngineRule = BulkcheckCore.Rule

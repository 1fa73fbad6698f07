internal import BulkcheckCore
internal import BulkcheckDocument

/// Turns the JSON of a profile into a ``RuleSet`` and collects every mistake on the way.
///
/// It reads each part once, in the order of the text, because that is the order of rules and paths
/// in reports. What a statement may mention before it is given (ids, the names that
/// `additionalFields` knows) comes from a first reading of the same document, whose mistakes are
/// dropped: see ``Profile/read(_:fileName:loadReference:)``. Both readings must make the same rules
/// at the same indexes, so a name that is not known never keeps a rule from being made.
///
/// A part that is mistaken is left out and reading goes on; the rule set is of use only without
/// mistakes.
struct ProfileReader {
  /// A path and where it is written.
  struct Mention {
    var path: FieldPath
    /// The path as the rule reads it: from an element, or from the record or element before.
    var read: FieldPath
    var offset: Int
    /// The place at which it counts in the order of the text: what a definition says, where that is
    /// used.
    var place: Int
    /// False in a message template, which names no path for reports.
    var isNamed = true
    /// The section in which the path is named.
    var section: SectionIndex?

    var field: NamedField { NamedField(path, in: section) }
    /// The mention of the path as the rule reads it.
    var asRead: Mention {
      var mention = self
      mention.path = read
      return mention
    }
  }

  /// A `"rule": id` in the entry that becomes the rule `from`.
  struct Reference {
    var from: Int
    var to: Int
    var id: String
    var offset: Int
  }

  let known: KnownNames
  let source: ProfileSources
  /// The first reading asks for no file: what a column is read as may be behind it.
  let isFirstReading: Bool
  /// nil: the profile cannot refer to files.
  let loadReference: ReferenceLoading?
  /// nil: the profile cannot name a schema.
  let loadSchema: SchemaLoading?
  /// Those of the rule set, each once.
  var seenReferences: Set<ReferenceFile> = []
  var loadedReferences: [ReferenceRequest: Result<LoadedReference, ReferenceLoadingError>] = [:]
  var complaints: [(offset: Int, complaint: Complaint)] = []
  /// SQL of a translated profile that cannot be read; nil: such SQL is a mistake.
  var refusedSQL: [RefusedSQL]?
  var ruleSet = RuleSet()
  var fixtures: [Fixture] = []
  /// The section that is being read; nil: what is about all records.
  var section: SectionIndex?
  /// The offsets of the ids of sections.
  var sectionOffsets: [ExactText: Int] = [:]
  /// The ids of all sections, known before anything that names them is read.
  var sectionIDs: [String] = []
  /// The fields of sections that references name.
  var sectionReferences: [SectionReference] = []
  /// Whether the condition of a section is being read.
  var isInSectionCondition = false
  /// The offset of the settings of `no-section`.
  var noSectionOffset: Int?
  var defaultSeverity = Severity.error
  var defaultTolerance = Tolerance.zero

  /// The offset of each rule of the rule set.
  var ruleOffsets: [Int] = []
  /// The offset of the statement of each rule, and of each rule about the table.
  var ruleOrigins: [Int] = []
  var tableOrigins: [Int] = []
  var idOffsets: [ExactText: Int] = [:]
  var mentions: [Mention] = []
  var conditionParts: [ConditionPart] = []
  /// Notes on what may surprise, though it is not a mistake.
  var notes: [(offset: Int, complaint: Complaint)] = []
  var definitions: [ExactText: Definition] = [:]
  var definitionNames: [String] = []
  /// Those whose members have been read.
  var usedDefinitions: Set<ExactText> = []
  /// How many members definitions have put into blocks.
  var gatheredMembers = 0
  /// Whether what is read may be meant to be used beside other constraints.
  var isUnusedDefinition = false
  /// The place at which the definition is used whose content is being read; nil outside of
  /// definitions.
  var placeOfUse: Int?
  var references: [Reference] = []
  /// The paths that the entry of `rules` being read maps, compares or counts.
  var entryPaths: [Mention] = []
  /// The values to which the paths that are being read may lead.
  var reach = PathParser.Reach.record
  /// The elements of an array at which the paths of the entry being read begin.
  var entryElements: FieldPath?
  /// The record that the entry being read reads beside its own.
  var entryPairing: PairedEntry?
  /// The places of `previous` and `determines`, by rule.
  var pairedOffsets: [Int: Int] = [:]
  /// The paths that comparisons name, where, and how many rules were read before.
  var operandPaths: [(path: FieldPath, offset: Int, entry: Int)] = []
  /// Columns of SQL that may not be meant as columns.
  var doubtfulColumns: [DoubtfulColumn] = []
  /// The former ids that rules give, and where.
  var formerIDs: [(id: String, offset: Int)] = []
  /// The ids of rules about the table.
  var tableIDs: Set<ExactText> = []
  /// The offsets of tags, by rule.
  var tagOffsets: [Int: Int] = [:]
  /// The offsets of words for booleans.
  var booleanOffsets: [NamedField: Int] = [:]
  /// The places at which fields say how their cells write numbers.
  var numberOffsets: [NamedField: Int] = [:]
  /// Paths to the key of a record, if the profile does not say where records are.
  var unplacedKeys: [(offset: Int, complaint: Complaint)] = []
  /// The stars that a record pointer needs for them.
  var starsNeeded = 0
  private var ruleComparisonsLeft = 1_000_000

  /// The first reading, to learn what the profile names.
  init(source: ProfileSources, loadSchema: SchemaLoading?) {
    known = KnownNames()
    self.source = source
    isFirstReading = true
    loadReference = nil
    self.loadSchema = loadSchema
  }

  /// The second reading.
  init(
    known: KnownNames, source: ProfileSources, loadReference: ReferenceLoading?,
    loadSchema: SchemaLoading?
  ) {
    self.known = known
    self.source = source
    isFirstReading = false
    self.loadReference = loadReference
    self.loadSchema = loadSchema
  }

  static let keys = [
    "bulkcheck", "name", "input", "defaults", "records", "fields", "rules", "table", "sections",
    "tests", "additionalFields", "definitions", "schema", "$schema", "extends",
  ]

  static let documentKind = Document.Kind(
    "profile", content: "an object with the profile's keys", nestingMaximum: 128)

  mutating func read(_ document: ProfileDocument) {
    for repetition in document.repetitions {
      let line = source.line(of: repetition.firstOffset)
      complain(repetition.offset, .repeatedKey(repetition.name, firstLine: line))
    }
    guard document.root.members != nil else {
      return complain(document.root, "a profile", expected: "an object")
    }
    // Every key of a schema would be a mistake.
    guard !isUnmarkedSchema(document.root) else {
      return complain(document.root.offset, .unmarkedSchema)
    }
    let members = members(document.root, "a profile", keys: Self.keys)
    readVersion(members, of: document.root)
    // Settings come first: rules depend on them wherever they stand.
    if let member = members.named("defaults") { readDefaults(member.value) }
    if let member = members.named("definitions") { readDefinitions(member.value) }
    sectionIDs = members.named("sections").map { Self.sectionIDs($0.value) } ?? []
    guard definitionsFit(document.root) else { return }
    for member in members {
      switch member.name {
      case "name": ruleSet.name = text(member)
      case "input": readInput(member.value)
      case "records": readRecords(member.value)
      case "fields": readFields(member.value)
      case "rules": readRules(member.value)
      case "table": readTable(member.value)
      case "sections": readSections(member.value)
      case "additionalFields": readTopAdditionalFields(member)
      default: break
      }
    }
    // The rules of the schema come behind the profile's.
    readSchema(members.named("schema"))
    checkUnusedDefinitions()
    completeDeclarations()
    declareCellForms()
    ruleSet.fields = inOrder(mentions.filter(\.isNamed))
    checkPaths()
    checkRecordKeys()
    checkReferences()
    checkPairs()
    checkTags()
    checkNoSection()
    checkSectionReferences()
    checkFormerIDs()
    noteMissingParts()
    noteDoubtfulRules()
    if let member = members.named("tests") { readTests(member.value) }
  }

  private mutating func readVersion(_ members: [DocumentMember], of root: DocumentNode) {
    guard let member = members.named("bulkcheck") else {
      // The complaint of a misspelt key says what is missing.
      let isMisspelt = root.members?.contains { Self.isVersionMisspelt($0.name) } ?? false
      if !isMisspelt { complain(root.offset, .missingVersion) }
      return
    }
    guard member.value.digits.flatMap({ BigDecimal($0).integer }) == 1 else {
      return complain(member.value, "the format version `bulkcheck`", expected: "1")
    }
  }

  static func isVersionMisspelt(_ name: String) -> Bool {
    !keys.contains(name) && NearestWord.of(name, among: keys) == "bulkcheck"
  }

  private mutating func readDefaults(_ node: DocumentNode) {
    for member in members(node, "`defaults`", keys: ["severity", "tolerance"]) {
      switch member.name {
      case "severity": defaultSeverity = severity(member.value) ?? defaultSeverity
      default: defaultTolerance = tolerance(member.value) ?? defaultTolerance
      }
    }
  }

  private mutating func readRecords(_ node: DocumentNode) {
    let members = members(node, "`records`", keys: ["min", "max"])
    if let member = members.named("min") {
      ruleSet.recordsMinimum = count(member) ?? ruleSet.recordsMinimum
    }
    ruleSet.recordsMaximum = members.named("max").flatMap { count($0) }
    let minimum = ruleSet.recordsMinimum
    if let maximum = ruleSet.recordsMaximum, maximum < minimum {
      complain(
        members.named("max")?.value.offset ?? node.offset,
        .impossibleRecords(
          minimum: minimum, maximum: maximum,
          isDefault: members.named("min") == nil))
    }
  }

  /// Different paths in the order of the text, which is not always the order of reading.
  func inOrder(_ mentions: [Mention]) -> [NamedField] {
    var seen: Set<NamedField> = []
    return mentions.enumerated()
      .map { (rank: source.rank(of: $0.element.place), number: $0.offset, field: $0.element.field) }
      .sorted { ($0.rank, $0.number) < ($1.rank, $1.number) }
      .map(\.field)
      .filter { seen.insert($0).inserted }
  }

  // MARK: Complaints

  /// Mistakes of the first reading are dropped, and not even worded.
  mutating func complain(_ offset: Int, _ complaint: @autoclosure () -> Complaint) {
    guard !isFirstReading else { return }
    complaints.append((offset, complaint()))
  }

  /// The value of `what` is not as expected.
  mutating func complain(_ node: DocumentNode, _ what: String, expected: String) {
    complain(node.offset, .unexpected(what, found: node, expected: expected))
  }

  /// Complains, and returns nil.
  mutating func refuse<Value>(
    _ offset: Int, _ complaint: @autoclosure () -> Complaint
  ) -> Value? {
    complain(offset, complaint())
    return nil
  }

  mutating func refuse<Value>(
    _ node: DocumentNode, _ what: String, expected: String
  ) -> Value? {
    complain(node, what, expected: expected)
    return nil
  }

  /// The id that someone probably meant. A profile of very many rules and as many mistaken ids
  /// gets suggestions only for the first of these: each one looks at all rules.
  mutating func nearestRule(_ id: String, besides ids: [String] = []) -> String? {
    guard !isFirstReading, known.ruleIDs.count <= ruleComparisonsLeft else { return nil }
    ruleComparisonsLeft -= known.ruleIDs.count
    return NearestWord.of(id, among: [known.ruleIDs, ids].joined())
  }
}

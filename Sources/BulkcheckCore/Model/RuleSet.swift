/// The position of a rule in ``RuleSet/rules``.
package struct RuleIndex: Hashable, Sendable, Comparable {
  package var value: Int
  package init(_ value: Int) { self.value = value }
  package static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// The position of a scope in ``RuleSet/scopes``.
package struct ScopeIndex: Hashable, Sendable {
  package var value: Int
  package init(_ value: Int) { self.value = value }
}

package enum Severity: String, CaseIterable, Hashable, Sendable {
  case error, warning, info, off
}

/// Failures that a rule may have before it fails the run; inclusive, both parts hold
/// (docs/reference/profile.md#tolerance).
package struct Tolerance: Hashable, Sendable {
  package var count: Int?
  /// The percentage as written without the sign, e.g. `0.1`: `[0-9]+(\.[0-9]+)?`, at most 100.
  package var percent: String?
  package init(count: Int? = nil, percent: String? = nil) {
    self.count = count
    self.percent = percent
  }
  package static let zero = Tolerance(count: 0)
}

/// A message with places to fill: `{value} {field} {line} {rule} {path}`; `{{` and `}}` are braces.
package struct MessageTemplate: Hashable, Sendable {
  package enum Segment: Hashable, Sendable {
    case literal(String)
    case value, field, line, rule
    /// An absolute path; inserted as JSON text or `absent`.
    case path(FieldPath)
    /// The reason that the closure with this number gave; no profile has it.
    case closure(Int)
    /// Shows nothing: the machine word of the failure comes from this closure.
    case closureCode(Int)
    /// The value of a side of the rule's comparison, a number if it is computed.
    case left, right
    /// Both sides of its comparisons with their values, and how far apart they are; no profile has
    /// it.
    case sides
    /// How the value at fault differs from what the rule requires; the text if that is not known.
    case difference(String)
  }
  package var segments: [Segment]
  /// The template as it was written, if someone wrote it.
  package var given: String?

  package init(_ segments: [Segment], given: String? = nil) {
    self.segments = segments
    self.given = given
  }

  /// Whether it shows a side of a comparison.
  package var showsSide: Bool { segments.contains(.left) || segments.contains(.right) }
}

/// A constraint block under `fields`: the unit in which failed presence and type rules block the
/// others.
///
/// Scopes form a tree by `items` and nested `fields` blocks in short form (each constraint in them
/// is a rule).
package struct Scope: Hashable, Sendable {
  package enum Place: Hashable, Sendable {
    /// An entry of the profile's `fields`; the path may hold `[*]`.
    case field(FieldPath)
    /// The elements of the parent's value.
    case items(of: ScopeIndex)
    /// A nested `fields` entry: a relative path from the parent's value.
    case member(of: ScopeIndex, FieldPath)
  }
  package var place: Place
  /// From the record's root; elements as `[*]`.
  package var path: FieldPath
  /// nil: of all records.
  package var section: SectionIndex?
  package init(place: Place, path: FieldPath, section: SectionIndex? = nil) {
    self.place = place
    self.path = path
    self.section = section
  }
}

/// The attributes of a rule besides its statement.
package struct RuleAttributes: Hashable, Sendable {
  package var message: MessageTemplate
  package var code: String?
  package var severity: Severity = .error
  /// The profile says so.
  package var severityIsGiven = false
  package var tolerance: Tolerance = .zero
  /// Sorted as written, the block's labels after the rule's own.
  package var labels: [String] = []
  package var tag: String?
  /// Any number; `low`, `normal` and `high` are 0, 50 and 100.
  package var priority = 50.0
  /// The id that the rule had in earlier reports, if it was another.
  package var was: String?
  package init(message: MessageTemplate) { self.message = message }

  /// A priority as people write it: whole numbers without a fraction.
  package static func written(priority: Double) -> String {
    Int(exactly: priority).map { "\($0)" } ?? "\(priority)"
  }
}

/// A requirement with an identity, judged once for each record.
package struct Rule: Hashable, Sendable {
  /// When the rule is judged within its scope (docs/reference/outcomes.md#blocked).
  package enum Stage: Hashable, Sendable {
    /// `required`, `present`, `nullable`: first; do not block one another.
    case presence
    /// `type`: blocked by presence.
    case type
    /// The format of dates and times: blocked by presence and type.
    case format
    /// The limits of dates and times: blocked by presence, type and format.
    case bound
    /// All others: blocked by presence and type.
    case value

    /// The stages of the same block whose failures block this one.
    package var blockers: [Stage] {
      switch self {
      case .presence: []
      case .type: [.presence]
      case .format, .value: [.presence, .type]
      case .bound: [.presence, .type, .format]
      }
    }

    /// Whether a failure blocks everything behind it, nested blocks included.
    package var isGate: Bool { self == .presence || self == .type }
  }

  package var id: String
  /// The path in dotted form for reports; nil for rules over several paths.
  package var field: String?
  /// The keyword as written: `pattern`, `minLength`, `when`, …
  package var constraint: String
  /// nil for entries of `rules`, which are never blocked.
  package var scope: ScopeIndex?
  package var stage: Stage
  /// About the scope's value; without a scope, about the record.
  package var expression: Expression
  package var attributes: RuleAttributes
  /// False for rules that are off, skipped or not selected: not counted, block and override
  /// nothing.
  package var isRun: Bool = true
  /// Every path the rule reads, absolute, in order of mention: the parts of its samples.
  package var paths: [FieldPath]
  /// Elsewhere the rule does not apply; nil: it is about every record.
  package var section: SectionIndex?
  /// The pairs of records that it is about; nil: it is about single ones.
  package var pairing: PairingIndex?

  package init(
    id: String, field: String?, constraint: String, scope: ScopeIndex?, stage: Stage,
    expression: Expression, attributes: RuleAttributes, paths: [FieldPath]
  ) {
    self.id = id
    self.field = field
    self.constraint = constraint
    self.scope = scope
    self.stage = stage
    self.expression = expression
    self.attributes = attributes
    self.paths = paths
  }

  /// Whether it says of a record what only others tell.
  package var asksForOtherRecords: Bool {
    switch expression {
    case .constraint(.unique), .unique, .refers: true
    default: pairing.map { !$0.isOfElements } ?? false
    }
  }
}

/// The rules that come with the tool (docs/reference/inputs.md#built-in-rules), reported as
/// `bulkcheck.<raw value>`.
package enum BuiltInRule: String, CaseIterable, Hashable, Sendable {
  case malformed
  case notAnObject = "not-an-object"
  case duplicateKey = "duplicate-key"
  case duplicateColumn = "duplicate-column"
  case emptyInput = "empty-input"
  case tooManyRecords = "too-many-records"
  case noSection = "no-section"

  package var id: String { "bulkcheck." + rawValue }

  /// Its place among all of them.
  package var place: Int {
    switch self {
    case .malformed: 0
    case .notAnObject: 1
    case .duplicateKey: 2
    case .duplicateColumn: 3
    case .emptyInput: 4
    case .tooManyRecords: 5
    case .noSection: 6
    }
  }
}

package struct BuiltInSettings: Hashable, Sendable {
  package var severity: Severity = .error
  /// The profile says so.
  package var severityIsGiven = false
  package var tolerance: Tolerance = .zero
  package var isRun: Bool = true

  /// The settings of a rule of which a profile says nothing.
  package init(of rule: BuiltInRule) {
    // Records of no section are fine, unless a profile says otherwise.
    guard rule == .noSection else { return }
    severity = .off
    isRun = false
  }
}

/// The declaration of a path in the profile; it holds wherever exactly this path is read
/// (docs/reference/paths.md#declarations).
package struct Declaration: Hashable, Sendable {
  package var types: [ValueType]?
  package var normalize: [Change] = []
  package var separator: String?
  /// The changes that make `true` and `false` of the words for them.
  package var booleanWords: [Change]?
  /// How its cells write numbers.
  package var numberForm: NumberForm?
  /// How the dates or times are written, if that is what the values are.
  package var temporal: TemporalNotation?
  package init() {}
}

/// A path that a profile gives under `fields` of a block.
package struct NestedPath: Hashable, Sendable {
  package var block: FieldPath
  /// From the record.
  package var path: FieldPath

  package init(_ path: FieldPath, in block: FieldPath) {
    self.block = block
    self.path = path
  }
}

/// A whole profile as plain values: what the linter produces and every engine runs.
package struct RuleSet: Sendable {
  package var name: String?
  /// nil: the default, `[""]` in CSV and none in JSONL.
  package var missingValues: [String]?
  package var lengthUnit = LengthUnit.codepoints
  /// NaN in columns of floats: nil means the text.
  package var nan: NaNMeaning?
  /// The encoding of inputs without a byte-order mark; nil: UTF-8.
  package var encoding: EncodingChoice?
  package var csv = CSVOptions()
  /// The places of the records of a JSON document; nil: the elements of a root array, or else the
  /// document.
  package var records: RecordPointer?
  package var recordsMinimum = 1
  package var recordsMaximum: Int?
  package var builtIns: [BuiltInRule: BuiltInSettings] = [:]
  package var declarations: [FieldPath: Declaration] = [:]
  package var scopes: [Scope] = []
  /// In the order of the profile.
  package var sections: [Section] = []
  /// In the order of the profile.
  package var rules: [Rule] = []
  /// The records that rules read beside their own.
  package var pairings: [Pairing] = []
  /// It is about pairs of records itself (``ofPairs(_:)``).
  package var isOfPairs = false
  /// The other record of a pair is the first of its group, and not the one before.
  package var isWithFirst = false
  /// The pairs are of elements of arrays.
  package var isOfElements = false
  /// The rules about the table as a whole, in the order of the profile.
  package var tableRules: [TableRule] = []
  /// Every path the profile names (message templates apart), in order of first mention, `[*]`
  /// included. One that is named in a section and elsewhere is there twice.
  package var fields: [NamedField] = []
  /// The operands of `compare` that are not plain paths, as written.
  package var operandTexts: [String] = []
  /// The nested `fields` below a `*`, which in CSV does not mean objects.
  package var nestedUnderStars: [NestedPath] = []
  /// The files that the rules refer to, in order of first mention.
  package var referenceFiles: [ReferenceFile] = []
  /// Paths whose values are never shown; ``MaskedLocation`` decides what that means for a value.
  package var maskedPaths: Set<FieldPath> = []
  /// The JSON Schema whose keywords the rules with ``Expression/keyword(_:)`` are.
  package var schema: SchemaGraph?
  /// The schema for JSON documents that it splits into sets of records; nil if it has no sets.
  package var documentSchema: SchemaGraph?
  /// Whether a record that is not an object fails, and is not judged by rules at paths.
  package var recordsMustBeObjects = true
  /// Rules are about the values of a table as its columns mean them: the dates of one without a
  /// zone lack no offset.
  package var heedsColumnTypes = true
  /// How many `format` keywords of the schema are annotations.
  package var unassertedFormats = 0
  /// A sentence about a schema without a rule: that it asserts nothing, and what may have been
  /// meant.
  package var schemaCaveat: String?
  /// nil: the rules come from no contract.
  package var contract: ContractOrigin?

  package init() {}

  /// The rules for JSON documents that the schema splits into sets of records; nil if it has
  /// none, or if there are other rules.
  package var ofDocuments: RuleSet? {
    guard let documentSchema, tableRules.isEmpty,
      rules.allSatisfy({ $0.expression.keyword != nil })
    else { return nil }
    var ruleSet = self
    ruleSet.schema = documentSchema
    return ruleSet
  }

  /// A rule that refers to other records of the input, if one is run.
  package var inputReference: Rule? {
    rules.first { rule in
      guard rule.isRun, case .refers = rule.expression else { return false }
      return true
    }
  }

  /// Whether a rule that is run says of a record what only others tell.
  package var asksForOtherRecords: Bool {
    rules.contains { $0.isRun && $0.asksForOtherRecords }
      || tableRules.contains { $0.isRun && $0.isAboutOrder }
  }

  /// The texts that count as null in CSV.
  package var missingCells: [String] {
    (missingValues ?? [""]) + (csv.nullSequence.map { [$0] } ?? [])
  }

  package func settings(of rule: BuiltInRule) -> BuiltInSettings {
    builtIns[rule] ?? BuiltInSettings(of: rule)
  }
}

/// The values that NaN in a column of floats can be, if not the text `NaN`.
package enum NaNMeaning: String, CaseIterable, Sendable {
  case null
}

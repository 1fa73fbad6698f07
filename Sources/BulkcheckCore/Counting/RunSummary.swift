/// A failing example of a rule. Line and record count from 1 and the offset from 0, in the
/// decompressed input; those of a chunk that has not been merged from the chunk's beginning. In an
/// input without lines, line and offset are 0 (``ChunkStart/hasLines``).
package struct Sample: Hashable, Sendable {
  package var input = 0
  package var line = 0
  package var record = 0
  package var byteOffset = 0
  /// JSON documents: the JSON Pointer of the record.
  package var recordPointer: String?
  /// The JSON Pointer of the value at fault, or of the place where it should be; nil where the
  /// record could not be parsed.
  package var instanceLocation: String?
  /// The way to the keyword of a schema, through references; nil for other rules.
  package var keywordLocation: String?
  /// The first places at fault, if there are several, and how many more there are.
  package var places: [FailureLocation] = []
  package var morePlaces = 0
  /// JSON text of the raw value; nil when it is absent.
  package var value: String?
  package var valueIsTruncated = false
  /// The message, cut where the line number belongs.
  package var messageParts: [String] = []
  /// Only of malformed records.
  package var kind: MalformedKind?
  package var column: Int?
  /// A machine word for why, where the rule alone does not tell: `pattern-limit`.
  package var reason: String?
  /// Only of duplicates: the record whose key this one has.
  package var first: FirstOccurrence?
  /// The record, if the run keeps it for reports that show it.
  package var recordText: RecordText?

  package init() {}

  /// An example in a chunk, counted from its beginning.
  init(
    _ position: RecordPosition, instanceLocation: String? = nil, value: String? = nil,
    messageParts: [String]
  ) {
    line = position.line + 1
    record = position.ordinal + 1
    byteOffset = position.start
    self.instanceLocation = instanceLocation
    self.value = value
    self.messageParts = messageParts
  }

  /// A malformed record of a chunk.
  init(_ position: RecordPosition, _ fault: RecordFault) {
    self.init(position, messageParts: [fault.detail])
    kind = fault.kind
    column = fault.column
  }

  /// Returns the example of a chunk, counted from the beginning of its input and in bytes of its
  /// encoding.
  ///
  /// - Parameter place: the position of the chunk.
  consuming func placed(in place: ChunkStart, _ text: ChunkText) -> Sample {
    var sample = self
    let start = sample.byteOffset
    if text.encoding != .utf8 {
      if let kind = sample.kind, let column = sample.column {
        let fault = RecordFault(kind, at: column - 1, sample.message)
        let stored = text.stored(fault, ofRecordAt: start)
        if text.records == nil { sample.column = stored.column }
        sample.messageParts = [stored.detail]
      }
      sample.byteOffset = text.storedOffset(of: start)
    }
    if let records = text.records {
      let ordinal = sample.record - 1
      sample.recordPointer = records.pointer(of: ordinal)
      if let column = sample.column {
        let position = text.position(of: column - 1, in: records.places[ordinal])
        sample.line = position.line + 1
        sample.column = place.hasLines ? position.column + 1 : nil
      }
      if let offset = text.outlineOffset(of: ordinal) { sample.byteOffset = offset - place.offset }
    }
    return sample.placed(in: place)
  }

  /// Returns the example of a chunk, of which all but the place of the chunk is known.
  consuming func placed(in place: ChunkStart) -> Sample {
    var sample = self
    sample.input = place.input
    sample.record += place.records
    sample.line = place.hasLines ? sample.line + place.lines : 0
    sample.byteOffset = place.hasLines ? sample.byteOffset + place.offset : 0
    return sample
  }

  package var message: String { messageParts.joined(separator: placeNumber) }

  /// The text of `{line}` in messages.
  package var placeNumber: String { "\(line > 0 ? line : record)" }
}

package struct TopValue: Hashable, Sendable {
  /// JSON text.
  package var value: String
  package var count: Int
  /// False if there were more different values than the run keeps: others may be as frequent.
  package var isExact: Bool
  package init(value: String, count: Int, isExact: Bool) {
    self.value = value
    self.count = count
    self.isExact = isExact
  }
}

/// How often a rule had each outcome; the sum is the number of well-formed records (of the
/// built-ins: see docs/reference/outcomes.md#valid-invalid-malformed).
package struct RuleCounts: Hashable, Sendable {
  package var passed = 0
  package var failed = 0
  package var missing = 0
  package var blocked = 0
  package var notApplicable = 0
  package var overridden = 0
  package init() {}
  package var evaluated: Int { passed + failed }
}

package struct RuleStatistics: Sendable {
  package var counts = RuleCounts()
  /// The first failing examples in input order.
  package var samples: [Sample] = []
  /// At most five, by count, then by first occurrence.
  package var topValues: [TopValue] = []
  /// The positions of its failures in the inputs.
  package var spread = FailureSpread()
  /// How many failures come with each value of some other fields; empty unless that is counted.
  package var companions: [CompanionCount] = []
  /// Only of rules of a schema.
  package var places = FailureLocations()
  /// How often the condition was decided with a part left out; nil for rules without a condition.
  package var partLeftOut: Int?
  /// Only of `bulkcheck.malformed`.
  package var kinds: [MalformedKind: Int] = [:]
  /// Only of rules about the table.
  package var table: TableStatistics?
  package init() {}
}

/// How often a value of a field comes with the failures of a rule, and how often it occurs at all.
package struct CompanionCount: Hashable, Sendable {
  package var field: FieldPath
  /// JSON text; nil: the field is absent or null.
  package var value: String?
  package var failures: Int
  /// Records of the run that have the value.
  package var records: Int
  /// Records of the run that are objects.
  package var recordsTotal: Int

  package init(
    field: FieldPath, value: String?, failures: Int, records: Int, recordsTotal: Int
  ) {
    self.field = field
    self.value = value
    self.failures = failures
    self.records = records
    self.recordsTotal = recordsTotal
  }
}

package struct FieldStatistics: Hashable, Sendable {
  package var field: NamedField
  package var absent = 0
  package var null = 0
  package var empty = 0
  package var present = 0
  /// NaN of a column of floats, which is present, or null.
  package var nan = 0
  package init(field: NamedField) { self.field = field }
}

/// How many records a set has of each kind.
package struct SetCounts: Hashable, Sendable {
  package var valid = 0
  package var invalid = 0
  package var malformed = 0

  package init() {}

  init(valid: Int = 0, invalid: Int = 0, malformed: Int = 0) {
    self.valid = valid
    self.invalid = invalid
    self.malformed = malformed
  }

  package var total: Int { valid + invalid + malformed }

  static func += (left: inout SetCounts, right: SetCounts) {
    left.valid += right.valid
    left.invalid += right.invalid
    left.malformed += right.malformed
  }
}

/// A set of records of an input of a run.
package struct RecordSetPlace: Hashable, Sendable {
  package var input: Int
  package var set: Int
}

/// The records of a JSON document that one pointer leads to.
package struct RecordSet: Hashable, Sendable {
  /// A JSON Pointer in which `*` stands for each element or member: ``RecordPointer/description``.
  package var pointer = ""
  /// Places that are absent or null.
  package var without = 0
  /// nil if these are all records of the input.
  package var counts: SetCounts?

  package init() {}

  package init(pointer: String, without: Int) {
    self.pointer = pointer
    self.without = without
  }
}

package struct InputSummary: Hashable, Sendable {
  /// The path as it was given; `-` is standard input.
  package var path: String
  package var format: InputFormat
  package var compression: InputCompression
  /// Stored (compressed) bytes.
  package var bytesRead: Int
  /// The stored size; nil where unknown.
  package var bytes: Int?
  /// How its text was read; nil if it could not be opened.
  package var dialect: InputDialect?
  /// Well-formed and malformed.
  package var records = 0
  package var malformed = 0
  /// JSON documents: where the records are; empty if no byte could be read.
  package var sets: [RecordSet] = []
  /// The record pointer of what probably are its records, if it was read as one record.
  package var likelyRecords: String?
  package var complete = true
  /// Its records are told by line and offset: see ``ChunkStart/hasLines``.
  package var hasLines = true
  /// Why the input could not be read to its end.
  package var failure: String?
  /// A hint about content that seems to be something else: of use only if the input had trouble.
  package var contentHint: String?
  /// The content cannot be what it is read as, trouble or not.
  package var contentIsForeign = false
  /// The beginning has a byte that no text has. A run says so of no input; drafts need to know.
  package var hasZeroByte = false
  /// CSV whose header was read: what it names more than once.
  package var repeatedColumns: RepeatedColumns?
  /// CSV: cells that span many lines.
  package var longCells = LongCells()
  /// A hint about a header that names columns of the profile differently.
  package var columnHint: String?
  /// Whether there are other JSON values than objects.
  package var hasOtherValues = false
  /// Records that are malformed because they are not UTF-8.
  package var encodingFaults = 0

  /// It had trouble, and its content seems to be something else.
  package var isOtherContent: Bool {
    let hadTrouble =
      failure != nil || malformed > 0 || records == 0 || hasOtherValues || contentIsForeign
    return hadTrouble && contentHint != nil
  }

  /// A hint about the input, if it had trouble.
  package var hint: String? {
    // A few damaged records do not make the whole another encoding.
    let isOtherEncoding = encodingFaults > 0 && encodingFaults >= records / 100
    let encodingHint =
      isOtherEncoding ? InputSummary.encodingHint(dialect?.encoding ?? .utf8) : nil
    return (isOtherContent ? contentHint : nil) ?? encodingHint ?? columnHint ?? longCells.hint
  }

  /// The hint about an input that is not of the encoding in which it was read.
  package static func encodingHint(_ encoding: TextEncoding) -> String {
    encoding == .utf8
      ? "this is not valid UTF-8: if it is Windows-1252 or Latin-1, use --encoding windows-1252"
      : "some bytes have no meaning in \(encoding.rawValue): name the encoding of the file with "
        + "--encoding"
  }

  package init(
    path: String, format: InputFormat, compression: InputCompression, bytesRead: Int = 0,
    bytes: Int? = nil
  ) {
    self.path = path
    self.format = format
    self.compression = compression
    self.bytesRead = bytesRead
    self.bytes = bytes
  }
}

/// Everything that a run counted, before any verdict.
package struct RunSummary: Sendable {
  package var inputs: [InputSummary] = []
  package var valid = 0
  package var invalid = 0
  package var malformed = 0
  /// Invalid records of each input, as far as there are any.
  package var invalidOfInputs: [Int] = []
  /// Records that were counted as valid in their set, until others made them invalid.
  package var invalidatedOfSets: [RecordSetPlace: Int] = [:]
  package var builtIns: [BuiltInRule: RuleStatistics] = [:]
  /// In the order of ``RuleSet/rules``.
  package var rules: [RuleStatistics] = []
  /// In the order of ``RuleSet/tableRules``.
  package var tables: [RuleStatistics] = []
  /// By their places among the rules about the table.
  package var orders: [Int: OrderTrace] = [:]
  /// The failures of the record that is watched, by rule.
  package var lateFailures: [Int: Sample] = [:]
  /// Its outcomes under rules about pairs of records, by rule.
  package var lateOutcomes: [Int: Outcome] = [:]
  /// The listed paths (without `[*]`), in order of first mention.
  package var fields: [FieldStatistics] = []
  /// The paths that no record had, those with `[*]` too; empty if nothing was read.
  package var unreadFields: [NamedField] = []
  /// The records of each section, in the order of ``RuleSet/sections``.
  package var sections: [Int] = []
  /// A further record was there when the limit was reached.
  package var limitReached = false
  /// The date-time that rules took for now; nil if none asked for it.
  package var now: String?
  package var interrupted = false
  /// Records or failures could not be written, which ended the run.
  package var outputFailed = false
  package var seconds = 0.0
  /// When the run ended: seconds since the beginning of 1970; nil if the time is not known.
  package var ended: Int?
  package var threads = 1
  /// Decompressed bytes judged.
  package var bytesJudged = 0
  package init() {}
  package var total: Int { valid + invalid + malformed }

  /// Takes the inputs of the run. Their sets were counted before all records were known that make
  /// others invalid.
  package mutating func take(_ inputs: [InputSummary]) {
    self.inputs = inputs
    for (place, count) in invalidatedOfSets
    where place.input < inputs.count && place.set < inputs[place.input].sets.count {
      self.inputs[place.input].sets[place.set].counts?.valid -= count
      self.inputs[place.input].sets[place.set].counts?.invalid += count
    }
  }
}

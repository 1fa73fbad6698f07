/// Runs a ``Program`` on one batch of records after another: the rules of a profile, with an
/// ``Evaluator``, and then those of a schema.
///
/// A subschema is *asserted* where all has to hold, so that its keywords are rules, or only
/// *asked*, as below `anyOf` and `not`. Both go through the same code, from above downward: parts
/// of a value are judged in the columns of their states, or in frames of up to 64, whichever
/// records they belong to. Under the schema
///
///     {"properties": {"tags": {"items": {"maxLength": 2}}}, "required": ["id"]}
///
/// and the records `{"id": 1, "tags": ["a", "bcd"]}` and `{"tags": []}`, `required` is asked about
/// the lanes 0 and 1 of the root and fails in lane 1. `tags` has a column, with both lanes. Its
/// elements are a frame of two lanes, both of record 0, and `maxLength` fails in lane 1 of it. Each
/// failure is noted with its value (``SchemaFailure``), and counted once for a record when the
/// schema has been judged.
struct SchemaEvaluator: ~Copyable {
  var core: Evaluator
  let schema: SchemaTables

  // What everything asks for. See ``Evaluator`` for `mutating`.
  @inline(__always) var program: Program { mutating get { core.program } }
  @inline(__always) var columns: Storage<Column> { mutating get { core.values.columns } }
  @inline(__always) var isCSV: Bool { mutating get { core.values.isCSV } }
  @inline(__always) var lane: Int32 { mutating get { core.values.lane } }

  /// What was found of the rules of the schema, by rule; the last of the failures of each; and all
  /// failures of the batch.
  let schemaOutcomes: Storage<Outcomes>
  let schemaHeads: Storage<Int32>
  var schemaFailures = Storage<SchemaFailure>(
    capacity: 64, repeating: SchemaFailure(node: -1, lane: 0, next: -1))
  var schemaFailureCount = 0
  /// Where the rules of the schema failed in the batch.
  var schemaPlaces: SchemaPlaces
  /// The values at fault for the rule that is concluded, by lane.
  let schemaCulprits: Storage<Int32>
  /// Set while a record is judged once more, to tell where rules of the schema failed.
  var log: SchemaLog?
  var memo = SchemaMemo()
  /// How many subschemas are being asked, one inside the other.
  var schemaDepth = 0
  /// The records of the batch of which it is not known what a subschema says.
  var schemaLimits: [Int32: Lanes] = [:]
  /// Lanes in which a pattern reached its match limit on the name of a member.
  var unmatched = Lanes.none
  /// Keywords that evaluate parts, as a stack; and by node the mark of those that are evaluated.
  var evaluated: [EvaluatedParts] = []
  var marks = Storage<Int32>(capacity: 1, repeating: 0)
  var markCount: Int32 = 0

  init(_ core: consuming Evaluator) {
    schema = core.program.schema
    let program = core.program
    let ruleCount = schema.root >= 0 ? program.ruleCount : 0
    schemaOutcomes = Storage(capacity: ruleCount, repeating: Outcomes())
    schemaHeads = Storage(capacity: ruleCount, repeating: -1)
    schemaPlaces = SchemaPlaces(program)
    schemaCulprits = Storage(capacity: Int(core.values.table.laneCount), repeating: -1)
    self.core = core
  }

  deinit {
    schemaOutcomes.deallocate()
    schemaHeads.deallocate()
    schemaFailures.deallocate()
    schemaCulprits.deallocate()
    marks.deallocate()
  }

  /// Judges the records of the batch by every rule and counts them as valid or invalid.
  mutating func judge() {
    guard !core.values.batchLanes.isEmpty else { return }
    core.judge()
    if schema.root >= 0 { judgeSchema() }
    core.endBatch()
  }
}

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
/// failure is noted with its value (``SchemaFailures``), and counted once for a record when the
/// schema has been judged.
struct SchemaEvaluator: ~Copyable {
  var core: Evaluator
  let schema: SchemaTables

  // What everything asks for. See ``Evaluator`` for `mutating`.
  @inline(__always) var program: Program { mutating get { core.program } }
  @inline(__always) var columns: Storage<Column> { mutating get { core.values.columns } }
  @inline(__always) var isCSV: Bool { mutating get { core.values.isCSV } }
  @inline(__always) var lane: Lane { mutating get { core.values.lane } }

  var failures: SchemaFailures
  /// The locations at which the rules of the schema failed in the batch.
  var places: SchemaFailureLocations
  /// Set while a record is judged once more, to tell where rules of the schema failed.
  var log: SchemaLog?
  var memo = SchemaMemo()
  /// How many subschemas are being asked, one inside the other.
  var depth = 0
  /// The records of the batch of which it is not known what a subschema says, by subschema.
  var unknown: [Int32: Lanes] = [:]
  /// Lanes in which a pattern reached its match limit on the name of a member.
  var unmatched = Lanes.none
  var evaluated = EvaluatedParts()
  /// The arrays of the batch whose elements fail together by some rule.
  var commonFailures: [(node: NodeNumber, rule: RuleNumber, isLimited: Bool)] = []

  init(_ core: consuming Evaluator) {
    schema = core.program.schema
    let program = core.program
    failures = SchemaFailures(
      ruleCount: schema.root >= 0 ? program.ruleCount : 0, lanes: core.values.table.laneCount)
    places = SchemaFailureLocations(program)
    self.core = core
  }

  deinit {
    failures.deallocate()
    evaluated.deallocate()
  }

  /// Judges the records of the batch by every rule and counts them as valid or invalid.
  mutating func judge() {
    guard !core.values.batchLanes.isEmpty else { return }
    core.judge()
    if schema.root >= 0 { judgeSchema() }
    core.endBatch()
  }
}

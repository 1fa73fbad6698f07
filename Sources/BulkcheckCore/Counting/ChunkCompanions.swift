/// Which values of a few fields the records of a chunk have: for each value a set of records.
///
/// A field with too many values is given up for good. Whether that happens depends only on the
/// values of the whole input, not on how it is cut: a chunk has no more values than the input.
///
/// Only one worker uses it at a time and no method calls back, so the run-time exclusivity checks
/// are switched off for what each record touches.
final class ChunkCompanions {
  final class Field {
    let path: Int32
    /// The different values, in the order of ``records`` from place 1 on.
    let values = FailureTable()
    /// The records whose value is absent or null, and behind them those of each value.
    @safe @exclusivity(unchecked) var records = [RecordBits()]

    init(path: Int32) { self.path = path }

    deinit { for bits in records { bits.deallocate() } }

    /// The place of a value that has been seen in the chunk, or nil.
    func place(of hash: UInt64) -> Int? { values.index(of: hash).map { $0 + 1 } }

    /// Takes in a value that is not there yet; nil if there are too many.
    func add(_ hash: UInt64, _ value: FailingValue) -> Int? {
      let count = values.entries.count
      guard count < CompanionFields.valuesMaximum else { return nil }
      values.append(FailureTable.Entry(hash: hash, count: 0, value: value, record: 0))
      if records.count < count + 2 { records.append(RecordBits()) }
      return count + 1
    }

    func clear() {
      values.removeAll()
      for place in records.indices { records[place].clear() }
    }
  }

  let fields: [Field]
  /// A bit for each field with too many values.
  @safe @exclusivity(unchecked) private(set) var givenUp: UInt64 = 0
  /// For rules that failed: their failures with each value, field after field.
  private(set) var failures: [(rule: Int32, counts: [Int])] = []

  init(_ program: Program) {
    fields = CompanionFields.of(program).map { Field(path: $0.path) }
  }

  func begin(givenUp: UInt64) {
    self.givenUp = givenUp
    for field in fields { field.clear() }
    failures.removeAll(keepingCapacity: true)
  }

  func isGivenUp(_ field: Int) -> Bool { givenUp &>> UInt64(field) & 1 != 0 }

  func giveUp(_ field: Int) { givenUp |= 1 &<< UInt64(field) }

  /// The records of each value of each field that is not given up.
  var counts: [Int] { openRecords.map(\.count) }

  /// Those of the given records, in the same order.
  func counts(of records: RecordBits) -> [Int] {
    openRecords.map { records.count(sharedWith: $0) }
  }

  /// Counts the failures that the worker has found.
  func countFailures(of statistics: ChunkStatistics) {
    for rule in statistics.touched where rule < statistics.program.ruleCount {
      let records = statistics.counters.failures[rule].records
      if !records.isEmpty { failures.append((rule, counts(of: records))) }
    }
  }

  private var openRecords: [RecordBits] {
    fields.indices.filter { !isGivenUp($0) }.flatMap { index in
      fields[index].records.prefix(fields[index].values.entries.count + 1)
    }
  }
}

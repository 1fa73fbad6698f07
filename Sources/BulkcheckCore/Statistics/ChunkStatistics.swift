/// What one chunk counted. Reused from chunk to chunk; counters are plain memory, the rest is touched on failures only.
///
/// Only one worker uses it at a time and no method calls back, so the run-time exclusivity checks, a tenth of the time on
/// data in which every record fails, are switched off for what failures touch.
package final class ChunkStatistics {
  /// A sample before its chunk's place in the input is known.
  struct RawSample {
    var position: RecordPosition
    var value: String?
    var valueIsTruncated = false
    /// The message, cut where the line number belongs.
    var messageParts: [String]
    var kind: MalformedKind?
    var column: Int?
    var reason: String?
  }

  /// A key that a record claims under a `unique` rule.
  struct KeyClaim {
    var rule: Int32
    /// A second occurrence is a failure (not so where the rule was overridden or only referred to).
    var counts: Bool
    var recordIsInvalid = false
    var key: Fingerprint
    var position: RecordPosition
  }

  private enum Total { static let valid = 0, invalid = 1, malformed = 2, count = 3 }

  static let outcomeCount = 8
  static let fieldStateCount = 4

  let program: Program
  /// What else to note of each record.
  let notes: RecordNotes
  /// The chunk's records in order, if they are noted.
  @exclusivity(unchecked) private(set) var verdicts: ContiguousArray<RecordVerdict> = []
  /// What is wrong with malformed records, in order, if it is noted.
  private(set) var faults: [NotedFault] = []
  /// What closures have made of records, in order.
  @exclusivity(unchecked) var attachments: [RecordAttachment] = []
  /// What was known when the chunk was begun.
  @exclusivity(unchecked) package var known: KnownFailures
  /// `rule * 8 + outcome`, without `passed`.
  let counts: Storage<Int>
  /// `field * 4 + state`: absent, null, empty.
  let fieldCounts: Storage<Int>
  private let totals: Storage<Int>

  var kinds: [MalformedKind: Int] = [:]
  var malformedSamples: [RawSample] = []
  var notAnObject = 0
  var duplicateKeys = 0
  var duplicateKeyBlocked = 0
  var builtInSamples: [BuiltInRule: [RawSample]] = [:]
  @exclusivity(unchecked) var samples: [[RawSample]]
  /// Counts of the values that were known before the chunk.
  @exclusivity(unchecked) var knownCounts: [[Int32]]
  /// Values that were not.
  let newValues: [FailureTable]
  /// Rules with anything in `samples`, `knownCounts` or `newValues`.
  @exclusivity(unchecked) var touched: [Int32] = []
  @exclusivity(unchecked) private var isTouched: [Bool]
  @exclusivity(unchecked) var sawUnknown: [Bool]
  @exclusivity(unchecked) var keys: [KeyClaim] = []
  @exclusivity(unchecked) private var keysOfFinishedRecords = 0

  init(program: Program, known: KnownFailures, notes: RecordNotes = []) {
    self.program = program
    self.notes = notes
    self.known = known
    counts = Storage(capacity: program.ruleCount * Self.outcomeCount, repeating: 0)
    fieldCounts = Storage(capacity: program.listedPaths.count * Self.fieldStateCount, repeating: 0)
    totals = Storage(capacity: Total.count, repeating: 0)
    samples = [[RawSample]](repeating: [], count: program.ruleCount)
    knownCounts = [[Int32]](repeating: [], count: program.ruleCount)
    newValues = (0..<program.ruleCount).map { _ in FailureTable() }
    isTouched = [Bool](repeating: false, count: program.ruleCount)
    sawUnknown = isTouched
  }

  deinit {
    counts.deallocate()
    fieldCounts.deallocate()
    totals.deallocate()
  }

  var valid: Int { totals[Total.valid] }
  var invalid: Int { totals[Total.invalid] }
  var malformed: Int { totals[Total.malformed] }
  /// Records of the chunk, malformed ones included.
  package var records: Int { valid + invalid + malformed }

  /// Starts anew.
  func clear() {
    counts.fill(0, count: program.ruleCount * Self.outcomeCount)
    fieldCounts.fill(0, count: program.listedPaths.count * Self.fieldStateCount)
    totals.fill(0, count: Total.count)
    keys.removeAll(keepingCapacity: true)
    keysOfFinishedRecords = 0
    duplicateKeyBlocked = 0
    clearNotes()
    if !attachments.isEmpty { attachments = [] }
    if malformed == 0, kinds.isEmpty, notAnObject == 0, duplicateKeys == 0, touched.isEmpty {
      return
    }
    kinds = [:]
    malformedSamples = []
    notAnObject = 0
    duplicateKeys = 0
    builtInSamples = [:]
    for rule in touched {
      let index = Int(rule)
      samples[index].removeAll(keepingCapacity: true)
      newValues[index].removeAll()
      for position in knownCounts[index].indices { knownCounts[index][position] = 0 }
      isTouched[index] = false
      sawUnknown[index] = false
    }
    touched.removeAll(keepingCapacity: true)
  }

  // MARK: Counting

  @inline(__always)
  func count(_ rule: Int32, _ outcome: Outcome) {
    counts[Int(rule) * Self.outcomeCount + Int(outcome.rawValue)] += 1
  }

  @inline(__always)
  func countField(_ field: Int, _ state: FieldState) {
    fieldCounts[field * Self.fieldStateCount + Int(state.rawValue)] += 1
  }

  @inline(__always)
  func finishRecord(isInvalid: Bool) {
    totals[isInvalid ? Total.invalid : Total.valid] += 1
    if keysOfFinishedRecords < keys.count { finishKeys(isInvalid) }
  }

  private func finishKeys(_ isInvalid: Bool) {
    for index in keysOfFinishedRecords..<keys.count { keys[index].recordIsInvalid = isInvalid }
    keysOfFinishedRecords = keys.count
  }

  func countBuiltIn(_ rule: BuiltInRule) {
    if rule == .notAnObject { notAnObject += 1 } else { duplicateKeys += 1 }
  }

  /// Notes the record just judged. Called for every record if verdicts are noted.
  func noteVerdict(_ position: RecordPosition, isInvalid: Bool, hasFailed: Bool) {
    var flags: RecordVerdict.Flags = isInvalid ? .invalid : []
    if hasFailed { flags.insert(.failed) }
    verdicts.append(RecordVerdict(position, flags))
  }

  /// Corrects a verdict: the merge has found a duplicate.
  func noteDuplicate(_ ordinal: Int, isError: Bool) {
    verdicts[ordinal].flags.formUnion(isError ? [.failed, .invalid] : .failed)
  }

  private func clearNotes() {
    guard !verdicts.isEmpty else { return }
    // What few chunks need is not kept.
    verdicts.removeAll(keepingCapacity: verdicts.count <= ChunkStatistics.verdictsKept)
    if !faults.isEmpty { faults = [] }
  }

  private static let verdictsKept = 1 << 14

  func countMalformed(_ fault: RecordFault, at position: RecordPosition) {
    totals[Total.malformed] += 1
    if notes.contains(.verdicts) { verdicts.append(RecordVerdict(position, .malformed)) }
    if notes.contains(.faults) {
      faults.append(NotedFault(ordinal: position.ordinal, fault: fault))
    }
    kinds[fault.kind, default: 0] += 1
    guard malformedSamples.count < known.malformedWanted else { return }
    malformedSamples.append(
      RawSample(
        position: position, messageParts: [fault.detail], kind: fault.kind, column: fault.column))
  }

  // MARK: Failures

  func touch(_ rule: Int32) {
    guard !isTouched[Int(rule)] else { return }
    isTouched[Int(rule)] = true
    touched.append(rule)
  }

  /// Whether one more sample of the rule may be among the first of the run.
  @inline(__always)
  func wantsSample(_ rule: Int32) -> Bool {
    samples[Int(rule)].count < known.samplesWanted[Int(rule)]
  }

  /// Counts a failing value. False if it is new: the caller then gives it to ``add(_:hash:for:)``.
  @inline(__always)
  func countKnown(_ hash: UInt64, for rule: Int32) -> Bool {
    let index = Int(rule)
    touch(rule)
    if let position = known.values[index].index(of: hash) {
      if knownCounts[index].count <= position {
        knownCounts[index] += [Int32](
          repeating: 0, count: known.values[index].entries.count - knownCounts[index].count)
      }
      knownCounts[index][position] += 1
      return true
    }
    if known.isFull(index) {
      sawUnknown[index] = true
      return true
    }
    if let position = newValues[index].index(of: hash) {
      newValues[index].add(1, at: position)
      return true
    }
    return false
  }

  func add(_ value: FailingValue, hash: UInt64, for rule: Int32) {
    newValues[Int(rule)].append(FailureTable.Entry(hash: hash, count: 1, value: value))
  }

  func noteKey(_ claim: KeyClaim) { keys.append(claim) }
}

/// The states of a field that are counted; the others are present (SEMANTICS 65).
enum FieldState: UInt8 {
  case absent, null, empty
}

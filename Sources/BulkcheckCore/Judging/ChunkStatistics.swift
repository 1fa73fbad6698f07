/// The counts of one chunk. Reused from chunk to chunk. Frequent counts are in plain memory
/// (``ChunkCounters``). The rest is touched only by failures that are kept.
///
/// Only one worker uses it at a time and no method calls back, so the run-time exclusivity checks
/// are switched off for what failures touch.
package final class ChunkStatistics {
  /// A key that a record claims under a `unique` rule, asks for, or offers to others.
  struct KeyClaim {
    var rule: RuleNumber
    /// Others may refer to it.
    var isOffer = false
    /// The number of the value that asks, if several of the record may, among those that do; else
    /// -1.
    var part: Int32 = -1
    /// A second occurrence is a failure (not so where the rule was overridden or only referred to).
    var counts: Bool
    /// The outcome of the rule on the record is counted as `blocked`, unless it fails: of several
    /// values another one has made it so.
    var isBlocked = false
    var recordIsInvalid: Bool
    var key: Fingerprint
    var position: RecordPosition
  }

  /// The claim of an element of an array under a rule about all elements together.
  struct CommonClaim {
    enum Kind {
      /// It is the first element of its array.
      case begins
      /// `uniqueItems`: its key.
      case key(Fingerprint)
      /// `contains`: it is one of those that count, or that is not known.
      case counts, mayCount
    }

    /// The number of the record in the chunk.
    var ordinal: Int
    var set: Int
    /// The place of the rule among those of the set.
    var rule: Int
    var kind: Kind

    /// An array begins before its first element says anything.
    var order: Int {
      if case .begins = kind { -1 } else { rule }
    }
  }

  let program: Program
  /// The further facts to note about each record.
  let notes: RecordNotes
  /// The chunk's records in order, if they are noted.
  @safe @exclusivity(unchecked) private(set) var verdicts: ContiguousArray<RecordVerdict> = []
  /// The faults of malformed rows, in order, if they are noted.
  private(set) var faults: [NotedFault] = []
  /// The values that closures have made of records, in the order in which they were asked.
  @safe @exclusivity(unchecked) var attachments: [RecordAttachment] = []
  /// The failures that were known when the chunk was begun.
  package var known: KnownFailures { didSet { counters.known = known.rules } }
  private(set) var counters: ChunkCounters

  var kinds: [MalformedKind: Int] = [:]
  @safe @exclusivity(unchecked) var samples: [[Sample]]
  /// Values that were not known before the chunk.
  let newValues: [FailureTable]
  /// Rules of which ``ChunkCounters/failures``, `samples` or `newValues` hold anything.
  @safe @exclusivity(unchecked) var touched: [RuleNumber] = []
  @safe @exclusivity(unchecked) var keys: [KeyClaim] = []
  /// The records that rules about pairs are asked about, and their images (``PairImage``).
  @safe @exclusivity(unchecked) var pairs: [PairClaim] = []
  @safe @exclusivity(unchecked) var pairImages: [UInt8] = []
  @safe @exclusivity(unchecked) var commonClaims: [CommonClaim] = []
  /// JSON documents that a schema splits: the records of each set.
  @safe @exclusivity(unchecked) private(set) var sets: [SetCounts] = []
  /// The chunk's halves of facts.
  let tallies: [any Tally]
  /// The details that reports may show of the records of `keys`, one ``KeyDetail`` after another,
  /// if they are noted.
  var keyDetails: [UInt8] = []
  /// The end of each detail.
  var keyDetailEnds: [Int] = []

  init(
    program: Program, known: KnownFailures, notes: RecordNotes = [], tallies: [any Tally] = []
  ) {
    self.tallies = tallies
    self.program = program
    self.notes = notes
    self.known = known
    counters = ChunkCounters(program, known)
    samples = [[Sample]](repeating: [], count: program.countedCount)
    newValues = (0..<program.tableCount).map { _ in FailureTable() }
  }

  deinit { counters.deallocate() }

  package var valid: Int { counters.totals[ChunkCounters.Total.valid] }
  var invalid: Int { counters.totals[ChunkCounters.Total.invalid] }
  var malformed: Int {
    counters.counts[ChunkCounters.place(Int(program.number(of: .malformed)), .failed)]
  }
  /// Records of the chunk, malformed ones included.
  package var records: Int { valid + invalid + malformed }

  /// Starts again from zero.
  func clear() {
    counters.clear()
    keys.removeAll(keepingCapacity: true)
    if !commonClaims.isEmpty { commonClaims.removeAll(keepingCapacity: true) }
    if !pairs.isEmpty {
      pairs.removeAll(keepingCapacity: true)
      pairImages.removeAll(keepingCapacity: true)
    }
    if !keyDetailEnds.isEmpty {
      keyDetails = []
      keyDetailEnds = []
    }
    for tally in tallies { tally.clear() }
    clearNotes()
    if !sets.isEmpty { sets = [] }
    if !attachments.isEmpty { attachments = [] }
    if touched.isEmpty { return }
    kinds = [:]
    for rule in touched {
      let index = Int(rule)
      if index < samples.count { samples[index].removeAll(keepingCapacity: true) }
      newValues[index].removeAll()
      counters.failures[rule].clear()
    }
    touched.removeAll(keepingCapacity: true)
  }

  // MARK: Counting

  /// Counts records that have been judged.
  func countRecords(valid: Int, invalid: Int) {
    counters.totals[ChunkCounters.Total.valid] += valid
    counters.totals[ChunkCounters.Total.invalid] += invalid
  }

  /// Counts records of a set.
  func add(_ counts: SetCounts, toSet set: Int) {
    while sets.count <= set { sets.append(SetCounts()) }
    sets[set] += counts
  }

  /// Notes the record just judged. Called for every record if verdicts are noted.
  func noteVerdict(_ position: RecordPosition, isInvalid: Bool, hasFailed: Bool) {
    var flags: RecordVerdict.Flags = isInvalid ? .invalid : []
    if hasFailed { flags.insert(.failed) }
    verdicts.append(RecordVerdict(position, flags))
  }

  /// Corrects a verdict: the merge has found a duplicate.
  func noteDuplicate(_ ordinal: Int, isError: Bool) {
    verdicts[ordinal].noteFailure(isError: isError)
  }

  /// Records that were counted as valid turn out to be invalid, as far as that is new.
  ///
  /// - Parameter ordinals: the numbers of records that rules about pairs made invalid.
  /// - Returns: those that were not invalid before.
  func invalidate(_ ordinals: Set<Int>) -> [Int] {
    if ordinals.isEmpty { return [] }
    var new: Set<Int> = []
    for index in pairs.indices where ordinals.contains(pairs[index].position.ordinal) {
      if !pairs[index].recordIsInvalid { new.insert(pairs[index].position.ordinal) }
      pairs[index].recordIsInvalid = true
    }
    counters.totals[ChunkCounters.Total.valid] -= new.count
    counters.totals[ChunkCounters.Total.invalid] += new.count
    for index in keys.indices where new.contains(keys[index].position.ordinal) {
      keys[index].recordIsInvalid = true
    }
    if notes.contains(.verdicts) {
      for ordinal in new { verdicts[ordinal].noteFailure(isError: true) }
    }
    return new.sorted()
  }

  /// Whether the record of a claim has turned out to be invalid.
  func pairIsInvalid(_ claim: PairClaim) -> Bool { pairs[place(of: claim)].recordIsInvalid }

  /// The image of the record of a claim.
  func pairImage(_ claim: PairClaim) -> ArraySlice<UInt8> {
    let place = place(of: claim)
    return pairImages[(place == 0 ? 0 : pairs[place - 1].imageEnd)..<claim.imageEnd]
  }

  private func place(of claim: PairClaim) -> Int {
    pairs.indices.partitioningIndex { pairs[$0].imageEnd >= claim.imageEnd }
  }

  /// Counts a record of a set as invalid that was counted as valid.
  func moveToInvalid(ofSet set: Int) {
    guard sets.indices.contains(set) else { return }
    sets[set].valid -= 1
    sets[set].invalid += 1
  }

  private func clearNotes() {
    guard !verdicts.isEmpty else { return }
    // What few chunks need is not kept.
    verdicts.removeAll(keepingCapacity: verdicts.count <= ChunkStatistics.verdictsKept)
    if !faults.isEmpty { faults = [] }
  }

  private static let verdictsKept = 1 << 14

  func countMalformed(_ fault: RecordFault, at position: RecordPosition, keepsFault: Bool) {
    let rule = program.number(of: .malformed)
    counters.count(rule, .failed, 1)
    touch(rule)
    counters.failures[rule].records.insert(position.ordinal)
    if notes.contains(.verdicts) { verdicts.append(RecordVerdict(position, .malformed)) }
    if keepsFault, notes.contains(.faults) {
      faults.append(NotedFault(ordinal: position.ordinal, fault: fault))
    }
    kinds[fault.kind, default: 0] += 1
    guard counters.wantsSample(rule) else { return }
    promiseSample(of: rule)
    addSample(Sample(position, fault), of: rule)
  }

  // MARK: Failures

  /// The rule's failures hold something from now on: the merge looks at them, and the next chunk
  /// clears them.
  func touch(_ rule: RuleNumber) {
    guard !counters.failures[rule].isTouched else { return }
    counters.failures[rule].isTouched = true
    touched.append(rule)
  }

  /// Counts a sample that will be added when the batch has been judged.
  func promiseSample(of rule: RuleNumber) {
    touch(rule)
    counters.failures[rule].sampleCount &+= 1
  }

  func addSample(_ sample: Sample, of rule: RuleNumber) { samples[Int(rule)].append(sample) }

  /// Counts a value that was not known before the chunk. False if it is new here too: the caller
  /// then gives it to ``add(_:hash:for:)``.
  func countNew(_ hash: UInt64, for rule: RuleNumber) -> Bool {
    guard let position = newValues[Int(rule)].index(of: hash) else { return false }
    newValues[Int(rule)].add(1, at: position)
    return true
  }

  func add(_ value: FailingValue, hash: UInt64, for rule: RuleNumber, ordinal: Int) {
    touch(rule)
    newValues[Int(rule)].append(
      FailureTable.Entry(hash: hash, count: 1, value: value, record: ordinal))
  }

  func noteKey(_ claim: KeyClaim) { keys.append(claim) }

  func notePair(_ claim: PairClaim) { pairs.append(claim) }
}

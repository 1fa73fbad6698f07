/// The plain memory of a ``ChunkStatistics``: what workers count record by record, held by them
/// directly.
struct ChunkCounters: BitwiseCopyable {
  enum Total { static let valid = 0, invalid = 1, count = 2 }

  static let outcomeCount = 8
  static let fieldStateCount = 4

  /// The slot of `passed`, which is not counted: it holds how often the rule's condition was
  /// decided with a part left out.
  static let partLeftOut = Outcome.passed
  /// By ``place(_:_:)-(Int,Outcome)``; for `passed` see ``partLeftOut``.
  let counts: Storage<Int>
  /// By ``place(_:_:)-(Int,FieldState)``: absent, null, empty, NaN.
  let fieldCounts: Storage<Int>
  /// Whether a record had each path with `[*]` that the profile names.
  let walksFound: Storage<Bool>
  /// By ``place(_:_:)-(Int,SectionCount)``.
  let sectionCounts: Storage<Int>
  let totals: Storage<Int>
  let failures: Storage<RuleFailures>
  /// The facts about each rule that were known when the chunk was begun.
  var known: Storage<KnownRule>
  /// The seed of the hashes of failing values.
  let seed: UInt64

  init(_ program: Program, _ known: KnownFailures) {
    seed = program.hashKeys.values
    counts = Storage(capacity: program.countedCount * Self.outcomeCount, repeating: 0)
    fieldCounts = Storage(
      capacity: program.listedPaths.count * Self.fieldStateCount, repeating: 0)
    walksFound = Storage(capacity: program.namedWalks.count, repeating: false)
    sectionCounts = Storage(
      capacity: program.ruleSet.sections.count * SectionCount.allCases.count, repeating: 0)
    totals = Storage(capacity: Total.count, repeating: 0)
    failures = Storage(capacity: program.tableCount, repeating: RuleFailures())
    self.known = known.rules
  }

  func deallocate() {
    var rule = 0
    while rule < failures.capacity {
      failures[rule].knownCounts?.deallocate()
      failures[rule].records.deallocate()
      rule += 1
    }
    counts.deallocate()
    fieldCounts.deallocate()
    walksFound.deallocate()
    sectionCounts.deallocate()
    totals.deallocate()
    failures.deallocate()
  }

  /// Clears what is counted for every record; failures are cleared rule by rule, where there were
  /// any.
  func clear() {
    counts.fill(0, count: counts.capacity)
    fieldCounts.fill(0, count: fieldCounts.capacity)
    walksFound.fill(false, count: walksFound.capacity)
    sectionCounts.fill(0, count: sectionCounts.capacity)
    totals.fill(0, count: totals.capacity)
  }

  /// The index of an outcome's count, here and in the counts of a run.
  @inline(__always)
  static func place(_ rule: Int, _ outcome: Outcome) -> Int {
    rule &* outcomeCount &+ Int(outcome.rawValue)
  }

  /// The index of a field state's count.
  @inline(__always)
  static func place(_ field: Int, _ state: FieldState) -> Int {
    field &* fieldStateCount &+ Int(state.rawValue)
  }

  @inline(__always)
  func count(_ rule: RuleNumber, _ outcome: Outcome, _ records: Int) {
    counts[Self.place(Int(rule), outcome)] &+= records
  }

  @inline(__always)
  func countField(_ field: Int, _ state: FieldState, _ records: Int) {
    fieldCounts[Self.place(field, state)] &+= records
  }

  /// The index of a section's count.
  static func place(_ section: Int, _ count: SectionCount) -> Int {
    section &* SectionCount.allCases.count &+ Int(count.rawValue)
  }

  /// Counts records of a section, and those of which that is left open.
  func count(_ section: SectionNumber, records: Int, open: Int) {
    sectionCounts[Self.place(Int(section), .records)] &+= records
    sectionCounts[Self.place(Int(section), .open)] &+= open
  }

  /// Whether one more sample of the rule may be among the first of the run.
  @inline(__always)
  func wantsSample(_ rule: RuleNumber) -> Bool {
    failures[rule].sampleCount < known[rule].samplesWanted
  }

  /// Counts a failing value that is known, or that need not be told apart from others. False if it
  /// may have to be kept.
  @inline(__always)
  func countKnown(_ hash: UInt64, for rule: RuleNumber) -> Bool {
    if !known[rule].values.mayHold(hash) {
      guard known[rule].isFull, failures[rule].isTouched else { return false }
      failures[rule].sawUnknown = true
      return true
    }
    return countLikelyKnown(hash, for: rule)
  }

  @inline(never)
  private func countLikelyKnown(_ hash: UInt64, for rule: RuleNumber) -> Bool {
    let place = known[rule].values.place(of: hash)
    if place < 0 {
      guard known[rule].isFull, failures[rule].isTouched else { return false }
      failures[rule].sawUnknown = true
      return true
    }
    guard place < Int(failures[rule].room), failures[rule].isTouched else { return false }
    failures[rule].knownCounts?[place] &+= 1
    failures[rule].sawKnown = true
    return true
  }

  /// Makes room for the counts of all known values of the rule.
  func makeRoom(_ rule: RuleNumber) {
    let needed = known[rule].valueCount
    guard failures[rule].room < needed else { return }
    let before = failures[rule].knownCounts
    failures[rule].knownCounts =
      before?.grown(to: Int(needed), padding: 0) ?? Storage(capacity: Int(needed), repeating: 0)
    failures[rule].room = needed
  }
}

/// The counters that each failure of one rule in a chunk changes, in one place.
struct RuleFailures: BitwiseCopyable {
  var records = RecordBits()
  /// How often each known value occurred; made when the first one does.
  var knownCounts: Storage<Int32>?
  var room: Int32 = 0
  var sampleCount: Int32 = 0
  var isTouched = false
  /// `knownCounts` are not all zero.
  var sawKnown = false
  /// A value occurred that is not known, and no further one is taken in.
  var sawUnknown = false

  /// Starts again from zero; the memory is kept.
  mutating func clear() {
    if sawKnown { knownCounts?.fill(0, count: Int(room)) }
    records.clear()
    sampleCount = 0
    isTouched = false
    sawKnown = false
    sawUnknown = false
  }
}

/// The states of a field that are counted; the others are present
/// (docs/reference/reports.md#fields).
enum FieldState: UInt8 {
  case absent, null, empty
  /// NaN, which is present or null as well.
  case nan
}

/// The records of a section that are counted: those that belong to it, and those of which a match
/// limit left that open.
enum SectionCount: UInt8, CaseIterable {
  case records, open
}

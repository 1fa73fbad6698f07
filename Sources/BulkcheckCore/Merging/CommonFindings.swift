/// The findings about all elements of an array that a schema splits: whether two are equal
/// (`uniqueItems`), and how many satisfy a subschema (`contains`).
///
/// Each element is judged as a record, in any thread, and leaves a claim
/// (``ChunkStatistics/CommonClaim``). The merge takes the claims in the order of the input. What is
/// around the elements comes at their end, and has been judged as if nothing were wrong:
///
///     {"name": "a", "parts": [{"id": 1}, {"id": 2}, {"id": 1}]}
///                             claim 1    claim 2    claim 3: equal
///     {"name": "a", "parts": []}     judged once more: `uniqueItems` fails at `/parts`
///
/// So it is judged once more if there is a failure. If the name of the array is there twice, the
/// last one counts: its first element makes the findings begin again. Keys are kept as those of
/// `unique` are: in bounded memory (``SeenKeys``).
struct CommonFindings {
  /// The findings of one rule of a set, in the document or record at hand.
  private struct Finding {
    var isRepeated = false
    var count = 0
    /// Elements of which it is not known whether they count.
    var openCount = 0
  }

  private let program: Program
  private var findings: [Finding]
  /// The first finding of each set.
  private var firsts: [Int] = []
  /// The number of the array of each set that is at hand: keys of different arrays are kept apart.
  private var arrays: [UInt64]
  private var arrayCount: UInt64 = 0

  init(_ program: Program) {
    self.program = program
    var count = 0
    for set in program.recordSets {
      firsts.append(count)
      count += set.commonRules.count
    }
    findings = [Finding](repeating: Finding(), count: count)
    arrays = [UInt64](repeating: 0, count: firsts.count)
    begin()
  }

  /// Begins an input.
  mutating func begin() {
    for set in firsts.indices { end(set) }
  }

  /// Forgets what the elements of a set have said.
  private mutating func end(_ set: Int) {
    arrayCount += 1
    arrays[set] = arrayCount
    for rule in program.recordSets[set].commonRules.indices {
      findings[firsts[set] + rule] = Finding()
    }
  }

  /// Forgets what belongs to the document, or to the record in pieces, that has ended.
  private mutating func end(ofPieces: Bool) {
    let own = Int(program.schema.setCount)
    for set in ofPieces ? min(own + 1, firsts.count)..<firsts.count : 0..<min(own, firsts.count) {
      end(set)
    }
  }

  /// Takes the claims of a chunk. Returns the outlines in it that fail by rules about elements,
  /// with these rules, by their place in the chunk.
  mutating func take(
    _ statistics: ChunkStatistics, _ document: DocumentRecords, _ keys: KeyStore
  ) -> [(outline: Int, failures: [DocumentRecords.CommonFailure])] {
    var claims = statistics.commonClaims
    // A batch has those of one set, and of one rule, after those of another.
    claims.sort { ($0.ordinal, $0.order) < ($1.ordinal, $1.order) }
    var failing: [(outline: Int, failures: [DocumentRecords.CommonFailure])] = []
    var next = 0
    for (index, outline) in document.outlines.enumerated() {
      while next < claims.count, claims[next].ordinal < outline.ordinal {
        take(claims[next], keys)
        next += 1
      }
      let set = document.place(of: outline.ordinal).set
      let failures = failures(outline, set)
      if !failures.isEmpty { failing.append((index, failures)) }
      end(ofPieces: set < 0)
    }
    for claim in claims[next...] { take(claim, keys) }
    if document.pieces?.isLast == true, document.outlines.isEmpty { end(ofPieces: true) }
    return failing
  }

  private mutating func take(_ claim: ChunkStatistics.CommonClaim, _ keys: KeyStore) {
    let place = firsts[claim.set] + claim.rule
    switch claim.kind {
    case .begins: end(claim.set)
    case .counts: findings[place].count += 1
    case .mayCount: findings[place].openCount += 1
    case .key(var key):
      if findings[place].isRepeated { return }
      // An odd factor gives each array a word of its own.
      key.high ^= arrays[claim.set] &* 0x9e37_79b9_7f4a_7c15
      let keyword = program.recordSets[claim.set].commonRules[claim.rule]
      let first = keys.claim(key, of: program.schema.keywords[keyword].rule) ?? nil
      findings[place].isRepeated = first != nil
    }
  }

  private func failures(
    _ outline: DocumentRecords.Outline, _ number: Int
  ) -> [DocumentRecords.CommonFailure] {
    let first =
      number < 0 ? program.recordSets[SchemaRecordSet.set(ofOutline: number)].firstInner : 0
    var failures: [DocumentRecords.CommonFailure] = []
    for (index, count) in outline.counts.enumerated() where count > 0 {
      let set = first + index
      for (rule, number) in program.recordSets[set].commonRules.enumerated() {
        let keyword = program.schema.keywords[number]
        guard keyword.rule >= 0, program.tables.rules[keyword.rule].isRun else { continue }
        let finding = findings[firsts[set] + rule]
        if let isLimited = fails(finding, keyword) {
          failures.append(
            DocumentRecords.CommonFailure(set: set, rule: rule, isLimited: isLimited))
        }
      }
    }
    return failures
  }

  /// Nil: the rule holds; true: that is not known.
  private func fails(_ finding: Finding, _ keyword: KeywordCode) -> Bool? {
    guard keyword.kind == .contains else { return finding.isRepeated ? false : nil }
    let (least, most) = (Int(keyword.minimum), Int(keyword.maximum))
    let all = finding.count + finding.openCount
    if finding.count > most || all < least { return false }
    return finding.count < least || all > most ? true : nil
  }
}

extension RunAccumulator {
  /// Judges what is around elements once more, if they fail together, and corrects the counts of
  /// its chunk.
  func judgeTogether(
    _ statistics: ChunkStatistics, _ task: ChunkTask, _ worker: inout ChunkWorker
  ) {
    guard let document = task.records,
      let failing = commonFindings?.take(statistics, document, run.keys)
    else { return }
    let malformed = statistics.counters.failures[program.number(of: .malformed)].records
    for (index, failures) in failing {
      let ordinal = document.outlines[index].ordinal
      if malformed.contains(ordinal) { continue }
      let position = RecordPosition(document.place(of: ordinal), ordinal)
      let before = ChunkStatistics(worker.program)
      worker.judgeAlone(position, of: task, into: before)
      document.note(failures, ofOutline: index)
      let after = ChunkStatistics(worker.program)
      worker.judgeAlone(position, of: task, into: after)
      statistics.replace(before, by: after, of: position, failures)
    }
  }
}

extension RecordPosition {
  fileprivate init(_ place: DocumentRecords.Place, _ ordinal: Int) {
    self.init()
    start = place.start
    end = place.end
    line = place.line
    self.ordinal = ordinal
  }
}

extension ChunkStatistics {
  /// Takes one record, with a sample of each rule.
  fileprivate convenience init(_ program: Program) {
    self.init(program: program, known: KnownFailures(program, 1))
  }

  /// Corrects what was counted of a record, which fails by more rules.
  ///
  /// - Parameters:
  ///   - before: what has been counted of it.
  ///   - after: what is to be counted.
  ///   - failures: those that make the difference.
  fileprivate func replace(
    _ before: ChunkStatistics, by after: ChunkStatistics, of position: RecordPosition,
    _ failures: [DocumentRecords.CommonFailure]
  ) {
    let rules = failures.map { failure in
      let program = after.program
      return program.schema.keywords[program.recordSets[failure.set].commonRules[failure.rule]].rule
    }
    for rule in Set(rules).sorted() {
      let place = ChunkCounters.place(Int(rule), .failed)
      addValues(of: rule &+ RuleNumber(program.countedCount), from: after, but: before, position)
      guard after.counters.counts[place] > before.counters.counts[place] else { continue }
      for outcome in RunAccumulator.outcomes {
        let place = ChunkCounters.place(Int(rule), outcome)
        counters.counts[place] += after.counters.counts[place] - before.counters.counts[place]
      }
      touch(rule)
      counters.failures[rule].records.insert(position.ordinal)
      addValues(of: rule, from: after, but: before, position)
      let next = samples[Int(rule)].firstIndex { $0.record > position.ordinal }
      samples[Int(rule)].insert(
        contentsOf: after.samples[Int(rule)], at: next ?? samples[Int(rule)].endIndex)
      if notes.contains(.verdicts) {
        noteDuplicate(position.ordinal, isError: program.tables.rules[rule].isError)
      }
    }
    let made = after.invalid - before.invalid
    countRecords(valid: -made, invalid: made)
    for set in before.sets.indices where before.sets[set] != after.sets[set] {
      add(SetCounts(valid: -made, invalid: made), toSet: set)
    }
  }

  private func addValues(
    of table: RuleNumber, from after: ChunkStatistics, but before: ChunkStatistics,
    _ position: RecordPosition
  ) {
    for entry in after.newValues[Int(table)].entries
    where before.newValues[Int(table)].index(of: entry.hash) == nil {
      touch(table)
      counters.makeRoom(table)
      if counters.countKnown(entry.hash, for: table) || countNew(entry.hash, for: table) {
        continue
      }
      var value = entry.value
      if case .node(let node) = value { value = .text(ShownText.of(node).text) }
      add(value, hash: entry.hash, for: table, ordinal: position.ordinal)
    }
  }
}

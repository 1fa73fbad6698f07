/// Adding up partial results: what ``RunAccumulator/writeSums(_:)`` and
/// ``RunAccumulator/takePartialLog()`` wrote, in the order of the runs.
///
/// What comes out is what one run over all inputs would have counted. Sums are added. Of samples,
/// and of the tables of failing values, the first ones win, as within a run. Values beyond a run's
/// own table count for those that the tables of earlier runs hold. Keys are claimed in input order,
/// as in a run.
extension RunAccumulator {
  /// The input, or this piece of it, has ended on this line, behind so many records.
  package func endReplay(lines: Int, records: Int) {
    here.lines = lines
    here.records = records
  }

  /// Adds a block. Those of an input come first, then the totals, then the others.
  package func replay(_ block: PartialBlock, _ replay: Replay) throws(PartialDamage) {
    hasReplayed = true
    switch block.kind {
    case .pairs: try replayLastPairs(block.bytes, replay.places + [replay.place])
    case .keys: try replayKeys(block.bytes)
    case .values: try replayValues(block.bytes)
    case .totals: try replayTotals(block.bytes, replay.places)
    case .samples: try replaySamples(block.bytes, replay.places)
    case .tables: try replayTables(block.bytes, replay.places)
    default:
      let fact = facts.first { $0.blockKinds.contains(block.kind) }
      guard let fact else { throw PartialDamage() }
      var replay = replay
      replay.records = valid + invalid
      try fact.replay(block, replay)
    }
  }

  /// A partial result has ended.
  package func endReplay() throws(PartialDamage) {
    for fact in facts { try fact.endReplay() }
  }

  /// Claims the keys of a block.
  private func replayKeys(_ bytes: [UInt8]) throws(PartialDamage) {
    var decoder = PartialDecoder(bytes)
    let isCSV: Bool = try decoder.read()
    var position = RecordPosition()
    while !decoder.isAtEnd {
      let flags: UInt8 = try decoder.read()
      let rule = try decoder.number(below: program.ruleCount)
      let isPair = flags & ClaimFlag.pair != 0
      guard isPair || program.tables.rules[rule].isUnique else { throw PartialDamage() }
      try decoder.code(sum: &position.ordinal)
      try decoder.code(sum: &position.line)
      try decoder.code(sum: &position.start)
      _ = try PartialDecoder.total(here.records, position.ordinal)
      _ = try PartialDecoder.total(here.lines, position.line)
      _ = try PartialDecoder.total(here.offset, position.start)
      var key = Fingerprint()
      try decoder.code(key: &key)
      if isPair {
        try replayPair(
          rule, key, at: position, isInvalid: flags & ClaimFlag.invalid != 0, &decoder)
        continue
      }
      let detail: KeyDetail = try decoder.read()
      let isOffer = flags & ClaimFlag.offer != 0
      guard !isOffer || program.refersToInput(RuleNumber(rule)) else { throw PartialDamage() }
      let claim = ChunkStatistics.KeyClaim(
        rule: RuleNumber(rule), isOffer: isOffer, counts: flags & ClaimFlag.counts != 0,
        isBlocked: flags & ClaimFlag.blocked != 0,
        recordIsInvalid: flags & ClaimFlag.invalid != 0,
        key: key, position: position)
      _ = try take(claim, isCSV: isCSV, set: detail.set) { () throws(PartialDamage) in
        // Looked at only here: of most claims nothing is shown.
        if let value = detail.value, !JSONDiagnosis.isWellFormed(value) { throw PartialDamage() }
        return detail
      }
    }
  }

  /// Adds the values that a run did not take in to those that earlier runs did. To be called before
  /// ``replayTables(_:_:)``.
  private func replayValues(_ bytes: [UInt8]) throws(PartialDamage) {
    var decoder = PartialDecoder(bytes)
    while !decoder.isAtEnd {
      let rule = try table(&decoder)
      let hash: UInt64 = try decoder.read()
      let count: Int = try decoder.read()
      let table = known.values[rule]
      guard let position = table.index(of: hash) else {
        // The table of a run before all these may have it.
        logValue(hash, count, of: rule)
        continue
      }
      _ = try PartialDecoder.total(table.entries[position].count, count)
      table.add(count, at: position)
    }
  }

  /// - Parameter places: where each input of the partial result begins in the merged one.
  private func replayTables(_ bytes: [UInt8], _ places: [ChunkStart]) throws(PartialDamage) {
    var decoder = PartialDecoder(bytes)
    while !decoder.isAtEnd {
      let rule = try table(&decoder)
      if try decoder.read() { known.isOverfull[rule] = true }
      let hash: UInt64 = try decoder.read()
      let count: Int = try decoder.read()
      let input = try decoder.number(below: places.count)
      let record = try PartialDecoder.total(places[input].records, decoder.read())
      let text = try decoder.jsonText()
      if let position = known.values[rule].index(of: hash) {
        _ = try PartialDecoder.total(known.values[rule].entries[position].count, count)
      }
      addValue(
        FailureTable.Entry(
          hash: hash, count: count, value: .text(text), input: places[input].input, record: record),
        rule)
    }
  }

  /// - Parameter places: as ``replayTables(_:_:)``.
  private func replaySamples(_ bytes: [UInt8], _ places: [ChunkStart]) throws(PartialDamage) {
    let rules = sampledRules
    var decoder = PartialDecoder(bytes)
    while !decoder.isAtEnd {
      let rule = rules[try decoder.number(below: rules.count)]
      var sample: Sample = try decoder.read()
      try sample.move(to: places)
      if samples[rule].count < samplesMaximum { samples[rule].append(sample) }
    }
  }

  private func replayTotals(_ bytes: [UInt8], _ places: [ChunkStart]) throws(PartialDamage) {
    var decoder = PartialDecoder(bytes)
    let invalidBefore = invalid
    try codeSums(with: &decoder)
    var invalidOfAll = 0
    for number in 0..<(try decoder.count()) {
      let count: Int = try decoder.read()
      invalidOfAll = try PartialDecoder.total(invalidOfAll, count)
      guard number < places.count, invalidOfAll <= invalid - invalidBefore else {
        throw PartialDamage()
      }
      RunAccumulator.add(count, of: places[number].input, to: &invalidOfInputs)
    }
    guard decoder.isAtEnd else { throw PartialDamage() }
    try checkSums()
  }

  /// No count is larger than the records that there are: the subtractions of ``summary()`` rest on
  /// it.
  private func checkSums() throws(PartialDamage) {
    let wellFormed = valid + invalid
    func check(_ parts: [Int], of records: Int) throws(PartialDamage) {
      var sum = 0
      for part in parts { sum = try PartialDecoder.total(sum, part) }
      guard sum <= records else { throw PartialDamage() }
    }
    func check(_ parts: [Int]) throws(PartialDamage) { try check(parts, of: wellFormed) }
    guard invalidByDuplicates <= valid else { throw PartialDamage() }
    let blocked = count(.duplicateKey, .blocked)
    try check([count(.duplicateKey, .failed), blocked])
    for section in program.ruleSet.sections.indices {
      try check(
        SectionCount.allCases.map { sectionCounts[ChunkCounters.place(section, $0)] } + [blocked])
    }
    try check([count(.noSection, .failed), blocked])
    for rule in 0..<program.ruleCount {
      try check(
        RunAccumulator.outcomes.map { count(rule, $0) } + [duplicateCounts[rule], outside(rule)])
      try check([count(rule, ChunkCounters.partLeftOut)])
    }
    for (field, listed) in program.listedPaths.enumerated() {
      for states in [RunAccumulator.fieldStates, [.absent, .empty, .nan]] {
        try check(
          states.map { fieldCounts[ChunkCounters.place(field, $0)] },
          of: records(in: listed.field.section))
      }
    }
    try check([count(.notAnObject, .failed)])
  }
}

/// Adding up partial results: what ``RunAccumulator/writeSums(_:)`` and
/// ``RunAccumulator/takePartialLog()`` wrote, in the order of the runs.
///
/// What comes out is what one run over all inputs would have counted. Sums are added. Of samples,
/// and of the tables of failing values, the first ones win, as within a run. Values beyond a run's
/// own table count for those that the tables of earlier runs hold. Keys are claimed in input order,
/// as in a run.
extension RunAccumulator {
  /// Goes on at a place of an input: lines and records before it, those of a header included.
  package func beginReplay(_ place: ChunkStart) {
    if place.input != input { lineNumbering.beginInput(place.input, linesOfLast: line) }
    input = place.input
    line = place.lines
    record = place.records
  }

  /// The input, or this piece of it, has ended on this line.
  package func endReplay(lines: Int) { line = lines }

  /// Adds a block. Those of an input come first, then the totals, then the others.
  package func replay(_ block: PartialBlock, _ replay: Replay) throws(PartialDamage) {
    switch block.kind {
    case .keys: try replayKeys(block.bytes, at: replay.place.offset)
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
  ///
  /// - Parameter offset: of the piece in its input.
  private func replayKeys(_ bytes: [UInt8], at offset: Int) throws(PartialDamage) {
    var decoder = PartialDecoder(bytes)
    let isCSV = try decoder.flag()
    var position = RecordPosition()
    while !decoder.isAtEnd {
      let flags = try decoder.byte()
      let rule = try decoder.number(below: program.ruleCount)
      guard program.tables.rules[rule].isUnique else { throw PartialDamage() }
      position.ordinal = try PartialDecoder.total(position.ordinal, decoder.number())
      position.line = try PartialDecoder.total(position.line, decoder.number())
      position.start = try PartialDecoder.total(position.start, decoder.number())
      _ = try PartialDecoder.total(record, position.ordinal)
      _ = try PartialDecoder.total(line, position.line)
      _ = try PartialDecoder.total(offset, position.start)
      let key = try Fingerprint(fromKeyOf: &decoder)
      let detail = try KeyDetail(from: &decoder)
      let isOffer = flags & ClaimFlag.offer != 0
      guard !isOffer || program.refersToInput(RuleNumber(rule)) else { throw PartialDamage() }
      let claim = ChunkStatistics.KeyClaim(
        rule: RuleNumber(rule), isOffer: isOffer, counts: flags & ClaimFlag.counts != 0,
        recordIsInvalid: flags & ClaimFlag.invalid != 0,
        key: key, position: position)
      if program.refersToInput(claim.rule) {
        try takeReference(claim, offset, isCSV: isCSV) { () throws(PartialDamage) in
          try shown(detail, claim.rule)
        }
        continue
      }
      guard let first = countClaim(claim) else { continue }
      try noteDuplicate(claim, first, offset, isCSV: isCSV) { () throws(PartialDamage) in
        try shown(detail, claim.rule)
      }
    }
  }

  private func shown(
    _ detail: KeyDetail, _ rule: RuleNumber
  ) throws(PartialDamage) -> ShownDuplicate {
    // Looked at only here: of most claims nothing is shown.
    if let value = detail.value, !JSONDiagnosis.isWellFormed(value) { throw PartialDamage() }
    var texts = detail.pathTexts[...]
    let message = program.message(of: rule, detail.value) { _ in texts.popFirst() ?? "" }
    return ShownDuplicate(
      value: detail.value, isTruncated: detail.valueIsTruncated, message: message,
      hash: detail.hash)
  }

  /// Adds the values that a run did not take in to those that earlier runs did. To be called before
  /// ``replayTables(_:_:)``.
  private func replayValues(_ bytes: [UInt8]) throws(PartialDamage) {
    var decoder = PartialDecoder(bytes)
    while !decoder.isAtEnd {
      let rule = try table(&decoder)
      let hash = try decoder.word()
      let count = try decoder.number()
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
      if try decoder.flag() { known.isOverfull[rule] = true }
      let hash = try decoder.word()
      let count = try decoder.number()
      let input = try decoder.number(below: places.count)
      let record = try PartialDecoder.total(places[input].records, decoder.number())
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
      let sample = try Sample(from: &decoder).moved(to: places)
      if samples[rule].count < samplesMaximum { samples[rule].append(sample) }
    }
  }

  private func replayTotals(_ bytes: [UInt8], _ places: [ChunkStart]) throws(PartialDamage) {
    var decoder = PartialDecoder(bytes)
    let invalidBefore = invalid
    try forEachSum { (sum: inout Int) throws(PartialDamage) in
      sum = try PartialDecoder.total(sum, decoder.number())
    } expect: { (count: Int) throws(PartialDamage) in
      guard try decoder.number() == count else { throw PartialDamage() }
    }
    for walk in walksFound.indices where try decoder.flag() { walksFound[walk] = true }
    var invalidOfAll = 0
    for number in 0..<(try decoder.count()) {
      let count = try decoder.number()
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
    func check(_ parts: [Int]) throws(PartialDamage) {
      var sum = 0
      for part in parts { sum = try PartialDecoder.total(sum, part) }
      guard sum <= wellFormed else { throw PartialDamage() }
    }
    guard invalidByDuplicates <= valid else { throw PartialDamage() }
    func count(_ rule: Int, _ outcome: Outcome) -> Int {
      counts[ChunkCounters.place(rule, outcome)]
    }
    for rule in 0..<program.ruleCount {
      try check(RunAccumulator.outcomes.map { count(rule, $0) } + [duplicateCounts[rule]])
      try check([count(rule, ChunkCounters.partLeftOut)])
    }
    let blocked = count(Int(program.number(of: .duplicateKey)), .blocked)
    for field in program.listedPaths.indices {
      try check(
        RunAccumulator.fieldStates.map { fieldCounts[ChunkCounters.place(field, $0)] } + [blocked])
    }
    try check([count(Int(program.number(of: .duplicateKey)), .failed), blocked])
    try check([count(Int(program.number(of: .notAnObject)), .failed)])
  }
}

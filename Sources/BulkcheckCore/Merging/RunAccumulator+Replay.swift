/// Adding up partial results: what ``RunAccumulator/writeSums(_:)`` and
/// ``RunAccumulator/takePartialLog()`` wrote, in the order of the runs.
///
/// What comes out is what one run over all inputs would have counted. Sums are added. Of samples,
/// and of the tables of failing values, the first ones win, as within a run. Values beyond a run's
/// own table count for those that the tables of earlier runs hold. Keys are claimed in input order,
/// as in a run.
extension RunAccumulator {
  /// Goes on at a place of an input: lines and records before it, those of a header included.
  package func beginReplay(_ place: ChunkPlace) {
    if place.input != input { lineNumbering.beginInput(place.input, linesOfLast: line) }
    input = place.input
    line = place.lines
    record = place.records
    companions?.isReplay = true
  }

  /// The input, or this piece of it, has ended on this line.
  package func endReplay(lines: Int) { line = lines }

  /// Claims the keys of a block.
  ///
  /// - Parameter offset: of the piece in its input.
  package func replayKeys(_ bytes: [UInt8], at offset: Int) throws(PartialDamage) {
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
      let low = try decoder.word()
      let high = try decoder.word(low: PartialLog.highBytes) << PartialLog.highShift
      let detail = try KeyDetail(from: &decoder)
      let isOffer = flags & PartialLog.ClaimFlag.offer != 0
      guard !isOffer || program.refersToInput(Int32(rule)) else { throw PartialDamage() }
      let claim = ChunkStatistics.KeyClaim(
        rule: Int32(rule), isOffer: isOffer, counts: flags & PartialLog.ClaimFlag.counts != 0,
        recordIsInvalid: flags & PartialLog.ClaimFlag.invalid != 0,
        key: Fingerprint(high: high, low: low), position: position)
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
    _ detail: KeyDetail, _ rule: Int32
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
  /// ``replayTables(_:places:)``.
  package func replayValues(_ bytes: [UInt8]) throws(PartialDamage) {
    var decoder = PartialDecoder(bytes)
    while !decoder.isAtEnd {
      let rule = try decoder.number(below: program.tallyCount)
      let hash = try decoder.word()
      let count = try decoder.number()
      let table = known.values[rule]
      guard let position = table.index(of: hash) else {
        // The table of a run before all these may have it.
        if notes.contains(.partial) { partialLog.add(hash: hash, count: count, of: rule) }
        continue
      }
      _ = try PartialDecoder.total(table.entries[position].count, count)
      table.add(count, at: position)
    }
  }

  /// - Parameter places: where each input of the partial result begins in the merged one.
  package func replayTables(_ bytes: [UInt8], places: [ChunkPlace]) throws(PartialDamage) {
    var decoder = PartialDecoder(bytes)
    while !decoder.isAtEnd {
      let rule = try decoder.number(below: program.tallyCount)
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

  /// - Parameter places: as ``replayTables(_:places:)``.
  package func replaySamples(_ bytes: [UInt8], places: [ChunkPlace]) throws(PartialDamage) {
    var decoder = PartialDecoder(bytes)
    while !decoder.isAtEnd {
      let owner = try decoder.number(below: SampleOwner.firstRule + program.ruleCount)
      add(try Sample(from: &decoder).moved(to: places), of: owner)
    }
  }

  private func add(_ sample: Sample, of owner: Int) {
    switch owner {
    case SampleOwner.malformed: append(sample, to: &malformedSamples)
    case SampleOwner.notAnObject: append(sample, to: &builtInSamples[.notAnObject, default: []])
    case SampleOwner.duplicateKey: append(sample, to: &builtInSamples[.duplicateKey, default: []])
    default: append(sample, to: &samples[owner - SampleOwner.firstRule])
    }
  }

  private func append(_ sample: Sample, to samples: inout [Sample]) {
    if samples.count < samplesMaximum { samples.append(sample) }
  }

  /// - Parameter places: as ``replayTables(_:places:)``.
  package func replayTotals(_ bytes: [UInt8], places: [ChunkPlace]) throws(PartialDamage) {
    var decoder = PartialDecoder(bytes)
    func add(_ number: Int, to sum: inout Int) throws(PartialDamage) {
      sum = try PartialDecoder.total(sum, number)
    }
    let validHere = try decoder.number()
    let invalidHere = try decoder.number()
    try add(validHere, to: &valid)
    try add(invalidHere, to: &invalid)
    try add(try decoder.number(), to: &malformed)
    for kind in MalformedKind.allCases {
      try add(try decoder.number(), to: &kinds[kind, default: 0])
    }
    try add(try decoder.number(), to: &builtInFailures[.notAnObject, default: 0])
    try add(try decoder.number(), to: &builtInFailures[.duplicateKey, default: 0])
    try add(try decoder.number(), to: &duplicateKeyBlocked)
    guard try decoder.number() == program.ruleCount else { throw PartialDamage() }
    for rule in 0..<program.ruleCount {
      for outcome in RunAccumulator.outcomes {
        try add(try decoder.number(), to: &counts[ChunkCounters.place(rule, outcome)])
      }
      let leftOut = ChunkCounters.place(rule, ChunkCounters.partLeftOut)
      try add(try decoder.number(), to: &counts[leftOut])
    }
    guard try decoder.number() == program.listedPaths.count else { throw PartialDamage() }
    for field in program.listedPaths.indices {
      for state in RunAccumulator.fieldStates {
        try add(try decoder.number(), to: &fieldCounts[ChunkCounters.place(field, state)])
      }
    }
    for walk in walksFound.indices where try decoder.flag() { walksFound[walk] = true }
    var invalidOfAll = 0
    for number in 0..<(try decoder.count()) {
      let count = try decoder.number()
      invalidOfAll = try PartialDecoder.total(invalidOfAll, count)
      guard number < places.count, invalidOfAll <= invalidHere else { throw PartialDamage() }
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
    guard valid >= 0, invalid >= 0 else { throw PartialDamage() }
    for rule in 0..<program.ruleCount {
      try check(RunAccumulator.outcomes.map { counts[ChunkCounters.place(rule, $0)] })
      try check([counts[ChunkCounters.place(rule, ChunkCounters.partLeftOut)]])
    }
    for field in program.listedPaths.indices {
      try check(
        RunAccumulator.fieldStates.map { fieldCounts[ChunkCounters.place(field, $0)] }
          + [duplicateKeyBlocked])
    }
    try check([builtInFailures[.duplicateKey, default: 0], duplicateKeyBlocked])
    try check([builtInFailures[.notAnObject, default: 0]])
  }
}

extension Sample {
  /// Returns the example with its place in a merged run.
  ///
  /// - Parameter places: where each input of the partial result begins in the merged one.
  func moved(to places: [ChunkPlace]) throws(PartialDamage) -> Sample {
    guard input < places.count else { throw PartialDamage() }
    let place = places[input]
    var sample = self
    sample.input = place.input
    sample.line = try PartialDecoder.total(line, place.lines)
    sample.record = try PartialDecoder.total(record, place.records)
    sample.byteOffset = try PartialDecoder.total(byteOffset, place.offset)
    return sample
  }
}

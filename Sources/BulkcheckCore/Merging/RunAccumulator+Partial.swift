/// The counts of a run, as the blocks of a partial result.
///
/// Sums leave out what duplicates changed: when results are merged, the claims of keys
/// (``PartialLog``) are gone through once more, over all runs, and find the duplicates again.
extension RunAccumulator {
  /// The blocks noted since the last call.
  package func takePartialLog() -> [PartialBlock] { run.log?.take() ?? [] }

  func logKeys(_ statistics: ChunkStatistics, _ text: ChunkText, isCSV: Bool) {
    var offsets = StoredOffsets(text)
    func placed(_ position: RecordPosition) -> RecordPosition {
      var placed = position
      placed.ordinal += here.records
      placed.line += here.lines
      placed.start = here.offset + offsets.offset(of: position.start)
      return placed
    }
    // Those of one record come one after another.
    var open = openPairs.sorted { $0.position.ordinal < $1.position.ordinal }[...]
    func logOpen(upTo ordinal: Int) {
      while let claim = open.first, claim.position.ordinal <= ordinal {
        open.removeFirst()
        let isInvalid = statistics.pairIsInvalid(claim)
        log(
          ClaimFlag.pair | (isInvalid ? ClaimFlag.invalid : 0), claim.pairing,
          at: placed(claim.position), claim.key, isCSV: isCSV,
          detail: openPair(claim, statistics, text)[...])
      }
    }
    openPairs = []
    var start = 0
    for (claim, end) in zip(statistics.keys, statistics.keyDetailEnds) {
      logOpen(upTo: claim.position.ordinal)
      var flags: UInt8 = claim.counts ? ClaimFlag.counts : 0
      if claim.recordIsInvalid { flags |= ClaimFlag.invalid }
      if claim.isOffer { flags |= ClaimFlag.offer }
      if claim.isBlocked { flags |= ClaimFlag.blocked }
      log(
        flags, Int(claim.rule), at: placed(claim.position), claim.key, isCSV: isCSV,
        detail: statistics.keyDetails[start..<end])
      start = end
    }
    logOpen(upTo: .max)
  }

  /// - Parameters:
  ///   - owner: a rule, or a pairing.
  ///   - position: counts from the start of the input.
  ///   - detail: a ``KeyDetail``, or what is told of a pair.
  private func log(
    _ flags: UInt8, _ owner: Int, at position: RecordPosition, _ key: Fingerprint, isCSV: Bool,
    detail: ArraySlice<UInt8>
  ) {
    run.log?.keys.add { encoder in
      if encoder.isEmpty {
        encoder.add(isCSV)
        lastLogged = RecordPosition()
      }
      encoder.add(flags)
      encoder.add(owner)
      encoder.add(position.ordinal - lastLogged.ordinal)
      encoder.add(position.line - lastLogged.line)
      encoder.add(position.start - lastLogged.start)
      lastLogged = position
      var key = key
      encoder.code(key: &key)
      encoder.add(raw: detail)
    }
  }

  enum ClaimFlag {
    static let counts: UInt8 = 1, invalid: UInt8 = 2, offer: UInt8 = 4, blocked: UInt8 = 8
    /// The record is the first of a group under rules about pairs.
    static let pair: UInt8 = 16
  }

  /// The claims of keys of a block whose places count from the start of a piece, with places in the
  /// whole.
  ///
  /// - Parameter place: where the piece begins in the whole.
  static func keys(_ keys: [UInt8], movedTo place: ChunkStart) throws(PartialDamage) -> [UInt8] {
    var decoder = PartialDecoder(keys)
    var encoder = PartialEncoder()
    encoder.add(try decoder.read() as Bool)
    if decoder.isAtEnd { return encoder.take() }
    encoder.add(try decoder.read() as UInt8)
    encoder.add(try decoder.read() as Int)
    // The others are told by their distance from the first one.
    for start in [place.records, place.lines, place.offset] {
      encoder.add(try PartialDecoder.total(start, decoder.read()))
    }
    encoder.add(raw: decoder.rest())
    return encoder.take()
  }

  /// Writes the sums, samples and values of the run. If ``failure`` is there after that, some are
  /// lost.
  package func writeSums(_ write: @escaping (PartialBlock) -> Void) {
    writeLastPairs(write)
    write(PartialBlock(.totals, totals()))
    writeSamples(PartialEntries(.samples, write))
    writeTables(PartialEntries(.tables, write))
    for fact in facts { fact.write(write) }
  }

  private func totals() -> [UInt8] {
    var encoder = PartialEncoder()
    codeSums(with: &encoder)
    encoder.add(invalidOfInputs)
    return encoder.take()
  }

  /// Writes all sums, or adds those of a partial result.
  func codeSums<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    func count(_ rule: Int, _ outcomes: [Outcome]) throws(Coder.Failure) {
      for outcome in outcomes {
        try coder.code(sum: &counts[ChunkCounters.place(rule, outcome)])
      }
    }
    try coder.code(sum: &valid)
    try coder.code(sum: &invalid)
    try count(Int(program.number(of: .malformed)), [.failed])
    for kind in MalformedKind.allCases { try coder.code(sum: &kinds[kind, default: 0]) }
    try count(Int(program.number(of: .notAnObject)), [.failed])
    try count(Int(program.number(of: .duplicateKey)), [.failed, .blocked])
    try coder.code(known: program.ruleCount)
    for rule in 0..<program.ruleCount {
      try count(rule, RunAccumulator.outcomes + [ChunkCounters.partLeftOut])
    }
    try coder.code(known: program.listedPaths.count)
    for field in program.listedPaths.indices {
      for state in RunAccumulator.fieldStates + [.nan] {
        try coder.code(sum: &fieldCounts[ChunkCounters.place(field, state)])
      }
    }
    for (walk, wasFound) in walksFound.enumerated() {
      try coder.code(&walksFound[walk])
      if wasFound { walksFound[walk] = true }
    }
    if sectionCounts.isEmpty { return }
    try count(Int(program.number(of: .noSection)), [.failed])
    for index in sectionCounts.indices { try coder.code(sum: &sectionCounts[index]) }
  }

  /// Those that are counted; the others have passed.
  static let outcomes: [Outcome] = [.failed, .missing, .blocked, .notApplicable, .overridden]
  static let fieldStates: [FieldState] = [.absent, .null, .empty]

  /// The rules that have samples, in the order of a partial result.
  var sampledRules: [Int] {
    let builtIns: [BuiltInRule] = [.malformed, .notAnObject, .duplicateKey]
    let ofSections: [BuiltInRule] = program.ruleSet.sections.isEmpty ? [] : [.noSection]
    return builtIns.map { Int(program.number(of: $0)) } + (0..<program.ruleCount)
      + ofSections.map { Int(program.number(of: $0)) }
  }

  private func writeSamples(_ entries: PartialEntries) {
    for (owner, rule) in sampledRules.enumerated() {
      for sample in samples[rule] {
        entries.add { encoder in
          encoder.add(owner)
          encoder.add(sample)
        }
      }
    }
    entries.finish()
  }

  /// The number of a table in partial results, where those of places are right behind those of
  /// rules.
  func partialNumber(ofTable rule: Int) -> Int {
    rule < program.ruleCount ? rule : rule - (program.countedCount - program.ruleCount)
  }

  func table(_ decoder: inout PartialDecoder) throws(PartialDamage) -> Int {
    let number = try decoder.number(below: partialNumber(ofTable: program.tableCount))
    return number < program.ruleCount
      ? number : number + (program.countedCount - program.ruleCount)
  }

  private func writeTables(_ entries: PartialEntries) {
    for rule in 0..<program.tableCount {
      for (index, entry) in known.values[rule].entries.enumerated() {
        guard case .text(let text) = entry.value else { continue }
        entries.add { encoder in
          encoder.add(partialNumber(ofTable: rule))
          encoder.add(known.isOverfull[rule] && index == 0)
          encoder.add(entry.hash)
          encoder.add(entry.count)
          encoder.add(entry.input)
          encoder.add(entry.record)
          encoder.add(text)
        }
      }
    }
    entries.finish()
  }
}

extension PartialBlock {
  /// A block of a piece of an input, as one of the whole.
  ///
  /// - Parameter place: where the piece begins in the whole.
  package func moved(to place: ChunkStart) throws(PartialDamage) -> PartialBlock {
    switch kind {
    case .keys: PartialBlock(kind, try RunAccumulator.keys(bytes, movedTo: place))
    case .failures: PartialBlock(kind, try SpreadFact.content(bytes, movedTo: place))
    default: self
    }
  }
}

/// Rules about pairs: the merge judges the records of each chunk with those before them.
extension RunAccumulator {
  /// Judges the records of a chunk by the rules about pairs, before its counts are added up.
  func judgePairs(_ statistics: ChunkStatistics, _ text: ChunkText) {
    guard !pairs.isEmpty, !statistics.pairs.isEmpty else { return }
    var telling = PairJudge.Telling(all: notes.contains(.verdicts))
    if let watched, watched.input == here.input { telling.watched = watched.record - here.records }
    var invalid = Set<Int>()
    var told: [NotedDuplicate] = []
    var firsts: [PairClaim] = []
    for pair in pairs where !pair.isWithFirst {
      let found = run.keys.attempt { () throws(TemporaryFileError) in
        try pair.take(statistics, text, telling: telling) { lineNumbering.place(of: $0, in: here) }
      }
      guard let found else { return }
      told += found.verdicts.told
      firsts += found.firsts
      if notes.contains(.verdicts) {
        for ordinal in found.verdicts.failed { statistics.noteDuplicate(ordinal, isError: false) }
      }
      for (rule, outcome) in found.verdicts.watched { lateOutcomes[Int(rule)] = outcome }
      invalid.formUnion(found.verdicts.invalid)
    }
    pairFailures = told
    for failure in pairFailures where failure.ordinal == telling.watched {
      var sample = failure.sample?.placed(in: here, text)
      sample?.first = failure.first
      lateFailures[Int(failure.rule)] = sample
    }
    for ordinal in statistics.invalidate(invalid) where program.countsSets {
      guard let set = text.records?.place(of: ordinal).set else { continue }
      statistics.moveToInvalid(ofSet: set)
    }
    // Those with the first record of their group are judged with the keys (``takeFirsts``).
    if notes.contains(.partial) {
      openPairs = firsts + statistics.pairs.filter { pairs[$0.pairing].isWithFirst }
    }
  }

  /// The claims of a chunk that are judged with the first records of their groups, in input order.
  struct FirstClaims {
    fileprivate var rest: ArraySlice<PairClaim>
    fileprivate let statistics: ChunkStatistics
  }

  func firstClaims(_ statistics: ChunkStatistics) -> FirstClaims {
    let claims =
      pairs.contains(where: \.isWithFirst)
      ? statistics.pairs.filter { pairs[$0.pairing].isWithFirst }
        .sorted { $0.position.ordinal < $1.position.ordinal } : []
    return FirstClaims(rest: claims[...], statistics: statistics)
  }

  /// Judges records with the first ones of their groups, up to a record of the chunk.
  func take(_ claims: inout FirstClaims, upTo ordinal: Int, _ text: ChunkText) {
    var offsets = StoredOffsets(text)
    while let claim = claims.rest.first, claim.position.ordinal <= ordinal {
      claims.rest.removeFirst()
      beginPair(claim.pairing, record: here.records + claim.position.ordinal)
      let own = claims.statistics.pairImage(claim)
      let isJudged = run.keys.attempt { () throws(TemporaryFileError) in
        try pairs[claim.pairing].takeFirst(
          claim.key, own, at: claim.position, lineNumbering.place(of: claim.position, in: here),
          into: pairStatistics)
      }
      guard isJudged == true else { continue }
      let set = program.countsSets ? text.records?.place(of: claim.position.ordinal).set : nil
      let failed = countLate(
        claim.pairing, at: offsets.stored(claim.position),
        isInvalid: claims.statistics.pairIsInvalid(claim),
        pointer: text.records?.pointer(of: claim.position.ordinal), set: set)
      for failure in failed {
        if notes.contains(.verdicts) {
          claims.statistics.noteDuplicate(
            claim.position.ordinal, isError: program.tables.rules[failure.rule].isError)
        }
        guard !notes.isDisjoint(with: [.verdicts, .companions]) else { continue }
        var duplicate = NotedDuplicate(
          ordinal: claim.position.ordinal, rule: failure.rule, first: failure.sample?.first)
        duplicate.sample = failure.sample
        duplicates.append(duplicate)
      }
    }
  }

  // MARK: Partial results

  /// The part that a report may show of a record which is the first of its group in a partial
  /// result, and its image.
  private struct OpenPair: PartialCodable {
    var recordPointer: String?
    var set: Int?
    var image: [UInt8] = []

    mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
      try coder.code(&recordPointer)
      try coder.code(&set)
      try coder.code(&image)
    }
  }

  /// Returns the bytes for the first record of a group, behind its place and key.
  func openPair(_ claim: PairClaim, _ statistics: ChunkStatistics, _ text: ChunkText) -> [UInt8] {
    var pair = OpenPair()
    pair.image = Array(statistics.pairImage(claim))
    pair.recordPointer = text.records?.pointer(of: claim.position.ordinal)
    if program.countsSets { pair.set = text.records?.place(of: claim.position.ordinal).set }
    var encoder = PartialEncoder()
    encoder.add(pair)
    return encoder.take()
  }

  /// Judges the first record that a partial result has of a group with the last one that earlier
  /// results have.
  func replayPair(
    _ number: Int, _ key: Fingerprint, at position: RecordPosition, isInvalid: Bool,
    _ decoder: inout PartialDecoder
  ) throws(PartialDamage) {
    let pair: OpenPair = try decoder.read()
    guard pairs.indices.contains(number) else { throw PartialDamage() }
    beginPair(number, record: here.records + position.ordinal)
    let place = lineNumbering.place(of: position, in: here)
    guard try pairs[number].replay(key, pair.image, at: place, into: pairStatistics) else { return }
    _ = countLate(
      number, at: position, isInvalid: isInvalid, pointer: pair.recordPointer, set: pair.set)
  }

  /// Counts the outcomes of a pair that has been judged alone, of which the record has been counted
  /// already.
  ///
  /// - Returns: the failures, each with its sample if that is wanted.
  private func countLate(
    _ number: Int, at position: RecordPosition, isInvalid: Bool, pointer: String?, set: Int?
  ) -> [(rule: RuleNumber, sample: Sample?)] {
    let record = here.records + position.ordinal
    var failed: [(rule: RuleNumber, sample: Sample?)] = []
    for rule in pairs[number].rules {
      for outcome in [Outcome.missing, .notApplicable, ChunkCounters.partLeftOut] {
        lateCounts[ChunkCounters.place(Int(rule), outcome)] +=
          pairStatistics.counters.counts[ChunkCounters.place(Int(rule), outcome)]
      }
      guard pairStatistics.counters.counts[ChunkCounters.place(Int(rule), .failed)] > 0 else {
        continue
      }
      let isFirst = countLateFailure(
        rule, ofRecord: record, of: here.input, isInvalid: isInvalid, set: set)
      if isFirst { waiting.noteInvalid(here.input, record) }
      if watched == WatchedRecord(input: here.input, record: record) {
        lateOutcomes[Int(rule)] = .failed
      }
      let findings = findings(of: rule)
      for entry in pairStatistics.newValues[Int(rule)].entries {
        guard case .text(let text) = entry.value else { continue }
        if let place = findings.values.index(of: entry.hash) {
          findings.values.add(1, at: place)
        } else {
          findings.take(text, entry.hash, input: here.input, record: record)
        }
      }
      guard let found = pairStatistics.samples[Int(rule)].first else {
        failed.append((rule, nil))
        continue
      }
      var sample = Sample(position, messageParts: found.messageParts).placed(in: here)
      sample.recordPointer = pointer
      sample.instanceLocation = found.instanceLocation
      sample.value = found.value
      sample.valueIsTruncated = found.valueIsTruncated
      sample.reason = found.reason
      sample.places = found.places
      sample.morePlaces = found.morePlaces
      sample.first = found.first
      failed.append((rule, sample))
      if wantsSample(findings, here.input, record) { keep(sample, of: rule, findings) }
    }
    return failed
  }

  /// Writes the last record of each group. A merge has handed over those of its parts already.
  func writeLastPairs(_ write: @escaping (PartialBlock) -> Void) {
    if hasReplayed { return }
    let entries = PartialEntries(.pairs, write)
    for (number, pair) in pairs.enumerated() where !pair.isWithFirst {
      pair.eachLast { key, image in
        entries.add { RunAccumulator.write(number, key, image, to: &$0) }
      }
    }
    entries.finish()
  }

  private static func write(
    _ number: Int, _ key: Fingerprint, _ image: [UInt8], to encoder: inout PartialEncoder
  ) {
    encoder.add(number)
    var key = key
    encoder.code(key: &key)
    encoder.add(image)
  }

  /// Takes the last records of groups.
  ///
  /// - Parameter places: where each input of the partial result begins in the merged one.
  func replayLastPairs(_ bytes: [UInt8], _ places: [ChunkStart]) throws(PartialDamage) {
    var decoder = PartialDecoder(bytes)
    while !decoder.isAtEnd {
      let number = try decoder.number(below: pairs.count)
      var key = Fingerprint()
      try decoder.code(key: &key)
      let image: [UInt8] = try decoder.read()
      var parts = PartialDecoder(image)
      var place: FirstOccurrence = try parts.read()
      try place.move(to: places)
      let moved = PairRun.image(parts.rest(), at: place)
      try pairs[number].replay(last: moved, key)
      run.log?.pairs.add { RunAccumulator.write(number, key, moved, to: &$0) }
    }
  }
}

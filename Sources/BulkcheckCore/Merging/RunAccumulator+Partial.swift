/// The counts of a run, as the blocks of a partial result.
///
/// Sums leave out what duplicates changed: when results are merged, the claims of keys
/// (``PartialLog``) are gone through once more, over all runs, and find the duplicates again.
extension RunAccumulator {
  /// The blocks noted since the last call.
  package func takePartialLog() -> [PartialBlock] { partialLog.take() }

  func logKeys(_ statistics: ChunkStatistics, _ offset: Int, isCSV: Bool) {
    var start = 0
    for (claim, end) in zip(statistics.keys, statistics.keyDetailEnds) {
      var placed = claim
      placed.position.ordinal += record
      placed.position.line += line
      placed.position.start += offset
      partialLog.add(placed, isCSV: isCSV, detail: statistics.keyDetails[start..<end])
      start = end
    }
  }

  /// Writes the sums, samples and values of the run. If ``failure`` is there after that, some are
  /// lost.
  package func writeSums(_ write: (PartialBlock) -> Void) {
    write(PartialBlock(.totals, totals()))
    for block in samplesBlocks() + tableBlocks() { write(block) }
    writeMeasures(write)
    for block in companions?.partialBlocks() ?? [] { write(block) }
  }

  private func totals() -> [UInt8] {
    var encoder = PartialEncoder()
    encoder.add(valid + invalidByDuplicates)
    encoder.add(invalid - invalidByDuplicates)
    encoder.add(malformed)
    for kind in MalformedKind.allCases { encoder.add(kinds[kind, default: 0]) }
    encoder.add(builtInFailures[.notAnObject, default: 0])
    encoder.add(builtInFailures[.duplicateKey, default: 0])
    encoder.add(duplicateKeyBlocked)
    encoder.add(program.ruleCount)
    for rule in 0..<program.ruleCount {
      for outcome in RunAccumulator.outcomes {
        let count = counts[ChunkCounters.place(rule, outcome)]
        encoder.add(outcome == .failed ? count - duplicateCounts[rule] : count)
      }
      encoder.add(counts[ChunkCounters.place(rule, ChunkCounters.partLeftOut)])
    }
    encoder.add(program.listedPaths.count)
    for field in program.listedPaths.indices {
      for state in RunAccumulator.fieldStates {
        encoder.add(fieldCounts[ChunkCounters.place(field, state)])
      }
    }
    for isFound in walksFound { encoder.add(isFound) }
    encoder.add(invalidOfInputs.count)
    for count in invalidOfInputs { encoder.add(count) }
    return encoder.take()
  }

  /// Those that are counted; the others have passed.
  static let outcomes: [Outcome] = [.failed, .missing, .blocked, .notApplicable, .overridden]
  static let fieldStates: [FieldState] = [.absent, .null, .empty]

  /// Whose samples they are: a rule of the profile, or one of these.
  enum SampleOwner {
    static let malformed = 0, notAnObject = 1, duplicateKey = 2, firstRule = 3
  }

  private func samplesBlocks() -> [PartialBlock] {
    var blocks: [PartialBlock] = []
    var encoder = PartialEncoder()
    func add(_ samples: [Sample], of owner: Int) {
      for sample in samples {
        if encoder.isFull { blocks.append(PartialBlock(.samples, encoder.take())) }
        encoder.add(owner)
        sample.write(to: &encoder)
      }
    }
    add(malformedSamples, of: SampleOwner.malformed)
    add(builtInSamples[.notAnObject, default: []], of: SampleOwner.notAnObject)
    add(builtInSamples[.duplicateKey, default: []], of: SampleOwner.duplicateKey)
    for rule in 0..<program.ruleCount {
      add(samples[rule], of: SampleOwner.firstRule + rule)
    }
    if !encoder.isEmpty { blocks.append(PartialBlock(.samples, encoder.take())) }
    return blocks
  }

  private func tableBlocks() -> [PartialBlock] {
    var blocks: [PartialBlock] = []
    var encoder = PartialEncoder()
    for rule in 0..<program.tallyCount {
      for (index, entry) in known.values[rule].entries.enumerated() {
        guard case .text(let text) = entry.value else { continue }
        if encoder.isFull { blocks.append(PartialBlock(.tables, encoder.take())) }
        encoder.add(rule)
        encoder.add(known.isOverfull[rule] && index == 0)
        encoder.add(word: entry.hash)
        encoder.add(entry.count)
        encoder.add(entry.input)
        encoder.add(entry.record)
        encoder.add(text)
      }
    }
    if !encoder.isEmpty { blocks.append(PartialBlock(.tables, encoder.take())) }
    return blocks
  }
}

extension Sample {
  func write(to encoder: inout PartialEncoder) {
    encoder.add(input)
    encoder.add(line)
    encoder.add(record)
    encoder.add(byteOffset)
    encoder.add(value)
    encoder.add(valueIsTruncated)
    encoder.add(messageParts)
    encoder.add(kind.map { $0.rawValue })
    encoder.add(column ?? 0)
    encoder.add(reason)
    encoder.add(instanceLocation)
    encoder.add(keywordLocation)
    encoder.add(places.count)
    for place in places {
      encoder.add(place.instanceLocation)
      encoder.add(place.value)
    }
    encoder.add(morePlaces)
  }

  init(from decoder: inout PartialDecoder) throws(PartialDamage) {
    self.init(
      input: try decoder.number(), line: try decoder.number(), record: try decoder.number(),
      byteOffset: try decoder.number(), value: try decoder.flag() ? try decoder.jsonText() : nil,
      messageParts: [])
    valueIsTruncated = try decoder.flag()
    messageParts = try decoder.texts()
    if let name = try decoder.optionalText() {
      guard let kind = MalformedKind(rawValue: name) else { throw PartialDamage() }
      self.kind = kind
    }
    let column = try decoder.number()
    self.column = column == 0 ? nil : column
    reason = try decoder.optionalText()
    instanceLocation = try decoder.optionalText()
    keywordLocation = try decoder.optionalText()
    let count = try decoder.number()
    guard count <= FaultTrace.placesMaximum else { throw PartialDamage() }
    for _ in 0..<count {
      let location = try decoder.text()
      let value = try decoder.flag() ? try decoder.jsonText() : nil
      places.append(FaultPlace(instanceLocation: location, value: value))
    }
    morePlaces = try decoder.number()
  }
}

/// The values that failures come with, as blocks of a partial result.
///
/// A block is a row of entries. First come the fields in their order: whether each is given up, and
/// otherwise its values with their records. Then come the failures of each rule, with the values in
/// the same order. Failures of `unique` rules are left out: a merge finds them again, when the
/// records are gone.
extension CompanionState {
  private enum Entry {
    static let field: UInt8 = 0, failures: UInt8 = 1
  }

  func partialBlocks() -> [PartialBlock] {
    var blocks: [PartialBlock] = []
    var encoder = PartialEncoder()
    func close() {
      if !encoder.isEmpty { blocks.append(PartialBlock(.companions, encoder.take())) }
    }
    for field in fields.indices {
      if encoder.isFull { close() }
      add(field, to: &encoder)
    }
    for (index, field) in fields.enumerated() where !isGivenUp(index) {
      for rule in field.failures.keys.sorted() where !program.tables.rules[rule].isUnique {
        if encoder.isFull { close() }
        encoder.add(byte: Entry.failures)
        encoder.add(index)
        encoder.add(rule)
        let counts = failures(of: rule, in: index)
        encoder.add(counts.count)
        for count in counts { encoder.add(count) }
      }
    }
    close()
    return blocks
  }

  private func add(_ index: Int, to encoder: inout PartialEncoder) {
    let field = fields[index]
    encoder.add(byte: Entry.field)
    encoder.add(isGivenUp(index))
    if isGivenUp(index) { return }
    encoder.add(field.records[0])
    encoder.add(field.values.entries.count)
    for (place, entry) in field.values.entries.enumerated() {
      encoder.add(word: entry.hash)
      encoder.add(field.text(place + 1) ?? "null")
      encoder.add(field.records[place + 1])
    }
  }

  // MARK: Adding

  /// Adds a block of a partial result.
  ///
  /// - Parameter records: the well-formed records of all results up to now, this one included. No
  ///   count is larger, so that none of the sums can overflow.
  func replay(_ bytes: [UInt8], records: Int) throws(PartialDamage) {
    var decoder = PartialDecoder(bytes)
    while !decoder.isAtEnd {
      switch try decoder.byte() {
      case Entry.field: try replayField(&decoder, records)
      case Entry.failures: try replayFailures(&decoder)
      default: throw PartialDamage()
      }
    }
  }

  /// A partial result has ended; it has to have said something of each field.
  func endReplay() throws(PartialDamage) {
    guard replayed.count == fields.count else { throw PartialDamage() }
    replayed = [:]
  }

  private func replayField(
    _ decoder: inout PartialDecoder, _ recordsMaximum: Int
  ) throws(PartialDamage) {
    let index = replayed.count
    guard index < fields.count else { throw PartialDamage() }
    replayed[index] = .some(nil)
    if try decoder.flag() { return giveUp(index) }
    var records = [try decoder.number()]
    var entries: [FailureTable.Entry] = []
    for _ in 0..<(try decoder.number(below: CompanionFields.valuesMaximum + 1)) {
      let hash = try decoder.word()
      let text = try decoder.jsonText()
      entries.append(FailureTable.Entry(hash: hash, count: 0, value: .text(text), record: 0))
      records.append(try decoder.number())
    }
    guard let places = places(of: entries, in: index) else { return giveUp(index) }
    replayed[index] = places
    for (place, count) in zip(places, records) {
      fields[index].records[place] = try PartialDecoder.total(fields[index].records[place], count)
    }
    var total = 0
    for count in fields[index].records { total = try PartialDecoder.total(total, count) }
    guard total <= recordsMaximum else { throw PartialDamage() }
  }

  private func replayFailures(_ decoder: inout PartialDecoder) throws(PartialDamage) {
    let index = try decoder.number(below: fields.count)
    let rule = try decoder.number(below: program.ruleCount)
    let count = try decoder.number(below: CompanionFields.valuesMaximum + 2)
    var counts: [Int] = []
    for _ in 0..<count { counts.append(try decoder.number()) }
    guard let places = replayed[index] else { throw PartialDamage() }
    // Too many values in all, though not in this result.
    guard let places else { return }
    guard places.count == counts.count, !program.tables.rules[rule].isUnique else {
      throw PartialDamage()
    }
    var sums = failures(of: rule, in: index)
    for (place, count) in zip(places, counts) {
      sums[place] = try PartialDecoder.total(sums[place], count)
      guard sums[place] <= fields[index].records[place] else { throw PartialDamage() }
    }
    fields[index].failures[rule] = sums
  }
}

extension RunAccumulator {
  /// Adds what failures come with. To be called behind ``replayTotals(_:places:)``.
  package func replayCompanions(_ bytes: [UInt8]) throws(PartialDamage) {
    guard let companions else { throw PartialDamage() }
    try companions.replay(bytes, records: valid + invalid)
  }

  /// The partial result has ended.
  package func endReplayOfCompanions() throws(PartialDamage) {
    try companions?.endReplay()
  }
}

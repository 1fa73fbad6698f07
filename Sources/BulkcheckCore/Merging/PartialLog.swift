/// The log of a run that a partial result needs beyond its sums, in input order: the claims of
/// keys, the failing values that were not taken in, and the failing records. Gathered by the merge,
/// and taken away after each chunk.
package struct PartialLog {
  /// Full ones, and those that are written to.
  private(set) var blocks: [PartialBlock] = []
  private var keys = PartialEncoder()
  private var values = PartialEncoder()
  private var measured = PartialEncoder()
  private var failures = PartialEncoder()
  /// The record before, in the block of keys being written: places are stored as distances.
  private var last = RecordPosition()

  enum ClaimFlag { static let counts: UInt8 = 1, invalid: UInt8 = 2, offer: UInt8 = 4 }

  /// Bits of ``Fingerprint/high`` that a ``SeenKey`` keeps.
  static let highBytes = 3
  static let highShift: UInt64 = 40

  /// - Parameters:
  ///   - claim: with a place that counts from the start of the input.
  ///   - detail: a ``KeyDetail``.
  mutating func add(
    _ claim: ChunkStatistics.KeyClaim, isCSV: Bool, detail: ArraySlice<UInt8>
  ) {
    if keys.isFull { endKeys() }
    if keys.isEmpty {
      keys.add(isCSV)
      last = RecordPosition()
    }
    var flags: UInt8 = claim.counts ? ClaimFlag.counts : 0
    if claim.recordIsInvalid { flags |= ClaimFlag.invalid }
    if claim.isOffer { flags |= ClaimFlag.offer }
    keys.add(byte: flags)
    keys.add(Int(claim.rule))
    keys.add(claim.position.ordinal - last.ordinal)
    keys.add(claim.position.line - last.line)
    keys.add(claim.position.start - last.start)
    last = claim.position
    keys.add(word: claim.key.low)
    keys.add(low: PartialLog.highBytes, of: claim.key.high >> PartialLog.highShift)
    keys.add(raw: detail)
  }

  mutating func add(_ value: FailureTable.Entry, of rule: Int) {
    add(hash: value.hash, count: value.count, of: rule)
  }

  mutating func add(hash: UInt64, count: Int, of rule: Int) {
    if values.isFull { endValues() }
    values.add(rule)
    values.add(word: hash)
    values.add(count)
  }

  /// A value that a rule about the table counts.
  mutating func add(_ key: Fingerprint, of index: Int, group: Fingerprint?) {
    if measured.isFull { endMeasured() }
    measured.add(index)
    measured.add(word: key.low)
    measured.add(low: PartialLog.highBytes, of: key.high >> PartialLog.highShift)
    if let group {
      measured.add(word: group.high)
      measured.add(word: group.low)
    }
  }

  /// The runs of successive records on which a rule failed.
  ///
  /// - Parameter runs: from the start of the input, in order, none next to another.
  mutating func add(_ runs: [Range<Int>], of rule: Int) {
    if failures.isFull { endFailures() }
    PartialLog.write(runs, of: rule, to: &failures)
  }

  /// Places are stored as distances.
  private static func write(_ runs: [Range<Int>], of rule: Int, to encoder: inout PartialEncoder) {
    encoder.add(rule)
    encoder.add(runs.count)
    var last = 0
    for run in runs {
      encoder.add(run.lowerBound - last)
      encoder.add(run.count)
      last = run.upperBound
    }
  }

  /// The next rule of a block of failing records, and its runs, as they were written.
  static func failures(
    _ decoder: inout PartialDecoder
  ) throws(PartialDamage) -> (rule: Int, runs: [Range<Int>]) {
    let rule = try decoder.number()
    var runs: [Range<Int>] = []
    var last = 0
    for _ in 0..<(try decoder.count()) {
      let start = try PartialDecoder.total(last, decoder.number())
      last = try PartialDecoder.total(start, decoder.number())
      runs.append(start..<last)
    }
    return (rule, runs)
  }

  /// Returns failing records, whose numbers count from the start of a piece, with those of the
  /// whole.
  ///
  /// - Parameter place: where the piece begins in the whole.
  package static func failures(
    _ bytes: [UInt8], movedTo place: ChunkPlace
  ) throws(PartialDamage) -> [UInt8] {
    var decoder = PartialDecoder(bytes)
    var encoder = PartialEncoder()
    while !decoder.isAtEnd {
      let (rule, runs) = try failures(&decoder)
      write(try runs.moved(by: place.records), of: rule, to: &encoder)
    }
    return encoder.take()
  }

  /// Returns claims of keys, whose places count from the start of a piece, with places in the
  /// whole.
  ///
  /// - Parameters:
  ///   - keys: the content of a block, as `add(_:isCSV:detail:)` wrote it.
  ///   - place: where the piece begins in the whole.
  package static func keys(
    _ keys: [UInt8], movedTo place: ChunkPlace
  ) throws(PartialDamage) -> [UInt8] {
    var decoder = PartialDecoder(keys)
    var encoder = PartialEncoder()
    encoder.add(try decoder.flag())
    if decoder.isAtEnd { return encoder.take() }
    encoder.add(byte: try decoder.byte())
    encoder.add(try decoder.number())
    // The others are told by their distance from the first one.
    for start in [place.records, place.lines, place.offset] {
      encoder.add(try PartialDecoder.total(start, decoder.number()))
    }
    encoder.add(raw: decoder.rest())
    return encoder.take()
  }

  private mutating func endKeys() {
    if !keys.isEmpty { blocks.append(PartialBlock(.keys, keys.take())) }
  }

  private mutating func endValues() {
    if !values.isEmpty { blocks.append(PartialBlock(.values, values.take())) }
  }

  private mutating func endFailures() {
    if !failures.isEmpty { blocks.append(PartialBlock(.failures, failures.take())) }
  }

  private mutating func endMeasured() {
    if !measured.isEmpty { blocks.append(PartialBlock(.measuredKeys, measured.take())) }
  }

  /// Everything so far. Nothing is small enough to wait: a block holds one chunk, or what is left
  /// of it.
  mutating func take() -> [PartialBlock] {
    endKeys()
    endValues()
    endMeasured()
    endFailures()
    defer { blocks = [] }
    return blocks
  }
}

extension [Range<Int>] {
  /// - Parameter records: before the piece in which they are counted.
  func moved(by records: Int) throws(PartialDamage) -> [Range<Int>] {
    var moved: [Range<Int>] = []
    for run in self {
      let start = try PartialDecoder.total(records, run.lowerBound)
      moved.append(start..<(try PartialDecoder.total(records, run.upperBound)))
    }
    return moved
  }
}

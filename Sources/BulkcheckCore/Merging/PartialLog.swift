/// What a partial result needs of a run beyond its sums, in input order: the claims of keys, and
/// the failing values that were not taken in. Gathered by the merge, and taken away after each
/// chunk.
package struct PartialLog {
  /// Full ones, and those that are written to.
  private(set) var blocks: [PartialBlock] = []
  private var keys = PartialEncoder()
  private var values = PartialEncoder()
  private var measured = PartialEncoder()
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

  /// The same claims of keys, whose places count from the start of a piece, with places in the
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

  private mutating func endMeasured() {
    if !measured.isEmpty { blocks.append(PartialBlock(.measuredKeys, measured.take())) }
  }

  /// Everything so far. Nothing is small enough to wait: a block holds one chunk, or what is left
  /// of it.
  mutating func take() -> [PartialBlock] {
    endKeys()
    endValues()
    endMeasured()
    defer { blocks = [] }
    return blocks
  }
}

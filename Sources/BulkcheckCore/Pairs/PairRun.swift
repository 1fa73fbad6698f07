/// Rules about pairs of records over a whole run, in input order.
///
/// Each record of a chunk comes with an image and the key of its group. The image of the one before
/// is found, both are judged (``PairJudge``), and the record takes its place. What is found is
/// counted in the statistics of the chunk, before these are added up.
///
/// The first record of a group has none before it. In a partial result it stays open: an earlier
/// part may have one.
final class PairRun {
  private let code: PairCode
  private let number: Int
  private let judge: PairJudge
  private let groups: GroupImages
  private let keys: KeyStore
  /// How many groups there are, whose first records no rule of the pairing applies to.
  private(set) var firstCount = 0

  init(_ number: Int, _ run: RunContext) {
    self.number = number
    code = run.program.lists.pairs[number]
    judge = PairJudge(code, samplesMaximum: run.samplesMaximum)
    keys = run.keys
    groups = GroupImages(run.keys.plan)
  }

  var rules: [RuleNumber] { code.rules }
  var isWithFirst: Bool { code.isWithFirst }

  /// The outcomes of the records of a chunk.
  struct Findings {
    var verdicts = PairJudge.Verdicts()
    /// The records that are the first of their groups, with the ends of their images.
    var firsts: [PairClaim] = []

    fileprivate mutating func add(_ other: PairJudge.Verdicts) {
      verdicts.invalid += other.invalid
      verdicts.failed += other.failed
      verdicts.told += other.told
      verdicts.watched.merge(other.watched) { $1 }
    }
  }

  /// Judges the records of a chunk.
  ///
  /// - Parameters:
  ///   - place: that of a record.
  ///   - telling: the records of which more is to be told.
  func take(
    _ statistics: ChunkStatistics, _ text: ChunkText, telling: PairJudge.Telling,
    place: (RecordPosition) -> FirstOccurrence
  ) throws(TemporaryFileError) -> Findings {
    var findings = Findings()
    judge.turn(to: text)
    var start = 0
    for claim in statistics.pairs {
      defer { start = claim.imageEnd }
      guard claim.pairing == number else { continue }
      let own = statistics.pairImages[start..<claim.imageEnd]
      if let last = try groups.last(claim.key) {
        do throws(PartialDamage) {
          let other = try PairRun.parts(of: last)
          if !judge.takes(own, other.image) {
            findings.add(judge.judge(into: statistics, telling: telling))
          }
          try judge.add(own, at: claim.position, other.image, at: other.place)
        } catch {
          throw groups.damage
        }
      } else {
        firstCount += 1
        findings.firsts.append(claim)
        if claim.position.ordinal == telling.watched {
          for rule in code.rules { findings.verdicts.watched[rule] = .notApplicable }
        }
      }
      let image = PairRun.image(own, at: place(claim.position))
      try groups.put(image[...], claim.key)
    }
    if !judge.isEmpty { findings.add(judge.judge(into: statistics, telling: telling)) }
    return findings
  }

  private func add(
    _ own: ArraySlice<UInt8>, _ position: RecordPosition, _ last: [UInt8]
  ) throws(PartialDamage) {
    let other = try PairRun.parts(of: last)
    try judge.add(own, at: position, other.image, at: other.place)
  }

  /// The place before an image, and the image.
  private static func parts(
    of bytes: [UInt8]
  ) throws(PartialDamage) -> (place: FirstOccurrence, image: ArraySlice<UInt8>) {
    var decoder = PartialDecoder(bytes)
    let place: FirstOccurrence = try decoder.read()
    return (place, decoder.rest())
  }

  /// An image with the place of its record before it.
  static func image(
    _ own: ArraySlice<UInt8>, at place: FirstOccurrence, isPrevious: Bool = true
  ) -> [UInt8] {
    var encoder = PartialEncoder()
    var place = place
    place.isPrevious = isPrevious
    encoder.add(place)
    encoder.add(raw: own)
    return encoder.take()
  }

  /// Judges a record with the first one of its group, or makes it that.
  ///
  /// - Parameters:
  ///   - own: the image of the record.
  ///   - position: that of the record in its chunk.
  ///   - place: that of the record in its input.
  /// - Returns: false where nothing is to be counted: it is the first, or has the same values.
  func takeFirst(
    _ key: Fingerprint, _ own: ArraySlice<UInt8>, at position: RecordPosition,
    _ place: FirstOccurrence, into statistics: ChunkStatistics
  ) throws(TemporaryFileError) -> Bool {
    guard let first = try groups.last(key) else {
      let image = PairRun.image(own, at: place, isPrevious: false)
      try groups.put(image[...], key)
      return false
    }
    do throws(PartialDamage) {
      let other = try PairRun.parts(of: first)
      // Nearly all records have the bytes of the first one.
      if other.image == own { return false }
      try judge.add(own, at: position, other.image, at: other.place)
    } catch {
      throw groups.damage
    }
    _ = judge.judge(into: statistics, telling: PairJudge.Telling())
    return true
  }

  // MARK: Partial results

  /// Judges the first record that a partial result has of a group.
  ///
  /// - Parameter place: that of the record.
  /// - Returns: false where earlier results have no record of the group.
  func replay(
    _ key: Fingerprint, _ own: [UInt8], at place: FirstOccurrence,
    into statistics: ChunkStatistics
  ) throws(PartialDamage) -> Bool {
    guard PairImage.isSound(own[...], of: code.pieces.count) else { throw PartialDamage() }
    if isWithFirst {
      return keys.attempt { () throws(TemporaryFileError) in
        try takeFirst(key, own[...], at: RecordPosition(), place, into: statistics)
      } ?? false
    }
    let last = keys.attempt { () throws(TemporaryFileError) in try groups.last(key) }
    guard let last = last ?? nil else {
      firstCount += 1
      return false
    }
    try add(own[...], RecordPosition(), last)
    _ = judge.judge(into: statistics, telling: PairJudge.Telling())
    return true
  }

  /// Makes a record the last one of its group.
  ///
  /// - Parameter image: with its place.
  func replay(last image: [UInt8], _ key: Fingerprint) throws(PartialDamage) {
    var decoder = PartialDecoder(image)
    let _: FirstOccurrence = try decoder.read()
    guard PairImage.isSound(decoder.rest(), of: code.pieces.count) else { throw PartialDamage() }
    keys.attempt { () throws(TemporaryFileError) in try groups.put(image[...], key) }
  }

  /// The last record of each group, with its place.
  func eachLast(_ body: (Fingerprint, [UInt8]) -> Void) {
    keys.attempt { () throws(TemporaryFileError) in try groups.eachLast(body) }
  }
}

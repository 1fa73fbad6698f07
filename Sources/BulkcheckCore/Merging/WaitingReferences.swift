/// A value that asks for a key which no record so far has offered.
struct WaitingReference: PartialCodable {
  var rule = 0
  var key = Fingerprint()
  /// The rule is counted as blocked on the record, because of another value.
  var isBlocked = false
  /// The number of the value among those of the record that ask, if they are several; else -1.
  var part = -1
  /// The part that a report may show: the record is gone when the input has ended.
  var detail = KeyDetail()

  init() {}

  init(_ claim: ChunkStatistics.KeyClaim, _ detail: KeyDetail) {
    rule = Int(claim.rule)
    key = claim.key
    isBlocked = claim.isBlocked
    part = Int(claim.part)
    self.detail = detail
  }

  mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&rule)
    try coder.code(key: &key)
    try coder.code(&isBlocked)
    try coder.code(signed: &part)
    try coder.code(&detail)
  }
}

/// A record with values that ask for keys which no record so far has offered.
struct WaitingRecord: PartialCodable {
  var input = 0
  /// Its number in the input, from 0.
  var number = 0
  /// From 1; 0 in an input without lines.
  var line = 0
  var byteOffset = 0
  var isCSV = false
  /// It has been counted as invalid.
  var isInvalid = false
  var references: [WaitingReference] = []

  init() {}

  mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&input)
    try coder.code(&number)
    try coder.code(&line)
    try coder.code(&byteOffset)
    try coder.code(&isCSV)
    try coder.code(&isInvalid)
    try coder.code(&references)
  }

  /// The references of one rule after another, none of them empty.
  var byRule: [ArraySlice<WaitingReference>] {
    var found: [ArraySlice<WaitingReference>] = []
    var rest = references[...]
    while let first = rest.first {
      let ofRule = rest.prefix { $0.rule == first.rule }
      found.append(ofRule)
      rest = rest.dropFirst(ofRule.count)
    }
    return found
  }
}

/// The records that wait, in input order: in memory, and then in a file (``EntryLog``).
///
/// Only the last one can still change: the claims of a record come one after another.
final class WaitingReferences {
  private let log: EntryLog
  private var last: WaitingRecord?
  private var reader: EntryLog.Reader?

  /// So few wait in many inputs that there need be no file: 4 MiB.
  private static let memoryBytesMaximum = 4 << 20

  init(in folder: String) {
    log = EntryLog(in: folder, memoryBytesMaximum: WaitingReferences.memoryBytesMaximum)
  }

  /// Adds a reference.
  ///
  /// - Parameter record: the record that has it, with no references.
  func append(
    _ reference: WaitingReference, of record: WaitingRecord
  ) throws(TemporaryFileError) {
    if last?.input != record.input || last?.number != record.number {
      try finish()
      last = record
    }
    last?.references.append(reference)
  }

  /// The record has turned out to be invalid for another reason.
  func noteInvalid(_ input: Int, _ number: Int) {
    if last?.input == input, last?.number == number { last?.isInvalid = true }
  }

  /// The next record, from the first one on; nil at the end. Nothing is added after that.
  func next() throws(TemporaryFileError) -> WaitingRecord? {
    try finish()
    let reader = reader ?? EntryLog.Reader(log)
    self.reader = reader
    guard let bytes = try reader.read() else { return nil }
    var decoder = PartialDecoder(bytes)
    do throws(PartialDamage) {
      return try decoder.read()
    } catch {
      throw reader.damage
    }
  }

  private func finish() throws(TemporaryFileError) {
    guard let record = last else { return }
    last = nil
    var encoder = PartialEncoder()
    encoder.add(record)
    try log.append(encoder.bytes)
  }
}

/// References to other records of the input: the keys that records offer are claimed as those of
/// `unique` are, and what is asked for is looked up among them, at once or at the end.
extension RunAccumulator {
  /// - Parameter detail: what reports show of the record; asked only if it has to wait.
  func takeReference<Failure: Error>(
    _ claim: ChunkStatistics.KeyClaim, isCSV: Bool, detail: () throws(Failure) -> KeyDetail
  ) throws(Failure) {
    guard failure == nil else { return }
    guard !claim.isOffer else {
      _ = run.keys.claim(claim.key, of: claim.rule)
      return
    }
    guard claim.counts, !isOffered(claim.key, claim.rule) else { return }
    var record = WaitingRecord()
    record.input = here.input
    record.number = here.records + claim.position.ordinal
    if here.hasLines {
      record.line = here.lines + claim.position.line + 1
      record.byteOffset = here.offset + claim.position.start
    }
    record.isCSV = isCSV
    record.isInvalid =
      claim.recordIsInvalid || lastInvalidByDuplicate == (record.input, record.number)
    let reference = WaitingReference(claim, try detail())
    run.keys.attempt { () throws(TemporaryFileError) in
      try waiting.append(reference, of: record)
    }
  }

  private func isOffered(_ key: Fingerprint, _ rule: RuleNumber) -> Bool {
    run.keys.contains(key, of: rule) ?? true
  }

  /// The inputs have ended: what no record offers is a failure.
  ///
  /// Counted as duplicates are, so that a partial result leaves them out.
  func failReferences() {
    run.keys.attempt { () throws(TemporaryFileError) in
      try failReferences(of: .max, before: .max) { _, _ in }
    }
  }

  /// Fails the references of the records up to one of an input that no record offers.
  ///
  /// - Parameter note: takes each record with the values of a rule that fail, in input order.
  func failReferences(
    of input: Int, before record: Int, _ note: (WaitingRecord, [WaitingReference]) -> Void
  ) throws(TemporaryFileError) {
    guard endsWithInput else { return }
    while true {
      if nextWaiting == nil { nextWaiting = try waiting.next() }
      guard let next = nextWaiting else { return }
      guard (next.input, next.number) < (input, record) else { return }
      nextWaiting = nil
      for references in next.byRule {
        let missing = references.filter { !isOffered($0.key, RuleNumber($0.rule)) }
        if missing.isEmpty { continue }
        fail(missing, of: next)
        note(next, missing)
      }
    }
  }

  /// Counts a failure of a record, and keeps its sample and its value if they are wanted.
  ///
  /// - Parameter missing: the values of one rule that ask for what no record has.
  private func fail(_ missing: [WaitingReference], of record: WaitingRecord) {
    let rule = RuleNumber(missing[0].rule)
    let detail = missing[0].detail
    countLateFailure(
      rule, ofRecord: record.number, of: record.input, isInvalid: record.isInvalid,
      set: detail.set)
    // A partial result may claim anything.
    if missing[0].isBlocked, unblockedCounts[Int(rule)] < count(Int(rule), .blocked) {
      unblockedCounts[Int(rule)] += 1
    }
    let findings = findings(of: rule)
    if let value = detail.value, detail.hash != 0 {
      if let position = findings.values.index(of: detail.hash) {
        findings.values.add(1, at: position)
      } else {
        findings.take(value, detail.hash, input: record.input, record: record.number)
      }
    }
    guard wantsSample(findings, record.input, record.number) else { return }
    var sample = Sample()
    sample.input = record.input
    sample.record = record.number + 1
    sample.line = record.line
    sample.byteOffset = record.byteOffset
    show(detail, of: rule, isCSV: record.isCSV, in: &sample)
    if missing.count > 1 {
      sample.places = missing.prefix(FailureTrace.placesMaximum).map {
        FailureLocation(
          instanceLocation: $0.detail.location ?? sample.instanceLocation ?? "",
          value: $0.detail.value)
      }
      sample.morePlaces = missing.count - sample.places.count
    }
    keep(sample, of: rule, findings)
  }
}

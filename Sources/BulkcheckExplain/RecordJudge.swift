internal import Bulkcheck
internal import BulkcheckCore
internal import BulkcheckInput

/// Judges a record as an input of its own: by the engine of a check, so that both cannot differ.
final class RecordJudge {
  private let check: Check
  /// The check without samples.
  private let countingCheck: Check
  /// How much may still be tried; a record that breaks thousands of rules would take minutes.
  private var workLeft = 1 << 24
  /// At how many places the last record failed: each is judged again with every trial.
  private var placesAtFault = 0
  private let header: [UInt8]

  init(_ check: Check, for record: FoundRecord, showsMasked: Bool = false) {
    header = record.header
    self.check = check.with { options in
      // The row of a table has been written as an object.
      options.reading.format = record.format == .arrow ? .jsonl : record.format
      options.reading.columnTypes = record.columnTypes
      let hidesKeys = options.reading.places.hidesKeys && !showsMasked
      options.reading.places = .document(
        inSet: record.part?.set, keys: record.keys, isRepeated: record.part?.isRepeated ?? false)
      options.reading.places.hidesKeys = hidesKeys
      // The record has been decoded.
      options.reading.encoding = .named(.utf8)
      // What was found out from the whole input must not be found out from one record again.
      if !record.format.isJSON { options.reading.delimiter = record.dialect.delimiter }
      options.reading.csv = options.reading.csv.ofOneRecord
      options.reading.threads = 1
      options.reading.limit = nil
      options.samplesMaximum = 1
      options.showsMasked = showsMasked
      options.isPartOfInput = true
    }
    countingCheck = self.check.with { $0.samplesMaximum = 0 }
  }

  /// The time that rules take for now; if they ask for it, the check has read the clock.
  var now: Instant {
    ByteView.withUTF8(of: check.options.now ?? "") { text in
      guard let now = Instant(dateTime: text) else { return Instant(seconds: 0) }
      return now.isShort ? now : Instant(seconds: now.seconds)
    }
  }

  func summary(of record: [UInt8]) -> RunSummary {
    let summary = check.run([.bytes(header + record, name: "record")])
    placesAtFault = summary.rules.reduce(0) { count, rule in
      count + (rule.samples.first.map { max(1, $0.places.count + $0.morePlaces) } ?? 0)
    }
    return summary
  }

  /// Whether a rule passes on a record; false if it would be one trial too many.
  func passes(_ rule: RuleIndex, on record: [UInt8]) -> Bool {
    guard mayTry(cost(of: record)) else { return false }
    let summary = countingCheck.run([.bytes(header + record, name: "record")])
    guard summary.malformed == 0, summary.rules.indices.contains(rule.value) else { return false }
    return summary.rules[rule.value].counts.passed == 1
  }

  private func cost(of record: [UInt8]) -> Int {
    record.count + (check.ruleSet.rules.count + placesAtFault) * 64
  }

  /// Whether something may still be tried.
  ///
  /// - Parameter cost: about how many bytes are read for it.
  func mayTry(_ cost: Int) -> Bool {
    workLeft -= cost
    return canTry
  }

  var canTry: Bool { workLeft > 0 }
}

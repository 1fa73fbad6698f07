/// The findings of a run about the order of its records.
final class OrderFact: TableFact {
  let index: Int
  private let code: OrderCode
  private var counts = OrderCounts()
  private var first: (values: [OrderValue], sample: Sample)?
  private var last: [OrderValue] = []
  /// The place of the last record; nil if that came from a partial result.
  private var lastPlace: FirstOccurrence?
  private var violation: Sample?

  init(_ code: OrderCode) {
    index = code.index
    self.code = code
  }

  func makeTally() -> any Tally { OrderTally(self, code) }

  /// Adds what was found of the records that follow.
  func add(
    _ other: OrderCounts, first values: [OrderValue]?, _ sample: Sample?, last: [OrderValue],
    at lastPlace: FirstOccurrence?, violation: Sample?
  ) {
    counts.add(other)
    if let values, let sample {
      if first == nil {
        first = (values, sample)
      } else if !code.holds(self.last, values) {
        counts.outOfOrder += 1
        if self.violation == nil { self.violation = sample }
      }
      self.last = last
      self.lastPlace = lastPlace
    }
    if self.violation == nil { self.violation = violation }
  }

  var statistics: RuleStatistics {
    var table = TableStatistics()
    table.judged = counts.judged
    table.mistyped = counts.mistyped
    table.skipped = counts.skipped
    if first == nil {
      table.reason = "no values"
    } else {
      table.measured = "\(counts.outOfOrder)"
    }
    let passes = first != nil && counts.outOfOrder == 0
    var statistics = RuleStatistics(table, groups: 1, failed: passes ? 0 : 1)
    statistics.samples = violation.map { [$0] } ?? []
    return statistics
  }

  var trace: OrderTrace? {
    OrderTrace(
      outOfOrder: counts.outOfOrder, passedOver: counts.skipped + counts.mistyped, last: lastPlace,
      message: violation?.message)
  }

  // MARK: Partial results

  func write(to entries: PartialEntries) {
    entries.add(.counts, of: index) { encoder in
      encoder.add(counts.judged)
      encoder.add(counts.skipped)
      encoder.add(counts.mistyped)
      encoder.add(counts.outOfOrder)
      encoder.add(first != nil)
      if let first {
        write(first.values, to: &encoder)
        first.sample.write(to: &encoder)
        write(last, to: &encoder)
      }
      encoder.add(violation != nil)
      violation?.write(to: &encoder)
    }
  }

  private func write(_ values: [OrderValue], to encoder: inout PartialEncoder) {
    for value in values {
      encoder.add(byte: value.kind.rawValue)
      encoder.add(String(decoding: value.bytes, as: UTF8.self))
    }
  }

  func replay(
    _ entry: TableEntry, _ decoder: inout PartialDecoder, _ replay: Replay
  ) throws(PartialDamage) {
    guard entry == .counts else { throw PartialDamage() }
    var found = OrderCounts()
    found.judged = try decoder.number()
    found.skipped = try decoder.number()
    found.mistyped = try decoder.number()
    found.outOfOrder = try decoder.number()
    _ = try PartialDecoder.total(counts.judged, found.judged)
    for part in [found.skipped, found.mistyped, found.outOfOrder] {
      guard part <= found.judged else { throw PartialDamage() }
    }
    var values: [OrderValue]?
    var sample: Sample?
    var last: [OrderValue] = []
    if try decoder.flag() {
      values = try self.values(&decoder)
      sample = try Sample(from: &decoder).moved(to: replay.places)
      last = try self.values(&decoder)
    }
    let violation = try decoder.flag() ? try Sample(from: &decoder).moved(to: replay.places) : nil
    add(found, first: values, sample, last: last, at: nil, violation: violation)
  }

  private func values(_ decoder: inout PartialDecoder) throws(PartialDamage) -> [OrderValue] {
    var values: [OrderValue] = []
    for _ in code.keys {
      guard let kind = OrderValue.Kind(rawValue: try decoder.byte()) else { throw PartialDamage() }
      values.append(OrderValue(kind: kind, bytes: Array(try decoder.text().utf8)))
    }
    return values
  }
}

/// The findings of a run so far about the order of its records.
final class OrderState {
  private let rule: OrderRule
  private var counts = OrderCounts()
  private var first: (values: [OrderValue], sample: Sample)?
  private var last: [OrderValue] = []
  /// The place of the last record; nil if that came from a partial result.
  private var lastPlace: FirstPlace?
  private var violation: Sample?

  init(_ rule: OrderRule) { self.rule = rule }

  /// Adds what was found of the records that follow.
  func add(
    _ other: OrderCounts, first values: [OrderValue]?, _ sample: Sample?, last: [OrderValue],
    at lastPlace: FirstPlace?, violation: Sample?
  ) {
    counts.add(other)
    if let values, let sample {
      if first == nil {
        first = (values, sample)
      } else if !rule.holds(self.last, values) {
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

  var trace: OrderTrace {
    OrderTrace(
      outOfOrder: counts.outOfOrder, passedOver: counts.skipped + counts.mistyped, last: lastPlace,
      message: violation?.message)
  }

  // MARK: Partial results

  func write(to encoder: inout PartialEncoder) {
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

  private func write(_ values: [OrderValue], to encoder: inout PartialEncoder) {
    for value in values {
      encoder.add(byte: value.kind.rawValue)
      encoder.add(String(decoding: value.bytes, as: UTF8.self))
    }
  }

  /// - Parameter places: where each input of the partial result begins in the merged one.
  func replay(
    _ decoder: inout PartialDecoder, places: [ChunkPlace]
  ) throws(PartialDamage) {
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
      sample = try Sample(from: &decoder).moved(to: places)
      last = try self.values(&decoder)
    }
    let violation = try decoder.flag() ? try Sample(from: &decoder).moved(to: places) : nil
    add(found, first: values, sample, last: last, at: nil, violation: violation)
  }

  private func values(_ decoder: inout PartialDecoder) throws(PartialDamage) -> [OrderValue] {
    var values: [OrderValue] = []
    for _ in rule.keys {
      guard let kind = OrderValue.Kind(rawValue: try decoder.byte()) else { throw PartialDamage() }
      values.append(OrderValue(kind: kind, bytes: Array(try decoder.text().utf8)))
    }
    return values
  }
}

/// The numbers of a quantile in partial results.
extension NumberTable {
  /// Numbers of one group, few enough for a block.
  struct Part {
    var group: Int
    var entries: [Entry]
    /// As text, those that are not small.
    var others: [(text: String, count: Int)]

    func write(to encoder: inout PartialEncoder) {
      encoder.add(entries.count)
      for entry in entries {
        encoder.add(word: UInt64(bitPattern: Int64(entry.digits)))
        encoder.add(Int(entry.scale))
        encoder.add(entry.count)
      }
      encoder.add(others.count)
      for other in others {
        encoder.add(other.text)
        encoder.add(other.count)
      }
    }
  }

  private static let partMaximum = 10_000

  var parts: [Part] {
    fold()
    var byGroup: [Int: [Entry]] = [:]
    for place in 0..<count { byGroup[Int(self[place].group), default: []].append(self[place]) }
    var parts: [Part] = []
    for (group, entries) in byGroup {
      for start in stride(from: 0, to: entries.count, by: NumberTable.partMaximum) {
        let end = min(start + NumberTable.partMaximum, entries.count)
        parts.append(Part(group: group, entries: Array(entries[start..<end]), others: []))
      }
    }
    for (group, numbers) in others {
      for (number, count) in numbers {
        parts.append(Part(group: group, entries: [], others: [(number.text, count)]))
      }
    }
    return parts
  }
}

extension MeasureState {
  /// - Parameter number: of the group; nil if there is no room for it.
  func replayNumbers(
    _ decoder: inout PartialDecoder, into number: Int?
  ) throws(PartialDamage) {
    guard code.measure == .quantile else { throw PartialDamage() }
    for _ in 0..<(try decoder.count()) {
      let digits = Int(truncatingIfNeeded: try decoder.word())
      let scale = try decoder.number(below: 18)
      let count = try decoder.number()
      guard digits.magnitude < 1_000_000_000_000_000_000 else { throw PartialDamage() }
      guard let number else { continue }
      add(
        NumberTable.Entry(
          digits: digits, scale: Int32(scale), group: Int32(number), count: count))
    }
    for _ in 0..<(try decoder.count()) {
      let text = try decoder.text()
      let count = try decoder.number()
      guard let value = OwnedDecimal(text), value.value.isInRange else { throw PartialDamage() }
      if let number { add(BigDecimal(value.value), to: number, times: count) }
    }
  }
}

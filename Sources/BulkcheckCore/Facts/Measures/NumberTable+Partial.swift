/// The numbers of a quantile in partial results and files.
extension NumberTable {
  /// Numbers of one group, few enough for a block.
  struct Part {
    var group: Int
    var entries: [Entry] = []
    /// The numbers that are not small, as text.
    var others: [(text: String, count: Int)] = []
    /// How often neighbouring buckets were joined.
    var level = 0
    var buckets: [(place: Int, count: Int)] = []

    func write(to encoder: inout PartialEncoder) {
      encoder.add(entries.count)
      for entry in entries {
        encoder.add(UInt64(bitPattern: Int64(entry.digits)))
        encoder.add(Int(entry.scale))
        encoder.add(entry.count)
      }
      encoder.add(others.count)
      for other in others {
        encoder.add(other.text)
        encoder.add(other.count)
      }
      encoder.add(level)
      encoder.add(buckets.count)
      for bucket in buckets {
        var place = bucket.place
        encoder.code(signed: &place)
        encoder.add(bucket.count)
      }
    }
  }

  private static let partMaximum = 10_000

  /// All numbers, in an order that is the same in each run.
  var parts: [Part] { partsByGroup.sorted { $0.key < $1.key }.flatMap(\.value) }

  var partsByGroup: [Int: [Part]] {
    fold()
    var byGroup: [Int: [Entry]] = [:]
    for place in 0..<count { byGroup[Int(self[place].group), default: []].append(self[place]) }
    var parts: [Int: [Part]] = [:]
    for (group, entries) in byGroup {
      for entries in NumberTable.cut(entries) {
        parts[group, default: []].append(Part(group: group, entries: entries))
      }
    }
    for (group, numbers) in others {
      for (number, count) in numbers.sorted(by: { $0.key < $1.key }) {
        parts[group, default: []].append(Part(group: group, others: [(number.text, count)]))
      }
    }
    for (group, buckets) in buckets {
      let counts = buckets.counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
      for counts in NumberTable.cut(counts) {
        parts[group, default: []].append(Part(group: group, level: buckets.level, buckets: counts))
      }
    }
    return parts
  }

  private static func cut<Element>(_ elements: [Element]) -> [[Element]] {
    stride(from: 0, to: elements.count, by: partMaximum).map { start in
      Array(elements[start..<min(start + partMaximum, elements.count)])
    }
  }

  /// Adds the numbers of a ``Part``.
  func replay(_ decoder: inout PartialDecoder, into group: Int) throws(PartialDamage) {
    for _ in 0..<(try decoder.count()) {
      let digits = Int(truncatingIfNeeded: try decoder.read() as UInt64)
      let scale = try decoder.number(below: 18)
      let count: Int = try decoder.read()
      try decoder.check(digits.magnitude < 1_000_000_000_000_000_000)
      add(Entry(digits: digits, scale: Int32(scale), group: Int32(group), count: count))
    }
    for _ in 0..<(try decoder.count()) {
      let text: String = try decoder.read()
      let count: Int = try decoder.read()
      guard let value = OwnedDecimal(text), value.value.isInRange else { throw PartialDamage() }
      add(BigDecimal(value.value), to: group, times: count)
    }
    let level = try decoder.number(below: RatioBuckets.levelMaximum + 1)
    for _ in 0..<(try decoder.count()) {
      var place = 0
      try decoder.code(signed: &place)
      try decoder.check(RatioBuckets.isPlace(abs(place), level: level))
      add(bucket: place, level: level, to: group, times: try decoder.read())
    }
  }
}

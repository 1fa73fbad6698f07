/// Rules about the table: what chunks have measured is added up here, in the order of the input.
extension RunAccumulator {
  func addMeasures(_ statistics: ChunkStatistics, _ offset: Int) {
    for (index, tally) in statistics.measures.enumerated() where tally.code.isRun {
      measures[index].add(tally)
      if let distinct = tally.distinct { addDistinct(distinct, tally, index) }
    }
    for (place, (_, tally)) in statistics.orders.enumerated() {
      orderStates[place].state.add(
        tally.counts, first: tally.first, tally.firstSample.map { sample($0, offset) },
        last: tally.last, violation: tally.violation.map { sample($0, offset) })
    }
    for (place, (_, tally)) in statistics.columns.enumerated() {
      columnStates[place].state.add(tally.findings)
    }
  }

  /// The names of a table's columns.
  package func judge(header: [String]) {
    for (_, state) in columnStates { state.judge(header: header) }
  }

  /// Counts the values of a chunk that no earlier one has.
  private func addDistinct(_ distinct: FingerprintTable, _ tally: MeasureTally, _ index: Int) {
    for place in 0..<distinct.count {
      var group = Fingerprint(high: 0, low: 0)
      if let groups = tally.groups { group = groups[Int(tally.distinctGroups[place])] }
      guard claimDistinct(distinct[place], group, index) else { return }
    }
  }

  /// Counts a value unless an earlier record has it; false if keys can no longer be kept.
  private func claimDistinct(_ key: Fingerprint, _ group: Fingerprint, _ index: Int) -> Bool {
    let state = measures[index]
    guard let number = state.hasGroups ? state.number(of: group) : 0 else { return true }
    do throws(TemporaryFileError) {
      let rule = Int32(program.ruleCount + index)
      guard try seenKeys.claim(key, of: rule, line: 1) == nil else { return true }
    } catch {
      failure = failure ?? error
      return false
    }
    state.countDistinct(in: number)
    if notes.contains(.partial) {
      partialLog.add(key, of: index, group: state.hasGroups ? group : nil)
    }
    return true
  }

  /// Counts the different values of a block of a partial result.
  package func replayMeasuredKeys(_ bytes: [UInt8]) throws(PartialDamage) {
    var decoder = PartialDecoder(bytes)
    while !decoder.isAtEnd {
      let index = try decoder.number(below: measures.count)
      guard measures[index].code.isDistinct else { throw PartialDamage() }
      let key = try Fingerprint(fromKeyOf: &decoder)
      let group =
        measures[index].hasGroups
        ? Fingerprint(high: try decoder.word(), low: try decoder.word())
        : Fingerprint(high: 0, low: 0)
      guard claimDistinct(key, group, index) else { return }
    }
  }

  /// What a rule about the table found.
  func tableStatistics(_ index: Int) -> RuleStatistics {
    let rule = program.ruleSet.tableRules[index]
    if let columns = columnStates.first(where: { $0.index == index })?.state {
      return columns.statistics
    }
    if let order = orderStates.first(where: { $0.index == index })?.state {
      return order.statistics
    }
    let path = program.measures[index].path
    let hidesValues =
      path >= 0 && (program.hides(path, isCSV: false) || program.hides(path, isCSV: true))
    if rule.isRun, case .covers = rule.statement {
      return measures[index].coverStatistics(hidesValues: hidesValues)
    }
    guard rule.isRun, case .measure(let measurement) = rule.statement else {
      return RuleStatistics()
    }
    return measures[index].statistics(
      measurement, now: now, hidesValues: hidesValues, groupsMaximum: samplesMaximum)
  }

  // MARK: Partial results

  /// What an entry of a block holds.
  private enum Entry {
    static let group: UInt8 = 0, excess: UInt8 = 1, numbers: UInt8 = 2, cover: UInt8 = 3
  }

  /// What has been measured, as blocks of a partial result.
  func measureBlocks() -> [PartialBlock] {
    var blocks: [PartialBlock] = []
    var encoder = PartialEncoder()
    func begin(_ index: Int, _ kind: UInt8) {
      if encoder.isFull { blocks.append(PartialBlock(.measures, encoder.take())) }
      encoder.add(index)
      encoder.add(byte: kind)
    }
    for (index, state) in measures.enumerated() where state.code.isRun {
      state.countNumbers()
      begin(index, Entry.excess)
      encoder.add(state.hasTooManyGroups)
      encoder.add(state.hasTooManyNumbers)
      for (number, group) in state.groups.enumerated() {
        begin(index, Entry.group)
        if state.hasGroups { encoder.add(state.keys[number], group.label ?? "null") }
        group.write(to: &encoder)
      }
      for numbers in state.numbersTable?.parts ?? [] {
        begin(index, Entry.numbers)
        if state.hasGroups { encoder.add(state.keys[numbers.group], "null") }
        numbers.write(to: &encoder)
      }
      guard let cover = state.cover else { continue }
      let parts = cover.parts
      for (number, part) in parts.enumerated() {
        begin(index, Entry.cover)
        cover.write(part, isLast: number == parts.count - 1, to: &encoder)
      }
    }
    for (index, state) in orderStates {
      begin(index, Entry.group)
      state.write(to: &encoder)
    }
    for (index, state) in columnStates {
      begin(index, Entry.group)
      state.write(to: &encoder)
    }
    if !encoder.isEmpty { blocks.append(PartialBlock(.measures, encoder.take())) }
    return blocks
  }

  /// - Parameter places: where each input of the partial result begins in the merged one.
  package func replayMeasures(_ bytes: [UInt8], places: [ChunkPlace]) throws(PartialDamage) {
    var decoder = PartialDecoder(bytes)
    while !decoder.isAtEnd {
      let index = try decoder.number(below: measures.count)
      let kind = try decoder.byte()
      if let columns = columnStates.first(where: { $0.index == index })?.state {
        guard kind == Entry.group else { throw PartialDamage() }
        try columns.replay(&decoder)
        continue
      }
      if let order = orderStates.first(where: { $0.index == index })?.state {
        guard kind == Entry.group else { throw PartialDamage() }
        try order.replay(&decoder, places: places)
        continue
      }
      let state = measures[index]
      if kind == Entry.excess {
        if try decoder.flag() { state.noteTooManyGroups() }
        if try decoder.flag() { state.noteTooManyNumbers() }
        continue
      }
      if kind == Entry.cover {
        guard let cover = state.cover else { throw PartialDamage() }
        try cover.replay(&decoder)
        continue
      }
      guard kind == Entry.group || kind == Entry.numbers else { throw PartialDamage() }
      var number: Int? = 0
      if state.hasGroups {
        let key = Fingerprint(high: try decoder.word(), low: try decoder.word())
        let label = try decoder.jsonText()
        number = state.number(of: key)
        if let number { state.name(number, label) }
      }
      if kind == Entry.group {
        try state.replay(&decoder, into: number)
      } else {
        try state.replayNumbers(&decoder, into: number)
      }
    }
  }
}

extension PartialEncoder {
  fileprivate mutating func add(_ key: Fingerprint, _ label: String) {
    add(word: key.high)
    add(word: key.low)
    add(label)
  }
}

extension Fingerprint {
  /// As much of a key as ``SeenKeys`` keep.
  fileprivate init(fromKeyOf decoder: inout PartialDecoder) throws(PartialDamage) {
    let low = try decoder.word()
    self.init(
      high: try decoder.word(low: PartialLog.highBytes) << PartialLog.highShift, low: low)
  }
}

extension MeasureState.Group {
  fileprivate func write(to encoder: inout PartialEncoder) {
    encoder.add(cell.judged)
    encoder.add(cell.taken)
    encoder.add(cell.mistyped)
    encoder.add(cell.outOfRange)
    encoder.add(cell.length)
    for sum in [sum, squares] {
      let parts = sum.parts.sorted { $0.key < $1.key }
      encoder.add(parts.count)
      for (exponent, digits) in parts {
        encoder.add(exponent < 0)
        encoder.add(abs(exponent))
        encoder.add(word: UInt64(truncatingIfNeeded: digits))
        encoder.add(word: UInt64(truncatingIfNeeded: digits >> 64))
      }
    }
    encoder.add(extreme.isSet ? String(decoding: extreme.text, as: UTF8.self) : nil)
  }
}

extension MeasureState {
  /// Adds the sums of a group; nil: of one for which there is no room.
  fileprivate func replay(
    _ decoder: inout PartialDecoder, into number: Int?
  ) throws(PartialDamage) {
    var cell = MeasureCell()
    cell.judged = try decoder.number()
    cell.taken = try decoder.number()
    cell.mistyped = try decoder.number()
    cell.outOfRange = try decoder.number()
    cell.length = try decoder.number()
    let parts = [cell.taken, cell.mistyped, cell.outOfRange]
    guard parts.allSatisfy({ $0 <= cell.judged }) else { throw PartialDamage() }
    if let number { _ = try PartialDecoder.total(groups[number].cell.judged, cell.judged) }
    let sum = try Self.sum(&decoder)
    let squares = try Self.sum(&decoder)
    let text = try decoder.optionalText()
    guard let number else { return }
    add(cell, to: number)
    add(sum, squares: squares, to: number)
    if let text {
      let bytes = Array(text.utf8)
      let extreme = ByteView.with(bytes) { MeasuredExtreme($0, code) }
      guard let extreme else { throw PartialDamage() }
      take(extreme, in: number)
    }
  }

  private static func sum(_ decoder: inout PartialDecoder) throws(PartialDamage) -> ExactSum {
    var sum = ExactSum()
    for _ in 0..<(try decoder.count()) {
      let isNegative = try decoder.flag()
      let exponent = try decoder.number()
      let low = try decoder.word()
      let high = try decoder.word()
      let digits = Int128(truncatingIfNeeded: UInt128(high) << 64 | UInt128(low))
      // Half of what there is room for: no sum of two overflows.
      guard digits.magnitude < 1 << 125,
        sum.add(digits, exponent: isNegative ? -exponent : exponent)
      else { throw PartialDamage() }
    }
    return sum
  }
}

extension MeasuredExtreme {
  /// What a partial result says; nil if it is not such a value.
  fileprivate init?(_ bytes: ByteView, _ code: MeasureCode) {
    self.init()
    guard code.isExtreme else { return nil }
    switch code.kind {
    case .numbers:
      guard let number = Decimal.parse(bytes) else { return nil }
      take(number, bytes, greatest: true)
    case .texts: take(text: bytes, greatest: true)
    case .instants, .dates, .dateTimes, .times:
      guard let instant = code.time.instant(bytes) else { return nil }
      take(instant, bytes, greatest: true)
    }
  }
}

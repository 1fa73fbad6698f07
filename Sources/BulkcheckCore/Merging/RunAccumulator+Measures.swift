/// Rules about the table: what chunks have measured is added up here, in the order of the input.
extension RunAccumulator {
  func addMeasures(_ statistics: ChunkStatistics, _ offset: Int) {
    for (index, tally) in statistics.measures.enumerated() where tally.code.isRun {
      measures[index].add(tally)
      if let distinct = tally.distinct { addDistinct(distinct, tally, index) }
      makeRoom(for: measures[index])
    }
    for (place, (_, tally)) in statistics.orders.enumerated() {
      orderStates[place].state.add(
        tally.counts, first: tally.first, tally.firstSample.map { moved($0, offset) },
        last: tally.last,
        at: FirstPlace(input: input, line: line + tally.lastPosition.line + 1),
        violation: tally.violation.map { moved($0, offset) })
    }
    for (place, (_, tally)) in statistics.columns.enumerated() {
      columnStates[place].state.add(tally.findings)
    }
  }

  /// The names of a table's columns.
  package func judge(header: [String]) {
    for (_, state) in columnStates { state.judge(header: header) }
  }

  private func makeRoom(for state: MeasureState) {
    guard failure == nil else { return }
    do throws(TemporaryFileError) { try state.makeRoom() } catch { failure = error }
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
    let number = state.hasGroups ? state.number(of: group) : 0
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
      makeRoom(for: measures[index])
    }
  }

  /// The statistics of a rule about the table.
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
    do throws(TemporaryFileError) {
      return try measures[index].statistics(
        measurement, now: now, hidesValues: hidesValues, groupsMaximum: samplesMaximum)
    } catch {
      failure = failure ?? error
      return RuleStatistics()
    }
  }

  // MARK: Partial results

  /// The kinds of entries in a block.
  private enum Entry { static let group: UInt8 = 0, numbers: UInt8 = 1, cover: UInt8 = 2 }

  /// Writes what has been measured, as blocks of a partial result.
  func writeMeasures(_ write: (PartialBlock) -> Void) {
    var encoder = PartialEncoder()
    func begin(_ index: Int, _ kind: UInt8) {
      if encoder.isFull { write(PartialBlock(.measures, encoder.take())) }
      encoder.add(index)
      encoder.add(byte: kind)
    }
    func add(_ key: Fingerprint?, _ group: MeasuredGroup, _ index: Int) {
      begin(index, Entry.group)
      if let key { encoder.add(key, group.label ?? "null") }
      group.write(to: &encoder)
    }
    func add(_ key: Fingerprint?, _ numbers: NumberTable.Part, _ index: Int) {
      begin(index, Entry.numbers)
      if let key { encoder.add(key, "null") }
      numbers.write(to: &encoder)
    }
    for (index, state) in measures.enumerated() where state.code.isRun {
      do throws(TemporaryFileError) {
        try state.eachGroup { key, group, parts in
          add(key, group, index)
          for part in parts { add(key, part, index) }
        }
      } catch {
        failure = failure ?? error
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
    if !encoder.isEmpty { write(PartialBlock(.measures, encoder.take())) }
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
      if kind == Entry.cover {
        guard let cover = state.cover else { throw PartialDamage() }
        try cover.replay(&decoder)
        continue
      }
      guard kind == Entry.group || kind == Entry.numbers else { throw PartialDamage() }
      var number = 0
      if state.hasGroups {
        let key = Fingerprint(high: try decoder.word(), low: try decoder.word())
        let label = try decoder.jsonText()
        number = state.number(of: key)
        state.name(number, label)
      }
      if kind == Entry.group {
        let group = try MeasuredGroup(from: &decoder, state.code)
        _ = try PartialDecoder.total(state.groups[number].cell.judged, group.cell.judged)
        state.add(group, to: number)
      } else {
        guard let numbers = state.numbersTable else { throw PartialDamage() }
        try numbers.replay(&decoder, into: number)
        state.settleNumbers()
      }
      makeRoom(for: state)
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
  /// Reads as much of a key as ``SeenKeys`` keep.
  fileprivate init(fromKeyOf decoder: inout PartialDecoder) throws(PartialDamage) {
    let low = try decoder.word()
    self.init(
      high: try decoder.word(low: PartialLog.highBytes) << PartialLog.highShift, low: low)
  }
}

/// The measurements of a run under one rule about the table: chunks and partial results, added up.
///
/// A rule about the table is measured in the same pass as all others, from the same columns, after
/// these have judged the batch (``MeasureTally``). Small decimals are added as integers, grouped by
/// their number of decimal places, so nothing is rounded: 0.10 + 0.2 + 3 is kept as {2 places: 10,
/// 1: 2, 0: 3} (``ExactSum``). The figures of a run are computed once, at its end, with decimals of
/// any size. Each chunk finds its own different values, and the merge claims them in the table of
/// `unique` (``SeenKeys``).
///
/// Groups are found by the fingerprint of their values. They are kept in memory up to the rule's
/// share of it. When they take more, all of them go to a file that is sorted by their fingerprints,
/// in the encoding of partial results, and the memory starts anew (``SpilledGroups``). At the end
/// the files are read in parallel, and the entries of each group are added up. The numbers of a
/// quantile are counted in buckets if there are too many different ones (``RatioBuckets``). Only
/// the merge decides that, from the total number of different numbers, so threads and cuts make no
/// difference.
final class MeasureFact: TableFact {
  let index: Int
  let run: RunContext
  let code: MeasureCode
  private(set) var groups: [MeasuredGroup] = []
  private var numbers: [Fingerprint: Int] = [:]
  /// The keys of the groups.
  private var keys: [Fingerprint] = []
  private var labelBytes = 0
  /// The numbers of a quantile.
  let numbersTable: NumberTable?
  /// The values that a rule about a reference asks for.
  let cover: CoverState?
  /// The numbers of footers that the figure is compared with, if it is.
  private(set) var footers: FooterSum?
  /// The records of which the condition, one in SQL, was null.
  private(set) var nullCount = 0
  /// The groups that memory does not hold.
  private var spilled: SpilledGroups?
  private let bytesMaximum: Int

  /// The bytes that a group may take, its place in the table included.
  private static let groupBytes = 640
  /// Less memory would only make many small files.
  private static let bytesMinimum = 1 << 14

  init(_ index: Int, _ run: RunContext) {
    self.index = index
    self.run = run
    code = run.program.measures[index]
    cover = run.program.reference(of: code).map { CoverState($0) }
    footers = run.program.ruleSet.tableRules[index].footerPlace.map(FooterSum.init)
    // A quarter of the memory of keys, in equal shares.
    let sharing = run.program.measures.count { $0.groupCount > 0 || $0.measure == .quantile }
    bytesMaximum = max(
      run.keys.plan.bytesMaximum / 4 / max(1, sharing), MeasureFact.bytesMinimum)
    numbersTable = code.measure == .quantile ? NumberTable(bytesMaximum: bytesMaximum) : nil
    if code.groupCount == 0 { groups.append(MeasuredGroup()) }
  }

  func makeTally() -> any Tally {
    let paths = (code.groupStart..<code.groupStart + code.groupCount).map {
      run.program.tables.partPaths[$0]
    }
    return MeasureTally(
      self, code, groupPaths: paths, reference: run.program.reference(of: code))
  }

  func take(footers: CSVFooters?) { self.footers?.add(footers) }

  var hasGroups: Bool { code.groupCount > 0 }

  /// The number of a group, until ``makeRoom()`` is called.
  func number(of key: Fingerprint) -> Int {
    if let number = numbers[key] { return number }
    numbers[key] = groups.count
    keys.append(key)
    groups.append(MeasuredGroup())
    return groups.count - 1
  }

  // MARK: Numbers of quantiles

  /// How many numbers need not be told apart: 16 MiB of them, and what the table's growth takes.
  private var listMaximum: Int { min(bytesMaximum / NumberTable.numberBytes, 1 << 20) }

  /// Tells numbers apart, and puts those without groups into buckets if they are too many. To be
  /// called before figures are asked for.
  func settleNumbers() {
    guard let numbersTable else { return }
    let listBytes = numbersTable.listCount * NumberTable.numberBytes
    guard numbersTable.exactBytes + listBytes > bytesMaximum else { return }
    numbersTable.fold()
    if !hasGroups, numbersTable.hasTooMany { numbersTable.estimate() }
  }

  /// Adds the numbers of a chunk.
  ///
  /// - Parameter places: the number of each of its groups.
  private func add(_ table: NumberTable, _ places: [Int]) {
    guard let numbersTable else { return }
    if hasGroups {
      for index in 0..<table.listCount {
        var number = table.listed(index)
        number.group = Int32(places[Int(number.group)])
        numbersTable.append(number)
      }
    } else {
      numbersTable.appendList(of: table)
    }
    for (group, numbers) in table.others {
      for (number, times) in numbers { numbersTable.add(number, to: places[group], times: times) }
    }
    if numbersTable.listCount > listMaximum { numbersTable.fold() }
    settleNumbers()
  }

  // MARK: Adding up

  /// Adds what a chunk has measured.
  func add(_ tally: MeasureTally, _ chunk: MergedChunk) {
    let places = (0..<tally.groupCount).map { index in
      tally.groups.map { number(of: $0[index]) } ?? 0
    }
    if let table = tally.numbers { add(table, places) }
    if let covered = tally.cover { cover?.add(covered) }
    for index in 0..<tally.groupCount {
      let number = places[index]
      if hasGroups {
        name(number, tally.labels[index])
        groups[number].first = groups[number].first ?? chunk.place(of: tally.firsts[index])
      }
      groups[number].add(tally.cells[index], code)
      if let sums = tally.sums, tally.cells[index].taken > 0 {
        let (sum, squares) = sums.sums(of: index)
        groups[number].sum.add(sum)
        groups[number].squares.add(squares)
      }
      if code.isExtreme { groups[number].take(tally.extremes[index], code) }
    }
    nullCount += tally.nullCount
    if let distinct = tally.distinct { addDistinct(distinct, tally) }
    makeRoom()
  }

  /// Counts the values of a chunk that no earlier one has.
  private func addDistinct(_ distinct: FingerprintTable, _ tally: MeasureTally) {
    for place in 0..<distinct.count {
      var group = MeasureFact.onlyGroup
      if let groups = tally.groups { group = groups[Int(tally.distinctGroups[place])] }
      guard claim(distinct[place], group) else { return }
    }
  }

  /// Counts a value unless an earlier record has it; false if keys can no longer be kept.
  private func claim(_ key: Fingerprint, _ group: Fingerprint) -> Bool {
    let number = hasGroups ? number(of: group) : 0
    guard let first = run.keys.claim(key, of: RuleNumber(run.program.ruleCount + index)) else {
      return false
    }
    if first != nil { return true }
    groups[number].distinct += 1
    run.log?.measuredKeys.add { encoder in
      encoder.add(index)
      var key = key
      encoder.code(key: &key)
      if hasGroups { encoder.add(group) }
    }
    return true
  }

  private static let onlyGroup = Fingerprint(high: 0, low: 0)

  private func name(_ number: Int, _ label: String) {
    if groups[number].label != nil { return }
    groups[number].label = label
    labelBytes += label.utf8.count
  }

  // MARK: Files

  /// Writes the groups to a file if they take too much memory. Numbers of groups that were found
  /// before then mean nothing any more.
  private func makeRoom() {
    guard hasGroups, run.keys.failure == nil else { return }
    settleNumbers()
    let bytes = groups.count * MeasureFact.groupBytes + labelBytes + (numbersTable?.bytes ?? 0)
    if bytes > bytesMaximum {
      run.keys.attempt { () throws(TemporaryFileError) in try spill() }
    }
  }

  /// The groups in files, after those in memory have joined them; nil if all are in memory.
  func gatherSpilled() throws(TemporaryFileError) -> SpilledGroups? {
    if spilled != nil, !groups.isEmpty { try spill() }
    return spilled
  }

  private func spill() throws(TemporaryFileError) {
    let spilled =
      self.spilled
      ?? SpilledGroups(code, numbersBytesMaximum: bytesMaximum, folder: run.keys.plan.folder)
    self.spilled = spilled
    let parts = numbersTable?.partsByGroup ?? [:]
    let order = keys.indices.sorted { keys[$0] < keys[$1] }
    try spilled.add { (write: SpilledGroups.Write) throws(TemporaryFileError) in
      for number in order { try write(keys[number], groups[number], parts[number] ?? []) }
    }
    numbers = [:]
    keys = []
    groups = []
    labelBytes = 0
    numbersTable?.removeAll()
  }

  // MARK: Partial results

  func write(to entries: PartialEntries) {
    func write(_ key: Fingerprint?, _ label: String?, to encoder: inout PartialEncoder) {
      guard let key else { return }
      encoder.add(key)
      encoder.add(label ?? "null")
    }
    func write(_ key: Fingerprint?, _ group: MeasuredGroup, _ parts: [NumberTable.Part]) {
      entries.add(.counts, of: index) { encoder in
        write(key, group.label, to: &encoder)
        var group = group
        group.code(code, with: &encoder)
      }
      for part in parts {
        entries.add(.numbers, of: index) { encoder in
          write(key, nil, to: &encoder)
          part.write(to: &encoder)
        }
      }
    }
    settleNumbers()
    run.keys.attempt { () throws(TemporaryFileError) in
      if let spilled = try gatherSpilled() {
        try spilled.eachGroup { write($0, $1, $2?.parts ?? []) }
      } else {
        let parts = numbersTable?.partsByGroup ?? [:]
        for (number, group) in groups.enumerated() {
          write(hasGroups ? keys[number] : nil, group, parts[number] ?? [])
        }
      }
    }
    cover?.write(to: entries, of: index)
    if let footers { entries.add(.footers, of: index) { $0.add(footers) } }
    if nullCount > 0 { entries.add(.nulls, of: index) { $0.add(nullCount) } }
  }

  func replay(
    _ entry: TableEntry, _ decoder: inout PartialDecoder, _ replay: Replay
  ) throws(PartialDamage) {
    if entry == .cover {
      guard let cover else { throw PartialDamage() }
      return try cover.replay(&decoder)
    }
    if entry == .footers {
      var other = FooterSum()
      try decoder.code(&other)
      guard footers != nil else { throw PartialDamage() }
      try footers?.add(other)
      return
    }
    if entry == .nulls {
      nullCount = try PartialDecoder.total(nullCount, try decoder.read())
      return
    }
    var number = 0
    if hasGroups {
      number = self.number(of: try decoder.read())
      name(number, try decoder.jsonText())
    }
    if entry == .counts {
      var group = MeasuredGroup()
      try group.code(code, with: &decoder)
      try group.first?.move(to: replay.places)
      _ = try PartialDecoder.total(groups[number].cell.judged, group.cell.judged)
      groups[number].add(group, code)
    } else {
      guard let numbersTable else { throw PartialDamage() }
      try numbersTable.replay(&decoder, into: number)
      settleNumbers()
    }
    makeRoom()
  }

  func replayKey(_ decoder: inout PartialDecoder) throws(PartialDamage) {
    guard code.isDistinct else { throw PartialDamage() }
    var key = Fingerprint()
    try decoder.code(key: &key)
    if claim(key, hasGroups ? try decoder.read() : MeasureFact.onlyGroup) {
      makeRoom()
    }
  }
}

/// The measurements of a run so far for one table rule: chunks and partial results, added up.
///
/// Groups are kept in memory up to the rule's share of it. When they take more, all of them go to
/// a sorted file, and the memory starts anew: ``SpilledGroups``.
final class MeasureState {
  let code: MeasureCode
  private(set) var groups: [MeasuredGroup] = []
  private var numbers: [Fingerprint: Int] = [:]
  /// The keys of the groups.
  private(set) var keys: [Fingerprint] = []
  private var labelBytes = 0
  /// The numbers of a quantile.
  let numbersTable: NumberTable?
  /// The values of a reference, for a rule that asks for them.
  let cover: CoverState?
  /// Those that memory does not hold.
  private var spilled: SpilledGroups?
  private let bytesMaximum: Int
  private let folder: String

  /// The memory of a group, its slot in the table included.
  private static let groupBytes = 640
  /// Less memory would only make many small files.
  private static let bytesMinimum = 1 << 14

  /// - Parameters:
  ///   - keys: how much memory the groups may take, and where to put what does not fit.
  ///   - reference: whose values have to occur.
  init(_ code: MeasureCode, _ keys: SeenKeys.Plan, reference: ValueSet?) {
    self.code = code
    cover = reference.map { CoverState($0) }
    bytesMaximum = max(keys.bytesMaximum, MeasureState.bytesMinimum)
    folder = keys.folder
    numbersTable = code.measure == .quantile ? NumberTable(bytesMaximum: bytesMaximum) : nil
    if code.groupCount == 0 { groups.append(MeasuredGroup()) }
  }

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

  /// The most numbers in the list that need not be told apart: 16 MiB, and what the table's growth
  /// takes.
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

  /// Adds what a chunk has measured, except the different values.
  func add(_ tally: MeasureTally) {
    let places = (0..<tally.groupCount).map { index in
      tally.groups.map { number(of: $0[index]) } ?? 0
    }
    if let table = tally.numbers { add(table, places) }
    if let covered = tally.cover { cover?.add(covered) }
    for index in 0..<tally.groupCount {
      let number = places[index]
      if hasGroups { name(number, tally.labels[index]) }
      groups[number].add(tally.cells[index], code)
      if let sums = tally.sums, tally.cells[index].taken > 0 {
        let (sum, squares) = sums.sums(of: index)
        groups[number].sum.add(sum)
        groups[number].squares.add(squares)
      }
      if code.isExtreme { groups[number].take(tally.extremes[index], code) }
    }
  }

  /// Adds what came later for a group.
  func add(_ group: MeasuredGroup, to number: Int) { groups[number].add(group, code) }

  func name(_ number: Int, _ label: String) {
    if groups[number].label != nil { return }
    groups[number].label = label
    labelBytes += label.utf8.count
  }

  func countDistinct(in number: Int) { groups[number].distinct += 1 }

  // MARK: Files

  /// Writes the groups to a file if they take too much memory. Numbers of groups that were found
  /// before then mean nothing any more.
  func makeRoom() throws(TemporaryFileError) {
    guard hasGroups else { return }
    settleNumbers()
    let bytes = groups.count * MeasureState.groupBytes + labelBytes + (numbersTable?.bytes ?? 0)
    if bytes > bytesMaximum { try spill() }
  }

  /// The groups in files, after those in memory have joined them; nil if all are in memory.
  func gatherSpilled() throws(TemporaryFileError) -> SpilledGroups? {
    if spilled != nil, !groups.isEmpty { try spill() }
    return spilled
  }

  /// Calls the body with each group, for a partial result.
  ///
  /// - Parameter body: takes the key if there is one, the sums, and the numbers of a quantile.
  func eachGroup(
    _ body: (Fingerprint?, MeasuredGroup, [NumberTable.Part]) -> Void
  ) throws(TemporaryFileError) {
    settleNumbers()
    if let spilled = try gatherSpilled() {
      return try spilled.eachGroup { key, group, numbers in body(key, group, numbers?.parts ?? []) }
    }
    let parts = numbersTable?.partsByGroup ?? [:]
    for (number, group) in groups.enumerated() {
      body(hasGroups ? keys[number] : nil, group, parts[number] ?? [])
    }
  }

  private func spill() throws(TemporaryFileError) {
    let spilled =
      self.spilled ?? SpilledGroups(code, numbersBytesMaximum: bytesMaximum, folder: folder)
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
}

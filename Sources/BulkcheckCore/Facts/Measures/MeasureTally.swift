/// The measurements of one chunk for one table rule. Reused from chunk to chunk.
///
/// Everything is kept by group; a rule without `by` has one. No method calls back, so the run-time
/// exclusivity checks are switched off.
final class MeasureTally: Tally {
  private let fact: MeasureFact
  let code: MeasureCode
  /// The path numbers of the values by which records are grouped.
  let groupPaths: [PathNumber]
  /// The counts of each group.
  @safe @exclusivity(unchecked) private(set) var cells: Storage<MeasureCell>
  private(set) var groupCount = 0
  /// The keys of groups, and how reports show them.
  let groups: FingerprintTable?
  @safe @exclusivity(unchecked) private(set) var labels: [String] = []
  /// The first record of each group.
  @safe @exclusivity(unchecked) private(set) var firsts: [RecordPosition] = []
  /// The group of each lane of the batch.
  let groupOfLane: Storage<Int32>
  let sums: MeasuredSums?
  @safe @exclusivity(unchecked) var extremes: [MeasuredExtreme] = []
  /// The numbers of a quantile.
  let numbers: NumberTable?
  /// Different values, each with its group if there are several.
  let distinct: FingerprintTable?
  @safe @exclusivity(unchecked) private(set) var distinctGroups: [Int32] = []
  /// The values of a reference that have occurred.
  let cover: CoverTally?
  /// The records of which the condition, one in SQL, was null.
  @safe @exclusivity(unchecked) var nullCount = 0

  /// - Parameter reference: the values that have to occur.
  init(_ fact: MeasureFact, _ code: MeasureCode, groupPaths: [PathNumber], reference: ValueSet?) {
    self.fact = fact
    self.code = code
    self.groupPaths = groupPaths
    cover = reference.map { CoverTally($0) }
    cells = Storage(capacity: 1, repeating: MeasureCell())
    groups = code.groupCount > 0 ? FingerprintTable() : nil
    groupOfLane = Storage(capacity: Int(ColumnTable.lanesMaximum), repeating: 0)
    sums = code.isSum ? MeasuredSums(hasSquares: code.measure == .stddev) : nil
    numbers = code.measure == .quantile ? NumberTable() : nil
    distinct = code.isDistinct ? FingerprintTable() : nil
    clear()
  }

  deinit {
    cells.deallocate()
    groupOfLane.deallocate()
  }

  var hasGroups: Bool { groups != nil }

  func clear() {
    nullCount = 0
    cells.fill(MeasureCell(), count: max(groupCount, 1))
    for group in extremes.indices.prefix(max(groupCount, 1)) { extremes[group].clear() }
    sums?.removeAll()
    distinct?.removeAll()
    numbers?.removeAll()
    cover?.clear()
    if !distinctGroups.isEmpty { distinctGroups.removeAll(keepingCapacity: true) }
    if let groups {
      groups.removeAll()
      labels.removeAll(keepingCapacity: true)
      firsts.removeAll(keepingCapacity: true)
      groupCount = 0
    } else {
      groupCount = 1
      if extremes.isEmpty, code.isExtreme { extremes.append(MeasuredExtreme()) }
    }
  }

  func merge(_ chunk: MergedChunk) { fact.add(self, chunk) }

  /// A new group has been found.
  func addGroup(_ label: String, _ first: RecordPosition) {
    labels.append(label)
    firsts.append(first)
    groupCount += 1
    if cells.capacity < groupCount {
      cells = cells.grown(to: groupCount * 2, padding: MeasureCell())
    }
    sums?.reserve(groupCount)
    if code.isExtreme, extremes.count < groupCount { extremes.append(MeasuredExtreme()) }
  }

  // MARK: Counting

  enum Count { case judged, taken, mistyped, outOfRange }

  @inline(__always)
  func count(_ count: Count, _ number: Int, in group: Int = 0) {
    switch count {
    case .judged: cells[group].judged &+= number
    case .taken: cells[group].taken &+= number
    case .mistyped: cells[group].mistyped &+= number
    case .outOfRange: cells[group].outOfRange &+= number
    }
  }

  /// Takes the length of a text.
  @inline(__always)
  func take(length: Int, in group: Int) {
    let isBetter =
      code.measure == .minLength
      ? length < cells[group].length : length > cells[group].length
    if isBetter || cells[group].taken == 0 { cells[group].length = length }
    cells[group].taken &+= 1
  }

  /// Notes a value of a group; the key is already one of both.
  @inline(__always)
  func takeDistinct(_ key: Fingerprint, in group: Int) {
    guard let distinct else { return }
    let isNew = distinct.number(of: key).isNew
    if isNew, hasGroups { distinctGroups.append(Int32(group)) }
  }
}

/// The counts of one group.
struct MeasureCell: BitwiseCopyable, Hashable, Sendable {
  /// Records or elements: the whole of a share.
  var judged = 0
  /// The records that were counted, or whose values were measured.
  var taken = 0
  var mistyped = 0
  /// Numbers that are too large to be added.
  var outOfRange = 0
  /// The shortest or longest, if any value was taken.
  var length = 0
}

/// The keys that the `unique` rules of a run have seen, in bounded memory.
///
/// Workers note a fingerprint of 128 bits for each value of a `unique` rule, and the merge claims
/// it here, in the order of the input. Whether a key was seen before is known at once, with the
/// line of its first record, which lies in the same 16 bytes (``SeenKey``):
///
///     key ─► table in memory ─► filter ─► sorted files, one read each
///            (the newest keys)  (says no for nearly all keys that are in no file)
///
/// When the table is full, its keys are sorted, written to a file whose name is removed at once,
/// and noted in the filter (``KeyFilter``). A key that the filter does not know is new. For the few
/// others, and for true duplicates of keys on disk, each file is asked: one read of some kilobytes,
/// nearly always from the system's page cache. When there are ``runsOfLevelMaximum`` files of a
/// size, they are merged into one. So there are a few dozen files at most, and a key is written
/// once for each level.
///
/// With `--memory 16MiB` the table gets 8 MiB, which holds 393,216 keys: three quarters of its
/// slots. The filter gets 6 MiB, or 16 bits a key for the first 3 million keys in files. The rest
/// is for buffers and for the first keys of the files' blocks. Nothing but the table is there until
/// it is full for the first time. All rules share the table and the files.
///
/// The textbook solution is to sort all keys and find the duplicates at the end. That is half the
/// work, but by then the records are gone, with their values, verdicts and places in the outputs,
/// and standard input cannot be read again. This way keeps samples, top values and the records
/// handed to observers in the order of the input, from the same code, whatever the memory is. The
/// price is a read in each file for a true duplicate of a key in files, and for a growing share of
/// the other keys where the files have more than one key for each byte of the filter.
///
/// If a file cannot be written, the run ends there, and its report is marked as incomplete.
///
/// Invariant: a key is in the table or in exactly one file, with the line that claimed it first.
/// Only a key that is replaced (``replace(_:by:)``) may be in several, of which the newest counts.
package final class SeenKeys {
  /// How much memory, and where to put what does not fit.
  package struct Plan: Hashable, Sendable {
    package var bytesMaximum: Int
    package var folder: String

    package init(bytesMaximum: Int, folder: String) {
      self.bytesMaximum = bytesMaximum
      self.folder = folder
    }
  }

  private struct LevelRun {
    var level: Int
    let run: KeyRun
  }

  private let plan: Plan
  private let table: SeenKeyTable
  private var filter: KeyFilter?
  /// The files from large to small.
  private var runs: [LevelRun] = []
  private var block: Storage<SeenKey>

  private static let runsOfLevelMaximum = 8

  package init(_ plan: Plan) {
    self.plan = plan
    table = SeenKeyTable(bytesMaximum: plan.bytesMaximum / 2)
    block = Storage(uninitialized: KeyRun.blockKeysMinimum)
  }

  deinit { block.deallocate() }

  /// Claims a key for a line, unless an earlier one has it.
  ///
  /// - Parameter line: from 1, over all inputs.
  /// - Returns: the claim that came first, or nil if this is it.
  func claim(
    _ fingerprint: Fingerprint, of rule: RuleNumber, line: Int
  ) throws(TemporaryFileError) -> SeenKey? {
    let key = SeenKey(fingerprint, of: rule, line: line)
    let slot = table.slot(of: key)
    let found = table[slot]
    if !found.isNone { return found }
    if let filter, filter.mayHold(key), let found = try find(key) { return found }
    if table.isFull {
      if !table.grow() { try spill() }
      table.put(key, in: table.slot(of: key))
    } else {
      table.put(key, in: slot)
    }
    return nil
  }

  /// Whether a key has been claimed.
  func contains(_ fingerprint: Fingerprint, of rule: RuleNumber) throws(TemporaryFileError) -> Bool
  {
    let key = SeenKey(fingerprint, of: rule, line: 1)
    if !table[table.slot(of: key)].isNone { return true }
    guard let filter, filter.mayHold(key) else { return false }
    return try find(key) != nil
  }

  /// The number that came last with a key.
  func find(_ fingerprint: Fingerprint) throws(TemporaryFileError) -> Int? {
    let key = SeenKey(fingerprint, of: 0, line: 1)
    let found = table[table.slot(of: key)]
    if !found.isNone { return found.line }
    guard let filter, filter.mayHold(key) else { return nil }
    return try find(key)?.line
  }

  /// Lets a key have another number, wherever it is now.
  func replace(_ fingerprint: Fingerprint, by number: Int) throws(TemporaryFileError) {
    let key = SeenKey(fingerprint, of: 0, line: number)
    let slot = table.slot(of: key)
    if !table[slot].isNone { return table.replace(key, in: slot) }
    if table.isFull, !table.grow() { try spill() }
    table.put(key, in: table.slot(of: key))
  }

  private func find(_ key: SeenKey) throws(TemporaryFileError) -> SeenKey? {
    // Of a key that was replaced, the newest is meant.
    for entry in runs.reversed() {
      if let found = try entry.run.find(key, &block) { return found }
    }
    return nil
  }

  // MARK: Files

  private func spill() throws(TemporaryFileError) {
    let filter = self.filter ?? KeyFilter(bytes: plan.bytesMaximum / 8 * 3)
    self.filter = filter
    let run = try KeyRun(
      in: plan.folder, countExpected: table.count, blocksMaximum: blocksMaximum)
    try table.removeAll { (keys, count) throws(TemporaryFileError) in
      for index in 0..<count { filter.add(keys[index]) }
      try run.append(keys, count: count)
    }
    runs.append(LevelRun(level: 0, run: run))
    try mergeFullLevels()
  }

  private func mergeFullLevels() throws(TemporaryFileError) {
    while let level = runs.last?.level {
      let start = runs.firstIndex { $0.level == level } ?? 0
      guard runs.count - start >= SeenKeys.runsOfLevelMaximum else { return }
      let merged = try KeyRunMerge.merge(
        runs[start...].map(\.run), in: plan.folder, bytesMaximum: plan.bytesMaximum / 16,
        blocksMaximum: blocksMaximum)
      runs.removeSubrange(start...)
      runs.append(LevelRun(level: level + 1, run: merged))
    }
  }

  /// The most blocks of a run: a 1024th of the memory is for their first keys.
  private var blocksMaximum: Int { plan.bytesMaximum / 1024 / MemoryLayout<UInt64>.stride }
}

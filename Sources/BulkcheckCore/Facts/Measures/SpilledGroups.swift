/// The groups of a table rule that memory does not hold, in files that are sorted by their keys.
///
/// A group may be in several files, each with what was measured while it was in memory. They are
/// read together from front to end, and what is found of a group is added up in the order in which
/// it was written: so the first text of an extreme is that of the first record. When there are
/// ``runsOfLevelMaximum`` files of a size, they are merged into one.
///
/// Memory holds a block of each file and one group, whose numbers become buckets if they are too
/// many.
final class SpilledGroups {
  /// Takes a group, and the numbers of its quantile.
  typealias Write =
    (Fingerprint, MeasuredGroup, [NumberTable.Part]) throws(TemporaryFileError) -> Void

  private struct LevelRun {
    var level: Int
    let run: GroupRun
  }

  private let code: MeasureCode
  private let numbersBytesMaximum: Int
  private let folder: String
  /// From the first to the last, and so from large to small.
  private var runs: [LevelRun] = []

  private static let runsOfLevelMaximum = 8

  init(_ code: MeasureCode, numbersBytesMaximum: Int, folder: String) {
    self.code = code
    self.numbersBytesMaximum = numbersBytesMaximum
    self.folder = folder
  }

  /// Adds a file.
  ///
  /// - Parameter body: writes groups in the order of their keys.
  func add(
    _ body: (Write) throws(TemporaryFileError) -> Void
  ) throws(TemporaryFileError) {
    runs.append(LevelRun(level: 0, run: try write(body)))
    while let level = runs.last?.level {
      let start = runs.firstIndex { $0.level == level } ?? 0
      guard runs.count - start >= SpilledGroups.runsOfLevelMaximum else { return }
      let full = runs[start...].map(\.run)
      let merged = try write { (write: Write) throws(TemporaryFileError) in
        try eachGroup(of: full) { (key, group, numbers) throws(TemporaryFileError) in
          try write(key, group, numbers?.parts ?? [])
        }
      }
      runs.removeSubrange(start...)
      runs.append(LevelRun(level: level + 1, run: merged))
    }
  }

  /// Calls the body with each group, in the order of their keys; as often as it is asked for.
  ///
  /// - Parameter body: takes a group, and a table with the numbers of its quantile and of no other
  ///   group.
  func eachGroup(
    _ body: (Fingerprint, MeasuredGroup, NumberTable?) throws(TemporaryFileError) -> Void
  ) throws(TemporaryFileError) {
    try eachGroup(of: runs.map(\.run), body)
  }

  private func write(
    _ body: (Write) throws(TemporaryFileError) -> Void
  ) throws(TemporaryFileError) -> GroupRun {
    let run = GroupRun(in: folder)
    try body { (key, group, parts) throws(TemporaryFileError) in
      try run.append(key, content(of: group))
      for part in parts { try run.append(key, SpilledGroups.content(of: part)) }
    }
    try run.finish()
    return run
  }

  private func eachGroup(
    of runs: [GroupRun],
    _ body: (Fingerprint, MeasuredGroup, NumberTable?) throws(TemporaryFileError) -> Void
  ) throws(TemporaryFileError) {
    var readers: [GroupRun.Reader] = []
    for run in runs { readers.append(try GroupRun.Reader(run)) }
    while let key = readers.compactMap({ $0.entry?.key }).min() {
      var group = MeasuredGroup()
      let numbers =
        code.measure == .quantile ? NumberTable(bytesMaximum: numbersBytesMaximum) : nil
      for reader in readers {
        while let entry = reader.entry, entry.key == key {
          do throws(PartialDamage) {
            try read(entry.content, &group, numbers)
          } catch {
            throw reader.damage
          }
          try reader.advance()
        }
      }
      try body(key, group, numbers)
    }
  }

  // MARK: What is in a file

  private func content(of group: MeasuredGroup) -> [UInt8] {
    var encoder = PartialEncoder()
    encoder.add(true)
    var group = group
    code(&group, with: &encoder)
    return encoder.take()
  }

  private func code<Coder: PartialCoder>(
    _ group: inout MeasuredGroup, with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.code(&group.label)
    try coder.code(&group.distinct)
    try group.code(code, with: &coder)
  }

  private static func content(of numbers: NumberTable.Part) -> [UInt8] {
    var encoder = PartialEncoder()
    encoder.add(false)
    numbers.write(to: &encoder)
    return encoder.take()
  }

  private func read(
    _ content: [UInt8], _ group: inout MeasuredGroup, _ numbers: NumberTable?
  ) throws(PartialDamage) {
    var decoder = PartialDecoder(content)
    if try decoder.read() {
      var found = MeasuredGroup()
      try code(&found, with: &decoder)
      group.add(found, code)
    } else if let numbers {
      try numbers.replay(&decoder, into: 0)
      if numbers.hasTooMany { numbers.estimate() }
    }
  }
}

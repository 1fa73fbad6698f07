/// The values of a dictionary: those of its batch, and of the deltas behind it.
///
/// Never changed: a delta makes a new one that shares the batches, since rows that came before may
/// still be read.
///
/// `@unchecked Sendable`: its arrays are only read once they are loaded.
final class DictionaryValues: @unchecked Sendable {
  struct Segment {
    /// The index of its first value.
    var start: Int
    var count: Int
    var arrays: LoadedArrays
    /// Owns the bytes of the arrays.
    var batch: ArrowBatch
  }

  let id: Int
  /// The entry of the values.
  let entry: Int
  let segments: [Segment]
  let count: Int
  /// The memory that its batches take.
  let bytes: Int

  private init(id: Int, entry: Int, _ segments: [Segment]) {
    self.id = id
    self.entry = entry
    self.segments = segments
    count = segments.reduce(0) { $0 + $1.count }
    bytes = segments.reduce(0) { $0 + $1.batch.residentBytes }
  }

  /// The values of a batch, behind those that there are.
  convenience init(
    id: Int, _ batch: ArrowBatch, behind values: DictionaryValues?
  ) throws(ArrowError) {
    let arrays = LoadedArrays(batch.entries)
    var loader = ArrayLoader(batch, arrays)
    let root = batch.entries.lowerBound
    try loader.load(root, rows: 0..<batch.rowCount)
    let segment = Segment(
      start: values?.count ?? 0, count: batch.rowCount, arrays: arrays, batch: batch)
    self.init(id: id, entry: root, (values?.segments ?? []) + [segment])
  }

  /// The batch of an index.
  ///
  /// Precondition: the index is less than the count.
  func segment(of index: Int) -> Segment {
    if index < segments[0].count { return segments[0] }
    var lower = 0
    var upper = segments.count
    while upper - lower > 1 {
      let middle = (lower + upper) / 2
      if segments[middle].start <= index { lower = middle } else { upper = middle }
    }
    return segments[lower]
  }
}

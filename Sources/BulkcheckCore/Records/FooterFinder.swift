/// Finds the rows at the end of a chunk of CSV that may be the footers of the input.
///
/// Whether rows are footers is known only at the end of the input. So the last rows of each chunk
/// are held back: they are read together with the next chunk, or before it. In chunks of
///
///     a⏎b⏎c⏎      d⏎e⏎      total⏎
///
/// with one footer, `c` is left for the second chunk, `e` for the third, and `total` is the footer.
/// The chunk is read twice, by the same reader, which the first time keeps no cell.
///
/// Footers are the last rows as far as they are together no longer than ``bytesMaximum``, nor than
/// one record may be. So what is held back, and read again with the next chunk, is bounded.
final class FooterFinder {
  struct Rows {
    /// The records before those that are held back.
    var records = 0
    var held = 0
    /// How far the chunk can be read with those that are held back.
    var end = ChunkEnd()
  }

  private static let bytesMaximum = 1 << 20

  private var reader: RecordReader
  private var table = ColumnTable(stateCount: 1, lanesMaximum: 1)
  private let count: Int

  init(_ layout: CSVLayout, _ recordBytesMaximum: Int) {
    count = layout.footerRows
    reader = RecordReader(tree: FieldTree(named: []), recordBytesMaximum: recordBytesMaximum)
    reader.prepare(.csv(layout.ofAllRows))
  }

  func rows(of task: ChunkTask) -> Rows {
    var task = task
    task.recordsMaximum = .max
    reader.begin(task)
    var starts: [Int] = []
    var next = 0
    while reader.nextAlone(into: &table) != .end {
      // The oldest of the last ones makes room.
      if starts.count < count {
        starts.append(reader.record.start)
      } else {
        starts[next] = reader.record.start
        next = (next + 1) % count
      }
    }
    let ordered = starts[next...] + starts[..<next]
    let bytesMaximum = min(FooterFinder.bytesMaximum, reader.recordBytesMaximum)
    let held = ordered.filter { $0 >= 0 && task.bytes.count - $0 <= bytesMaximum }
    var rows = Rows(records: reader.end.records - held.count, held: held.count, end: reader.end)
    let isWhole = reader.end.consumed == task.bytes.count && !reader.end.isInsideLongLine
    rows.end.rowsHeld = isWhole ? held.count : 0
    rows.end.rowsHeldOrRead = held.count
    return rows
  }
}

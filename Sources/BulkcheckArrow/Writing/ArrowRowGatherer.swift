/// Gathers rows of batches, to be written by an ``ArrowTableWriter``.
///
/// Each worker has its own, which keeps its memory from batch to batch.
package final class ArrowRowGatherer {
  private var rows: ArrowRows
  private let bytesMaximum: Int

  /// - Parameter bytesMaximum: the most memory that the rows of one call may take.
  package init(bytesMaximum: Int = 1 << 30) {
    self.bytesMaximum = bytesMaximum
    rows = ArrowRows(bytesMaximum: bytesMaximum)
  }

  /// Gathers rows of a batch, all columns of them.
  ///
  /// Precondition: the numbers rise, and the reader of the batch has been asked for all columns.
  package func gather(
    _ batch: ArrowBatch, rows wanted: [Int]
  ) throws(ArrowError) -> ArrowGatheredRows {
    let layout = batch.layout
    let columns = Array(layout.columns.indices)
    var gatherer = ArrayGatherer(layout, layout.columnEntries, bytesMaximum: bytesMaximum)
    var next = 0
    while next < wanted.count {
      let span = RowSpan.first(of: wanted, from: next)
      let loaded = try rows.load(batch, rows: span, columns: columns)
      while next < wanted.count, wanted[next] < loaded.upperBound {
        let start = wanted[next]
        var end = start
        while next < wanted.count, wanted[next] == end, end < loaded.upperBound {
          end += 1
          next += 1
        }
        try append(start..<end, of: batch, to: &gatherer)
      }
    }
    var gathered = gatherer.batch()
    gathered.length = wanted.count
    return ArrowGatheredRows(
      batch: gathered, layout: layout, dictionaries: batch.dictionaries)
  }

  private func append(
    _ part: Range<Int>, of batch: ArrowBatch, to gatherer: inout ArrayGatherer
  ) throws(ArrowError) {
    for (column, field) in zip(batch.layout.columns, batch.layout.schema.fields) {
      do throws(ArrowError) {
        try gatherer.append(column, part, of: rows.arrays.table)
      } catch {
        throw error.at(offset: batch.offset, message: batch.number, column: field.name)
      }
    }
  }
}

/// The rows that are loaded together, of rows that were chosen.
enum RowSpan {
  /// Rows that are further apart are not loaded together.
  private static let gapMaximum = 256
  private static let rowsMaximum = 1 << 16

  /// The first ones from an index on, and all between them. The numbers rise.
  static func first(of wanted: [Int], from start: Int) -> Range<Int> {
    var last = start
    while last + 1 < wanted.count, wanted[last + 1] - wanted[last] <= gapMaximum,
      wanted[last + 1] - wanted[start] < rowsMaximum
    {
      last += 1
    }
    return wanted[start]..<wanted[last] + 1
  }
}

/// Rows that have been gathered, with the dictionaries in which their values are.
package struct ArrowGatheredRows: Sendable {
  var batch: GatheredBatch
  let layout: TableLayout
  let dictionaries: [DictionaryValues?]

  package var rowCount: Int { batch.length }
}

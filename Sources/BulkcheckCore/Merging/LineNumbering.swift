/// Numbers the lines of all inputs of a run one after another, so that a single number says where a
/// record stands. Of a JSON document, and of an input without lines, records are numbered instead.
struct LineNumbering {
  private struct Start {
    var input: Int
    var numbersBefore: Int
    var countsRecords: Bool
  }

  private var starts = [Start(input: 0, numbersBefore: 0, countsRecords: false)]

  /// - Parameter lastNumber: of the input before; its last line may have no end.
  mutating func beginInput(_ number: Int, after lastNumber: Int) {
    let last = starts[starts.count - 1]
    let before = last.numbersBefore + lastNumber + 1
    starts.append(
      Start(
        input: number, numbersBefore: min(before, LineNumbering.numbersMaximum),
        countsRecords: false)
    )
  }

  /// Whether records of the current input are numbered: known once its first bytes have been looked
  /// at.
  var countsRecords: Bool {
    get { starts[starts.count - 1].countsRecords }
    set { starts[starts.count - 1].countsRecords = newValue }
  }

  /// More than a key keeps, and far from overflow: partial results may claim any number of lines.
  private static let numbersMaximum = 1 << 60

  /// The number, from 1, of a record of a chunk of the current input.
  func number(of record: RecordPosition, in chunk: ChunkStart) -> Int {
    let start = starts[starts.count - 1]
    return start.numbersBefore
      + (start.countsRecords ? chunk.records + record.ordinal : chunk.lines + record.line) + 1
  }

  /// The place of a record of a chunk of the current input.
  func place(of record: RecordPosition, in chunk: ChunkStart) -> FirstOccurrence {
    let start = starts[starts.count - 1]
    return FirstOccurrence(
      input: start.input,
      number: start.countsRecords
        ? chunk.records + record.ordinal + 1 : chunk.lines + record.line + 1,
      isRecord: start.countsRecords)
  }

  /// The place that a key keeps; nil where its number was too large to be kept.
  func place(of key: SeenKey) -> FirstOccurrence? {
    guard let number = key.line else { return nil }
    let start = starts[
      (1..<starts.count).partitioningIndex { starts[$0].numbersBefore >= number } - 1]
    return FirstOccurrence(
      input: start.input, number: number - start.numbersBefore, isRecord: start.countsRecords)
  }
}

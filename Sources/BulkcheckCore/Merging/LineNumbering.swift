/// Numbers the lines of all inputs of a run one after another, so that a single number says where a
/// record stands.
struct LineNumbering {
  private struct Start {
    var input: Int
    var linesBefore: Int
  }

  private var starts = [Start(input: 0, linesBefore: 0)]

  /// - Parameter linesOfLast: line ends in the input before; its last line may have none.
  mutating func beginInput(_ number: Int, linesOfLast: Int) {
    let last = starts[starts.count - 1]
    let linesBefore = last.linesBefore + linesOfLast + 1
    starts.append(
      Start(input: number, linesBefore: min(linesBefore, LineNumbering.linesMaximum)))
  }

  /// More than a key keeps, and far from overflow: partial results may claim any number of lines.
  private static let linesMaximum = 1 << 60

  /// The number, from 1, of a line of the current input.
  func number(ofLine line: Int) -> Int { starts[starts.count - 1].linesBefore + line }

  /// The line that a key keeps; nil where the number was too large to be kept.
  func place(of key: SeenKey) -> FirstOccurrence? {
    guard let number = key.line else { return nil }
    let start = starts[
      (1..<starts.count).partitioningIndex { starts[$0].linesBefore >= number } - 1]
    return FirstOccurrence(input: start.input, line: number - start.linesBefore)
  }
}

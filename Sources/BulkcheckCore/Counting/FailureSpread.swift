/// The places in the inputs at which a rule failed: how many failures are in each of successive
/// ranges of records, in memory that does not grow with the data. Reports spread the ranges over a
/// hundred parts.
///
/// Workers note failing records as one bit each, by their number in the chunk (``RecordBits``). The
/// merge knows which record of the input is the first of the chunk, and adds the bits here. All
/// ranges have the same length, a power of two, and begin at the start of their input. Empty ones
/// are not kept. With room for two ranges, failures on the records 0, 5 and 6 are kept as
///
///     0, 5         length 1    [0]: 1  [5]: 1
///     and 6        length 2    [0, 1]: 1  [4, 5]: 1  [6, 7]: 1     still three
///                  length 4    [0 … 3]: 1  [4 … 7]: 2
///
/// The length is the least one for which there are at most ``rangesMaximum`` ranges beyond the
/// first one of each input. That depends on the set of failing records alone, and not on the order
/// in which they come. So the result is the same however the input was cut, and in whichever order
/// partial results are merged.
package struct FailureSpread: Hashable, Sendable {
  /// A range of records in which the rule failed.
  package struct Part: Hashable, Sendable {
    /// The number of the input.
    package var input: Int
    /// The number of the range in its input.
    package var number: Int
    package var failures: Int

    fileprivate func isBefore(_ input: Int, _ number: Int) -> Bool {
      (self.input, self.number) < (input, number)
    }

    fileprivate func `is`(_ input: Int, _ number: Int) -> Bool {
      self.number == number && self.input == input
    }
  }

  /// In the order of the records.
  package private(set) var parts: [Part] = []
  /// The length of a range is two to the power of this.
  package private(set) var lengthBits = 0
  /// The rule failed in too many inputs: nothing is known.
  private(set) var isOverfull = false
  /// All failures.
  package private(set) var failures = 0
  /// How many inputs have a range.
  private var inputs = 0

  static let rangesMaximum = 1024
  static let inputsMaximum = 4096

  package init() {}

  /// Adds the failures of one word of a chunk.
  ///
  /// - Parameter record: the number of the word's first record in the input.
  mutating func add(_ bits: UInt64, from record: Int, input: Int) {
    var rest = bits
    while rest != 0, !isOverfull {
      let first = record + rest.trailingZeroBitCount
      let number = first >> lengthBits
      // Behind the range's last record, counted from the first one of the word.
      let end = ((number + 1) << lengthBits) - record
      let here = end < 64 ? rest & ((1 << UInt64(end)) - 1) : rest
      rest ^= here
      add(here.nonzeroBitCount, in: number, of: input)
    }
  }

  /// Adds failures on successive records.
  package mutating func add(_ records: Range<Int>, input: Int) {
    var first = records.lowerBound
    while first < records.upperBound, !isOverfull {
      let number = first >> lengthBits
      let end = min(records.upperBound, (number + 1) << lengthBits)
      add(end - first, in: number, of: input)
      first = end
    }
  }

  private mutating func add(_ failures: Int, in number: Int, of input: Int) {
    self.failures += failures
    if let last = parts.last, last.is(input, number) {
      parts[parts.count - 1].failures += failures
      return
    }
    // Nearly always at the end: only duplicates and references are found late.
    var place = parts.count
    if let last = parts.last, !last.isBefore(input, number) {
      place = firstPlace(notBefore: input, number)
      if parts[place].is(input, number) {
        parts[place].failures += failures
        return
      }
    }
    let isKnown =
      place > 0 && parts[place - 1].input == input
      || place < parts.count && parts[place].input == input
    parts.insert(Part(input: input, number: number, failures: failures), at: place)
    if !isKnown { inputs += 1 }
    if inputs > FailureSpread.inputsMaximum { giveUp() }
    while parts.count - inputs > FailureSpread.rangesMaximum { doubleLength() }
  }

  /// Precondition: the last part is not before it.
  private func firstPlace(notBefore input: Int, _ number: Int) -> Int {
    (0..<parts.count - 1).partitioningIndex { !parts[$0].isBefore(input, number) }
  }

  /// Counts the inputs behind so many others.
  mutating func moveBehind(inputs count: Int) {
    for index in parts.indices { parts[index].input += count }
  }

  private mutating func doubleLength() {
    lengthBits += 1
    var kept = 0
    for index in parts.indices {
      var part = parts[index]
      part.number >>= 1
      if kept > 0, parts[kept - 1].is(part.input, part.number) {
        parts[kept - 1].failures += part.failures
      } else {
        parts[kept] = part
        kept += 1
      }
    }
    parts.removeLast(parts.count - kept)
  }

  private mutating func giveUp() {
    isOverfull = true
    parts = []
    inputs = 0
    failures = 0
    lengthBits = 0
  }
}

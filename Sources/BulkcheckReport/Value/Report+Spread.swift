internal import BulkcheckCore

extension Report {
  /// The positions of a rule's failures in the inputs, by the numbers of their records. The records
  /// of all inputs are counted one after another, in the order of the inputs, malformed ones
  /// included.
  public struct Spread: Hashable, Sendable {
    /// The failures in each hundredth of the records, in their order; of fewer than a hundred
    /// records: on each of them.
    ///
    /// Where failures are many, they are counted in ranges of records that are shorter than a
    /// hundredth. Those of a range in two hundredths are shared out between them by its
    /// length in each.
    public let parts: [Int]
    /// Records of all inputs.
    public let records: Int
    /// The records from the first failure to the last one, by numbers from 0, to within a range.
    public let bounds: Range<Int>
    /// The number of the input that all failures are in; nil if they are in several.
    public let onlyInput: Int?

    /// How many failures there are.
    public var failures: Int { parts.reduce(0, +) }
  }
}

/// The numbers of each input's records among those of all inputs.
struct RecordExtents {
  /// The number of the first record of each input, and behind them that of all records.
  let starts: [Int]

  /// - Parameter counts: the records of each input.
  init(_ counts: [Int]) {
    var starts = [0]
    // Partial results can claim anything: a sum that is too large is cut.
    for count in counts {
      starts.append(min(starts[starts.count - 1] + max(0, count), RecordExtents.recordsMaximum))
    }
    self.starts = starts
  }

  private static let recordsMaximum = 1 << 60

  var total: Int { starts[starts.count - 1] }

  /// The records of a range of an input, as far as the input has them; nil if it ends before them.
  func bounds(of part: FailureSpread.Part, lengthBits: Int) -> Range<Int>? {
    guard part.input < starts.count - 1 else { return nil }
    let end = starts[part.input + 1]
    let (start, isTooLarge) = starts[part.input].addingReportingOverflow(part.number << lengthBits)
    guard !isTooLarge, start < end else { return nil }
    return start..<(end - start > 1 << lengthBits ? start + 1 << lengthBits : end)
  }
}

extension Report.Spread {
  /// Parts of the records that are told apart.
  static let partsMaximum = 100

  init?(_ spread: FailureSpread, _ extents: RecordExtents) {
    records = extents.total
    var parts = [Int](repeating: 0, count: min(Report.Spread.partsMaximum, records))
    var bounds: Range<Int>?
    for part in spread.parts {
      guard let range = extents.bounds(of: part, lengthBits: spread.lengthBits) else { continue }
      Report.Spread.share(part.failures, of: range, among: &parts, records: records)
      bounds = (bounds?.lowerBound ?? range.lowerBound)..<range.upperBound
    }
    guard let bounds else { return nil }
    self.parts = parts
    self.bounds = bounds
    let first = spread.parts.first?.input
    onlyInput = spread.parts.last?.input == first ? first : nil
  }

  /// Shares out the failures of a range by its length in each part, so that the sum is kept.
  private static func share(
    _ failures: Int, of range: Range<Int>, among parts: inout [Int], records: Int
  ) {
    var shared = 0
    var part = place(of: range.lowerBound, parts.count, records)
    while shared < failures, part < parts.count {
      let end = min(range.upperBound, start(of: part + 1, parts.count, records))
      let share = UInt128(failures) * UInt128(end - range.lowerBound) / UInt128(range.count)
      parts[part] += Int(share) - shared
      shared = Int(share)
      part += 1
    }
  }

  /// The number of the first record of a part.
  static func start(of part: Int, _ count: Int, _ records: Int) -> Int {
    Int((UInt128(part) * UInt128(records) + UInt128(count) - 1) / UInt128(count))
  }

  /// The part that a record is in.
  private static func place(of record: Int, _ count: Int, _ records: Int) -> Int {
    Int(UInt128(record) * UInt128(count) / UInt128(records))
  }
}

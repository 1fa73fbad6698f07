/// Which values of a reference a run has not come across.
///
/// A merge has no reference file at hand: each partial result lists what it lacks, and what all of
/// them lack is left.
final class CoverState {
  private let values: ValueSet
  private let marks: ValueMarks
  /// The values that all partial results so far lack, as JSON; nil before the first one.
  private var lacking: [String]?
  /// The values that the partial result at hand lacks, as far as it has been read.
  private var part: [String] = []
  private var count: Int

  /// Missing values that a report shows.
  static let shownMaximum = 5

  init(_ values: ValueSet) {
    self.values = values
    marks = ValueMarks(values.table)
    count = values.count
  }

  func add(_ tally: CoverTally) {
    for place in tally.new { marks.insert(place) }
    tally.isAdded = true
  }

  /// The values that have not occurred, as JSON, and of how many.
  var missing: (values: [String], of: Int) {
    let values =
      lacking
      ?? marks.missing.map { $0.isText ? JSONText.quoted($0.text) : JSONText.number($0.text) }
    return (values, count)
  }

  // MARK: Partial results

  /// The missing values in parts, each small enough for a block.
  var parts: [ArraySlice<String>] {
    let all = missing.values
    if all.isEmpty { return [[]] }
    return stride(from: 0, to: all.count, by: CoverState.partMaximum).map {
      all[$0..<min($0 + CoverState.partMaximum, all.count)]
    }
  }

  private static let partMaximum = 1000

  func write(_ part: ArraySlice<String>, isLast: Bool, to encoder: inout PartialEncoder) {
    encoder.add(count)
    encoder.add(isLast)
    encoder.add(Array(part))
  }

  func replay(_ decoder: inout PartialDecoder) throws(PartialDamage) {
    let count = try decoder.number()
    let isLast = try decoder.flag()
    let texts = try decoder.texts()
    part += texts
    guard part.count <= count, lacking == nil || count == self.count,
      texts.allSatisfy({ JSONDiagnosis.isWellFormed($0) })
    else { throw PartialDamage() }
    self.count = count
    guard isLast else { return }
    defer { part = [] }
    guard let before = lacking else {
      lacking = part
      return
    }
    let others = Set(part.map { Array($0.utf8) })
    lacking = before.filter { others.contains(Array($0.utf8)) }
  }
}

/// The values of a reference that one chunk is the first to have.
///
/// What has occurred is kept from chunk to chunk, so that a chunk hands over only what its worker
/// has not seen before. A chunk that is judged again from another place takes its values back.
final class CoverTally {
  private let marks: ValueMarks
  /// The places that this chunk has added.
  private(set) var new: [Int] = []
  /// The chunk has been added up, so that its values stay.
  var isAdded = false

  init(_ values: ValueSet) { marks = ValueMarks(values.table) }

  func clear() {
    if !isAdded { for place in new { marks.remove(place) } }
    isAdded = false
    if !new.isEmpty { new.removeAll(keepingCapacity: true) }
  }

  @inline(__always)
  func take(_ kind: ValueKind, _ text: ByteView) {
    let (first, second) = marks.places(kind, text)
    if first >= 0 { note(first) }
    if second >= 0 { note(second) }
  }

  @inline(__always)
  private func note(_ place: Int) {
    guard !marks.contains(place) else { return }
    marks.insert(place)
    new.append(place)
  }
}

/// Which values of a reference a run has not come across.
///
/// A merge has no reference file at hand: each partial result lists what it lacks, and what all of
/// them lack is left.
final class CoverState {
  private let marks: ValueMarks
  /// The values that all partial results so far lack, as JSON; nil before the first one.
  private var lacking: [String]?
  /// The values that the partial result at hand lacks, as far as it has been read.
  private var part: [String] = []
  private var count: Int

  /// Missing values that a report shows.
  static let shownMaximum = 5

  init(_ values: ValueSet) {
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

  private static let partMaximum = 1000

  /// Writes the missing values in parts, each small enough for a block.
  func write(to entries: PartialEntries, of index: Int) {
    var rest = missing.values[...]
    repeat {
      let part = Array(rest.prefix(CoverState.partMaximum))
      rest = rest.dropFirst(CoverState.partMaximum)
      entries.add(.cover, of: index) { encoder in
        encoder.add(count)
        encoder.add(rest.isEmpty)
        encoder.add(part)
      }
    } while !rest.isEmpty
  }

  func replay(_ decoder: inout PartialDecoder) throws(PartialDamage) {
    let count: Int = try decoder.read()
    let isLast: Bool = try decoder.read()
    let texts: [String] = try decoder.read()
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

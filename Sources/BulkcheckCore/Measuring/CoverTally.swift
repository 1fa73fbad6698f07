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

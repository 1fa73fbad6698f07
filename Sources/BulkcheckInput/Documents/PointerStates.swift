internal import BulkcheckCore

/// All record pointers at once, as states: a place of the document has one, and its elements and
/// members get theirs from it. Two pointers may lead through the same place.
///
/// A state is a set of positions in pointers, and is made when a place first has it.
struct PointerStates {
  /// No pointer leads into such a place.
  static let none = 0

  private struct Position: Hashable {
    var pointer: Int
    /// The next segment.
    var segment: Int
  }

  let pointers: [RecordPointer]
  private var sets: [[Position]] = []
  private var numbers: [[Position]: Int] = [:]
  private var facts: [Facts] = []
  /// The state of the document.
  private(set) var root = none

  struct Facts {
    /// The pointer whose record the place is.
    var record: Int?
    /// Names matter, and indices.
    var hasNames: Bool
    /// The state of what no name is about.
    var other: Int?
  }

  init(_ pointers: [RecordPointer]) {
    self.pointers = pointers
    _ = number(of: [])
    root = number(of: pointers.indices.map { Position(pointer: $0, segment: 0) })
  }

  private mutating func number(of set: [Position]) -> Int {
    if let known = numbers[set] { return known }
    sets.append(set)
    numbers[set] = sets.count - 1
    facts.append(
      Facts(
        record: set.first { pointers[$0.pointer].segments.count == $0.segment }?.pointer,
        hasNames: set.contains { segment(of: $0) != nil && segment(of: $0) != .star }))
    return sets.count - 1
  }

  private func segment(of position: Position) -> RecordPointer.Segment? {
    let segments = pointers[position.pointer].segments
    return position.segment < segments.count ? segments[position.segment] : nil
  }

  /// The pointer whose record a place of this state is.
  func record(_ state: Int) -> Int? { facts[state].record }

  func hasNames(_ state: Int) -> Bool { facts[state].hasNames }

  /// The state of an element or member that no name of a pointer is about.
  mutating func other(in state: Int) -> Int {
    if let known = facts[state].other { return known }
    let next = number(of: following(state) { $0 == .star })
    facts[state].other = next
    return next
  }

  /// The state of the element or member of this name, or index.
  mutating func child(_ name: String, of state: Int) -> Int {
    number(of: following(state) { $0 == .star || $0 == .name(name) })
  }

  private func following(
    _ state: Int, where isNext: (RecordPointer.Segment) -> Bool
  ) -> [Position] {
    sets[state].compactMap { position in
      guard let segment = segment(of: position), isNext(segment) else { return nil }
      return Position(pointer: position.pointer, segment: position.segment + 1)
    }
  }

  /// The pointers that lead through a place by a name of its parent: each with the name.
  func names(_ state: Int) -> [(pointer: Int, name: String)] {
    sets[state].compactMap { position in
      guard case .name(let name) = segment(of: position) else { return nil }
      return (position.pointer, name)
    }
  }

  /// The pointers that lead into a place.
  func pointers(through state: Int) -> [Int] { sets[state].map(\.pointer) }
}

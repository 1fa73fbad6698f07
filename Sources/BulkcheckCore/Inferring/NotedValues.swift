/// Values of fields that may turn out to be unique, in the order of the input, each as a hash of 64
/// bits.
///
/// Two different values have the same hash with a chance of 2⁻⁶⁴; then a unique field is taken for
/// one with a duplicate.
package struct NotedValues: ~Copyable {
  private var hashes = Storage<UInt64>(capacity: 1024, repeating: 0)
  private var nodes = Storage<SummaryNumber>(capacity: 1024, repeating: 0)
  package private(set) var count = 0

  package init() {}

  deinit {
    hashes.deallocate()
    nodes.deallocate()
  }

  mutating func clear() { count = 0 }

  /// A hash of 0 becomes 1: 0 has a meaning of its own here, and is a free slot in tables.
  @inline(__always)
  mutating func append(_ hash: UInt64, of node: SummaryNumber) {
    appendMark(max(hash, 1), of: node)
  }

  @inline(__always)
  private mutating func appendMark(_ hash: UInt64, of node: SummaryNumber) {
    if count == hashes.capacity {
      hashes = hashes.grown(to: 2 * count, padding: 0)
      nodes = nodes.grown(to: 2 * count, padding: 0)
    }
    hashes[count] = hash
    nodes[count] = node
    count &+= 1
  }

  /// Notes that a field has a value by which no record is identified.
  mutating func appendUnfit(of node: SummaryNumber) {
    appendMark(NotedValues.unfit, of: node)
  }

  static let unfit: UInt64 = 0

  @inline(__always)
  func value(_ index: Int) -> (hash: UInt64, node: SummaryNumber) { (hashes[index], nodes[index]) }
}

/// Finds out whether the values of fields are unique, in bounded memory.
///
/// It sees values in the order of the input. A field is dropped when it has too many duplicates, or
/// when there is no room for more hashes: then nothing is said of it. Both are decided value by
/// value, so that it does not matter how the input was cut into chunks.
package struct UniquenessSearch: ~Copyable {
  /// Hashes of all fields together; the table of each is at least half empty, so they take up to 64
  /// MiB.
  package static let hashesMaximum = 4 << 20
  /// A field with more duplicates than this and than one in 100 is not unique by mistake.
  private static let duplicatesMinimum = 100

  package enum Finding: BitwiseCopyable, Sendable {
    case searching, notUnique
    /// There was no room for all different values.
    case gaveUp
    /// The field has become part of another one.
    case retired
  }

  private struct Field: BitwiseCopyable {
    var finding = Finding.searching
    var count = 0
    var duplicates = 0
    var hashes = HashTable<UInt64>(room: 32)
  }

  /// The number of the field at each place, or -1.
  private var fields: [Int] = []
  private var states: [Field] = []
  private var hashCount = 0
  private let hashesMaximum: Int

  package init(hashesMaximum: Int = UniquenessSearch.hashesMaximum) {
    self.hashesMaximum = hashesMaximum
  }

  deinit {
    for field in states where field.finding == .searching { field.hashes.deallocate() }
  }

  /// Takes the values of a chunk.
  ///
  /// - Parameters:
  ///   - places: of each node of the chunk's tree the node of the whole run, or -1.
  ///   - dropped: told of each field whose values need not be noted any longer.
  package mutating func take(
    _ values: borrowing NotedValues, _ places: [SummaryNumber], dropped: (SummaryNumber) -> Void
  ) {
    for index in 0..<values.count {
      let (hash, node) = values.value(index)
      let place = places[Int(node)]
      guard place >= 0 else { continue }
      let number = field(of: place)
      guard states[number].finding == .searching else { continue }
      if hash == NotedValues.unfit { drop(number, .notUnique) } else { add(hash, to: number) }
      if states[number].finding != .searching { dropped(place) }
    }
  }

  private mutating func field(of place: SummaryNumber) -> Int {
    let place = Int(place)
    if place < fields.count, fields[place] >= 0 { return fields[place] }
    while fields.count <= place { fields.append(-1) }
    states.append(Field())
    fields[place] = states.count - 1
    return states.count - 1
  }

  private mutating func add(_ hash: UInt64, to number: Int) {
    states[number].count += 1
    let place = states[number].hashes.place(hash) { $0 == hash }
    if states[number].hashes[place] == hash { return addDuplicate(to: number) }
    guard hashCount < hashesMaximum else { return drop(number, .gaveUp) }
    states[number].hashes.insert(hash, at: place)
    hashCount += 1
  }

  private mutating func addDuplicate(to number: Int) {
    states[number].duplicates += 1
    let duplicates = states[number].duplicates
    if duplicates > UniquenessSearch.duplicatesMinimum, duplicates > states[number].count / 100 {
      drop(number, .notUnique)
    }
  }

  /// Ends the search for a field that has become part of another one. Its hashes still count as
  /// kept: so how many others fit does not depend on when this was found out.
  package mutating func retire(_ place: SummaryNumber) {
    guard Int(place) < fields.count, fields[Int(place)] >= 0 else { return }
    let number = fields[Int(place)]
    guard states[number].finding == .searching else { return }
    states[number].finding = .retired
    states[number].hashes.deallocate()
  }

  private mutating func drop(_ number: Int, _ finding: Finding) {
    hashCount -= states[number].count - states[number].duplicates
    if finding == .gaveUp { hashCount += 1 }
    states[number].finding = finding
    states[number].hashes.deallocate()
  }

  /// The finding about a field, and how many of its values had occurred before.
  package func finding(of place: SummaryNumber) -> (finding: Finding, duplicates: Int)? {
    guard Int(place) < fields.count, fields[Int(place)] >= 0 else { return nil }
    let number = fields[Int(place)]
    return (states[number].finding, states[number].duplicates)
  }
}

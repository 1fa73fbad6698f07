/// The subset construction behind ``FieldTree``.
///
/// A state represents the paths that lead to it, and the subschemas that are asked about its values
/// (``SchemaShape``).
struct FieldTreeBuilder {
  /// A place in records whose state is to be made.
  private struct Place {
    var positions: [Position] = []
    /// The subschemas that read parts of the value.
    var readers: [Int] = []
    var parent: StateNumber = -1
    var name: String?
    var isElement = false
    var isRepeated = false
    /// The readers of the values around it: one of them again is a circle.
    var around: Set<[Int]> = []
    /// `ownPaths` are those whose steps so far name exactly this place: `items[*].sku` ends at the
    /// state of elements without an index, also where `items[0]` has a state that stands for both.
    var ownPaths: Set<Int> = []
  }
  /// A path and how many of its steps have been taken.
  private struct Position: Hashable {
    var path: Int
    var taken: Int
  }

  let paths: [FieldPath]
  /// Paths below this index are named by the profile.
  let namedCount: Int
  /// The record, and the one before, are elements of an array.
  let isOfElements: Bool
  var states: [FieldTree.State] = []
  var elements: [FieldTree.ElementEntry] = []
  var keys: [KeyTable.Entry] = []
  var keyBytes: [UInt8] = []
  var stepNames: [String?] = []
  var recordKeys: [RecordKeyState] = []
  var previous = FieldTree.none
  var statesOfPath: [FieldPath: [StateNumber]] = [:]
  var everyStateOfPath: [FieldPath: [StateNumber]] = [:]
  var prefixes: Set<FieldPath> = []

  /// The states behind those of the tree; see ``SchemaStates``.
  var graphStart: StateNumber = 0
  var schemaStates = SchemaStates()
  let shape: SchemaShape?
  private let schemaRoot: [Int]

  init(
    paths: [FieldPath], namedCount: Int, schema: SchemaGraph? = nil, isOfElements: Bool = false
  ) {
    self.paths = paths
    self.isOfElements = isOfElements
    self.namedCount = namedCount
    let shape = schema.map { SchemaShape($0) }
    self.shape = shape
    schemaRoot = schema.flatMap { shape?.readers($0.roots.map(\.value)) } ?? []
  }

  mutating func build() {
    let all = paths.indices.map { Position(path: $0, taken: 0) }
    for path in paths {
      for length in 0...path.steps.count {
        prefixes.insert(FieldPath(Array(path.steps.prefix(length))))
      }
    }
    _ = add(
      Place(
        positions: all, readers: schemaRoot, isElement: isOfElements, ownPaths: Set(paths.indices)))
    graphStart = StateNumber(states.count)
    addSchemaStates()
  }

  /// Adds a state and, recursively, the states below it. Depth is bounded by the longest path, and
  /// by ``columnDepthMaximum`` for a schema.
  private mutating func add(_ place: Place) -> StateNumber {
    let number = StateNumber(states.count)
    let positions = place.positions
    var state = FieldTree.State()
    state.parent = place.parent
    state.isRepeated = place.isRepeated
    state.isElement = place.isElement
    state.isNamed = positions.contains { $0.path < namedCount } || shape != nil
    states.append(state)
    stepNames.append(place.name)
    for position in positions where position.taken == paths[position.path].steps.count {
      let path = paths[position.path]
      if everyStateOfPath[path]?.last != number {
        everyStateOfPath[path, default: []].append(number)
      }
      guard place.ownPaths.contains(position.path) else { continue }
      if statesOfPath[path]?.last != number { statesOfPath[path, default: []].append(number) }
    }
    // The program refuses a tree with more states: what is below need not be built.
    guard states.count <= FieldTree.statesMaximum else {
      states[Int(number)].lastDescendant = StateNumber(states.count)
      return number
    }
    let parts = shape?.parts(place.readers) ?? SchemaShape.Parts()
    addMembers(of: number, place, parts)
    addElements(of: number, place, parts)
    addRecordKeys(of: number, place)
    addPrevious(of: number, place)
    states[Int(number)].lastDescendant = StateNumber(states.count)
    // `items[0]` and `prices.eur` have slots, but walks over `items[*]` and `prices.*` pass through
    // them too.
    let isWalked = positions.contains {
      paths[$0.path].steps.prefix($0.taken).contains(where: \.isToEvery)
    }
    states[Int(number)].linksChildren =
      states[Int(number)].linksChildren || place.isRepeated || isWalked
      || states[Int(number)].hasElements
    return number
  }

  private mutating func addMembers(
    of number: StateNumber, _ place: Place, _ parts: SchemaShape.Parts
  ) {
    var every: [Position] = []
    var names: [ExactText] = []
    var byName: [ExactText: [Position]] = [:]
    for position in place.positions where position.taken < paths[position.path].steps.count {
      let next = Position(path: position.path, taken: position.taken + 1)
      let name: ExactText
      switch paths[position.path].steps[position.taken] {
      case .key(let key), .keyOrIndex(let key, _): name = ExactText(key)
      case .everyMember:
        every.append(next)
        continue
      case .index, .everyElement, .recordKey, .previous: continue
      }
      if byName[name] == nil { names.append(name) }
      byName[name, default: []].append(next)
    }
    for name in parts.names.keys.sorted() where byName[name] == nil { names.append(name) }
    for name in names {
      let exact = byName[name] ?? []
      let readers = parts.names[name] ?? parts.others ?? []
      addMember(name.text, of: number, exact, every, readers, place)
    }
    if !every.isEmpty {
      let target = add(
        Place(
          positions: every, readers: parts.others ?? [], parent: number, isRepeated: true,
          around: place.around.union([place.readers]),
          ownPaths: ownPaths(of: every, place)))
      states[Int(number)].everyMember = target
      states[Int(number)].linksChildren = true
    } else if let others = parts.others {
      states[Int(number)].linksChildren = true
      schemaStates.wait(.everyMember, of: number, others)
    }
  }

  private mutating func addMember(
    _ name: String, of number: StateNumber, _ exact: [Position], _ every: [Position],
    _ readers: [Int], _ place: Place
  ) {
    states[Int(number)].hasKeys = true
    if exact.isEmpty, every.isEmpty, !hasColumn(readers, below: place) {
      states[Int(number)].linksChildren = true
      schemaStates.wait(.member(ExactText(name)), of: number, readers)
      return
    }
    let target = add(
      Place(
        positions: exact + every, readers: readers, parent: number, name: name,
        isRepeated: place.isRepeated, around: place.around.union([place.readers]),
        ownPaths: ownPaths(of: exact, place)))
    states[Int(number)].memberCount += 1
    addKey(name, of: number, to: target)
  }

  /// The paths of a place that go on by these positions: mostly few of many.
  private func ownPaths(of positions: [Position], _ place: Place) -> Set<Int> {
    Set(positions.lazy.map(\.path).filter { place.ownPaths.contains($0) })
  }

  mutating func addKey(_ name: String, of number: StateNumber, to target: StateNumber) {
    let bytes = Array(name.utf8)
    keys.append(KeyTable.Entry(key: bytes, state: number, keyStart: keyBytes.count, target: target))
    keyBytes += bytes
  }

  /// Places that only a schema reads have columns down to this depth, and up to this number: the
  /// more columns, the fewer records a batch holds.
  private static let columnDepthMaximum = 8
  private static let columnsMaximum = 256

  /// Whether a member that only a schema reads has a column of its own.
  private func hasColumn(_ readers: [Int], below place: Place) -> Bool {
    !place.isRepeated && place.around.count < FieldTreeBuilder.columnDepthMaximum
      && states.count < FieldTreeBuilder.columnsMaximum
      && (readers.isEmpty || readers != place.readers && !place.around.contains(readers))
  }

  private mutating func addRecordKeys(of number: StateNumber, _ place: Place) {
    var byStar: [Int?: [Position]] = [:]
    for position in place.positions where position.taken < paths[position.path].steps.count {
      guard case .recordKey(let star) = paths[position.path].steps[position.taken] else { continue }
      byStar[star, default: []].append(Position(path: position.path, taken: position.taken + 1))
    }
    for (star, positions) in byStar.sorted(by: { $0.key ?? -1 < $1.key ?? -1 }) {
      let target = add(
        Place(
          positions: positions, parent: number, around: place.around,
          ownPaths: ownPaths(of: positions, place)))
      recordKeys.append(RecordKeyState(star: star, state: target))
    }
  }

  /// The record that is read beside the one at the root.
  private mutating func addPrevious(of number: StateNumber, _ place: Place) {
    let positions = place.positions.filter {
      $0.taken < paths[$0.path].steps.count && paths[$0.path].steps[$0.taken] == .previous
    }.map { Position(path: $0.path, taken: $0.taken + 1) }
    guard !positions.isEmpty else { return }
    previous = add(
      Place(
        positions: positions, parent: number, isElement: isOfElements, around: place.around,
        ownPaths: ownPaths(of: positions, place)))
  }

  private mutating func addElements(
    of number: StateNumber, _ place: Place, _ parts: SchemaShape.Parts
  ) {
    var every: [Position] = []
    var indices: [Int] = []
    var byIndex: [Int: [Position]] = [:]
    for position in place.positions where position.taken < paths[position.path].steps.count {
      let next = Position(path: position.path, taken: position.taken + 1)
      switch paths[position.path].steps[position.taken] {
      case .everyElement: every.append(next)
      // Any element may be the last one. Which it is, is counted when a rule asks.
      case .index(let index) where index < 0: every.append(next)
      case .index(let index), .keyOrIndex(_, let index):
        if byIndex[index] == nil { indices.append(index) }
        byIndex[index, default: []].append(next)
      case .key, .everyMember, .recordKey, .previous: continue
      }
    }
    var entries: [FieldTree.ElementEntry] = []
    let around = place.around.union([place.readers])
    for index in indices.sorted() {
      let exact = byIndex[index] ?? []
      // A place named by an index holds one value, unless it lies below a `[*]` itself.
      let target = add(
        Place(
          positions: exact + every, readers: parts.elements ?? [], parent: number,
          isElement: true, isRepeated: place.isRepeated, around: around,
          ownPaths: ownPaths(of: exact, place)))
      entries.append(FieldTree.ElementEntry(position: Int32(clamping: index), state: target))
    }
    if !every.isEmpty {
      let target = add(
        Place(
          positions: every, readers: parts.elements ?? [], parent: number, isElement: true,
          isRepeated: true, around: around,
          ownPaths: ownPaths(of: every, place)))
      states[Int(number)].everyElement = target
    } else if let readers = parts.elements {
      states[Int(number)].linksChildren = true
      schemaStates.wait(.everyElement, of: number, readers)
    }
    states[Int(number)].indexStart = Int32(elements.count)
    states[Int(number)].indexCount = Int32(entries.count)
    elements += entries
  }
}

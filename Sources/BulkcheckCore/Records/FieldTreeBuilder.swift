/// The subset construction behind ``FieldTree``.
struct FieldTreeBuilder {
  /// A path and how many of its steps have been taken.
  private struct Position: Hashable {
    var path: Int
    var taken: Int
  }

  let paths: [FieldPath]
  /// Paths below this index are named by the profile.
  let namedCount: Int
  var states: [FieldTree.State] = []
  var elements: [FieldTree.ElementEntry] = []
  var keys: [KeyTable.Entry] = []
  var keyBytes: [UInt8] = []
  var stepNames: [String?] = []
  var statesOfPath: [FieldPath: [Int32]] = [:]
  var everyStateOfPath: [FieldPath: [Int32]] = [:]
  var prefixes: Set<FieldPath> = []

  init(paths: [FieldPath], namedCount: Int) {
    self.paths = paths
    self.namedCount = namedCount
  }

  mutating func build() {
    let all = paths.indices.map { Position(path: $0, taken: 0) }
    for path in paths {
      for length in 0...path.steps.count {
        prefixes.insert(FieldPath(Array(path.steps.prefix(length))))
      }
    }
    add(all, parent: -1, name: nil, isRepeated: false, ownPaths: Set(paths.indices))
  }

  /// Adds a state and, recursively, the states below it. Depth is bounded by the longest path.
  ///
  /// `ownPaths` are those whose steps so far name exactly this place: `items[*].sku` ends at the
  /// state of elements without an index, also where `items[0]` has a state that stands for both.
  @discardableResult
  private mutating func add(
    _ positions: [Position], parent: Int32, name: String?, isRepeated: Bool, ownPaths: Set<Int>
  ) -> Int32 {
    let number = Int32(states.count)
    var state = FieldTree.State()
    state.parent = parent
    state.isRepeated = isRepeated
    state.isElement = name == nil && parent >= 0
    state.isNamed = positions.contains { $0.path < namedCount }
    states.append(state)
    stepNames.append(name)
    for position in positions where position.taken == paths[position.path].steps.count {
      let path = paths[position.path]
      if everyStateOfPath[path]?.last != number {
        everyStateOfPath[path, default: []].append(number)
      }
      guard ownPaths.contains(position.path) else { continue }
      if statesOfPath[path]?.last != number { statesOfPath[path, default: []].append(number) }
    }
    addMembers(of: number, positions, isRepeated: isRepeated, ownPaths: ownPaths)
    addElements(of: number, positions, isRepeated: isRepeated, ownPaths: ownPaths)
    states[Int(number)].lastDescendant = Int32(states.count)
    // `items[0]` has a slot, but walks over `items[*]` pass through it too.
    let isWalked = positions.contains {
      paths[$0.path].steps.prefix($0.taken).contains(.everyElement)
    }
    states[Int(number)].linksChildren =
      isRepeated || isWalked || states[Int(number)].hasElements
    return number
  }

  private mutating func addMembers(
    of number: Int32, _ positions: [Position], isRepeated: Bool, ownPaths: Set<Int>
  ) {
    var names: [String] = []
    var byName: [String: [Position]] = [:]
    for position in positions where position.taken < paths[position.path].steps.count {
      let name: String
      switch paths[position.path].steps[position.taken] {
      case .key(let key): name = key
      case .keyOrIndex(let key, _): name = key
      case .index, .everyElement: continue
      }
      if byName[name] == nil { names.append(name) }
      byName[name, default: []].append(Position(path: position.path, taken: position.taken + 1))
    }
    for name in names {
      let below = byName[name] ?? []
      states[Int(number)].hasKeys = true
      let target = add(
        below, parent: number, name: name, isRepeated: isRepeated, ownPaths: ownPaths)
      let bytes = Array(name.utf8)
      keys.append(
        KeyTable.Entry(key: bytes, state: number, keyStart: keyBytes.count, target: target))
      keyBytes += bytes
    }
  }

  private mutating func addElements(
    of number: Int32, _ positions: [Position], isRepeated: Bool, ownPaths: Set<Int>
  ) {
    var every: [Position] = []
    var indices: [Int] = []
    var byIndex: [Int: [Position]] = [:]
    for position in positions where position.taken < paths[position.path].steps.count {
      let next = Position(path: position.path, taken: position.taken + 1)
      switch paths[position.path].steps[position.taken] {
      case .everyElement: every.append(next)
      case .index(let index), .keyOrIndex(_, let index):
        if byIndex[index] == nil { indices.append(index) }
        byIndex[index, default: []].append(next)
      case .key: continue
      }
    }
    var entries: [FieldTree.ElementEntry] = []
    for index in indices.sorted() {
      let exact = byIndex[index] ?? []
      // A place named by an index holds one value, unless it lies below a `[*]` itself.
      let target = add(
        exact + every, parent: number, name: nil, isRepeated: isRepeated,
        ownPaths: ownPaths.intersection(exact.map(\.path)))
      states[Int(target)].isElement = true
      entries.append(FieldTree.ElementEntry(position: Int32(clamping: index), state: target))
    }
    if !every.isEmpty {
      let target = add(
        every, parent: number, name: nil, isRepeated: true,
        ownPaths: ownPaths.intersection(every.map(\.path)))
      states[Int(number)].everyElement = target
      states[Int(target)].isElement = true
    }
    states[Int(number)].indexStart = Int32(elements.count)
    states[Int(number)].indexCount = Int32(entries.count)
    elements += entries
  }
}

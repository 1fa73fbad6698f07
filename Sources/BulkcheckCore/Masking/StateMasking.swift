/// How much is masked of the values at each state of a ``FieldTree``.
///
/// By state and not by the path of a rule: a rule may show a value that stands around its path, or
/// one of several.
final class StateMasking: Sendable {
  /// How much is masked of the values at each state.
  let maskings: Storage<MaskedLocation.Masking>
  private let places: [[MaskedLocation]]
  /// The record itself as a place.
  let record: MaskedLocation
  /// Nothing is masked.
  let isOpen: Bool

  /// - Parameter columns: CSV: the columns that are read, and their states.
  init(
    _ ruleSet: RuleSet, _ tree: FieldTree, columns: [(name: String, state: StateNumber)],
    isCSV: Bool
  ) {
    record = MaskedLocation(record: ruleSet, isCSV: isCSV)
    let isNeeded = !ruleSet.maskedPaths.isEmpty
    isOpen = !isNeeded
    var places: [[MaskedLocation]] = [[record]]
    for state in 1..<max(1, Int(tree.graphStart)) where isNeeded {
      // States are numbered in preorder: the parent's are known.
      let around = places[Int(tree.states[state].parent)]
      places.append(around.map { tree.place(at: StateNumber(state), in: $0) })
    }
    let isGroup = isCSV && isNeeded ? StateMasking.behindStars(tree) : []
    if isCSV, isNeeded { StateMasking.addColumns(columns, from: record, tree, &places) }
    self.places = isNeeded ? places : []
    maskings = Storage(capacity: max(1, tree.stateCount), repeating: .none)
    for (state, places) in self.places.enumerated() {
      maskings[state] = MaskedLocation.masking(of: places)
      // The header decides which column of a group it is: see `Evaluator.masking(ofNode:)`.
      if isGroup.contains(StateNumber(state)) { maskings[state] = .whole }
    }
    if isNeeded { maskGraph(of: tree) }
  }

  /// A state with more different places than this is masked whatever they are.
  private static let placesMaximum = 32

  /// Masks the states behind the tree, where one state can mean several places. A value is masked
  /// if it is masked at one of them, or if a part of it would be.
  private func maskGraph(of tree: FieldTree) {
    var behind: [StateNumber: [SchemaStates.Taken]] = [:]
    for step in tree.graphSteps { behind[step.from, default: []].append(step) }
    var known: [StateNumber: [MaskedLocation]] = [:]
    var open: [(state: StateNumber, place: MaskedLocation)] = []
    for (state, places) in places.enumerated() { open += places.map { (StateNumber(state), $0) } }
    while let (state, around) = open.popLast() {
      for step in behind[state] ?? [] {
        let count = known[step.to]?.count ?? 0
        let place =
          count < StateMasking.placesMaximum ? around.advanced(along: step.step) : .masked
        if known[step.to, default: []].contains(place) { continue }
        known[step.to, default: []].append(place)
        if place.masking != .none { maskings[step.to] = .whole }
        open.append((step.to, place))
      }
    }
  }

  /// The states of members without names of their own, and those below them.
  private static func behindStars(_ tree: FieldTree) -> Set<StateNumber> {
    var found: Set<StateNumber> = []
    for state in 0..<StateNumber(tree.stateCount) where tree.states[state].everyMember >= 0 {
      let star = tree.states[state].everyMember
      found.formUnion(star..<max(star + 1, tree.states[star].lastDescendant))
    }
    return found
  }

  /// The masking of a run that shows everything.
  init(open tree: FieldTree) {
    places = []
    record = .open
    isOpen = true
    maskings = Storage(capacity: max(1, tree.stateCount), repeating: .none)
  }

  /// A number in a pointer is a part of a column's name, but the tree has it as an element too.
  private static func addColumns(
    _ columns: [(name: String, state: StateNumber)], from record: MaskedLocation, _ tree: FieldTree,
    _ places: inout [[MaskedLocation]]
  ) {
    for (name, column) in columns {
      places[Int(column)].append(record.advanced(by: .key(name)))
      for state in Int(column) + 1..<max(Int(column) + 1, Int(tree.states[column].lastDescendant)) {
        let around = places[Int(tree.states[state].parent)]
        places[state] += around.map { tree.place(at: StateNumber(state), in: $0) }
      }
    }
  }

  /// Whether a value at a path, or a part of it, is masked.
  func hides(_ states: [StateNumber]) -> Bool { states.contains { maskings[$0] != .none } }

  deinit { maskings.deallocate() }

  /// A JSON value at a state without what is masked. Only states of CSV have several places, and no
  /// cell is JSON.
  func text(_ json: ByteView, at state: StateNumber) -> [UInt8] {
    let ranges = places[Int(state)].first.map { MaskedText.ranges(json, at: $0) } ?? []
    return MaskedText.text(json, without: ranges)
  }
}

extension FieldTree {
  /// The place of a state other than the root, in the place of its parent.
  fileprivate func place(at state: StateNumber, in around: MaskedLocation) -> MaskedLocation {
    // The record before has the places of any record.
    if state == previous { return around }
    if let key = recordKeys.first(where: { $0.state == state }) {
      return around.advanced(by: .recordKey(key.star))
    }
    if let name = stepNames[Int(state)] { return around.advanced(by: .key(name)) }
    let parent = states[state].parent
    if states[parent].everyMember == state {
      let siblings = (parent + 1..<states[parent].lastDescendant).filter {
        states[$0].parent == parent
      }
      return around.advanced(toMembersBut: siblings.compactMap { stepNames[Int($0)] }.exactly)
    }
    let entries = entries(of: states[states[state].parent])
    if let own = entries.first(where: { $0.state == state }) {
      return around.advanced(by: .index(Int(own.position)))
    }
    return around.advanced(toElementsBut: entries.map { Int($0.position) })
  }

  /// The elements with a state of their own.
  private func entries(of parent: State) -> [ElementEntry] {
    (parent.indexStart..<parent.indexStart + parent.indexCount).map { elements[$0] }
  }
}

/// The number of a place among those of a ``SummaryTree``.
package typealias SummaryNumber = TableNumber<SummaryNode>

/// A place in records, as it was found in data.
package struct SummaryNode: BitwiseCopyable {
  /// The part that a place is of its parent.
  package enum Kind: UInt8, BitwiseCopyable {
    /// One member of an object, by its key.
    case member
    /// The elements of an array.
    case element
    /// All members of an object that is a map.
    case anyMember
    /// The names of these members, as texts. They are not among the children.
    case name
  }

  package var parent: SummaryNumber = -1
  package var kind = Kind.member
  package var isElement: Bool { kind == .element }
  /// It is an element or a member of a map, or is below one: a record may have many values here.
  package var isRepeated = false
  package var depth: Int16 = 0
  package var firstChild: SummaryNumber = -1
  var lastChild: SummaryNumber = -1
  package var nextSibling: SummaryNumber = -1
  /// The child that stands for elements.
  package var elements: SummaryNumber = -1
  /// An object that is a map: the child that means all members, and the one for their names.
  package var anyMember: SummaryNumber = -1
  package var names: SummaryNumber = -1
  /// The place that this one has become a part of; -1 for nearly all. See ``SummaryTree/collapse``.
  var successor: SummaryNumber = -1
  /// The sibling that followed the last time.
  var expected: SummaryNumber = -1
  var keyStart: Int32 = 0
  var keyCount: Int32 = 0
  var hash: UInt64 = 0
}

/// All places that were found in data, as a tree, with a summary of the values at each.
///
/// The tree grows up to ``pathsMaximum`` places below the record. Then the members of an object of
/// many names become one place (SummaryTree+Maps.swift), or more places are turned away. Nodes
/// are numbered in the order in which they were first seen, parents before children. Memory: some 2
/// to 30 KB a place.
package struct SummaryTree: ~Copyable {
  package static let root: SummaryNumber = 0
  /// Values that lie deeper are not looked into.
  package static let depthMaximum = 16

  package internal(set) var nodes = Storage<SummaryNode>(capacity: 32, repeating: SummaryNode())
  package internal(set) var fields = Storage<FieldSummary>(capacity: 32, repeating: FieldSummary())
  package private(set) var count = 1
  /// Places that are part of another one by now.
  var formerCount = 0
  /// Objects that have become maps.
  package internal(set) var mapCount = 0
  /// Further places are turned away; the record is not counted.
  package var pathsMaximum: Int
  /// A place was turned away, for there were too many.
  package private(set) var hasTurnedAway = false
  /// Once a place was turned away, no object becomes a map: its values would not be complete.
  package private(set) var isFrozen = false
  /// Objects may become maps to make room. The other trees of a run turn places away instead, and
  /// are made again.
  private var makesRoom = false
  /// Places are moved, which makes new ones and leaves more of the old.
  var isMakingMap = false
  /// There were values deeper than ``depthMaximum``.
  package private(set) var hasDeepValues = false
  private var keyBytes = Storage<UInt8>(capacity: 512, repeating: 0)
  private var keyByteCount = 0
  /// The nodes of members by parent and key.
  private var members = HashTable<NumberSlot>(room: 32)
  var shapes = ShapeReader()
  /// Counts of what stands together in records.
  package internal(set) var kinds = KindCounts()

  package init(pathsMaximum: Int) { self.pathsMaximum = pathsMaximum }

  deinit {
    for index in 0..<count { fields[index].deallocate() }
    nodes.deallocate()
    fields.deallocate()
    keyBytes.deallocate()
    members.deallocate()
  }

  package var isFull: Bool { count - formerCount > pathsMaximum }

  /// Whether so many more places may be too many.
  package func isFull(with further: Int) -> Bool {
    count - formerCount + further > pathsMaximum + 1
  }

  /// A field came too late to take part in kinds.
  package var hasTurnedAwayKinds: Bool { kinds.hasTurnedAway }

  /// No further field will take part in kinds.
  package var hasAllKindFields: Bool { isFrozen || kinds.isFull }

  /// The key of a member; empty for elements and the record.
  package func key(of node: SummaryNumber) -> ByteView {
    keyBytes.view(from: Int(nodes[node].keyStart), count: Int(nodes[node].keyCount))
  }

  /// The children in the order in which they were found.
  package func children(of node: SummaryNumber) -> [SummaryNumber] {
    var found: [SummaryNumber] = []
    var child = nodes[node].firstChild
    while child >= 0 {
      found.append(child)
      child = nodes[child].nextSibling
    }
    return found
  }

  // MARK: Finding and growing

  /// The member with this (unescaped) key, made if it is new; -1 if it is turned away.
  ///
  /// - Parameter previous: the member before it, or -1: mostly the same key follows as the last
  ///   time.
  @inline(__always)
  mutating func member(_ key: ByteView, of parent: SummaryNumber, after previous: SummaryNumber)
    -> SummaryNumber
  {
    if nodes[parent].anyMember >= 0 { return nodes[parent].anyMember }
    let guess = previous < 0 ? nodes[parent].firstChild : nodes[previous].expected
    if guess >= 0, self.key(of: guess).equals(key), !nodes[guess].isElement { return guess }
    let found = lookUp(key, of: parent)
    if previous >= 0 { nodes[previous].expected = found }
    return found
  }

  @inline(never)
  mutating func lookUp(_ key: ByteView, of parent: SummaryNumber) -> SummaryNumber {
    let seed = ByteHash.processSeed &+ UInt64(UInt32(bitPattern: parent.value))
    let hash = ByteHash.hash(key, seed: seed)
    let place = members.place(hash) { node in
      nodes[node].hash == hash && nodes[node].parent == parent
        && self.key(of: SummaryNumber(node)).equals(key)
    }
    if !members[place].isFree { return SummaryNumber(members[place].number) }
    guard mayMake(in: parent) else { return -1 }
    if isFull, !isMakingMap {
      guard makeRoom() else { return -1 }
      return member(key, of: resolved(parent), after: -1)
    }
    guard let made = make(parent, key: key, .member) else { return -1 }
    nodes[made].hash = hash
    members.insert(NumberSlot(hash, Int(made)), at: place)
    return made
  }

  /// The place of an array's elements, made if it is new; -1 if it is turned away.
  mutating func elements(of parent: SummaryNumber) -> SummaryNumber {
    let known = nodes[parent].elements
    if known >= 0 { return known }
    guard mayMake(in: parent) else { return -1 }
    if isFull, !isMakingMap {
      guard makeRoom() else { return -1 }
      return elements(of: resolved(parent))
    }
    guard let made = make(parent, key: .empty, .element) else { return -1 }
    nodes[parent].elements = made
    return made
  }

  /// Notes that a place was left out by the caller.
  package mutating func turnAway() { hasTurnedAway = true }

  private mutating func mayMake(in parent: SummaryNumber) -> Bool {
    if nodes[parent].depth < SummaryTree.depthMaximum { return true }
    hasDeepValues = true
    return false
  }

  /// Makes an object a map, so that another place fits; false if no object can become one.
  private mutating func makeRoom() -> Bool {
    if makesRoom, !isFrozen, let object = crowdedObject() {
      collapse(object)
      return true
    }
    hasTurnedAway = true
    if makesRoom { isFrozen = true }
    return false
  }

  /// Makes a place, whether there is room or not.
  mutating func make(_ parent: SummaryNumber, key: ByteView, _ kind: SummaryNode.Kind)
    -> SummaryNumber?
  {
    guard keyByteCount + key.count < Int(Int32.max) else {
      hasTurnedAway = true
      return nil
    }
    if count == nodes.capacity {
      nodes = nodes.grown(to: 2 * count, padding: SummaryNode())
      fields = fields.grown(to: 2 * count, padding: FieldSummary())
    }
    // Behind a key eight bytes are readable.
    if keyByteCount + key.count + 8 > keyBytes.capacity {
      keyBytes = keyBytes.grown(to: 2 * keyBytes.capacity + key.count, padding: 0)
    }
    for index in 0..<key.count { keyBytes[keyByteCount + index] = key[index] }
    let number = SummaryNumber(count)
    var node = SummaryNode()
    node.parent = parent
    node.kind = kind
    node.isRepeated = kind != .member || nodes[parent].isRepeated
    node.depth = nodes[parent].depth + 1
    node.keyStart = Int32(keyByteCount)
    node.keyCount = Int32(key.count)
    nodes[number] = node
    fields[number] = FieldSummary()
    fields[number].tracksUniqueness = !node.isRepeated
    if !node.isRepeated {
      fields[number].kindField = kinds.addField()
      fields[number].texts.tellsValues = fields[number].kindField >= 0
    }
    keyByteCount += key.count
    count += 1
    if kind != .name { link(number, to: parent) }
    return number
  }

  /// Makes a place the last child of its parent.
  func link(_ number: SummaryNumber, to parent: SummaryNumber) {
    if nodes[parent].firstChild < 0 {
      nodes[parent].firstChild = number
    } else {
      nodes[nodes[parent].lastChild].nextSibling = number
    }
    nodes[parent].lastChild = number
  }

  // MARK: Merging

  /// Forgets what was counted.
  package mutating func clear() {
    for index in 0..<count { fields[index].clear() }
    kinds.clear()
    hasTurnedAway = false
    hasDeepValues = false
  }

  /// Adds what another tree has counted.
  ///
  /// - Parameter places: of each of its nodes the one in this tree, or -1 if it was turned away;
  ///   filled up here. They stay as they are if a place becomes part of another one.
  package mutating func merge(_ other: borrowing SummaryTree, _ places: inout [SummaryNumber]) {
    if places.isEmpty { places = [SummaryTree.root] }
    while places.count < other.count { places.append(place(of: other, places)) }
    var live = places
    for node in 0..<other.count where places[node] >= 0 {
      live[node] = resolved(places[node])
      fields[live[node]].merge(other.fields[node], &shapes)
      // A member there, but here one of all members of a map.
      if other.nodes[node].kind == .member, isAnyMember(live[node]) {
        addName(
          other.key(of: SummaryNumber(node)), of: nodes[live[node]].parent,
          times: other.fields[node].present)
      }
    }
    mergeKinds(other, live)
    if other.hasTurnedAway { hasTurnedAway = true }
    if other.isFrozen { isFrozen = true }
    if other.hasDeepValues { hasDeepValues = true }
  }

  /// The place of the first node of another tree that has none yet. Where an object became a map
  /// there, it does so here, at the same point.
  private mutating func place(of other: borrowing SummaryTree, _ places: [SummaryNumber])
    -> SummaryNumber
  {
    let node = SummaryNumber(places.count)
    let parent = resolved(places[Int(other.nodes[node].parent)])
    guard parent >= 0 else { return -1 }
    switch other.nodes[node].kind {
    case .member: return member(other.key(of: node), of: parent, after: -1)
    case .element: return elements(of: parent)
    case .anyMember, .name:
      if nodes[parent].anyMember < 0 { collapse(parent) }
      return other.nodes[node].kind == .name ? nodes[parent].names : nodes[parent].anyMember
    }
  }

  private mutating func mergeKinds(_ other: borrowing SummaryTree, _ places: [SummaryNumber]) {
    let count = other.kinds.fieldCount
    guard count > 0 else { return }
    var translations = [KindCounts.Translation](repeating: .init(), count: count)
    for node in 0..<other.count where other.fields[node].kindField >= 0 && places[node] >= 0 {
      let field = other.fields[node].kindField
      let (own, texts) = (fields[places[node]], other.fields[node].texts)
      var translation = KindCounts.Translation(field: own.kindField)
      if own.kindField >= 0, !kinds.hasGivenUp(own.kindField),
        other.kinds.kind(field) == .text
      {
        translation.values = own.texts.valueNumbers(of: texts)
      }
      translations[Int(field)] = translation
    }
    kinds.merge(other.kinds, translations)
  }

  /// Becomes a tree with the same places as the other one, and no counts.
  package mutating func adopt(_ other: borrowing SummaryTree) {
    for index in 0..<count { fields[index].deallocate() }
    kinds.removeFields()
    fields[0] = FieldSummary()
    nodes[0] = SummaryNode()
    count = 1
    keyByteCount = 0
    hasTurnedAway = false
    hasDeepValues = false
    for node in 1..<SummaryNumber(max(1, other.count)) {
      _ = make(other.nodes[node].parent, key: other.key(of: node), other.nodes[node].kind)
    }
    for node in 0..<SummaryNumber(other.count) {
      nodes[node] = other.nodes[node]
      if nodes[node].successor >= 0 { fields[node].leave() }
    }
    members.removeAll()
    for node in 1..<max(1, count) where nodes[node].kind == .member {
      members.insert(NumberSlot(nodes[node].hash, node))
    }
    formerCount = other.formerCount
    mapCount = other.mapCount
    pathsMaximum = max(pathsMaximum, count - formerCount)
    isFrozen = other.isFrozen
    makesRoom = false
  }

  /// Becomes a tree with the same places as the other one, no counts, and the same room for more.
  package mutating func goOn(after other: borrowing SummaryTree) {
    adopt(other)
    pathsMaximum = other.pathsMaximum
    makesRoom = true
  }

  /// Beyond a number, more places are turned away.
  package mutating func turnAway(beyond pathsMaximum: Int) {
    self.pathsMaximum = pathsMaximum
    makesRoom = false
  }

  /// Tells a tree that goes on counting what need not be looked at any longer.
  package mutating func giveUp(what other: borrowing SummaryTree, _ places: [SummaryNumber]) {
    for node in places.indices where places[node] >= 0 {
      let place = other.resolved(places[node])
      fields[node].texts.giveUp(what: other.fields[place].texts)
      fields[node].formedForms &= other.fields[place].formedForms
      fields[node].dottedForms &= other.fields[place].dottedForms
      if !other.fields[place].tracksUniqueness { fields[node].tracksUniqueness = false }
      let (own, known) = (fields[node].kindField, other.fields[place].kindField)
      if own >= 0, known >= 0, other.kinds.hasGivenUp(known) {
        kinds.giveUp(Int(own))
      }
    }
  }

  /// The values of a field need not be noted any longer.
  package mutating func stopTracking(_ node: SummaryNumber) {
    fields[node].tracksUniqueness = false
  }

  // MARK: Finishing

  /// Does what was put off for fields of few values. Nothing can be merged afterwards.
  package mutating func describeValues() {
    for node in 0..<count {
      fields[node].texts.describeValues(&shapes)
      fields[node].settleNumberForm()
    }
  }

  /// Counts words that turned out not to be missing values as ordinary texts.
  ///
  /// - Parameter missing: the numbers of those of ``MissingWords/all`` that are missing values.
  package mutating func settleMissingWords(_ missing: Set<Int>) {
    for (index, word) in MissingWords.all.enumerated() where !missing.contains(index) {
      let bytes = OwnedBytes(word)
      withExtendedLifetime(bytes) {
        for node in 0..<count {
          let times = fields[node].missingWords?[index] ?? 0
          if times == 0 { continue }
          if times > 1 { fields[node].hasRepeatedWords = true }
          fields[node].missingWords?[index] = 0
          fields[node].texts.add(bytes.view, times: times, &shapes)
        }
      }
    }
  }
}

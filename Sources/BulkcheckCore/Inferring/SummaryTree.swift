/// A place in records, as it was found in data.
package struct SummaryNode: BitwiseCopyable {
  package var parent: Int32 = -1
  /// The elements of an array; otherwise a member of an object.
  package var isElement = false
  /// It is an element, or lies below one: a record may have many values here.
  package var isRepeated = false
  package var depth: Int16 = 0
  package var firstChild: Int32 = -1
  var lastChild: Int32 = -1
  package var nextSibling: Int32 = -1
  /// The child that stands for elements.
  package var elements: Int32 = -1
  /// The sibling that followed the last time.
  var expected: Int32 = -1
  var keyStart: Int32 = 0
  var keyCount: Int32 = 0
  var hash: UInt64 = 0
}

/// All places that were found in data, as a tree, with a summary of the values at each.
///
/// The tree grows up to ``pathsMaximum`` places below the record; further ones are turned away.
/// Nodes are numbered in the order in which they were first seen, parents before children. Memory:
/// some 2 to 30 KB a place.
package struct SummaryTree: ~Copyable {
  package static let root: Int32 = 0
  /// Values that lie deeper are not looked into.
  package static let depthMaximum = 16

  package private(set) var nodes = Storage<SummaryNode>(capacity: 32, repeating: SummaryNode())
  package private(set) var fields = Storage<FieldSummary>(capacity: 32, repeating: FieldSummary())
  package private(set) var count = 1
  /// Further places are turned away; the record is not counted.
  package var pathsMaximum: Int
  /// A place was turned away, for there were too many.
  package private(set) var hasTurnedAway = false
  /// There were values deeper than ``depthMaximum``.
  package private(set) var hasDeepValues = false
  private var keyBytes = Storage<UInt8>(capacity: 512, repeating: 0)
  private var keyByteCount = 0
  /// An open hash table of members by parent and key.
  private var members = Storage<Int32>(capacity: 64, repeating: -1)
  private var memberCapacity = 64
  private var memberCount = 0
  private var shapes = ShapeReader()
  /// What stands together in records.
  package internal(set) var conditions = ConditionCounts()

  package init(pathsMaximum: Int) { self.pathsMaximum = pathsMaximum }

  deinit {
    for index in 0..<count { fields[index].deallocate() }
    nodes.deallocate()
    fields.deallocate()
    keyBytes.deallocate()
    members.deallocate()
  }

  package var isFull: Bool { count > pathsMaximum }

  /// A field came too late to take part in conditions.
  package var hasTurnedAwayConditions: Bool { conditions.hasTurnedAway }

  /// No further field will take part in conditions.
  package var hasAllConditionFields: Bool { isFull || conditions.isFull }

  /// The key of a member; empty for elements and the record.
  package func key(of node: Int32) -> ByteView {
    keyBytes.view(from: Int(nodes[node].keyStart), count: Int(nodes[node].keyCount))
  }

  /// The children in the order in which they were found.
  package func children(of node: Int32) -> [Int32] {
    var found: [Int32] = []
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
  mutating func member(_ key: ByteView, of parent: Int32, after previous: Int32) -> Int32 {
    let guess = previous < 0 ? nodes[parent].firstChild : nodes[previous].expected
    if guess >= 0, self.key(of: guess).equals(key), !nodes[guess].isElement { return guess }
    let found = lookUp(key, of: parent)
    if previous >= 0 { nodes[previous].expected = found }
    return found
  }

  @inline(never)
  private mutating func lookUp(_ key: ByteView, of parent: Int32) -> Int32 {
    let seed = ByteHash.processSeed &+ UInt64(UInt32(bitPattern: parent))
    let hash = ByteHash.hash(key, seed: seed)
    var slot = Int(truncatingIfNeeded: hash) & (memberCapacity - 1)
    while members[slot] >= 0 {
      let node = members[slot]
      if nodes[node].hash == hash, nodes[node].parent == parent, self.key(of: node).equals(key) {
        return node
      }
      slot = (slot + 1) & (memberCapacity - 1)
    }
    let made = make(parent, key: key, isElement: false)
    guard made >= 0 else { return -1 }
    nodes[made].hash = hash
    members[slot] = made
    memberCount += 1
    if memberCount * 2 > memberCapacity { growMembers() }
    return made
  }

  private mutating func growMembers() {
    members.deallocate()
    memberCapacity *= 2
    members = Storage(capacity: memberCapacity, repeating: -1)
    for node in 1..<Int32(count) where !nodes[node].isElement {
      var slot = Int(truncatingIfNeeded: nodes[node].hash) & (memberCapacity - 1)
      while members[slot] >= 0 { slot = (slot + 1) & (memberCapacity - 1) }
      members[slot] = node
    }
  }

  /// The place of an array's elements, made if it is new; -1 if it is turned away.
  mutating func elements(of parent: Int32) -> Int32 {
    let known = nodes[parent].elements
    if known >= 0 { return known }
    let made = make(parent, key: .empty, isElement: true)
    if made >= 0 { nodes[parent].elements = made }
    return made
  }

  /// Notes that a place was left out by the caller.
  package mutating func turnAway() { hasTurnedAway = true }

  private mutating func make(_ parent: Int32, key: ByteView, isElement: Bool) -> Int32 {
    guard nodes[parent].depth < SummaryTree.depthMaximum else {
      hasDeepValues = true
      return -1
    }
    guard !isFull, keyByteCount + key.count < Int(Int32.max) else {
      hasTurnedAway = true
      return -1
    }
    if count == nodes.capacity {
      nodes = nodes.grown(to: 2 * count, padding: SummaryNode())
      fields = fields.grown(to: 2 * count, padding: FieldSummary())
    }
    if keyByteCount + key.count > keyBytes.capacity {
      keyBytes = keyBytes.grown(to: 2 * keyBytes.capacity + key.count, padding: 0)
    }
    for index in 0..<key.count { keyBytes[keyByteCount + index] = key[index] }
    let number = Int32(count)
    var node = SummaryNode()
    node.parent = parent
    node.isElement = isElement
    node.isRepeated = isElement || nodes[parent].isRepeated
    node.depth = nodes[parent].depth + 1
    node.keyStart = Int32(keyByteCount)
    node.keyCount = Int32(key.count)
    nodes[number] = node
    fields[number] = FieldSummary()
    fields[number].tracksUniqueness = !node.isRepeated
    if !node.isRepeated {
      fields[number].condition = conditions.addField()
      fields[number].texts.tellsShapes = fields[number].condition >= 0
    }
    keyByteCount += key.count
    count += 1
    if nodes[parent].firstChild < 0 {
      nodes[parent].firstChild = number
    } else {
      nodes[nodes[parent].lastChild].nextSibling = number
    }
    nodes[parent].lastChild = number
    return number
  }

  // MARK: Merging

  /// Forgets what was counted.
  package mutating func clear() {
    for index in 0..<count { fields[index].clear() }
    conditions.clear()
    hasTurnedAway = false
    hasDeepValues = false
  }

  /// Adds what another tree has counted.
  ///
  /// - Parameter places: of each of its nodes the one in this tree, or -1 if it was turned away;
  ///   filled up here.
  package mutating func merge(_ other: borrowing SummaryTree, _ places: inout [Int32]) {
    if places.isEmpty { places = [SummaryTree.root] }
    while places.count < other.count {
      let node = Int32(places.count)
      let parent = places[Int(other.nodes[node].parent)]
      if parent < 0 {
        places.append(-1)
      } else if other.nodes[node].isElement {
        places.append(elements(of: parent))
      } else {
        places.append(member(other.key(of: node), of: parent, after: -1))
      }
    }
    for node in 0..<other.count where places[node] >= 0 {
      fields[places[node]].merge(other.fields[node], &shapes)
    }
    mergeConditions(other, places)
    if other.hasTurnedAway { hasTurnedAway = true }
    if other.hasDeepValues { hasDeepValues = true }
  }

  private mutating func mergeConditions(_ other: borrowing SummaryTree, _ places: [Int32]) {
    let count = other.conditions.fieldCount
    guard count > 0 else { return }
    var translations = [ConditionCounts.Translation](repeating: .init(), count: count)
    for node in 0..<other.count where other.fields[node].condition >= 0 && places[node] >= 0 {
      let field = other.fields[node].condition
      let (own, texts) = (fields[places[node]], other.fields[node].texts)
      var translation = ConditionCounts.Translation(field: own.condition)
      translation.states = own.texts.shapeNumbers(of: texts)
      if own.condition >= 0, !conditions.hasGivenUp(own.condition),
        other.conditions.kind(field) == .text
      {
        translation.values = own.texts.valueNumbers(of: texts)
      }
      translations[Int(field)] = translation
    }
    conditions.merge(other.conditions, translations)
  }

  /// Becomes a tree with the same places as the other one, and no counts.
  package mutating func adopt(_ other: borrowing SummaryTree) {
    for index in 0..<count { fields[index].deallocate() }
    conditions.removeFields()
    fields[0] = FieldSummary()
    nodes[0] = SummaryNode()
    count = 1
    keyByteCount = 0
    memberCount = 0
    members.fill(-1, count: memberCapacity)
    hasTurnedAway = false
    hasDeepValues = false
    pathsMaximum = max(pathsMaximum, other.count)
    for node in 1..<Int32(max(1, other.count)) {
      if other.nodes[node].isElement {
        _ = elements(of: other.nodes[node].parent)
      } else {
        _ = member(other.key(of: node), of: other.nodes[node].parent, after: -1)
      }
    }
  }

  /// Tells a tree that goes on counting what need not be looked at any longer.
  package mutating func giveUp(what other: borrowing SummaryTree, _ places: [Int32]) {
    for node in places.indices where places[node] >= 0 {
      let place = places[node]
      fields[node].texts.giveUp(what: other.fields[place].texts)
      if !other.fields[place].tracksUniqueness { fields[node].tracksUniqueness = false }
      let (own, known) = (fields[node].condition, other.fields[place].condition)
      if own >= 0, known >= 0, other.conditions.hasGivenUp(known) {
        conditions.giveUp(Int(own))
      }
    }
  }

  /// The values of a field need not be noted any longer.
  package mutating func stopTracking(_ node: Int32) { fields[node].tracksUniqueness = false }

  // MARK: Finishing

  /// Does what was put off for fields of few values. Nothing can be merged afterwards.
  package mutating func describeValues() {
    for node in 0..<count { fields[node].texts.describeValues(&shapes) }
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
          fields[node].hasSettledWords = true
          fields[node].missingWords?[index] = 0
          fields[node].texts.add(bytes.view, times: times, &shapes)
        }
      }
    }
  }
}

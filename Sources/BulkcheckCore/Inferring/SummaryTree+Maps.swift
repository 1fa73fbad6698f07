/// Objects that are maps: their names are data, such as identifiers or dates.
///
/// All members of such an object become one place, and their names the texts of another. Summaries
/// are sums, limits and tables that can be merged, so it does not matter when that happens. If
/// there are too many places while data is read, the object that makes the most room becomes a map.
/// At the end all objects do whose names are many and not shared.
extension SummaryTree {
  /// Fewer names are members that someone could list.
  private static let namesMinimum = 20
  /// The minimum where no more places fit.
  private static let namesMinimumOfCrowd = 10
  /// So many names are too many to list, even if no more are expected.
  private static let namesMaximum = 100
  /// The number of names of which an object of the data has one at most, on average.
  private static let namesForOne = 10
  /// Fewer objects do not show how names vary.
  private static let objectsMinimum = 3
  /// At least one name in so many has to be a sign that another one will come.
  private static let newNamesShare = 8
  /// Values have the same shape if they take up one place in so many of those that they have.
  private static let likeness = 4
  /// No more former places are kept than so many times those that there may be.
  private static let formerMaximum = 4

  /// The place that a place has become a part of, or the place itself; -1 stays.
  @inline(__always)
  func resolved(_ node: SummaryNumber) -> SummaryNumber {
    var node = node
    while node >= 0, nodes[node].successor >= 0 { node = nodes[node].successor }
    return node
  }

  /// Whether the place, or -1, means all members of a map.
  @inline(__always)
  func isAnyMember(_ node: SummaryNumber) -> Bool { node >= 0 && nodes[node].kind == .anyMember }

  /// Counts names of members of a map.
  @inline(__always)
  mutating func addName(_ name: ByteView, of object: SummaryNumber, times: Int = 1) {
    guard times > 0 else { return }
    let names = nodes[object].names
    fields[names].present &+= times
    fields[names].texts.add(name, times: times, &shapes)
  }

  /// Whether the place has become a part of another one.
  package func isFormer(_ node: SummaryNumber) -> Bool { nodes[node].successor >= 0 }

  /// The places that have become part of others.
  package var formerPlaces: [SummaryNumber] {
    (0..<SummaryNumber(count)).filter { nodes[$0].successor >= 0 }
  }

  // MARK: Which objects are maps

  /// Makes maps of all objects whose names are many and vary. For the end of the data.
  package mutating func makeMaps() {
    // What becomes part of another place has been looked at as such a part.
    var node: SummaryNumber = 1
    while node < SummaryNumber(count) {
      if nodes[node].successor < 0, isMap(node) { collapse(node) }
      node += 1
    }
  }

  private func isMap(_ node: SummaryNumber) -> Bool {
    let names = self.names(of: node)
    guard names.count >= SummaryTree.namesMinimum else { return false }
    let counts = names.map { fields[$0].present }
    let objects = fields[node].objects
    let isMany =
      names.count >= SummaryTree.namesMaximum
      && counts.reduce(0, +) <= names.count / SummaryTree.namesForOne * objects
    // A name that was seen n times is missing in another half of the data with a chance of 2⁻ⁿ.
    let unseen = counts.reduce(0.0) { $0 + ($1 < 64 ? 1 / Double(1 << $1) : 0) }
    let isGrowing =
      objects >= SummaryTree.objectsMinimum
      && unseen * Double(SummaryTree.newNamesShare) >= Double(names.count)
    return (isMany || isGrowing) && counts.allSatisfy { $0 * 2 <= objects }
      && haveOneType(names) && areAlike(names)
  }

  private func names(of node: SummaryNumber) -> [SummaryNumber] {
    guard nodes[node].anyMember < 0 else { return [] }
    return children(of: node).filter { nodes[$0].kind == .member }
  }

  private func haveOneType(_ members: [SummaryNumber]) -> Bool {
    var types = 0
    for member in members {
      let field = fields[member]
      if field.texts.count + field.texts.empty > 0 { types |= 1 }
      if field.numbers.count > 0 { types |= 2 }
      if field.true + field.false > 0 { types |= 4 }
      if field.objects > 0 { types |= 8 }
      if field.arrays > 0 { types |= 16 }
    }
    return types.nonzeroBitCount == 1
  }

  private func areAlike(_ members: [SummaryNumber]) -> Bool {
    let (all, merged) = sizes(members)
    return merged * SummaryTree.likeness <= all
  }

  /// The object that makes the most room as a map, and whose members are alike; nil if there is
  /// none.
  func crowdedObject() -> SummaryNumber? {
    guard formerCount <= SummaryTree.formerMaximum * max(1000, pathsMaximum) else { return nil }
    var best: (node: SummaryNumber, room: Int)?
    for node in 1..<SummaryNumber(max(1, count)) where nodes[node].successor < 0 {
      let names = names(of: node)
      guard names.count >= SummaryTree.namesMinimumOfCrowd else { continue }
      let (all, merged) = sizes(names)
      // Two places are made: for the members and for their names.
      let room = all - merged - 2
      if merged * SummaryTree.likeness <= all, room > best?.room ?? 0 { best = (node, room) }
    }
    return best?.node
  }

  /// How many places are at and below some, and how many would be if these were one. Recursion ends
  /// at the depth of the tree.
  private func sizes(_ places: [SummaryNumber]) -> (all: Int, merged: Int) {
    var (all, merged) = (places.count, 1)
    var groups: [[UInt8]: [SummaryNumber]] = [:]
    var others: [SummaryNode.Kind: [SummaryNumber]] = [:]
    for place in places {
      for child in children(of: place) {
        if nodes[child].kind == .member {
          groups[key(of: child).array, default: []].append(child)
        } else {
          others[nodes[child].kind, default: []].append(child)
        }
      }
    }
    for group in Array(groups.values) + Array(others.values) {
      let sizes = sizes(group)
      all += sizes.all
      merged += sizes.merged
    }
    return (all, merged)
  }

  // MARK: Making a map

  /// Makes an object a map.
  mutating func collapse(_ object: SummaryNumber) {
    let wasMakingMap = isMakingMap
    isMakingMap = true
    defer { isMakingMap = wasMakingMap }
    let members = names(of: object)
    let elements = nodes[object].elements
    guard let any = make(object, key: .empty, .anyMember),
      let names = make(object, key: .empty, .name)
    else { return }
    mapCount += 1
    nodes[object].anyMember = any
    nodes[object].names = names
    nodes[object].firstChild = -1
    nodes[object].lastChild = -1
    nodes[any].nextSibling = -1
    if elements >= 0 {
      nodes[elements].nextSibling = -1
      link(elements, to: object)
    }
    link(any, to: object)
    for member in members {
      addName(key(of: member), of: object, times: fields[member].present)
      move(member, to: any)
    }
  }

  /// Makes a place part of another one, with all that is below. Recursion ends at the depth of
  /// the tree.
  private mutating func move(_ node: SummaryNumber, to target: SummaryNumber) {
    let children = children(of: node)
    let from = fields[node]
    fields[target].merge(from, &shapes)
    fields[node].leave()
    nodes[node].successor = target
    formerCount += 1
    if nodes[node].anyMember >= 0 {
      if nodes[target].anyMember < 0 { collapse(target) }
      move(nodes[node].names, to: nodes[target].names)
    }
    for child in children {
      switch nodes[child].kind {
      case .element: move(child, to: elements(of: target))
      case .anyMember: move(child, to: nodes[target].anyMember)
      case .name: break
      case .member: moveMember(child, to: target)
      }
    }
  }

  private mutating func moveMember(_ node: SummaryNumber, to object: SummaryNumber) {
    // A copy: making a place moves the keys.
    let key = OwnedBytes(key(of: node))
    withExtendedLifetime(key) {
      if nodes[object].anyMember >= 0 {
        addName(key.view, of: object, times: fields[node].present)
      }
      let place = member(key.view, of: object, after: -1)
      if place >= 0 { move(node, to: place) }
    }
  }
}

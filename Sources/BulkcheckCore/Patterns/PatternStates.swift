internal import PatternSyntax

/// Makes the states of a ``PatternAutomaton`` from a tree.
///
/// Every class that the pattern names is a *position*; a state is the set of positions at which the
/// last character of a text may have been read. The method of Glushkov (1961), with the subset
/// construction of Rabin and Scott (1959).
struct PatternStates {
  typealias Unsupported = PatternTree.Unsupported

  /// Classes named, counted repetitions written out.
  private static let positionsMaximum = 256
  private static let statesMaximum = 128
  /// Parts looked at: repetitions of nothing have no positions.
  private static let partsMaximum = 2_048
  private static let depthMaximum = 64

  /// The class of each byte; the one behind them, the last, is the end of the text.
  private(set) var classes: [UInt8] = []
  private(set) var classCount = 0
  /// By state the next one for each class. The first are those of ``PatternAutomaton/Final``.
  private(set) var rows: [[UInt16]] = []
  private(set) var start: UInt16 = 0

  private var members: [PatternTree.Members] = []
  private var follow: [Positions] = []
  private var partCount = 0

  /// Positions of a part of the pattern: where it may begin and end, and whether it may be empty.
  private struct Ends {
    var first = Positions()
    var last = Positions()
    var isOptional = true
  }

  init(_ tree: PatternTree) throws(Unsupported) {
    var parts = tree.parts[...]
    guard parts.first == .place(.textStart) else { throw Unsupported() }
    while parts.first == .place(.textStart) { parts.removeFirst() }
    let isAtEnd = parts.last == .place(.textEnd)
    while parts.last == .place(.textEnd) { parts.removeLast() }
    let whole = try sequence(Array(parts), depth: 0)
    try sortBytes()
    try makeStates(whole, isAtEnd: isAtEnd)
  }

  // MARK: Positions

  private mutating func ends(_ tree: PatternTree, depth: Int) throws(Unsupported) -> Ends {
    partCount += 1
    guard partCount <= Self.partsMaximum, depth <= Self.depthMaximum else { throw Unsupported() }
    switch tree {
    case .member(let single): return try position(of: single)
    case .sequence(let parts): return try sequence(parts, depth: depth + 1)
    case .choice(let branches):
      var result = Ends(isOptional: false)
      for branch in branches {
        let inner = try ends(branch, depth: depth + 1)
        result.first.formUnion(inner.first)
        result.last.formUnion(inner.last)
        result.isOptional = result.isOptional || inner.isOptional
      }
      return result
    case .repeated(let body, let least, let most):
      return try repetition(body, least, most, depth: depth + 1)
    case .place: throw Unsupported()
    }
  }

  private mutating func position(of single: PatternTree.Members) throws(Unsupported) -> Ends {
    guard members.count < Self.positionsMaximum else { throw Unsupported() }
    var place = Positions()
    place.insert(members.count)
    members.append(single)
    follow.append(Positions())
    return Ends(first: place, last: place, isOptional: false)
  }

  private mutating func sequence(
    _ parts: [PatternTree], depth: Int
  ) throws(Unsupported) -> Ends {
    var result = Ends()
    for part in parts { join(&result, try ends(part, depth: depth)) }
    return result
  }

  private mutating func join(_ before: inout Ends, _ after: Ends) {
    link(before.last, to: after.first)
    if before.isOptional { before.first.formUnion(after.first) }
    before.last = after.isOptional ? before.last.union(after.last) : after.last
    before.isOptional = before.isOptional && after.isOptional
  }

  private mutating func link(_ last: Positions, to first: Positions) {
    for position in last.members { follow[position].formUnion(first) }
  }

  private mutating func repetition(
    _ body: PatternTree, _ least: Int, _ most: Int?, depth: Int
  ) throws(Unsupported) -> Ends {
    var result = Ends()
    for _ in 0..<least { join(&result, try ends(body, depth: depth)) }
    guard let most else {
      var more = try ends(body, depth: depth)
      link(more.last, to: more.first)
      more.isOptional = true
      join(&result, more)
      return result
    }
    for _ in least..<max(least, most) {
      var more = try ends(body, depth: depth)
      more.isOptional = true
      join(&result, more)
    }
    return result
  }

  // MARK: Classes of bytes

  /// Bytes of which the pattern asks the same share a class.
  private mutating func sortBytes() throws(Unsupported) {
    var sets: [ASCIISet] = []
    for single in members where !sets.contains(single.set) { sets.append(single.set) }
    guard sets.count <= 64 else { throw Unsupported() }
    var numbers: [UInt64: UInt8] = [:]
    for byte in UInt8(0)..<128 {
      var signature: UInt64 = 0
      for (index, set) in sets.enumerated() where set.contains(byte) { signature |= 1 << index }
      let number = numbers[signature] ?? UInt8(numbers.count)
      numbers[signature] = number
      classes.append(number)
    }
    // Bytes beyond ASCII have a class of their own, and so has the end of the text.
    classes += Array(repeating: UInt8(numbers.count), count: 128)
    classCount = numbers.count + 2
  }

  // MARK: States

  private mutating func makeStates(_ whole: Ends, isAtEnd: Bool) throws(Unsupported) {
    let isWide = members.contains(where: \.isWide)
    var positions = [Positions](repeating: Positions(), count: classCount - 2)
    for byte in 0..<128 {
      for (index, single) in members.enumerated() where single.set.contains(UInt8(byte)) {
        positions[Int(classes[byte])].insert(index)
      }
    }
    for final in 0..<UInt16(PatternAutomaton.Final.count) {
      rows.append(Array(repeating: final, count: classCount))
    }
    var numbers: [Positions: UInt16] = [:]
    var waiting: [Positions] = []
    /// The number of the state behind which only these positions can follow.
    func number(of state: Positions, accepts: Bool) -> UInt16 {
      if accepts, !isAtEnd { return PatternAutomaton.Final.matched }
      if let known = numbers[state] { return known }
      let number = UInt16(PatternAutomaton.Final.count + numbers.count)
      numbers[state] = number
      waiting.append(state)
      return number
    }
    // Before the first character: a position without a class.
    var before = Positions()
    before.insert(members.count)
    follow.append(whole.first)
    start = number(of: before, accepts: whole.isOptional)
    var taken = 0
    while taken < waiting.count {
      guard numbers.count <= Self.statesMaximum else { throw Unsupported() }
      let state = waiting[taken]
      taken += 1
      var following = Positions()
      for position in state.members { following.formUnion(follow[position]) }
      let accepts = state == before ? whole.isOptional : !state.isDisjoint(with: whole.last)
      var row = positions.map { position -> UInt16 in
        let next = following.intersection(position)
        if next.isEmpty { return PatternAutomaton.Final.never }
        return number(of: next, accepts: !next.isDisjoint(with: whole.last))
      }
      row.append(isWide ? PatternAutomaton.Final.undecided : PatternAutomaton.Final.never)
      row.append(accepts ? PatternAutomaton.Final.matched : PatternAutomaton.Final.never)
      rows.append(row)
    }
  }
}

/// A set of up to 512 positions: those of a pattern, and the one before it.
private struct Positions: Hashable {
  private var words = SIMD8<UInt64>()

  var isEmpty: Bool { words == SIMD8() }

  mutating func insert(_ position: Int) { words[position / 64] |= 1 << UInt64(position % 64) }

  mutating func formUnion(_ other: Positions) { words |= other.words }

  func union(_ other: Positions) -> Positions {
    var result = self
    result.formUnion(other)
    return result
  }

  func intersection(_ other: Positions) -> Positions {
    var result = self
    result.words &= other.words
    return result
  }

  func isDisjoint(with other: Positions) -> Bool { intersection(other).isEmpty }

  var members: [Int] {
    var members: [Int] = []
    for index in 0..<words.scalarCount {
      var rest = words[index]
      while rest != 0 {
        members.append(index * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return members
  }
}

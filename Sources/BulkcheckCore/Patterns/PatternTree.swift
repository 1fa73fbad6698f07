internal import PatternSyntax

/// The meaning of a pattern of the plain kind: classes of characters, sequences, choices,
/// repetition, and places in the text. Which of several ways a match takes does not show in whether
/// there is one, so groups, their names and the eagerness of quantifiers are gone.
indirect enum PatternTree: Hashable {
  /// A class of characters.
  struct Members: Hashable {
    var set: ASCIISet
    /// Whether there are members, some or all of them, that are not ASCII.
    var isWide: Bool

    init(_ set: ASCIISet, isWide: Bool = false) {
      self.set = set
      self.isWide = isWide
    }

    mutating func formUnion(_ other: Members) {
      set = set.union(other.set)
      isWide = isWide || other.isWide
    }
  }

  case member(Members)
  case sequence([PatternTree])
  case choice([PatternTree])
  /// At least so often, and at most; nil: any number.
  case repeated(PatternTree, Int, Int?)
  case place(PatternPlace)

  /// A sequence without sequences directly inside.
  static func joined(_ parts: [PatternTree]) -> PatternTree {
    let flat = parts.flatMap { part in
      if case .sequence(let inner) = part { inner } else { [part] }
    }
    return flat.count == 1 ? flat[0] : .sequence(flat)
  }

  /// A choice; one between single characters is a class, and so is the only place at which branches
  /// differ: `0[0-9]|1[0-9]` is `[01][0-9]`.
  static func either(_ branches: [PatternTree]) -> PatternTree {
    var merged: [PatternTree] = []
    for branch in branches {
      // Every branch is compared with those before it; large choices are left as they are.
      guard branches.count <= branchesComparedMaximum,
        let place = merged.firstIndex(where: { $0.union(branch) != nil }),
        let union = merged[place].union(branch)
      else {
        merged.append(branch)
        continue
      }
      merged[place] = union
    }
    return merged.count == 1 ? merged[0] : .choice(merged)
  }

  private static let branchesComparedMaximum = 64

  /// Both trees as one; nil if they differ in more than the members of one class.
  private func union(_ other: PatternTree) -> PatternTree? {
    if self == other { return self }
    switch (self, other) {
    case (.member(var members), .member(let others)):
      members.formUnion(others)
      return .member(members)
    case (.sequence(var parts), .sequence(let others)) where parts.count == others.count:
      let places = parts.indices.filter { parts[$0] != others[$0] }
      guard places.count == 1, let place = places.first,
        case .member = parts[place], let union = parts[place].union(others[place])
      else { return nil }
      parts[place] = union
      return .sequence(parts)
    default: return nil
    }
  }

  /// The parts of a sequence; any other tree is its own only part.
  var parts: [PatternTree] {
    if case .sequence(let parts) = self { parts } else { [self] }
  }

  /// The length of the shortest text that has the shape, whatever its places say.
  var lengthMinimum: Int {
    switch self {
    case .member: 1
    case .sequence(let parts): parts.reduce(0) { PatternTree.sum($0, $1.lengthMinimum) }
    case .choice(let branches): branches.map(\.lengthMinimum).min() ?? 0
    case .repeated(let body, let least, _): PatternTree.product(body.lengthMinimum, least)
    case .place: 0
    }
  }

  /// The length of the longest one; nil if there is none.
  var lengthMaximum: Int? {
    switch self {
    case .member: return 1
    case .sequence(let parts):
      return parts.reduce(0) { total, part in
        guard let total, let length = part.lengthMaximum else { return nil }
        return PatternTree.sum(total, length)
      }
    case .choice(let branches):
      return branches.reduce(0) { longest, branch in
        guard let longest, let length = branch.lengthMaximum else { return nil }
        return max(longest, length)
      }
    case .repeated(let body, _, let most):
      guard let length = body.lengthMaximum else { return nil }
      if length == 0 { return 0 }
      guard let most else { return nil }
      return PatternTree.product(length, most)
    case .place: return 0
    }
  }

  // Counts nest: lengths are cut off where they no longer matter, far above the longest text.
  private static let lengthLimit = 1 << 20
  private static func sum(_ a: Int, _ b: Int) -> Int { min(a + b, lengthLimit) }
  private static func product(_ a: Int, _ b: Int) -> Int { min(a * b, lengthLimit) }
}

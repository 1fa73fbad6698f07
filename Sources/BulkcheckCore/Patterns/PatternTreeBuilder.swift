internal import PatternSyntax

/// Builds the tree of a pattern of the plain kind: classes of ASCII characters, groups, choices,
/// counted repetition, places.
///
/// PCRE2 stays the judge of what a pattern is; here only its meaning is found. The builder gives up
/// on what is not plain, and where versions of PCRE2 differ. Examples are backreferences,
/// lookaround, atomic and conditional groups, possessive quantifiers, verbs, options inside,
/// properties, named classes and octal escapes. Characters that are not ASCII are not plain either,
/// unless written as `\x{…}`.
private struct PatternTreeBuilder {
  /// A group that is open: the branches before, and the parts of the one being read.
  struct Level {
    var branches: [PatternTree] = []
    var parts: [PatternTree] = []

    mutating func endBranch() {
      branches.append(.joined(parts))
      parts = []
    }
  }

  let options: Set<PatternSource.Option>
  var reader: PatternReader
  var levels: [Level] = []
  var level = Level()

  /// PCRE2's limit of groups in groups.
  private static let depthMaximum = 250

  init(_ source: PatternSource) throws(PatternTree.Unsupported) {
    guard !source.options.contains(.extended), source.pattern.utf8.allSatisfy({ $0 < 0x80 }) else {
      throw PatternTree.Unsupported()
    }
    options = source.options
    reader = PatternReader(source.pattern, .pcre2, depthMaximum: Self.depthMaximum)
  }

  mutating func build() throws -> PatternTree {
    while let item = try reader.next() {
      switch item {
      case .open(.capturing), .open(.plain):
        levels.append(level)
        level = Level()
      case .alternative: level.endBranch()
      case .close:
        let group = closeLevel()
        level = levels.removeLast()
        level.parts.append(group)
      case .place(let place): level.parts.append(.place(meaning(of: place)))
      case .characterClass(let isNegated):
        level.parts.append(.member(try characterClass(isNegated: isNegated)))
      case .character: level.parts.append(.member(folded(try members(of: item))))
      default: level.parts.append(.member(try members(of: item)))
      }
      if let quantifier = try reader.quantifier() { try repeatLast(quantifier) }
    }
    return closeLevel()
  }

  private mutating func closeLevel() -> PatternTree {
    level.endBranch()
    return .either(level.branches)
  }

  /// Repeats the last part. Lazy or not, there is a match or there is none. A possessive quantifier
  /// may miss it, and one of a place is a rarity.
  private mutating func repeatLast(_ quantifier: PatternQuantifier) throws {
    let body = level.parts.removeLast()
    if case .place = body { throw PatternTree.Unsupported() }
    if quantifier.isPossessive { throw PatternTree.Unsupported() }
    let isOnce = quantifier.least == 1 && quantifier.most == 1
    level.parts.append(isOnce ? body : .repeated(body, quantifier.least, quantifier.most))
  }

  private func meaning(of place: PatternPlace) -> PatternPlace {
    if options.contains(.multiline) { return place }
    return switch place {
    case .lineStart: .textStart
    case .lineEnd: .textEnd
    default: place
    }
  }

  private mutating func characterClass(isNegated: Bool) throws -> PatternTree.Members {
    var all = PatternTree.Members(.none)
    while let (first, last) = try reader.member() {
      var members = try members(of: first)
      if let last {
        guard case .character(let lower) = first, case .character(let upper) = last else {
          throw PatternTree.Unsupported()
        }
        members = try self.members(of: last)
        if lower < 0x80 { members.set = ASCIISet(range: UInt8(lower)...UInt8(min(upper, 0x7F))) }
      }
      all.formUnion(members)
    }
    all = folded(all)
    return isNegated ? PatternTree.Members(all.set.inverted, isWide: true) : all
  }

  /// The characters that an item stands for.
  private func members(of item: PatternItem) throws -> PatternTree.Members {
    switch item {
    case .character(let scalar):
      if scalar < 0x80 {
        return PatternTree.Members(ASCIISet(range: UInt8(scalar)...UInt8(scalar)))
      }
      // Some characters beyond ASCII are the other case of a letter.
      if options.contains(.caseInsensitive) { throw PatternTree.Unsupported() }
      return PatternTree.Members(.none, isWide: true)
    case .any:
      let others = options.contains(.dotAll) ? ASCIISet.none : .lineFeed
      return PatternTree.Members(others.inverted, isWide: true)
    case .set(.letter("d")): return PatternTree.Members(.digits)
    case .set(.letter("w")): return PatternTree.Members(.word)
    case .set(.letter("s")): return PatternTree.Members(.space)
    case .set(.letter("D")): return PatternTree.Members(ASCIISet.digits.inverted, isWide: true)
    case .set(.letter("W")): return PatternTree.Members(ASCIISet.word.inverted, isWide: true)
    case .set(.letter("S")): return PatternTree.Members(ASCIISet.space.inverted, isWide: true)
    default: throw PatternTree.Unsupported()
    }
  }

  /// The characters that written ones stand for: both cases, if case is ignored. Some letters
  /// have a further case beyond ASCII (the Kelvin sign, the long s).
  private func folded(_ members: PatternTree.Members) -> PatternTree.Members {
    guard options.contains(.caseInsensitive), members.set.hasLetters else { return members }
    return PatternTree.Members(members.set.caseless, isWide: true)
  }
}

extension PatternTree {
  /// The pattern has no tree, or no fast form: it is not of the plain kind, or too large.
  struct Unsupported: Error {}

  /// The meaning of a pattern, which must be a valid one; nil if it is not of the plain kind.
  init?(_ source: PatternSource) {
    guard var builder = try? PatternTreeBuilder(source), let tree = try? builder.build() else {
      return nil
    }
    self = tree
  }
}

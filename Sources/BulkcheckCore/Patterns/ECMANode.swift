/// A group of a pattern, as ``ECMAReader`` reads it.
struct ECMANode {
  struct Flags: OptionSet {
    let rawValue: UInt8
    static let caseless = Flags(rawValue: 1)
    static let multiline = Flags(rawValue: 2)
    static let dotAll = Flags(rawValue: 4)
  }

  enum Kind {
    case group
    case lookahead(isNegated: Bool)
    case lookbehind(isNegated: Bool)
  }

  var kind = Kind.group
  /// The position at which it begins in the pattern, and in the output.
  var offset = 0
  var outputStart = 0
  var parent = 0
  var depth = 0
  /// The number of the parent's alternative that it is in.
  var place = 0
  /// How many of its own there are, as far as it is read.
  var alternatives = 1
  /// The flags of the content.
  var flags: Flags = []
  /// Its quantifier.
  var least = 1
  var isLoop = false
  /// Whether all alternatives that are read match a character at least.
  private(set) var alwaysConsumes = true
  /// Whether the alternative that is being read does.
  var consumes = false
  /// In a lookbehind: whether nothing but optional parts came before in this alternative.
  var isAtBeginning = true

  var isLookbehind: Bool {
    if case .lookbehind = kind { true } else { false }
  }

  /// Whether the groups in it have no part in a match outside of it.
  var isNegated: Bool {
    switch kind {
    case .group: false
    case .lookahead(let isNegated), .lookbehind(let isNegated): isNegated
    }
  }

  mutating func endAlternative() {
    alwaysConsumes = alwaysConsumes && consumes
    consumes = false
    isAtBeginning = true
  }
}

/// The names and numbers of a pattern's groups, found by a first pass.
struct ECMAGroupNames {
  /// How many groups capture.
  var count = 0
  /// Whether some have names, so that `\k` is a reference by name.
  var hasNames = false

  init(_ text: ByteView) {
    var position = 0
    var isInClass = false
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: "\\"): position += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "(") where !isInClass: note(text[(position + 1)..<text.count])
      default: break
      }
      position += 1
    }
  }

  /// A group, by what is behind its parenthesis.
  private mutating func note(_ rest: ByteView) {
    guard rest.count > 0, rest[0] == UInt8(ascii: "?") else {
      count += 1
      return
    }
    guard rest.count > 2, rest[1] == UInt8(ascii: "<"), rest[2] != UInt8(ascii: "="),
      rest[2] != UInt8(ascii: "!")
    else { return }
    count += 1
    hasNames = true
  }
}

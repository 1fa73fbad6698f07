internal import PatternSyntax

/// A group of a pattern, as ``ECMATranslator`` knows it.
struct ECMANode {
  var kind = PatternGroup.plain
  /// The positions at which it begins in the pattern, and in the output.
  var offset = 0
  var outputStart = 0
  var parent = 0
  var depth = 0
  /// The number of the parent's alternative that it is in.
  var place = 0
  /// How many of its own there are, as far as it is read.
  var alternatives = 1
  /// The flags that hold inside.
  var flags: PatternFlags = []
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

  var isAssertion: Bool {
    if case .lookahead = kind { true } else { isLookbehind }
  }

  /// Whether the groups in it have no part in a match outside of it.
  var isNegated: Bool {
    switch kind {
    case .lookahead(let isNegated), .lookbehind(let isNegated): isNegated
    default: false
    }
  }

  mutating func endAlternative() {
    alwaysConsumes = alwaysConsumes && consumes
    consumes = false
    isAtBeginning = true
  }
}

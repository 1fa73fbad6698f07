/// A piece of a pattern as ``PatternReader`` finds it, without its quantifier.
package enum PatternItem: Equatable, Sendable {
  /// A code point that stands for itself, written out or by an escape. In ECMA-262 also half a pair
  /// of surrogates.
  case character(UInt32)
  case set(PatternSet)
  /// `.`
  case any
  case place(PatternPlace)
  /// The bracket that opens a class; ``PatternReader/member()`` has what is in it.
  case characterClass(isNegated: Bool)
  case open(PatternGroup)
  case close
  case alternative
  case reference(Int)
  case namedReference(String)
  /// Something right that has no plain meaning, or one that versions of the engine disagree about.
  case other
}

/// A place in the text that a pattern asks for.
package enum PatternPlace: Hashable, Sendable {
  /// Lines are `^` and `$`, which stand for the whole text where lines do not count.
  case textStart, textEnd, lineStart, lineEnd, wordBoundary, noWordBoundary
}

/// A set of characters that has an escape of its own.
package enum PatternSet: Equatable, Sendable {
  /// The letter of `\d \D \w \W \s \S`.
  case letter(Unicode.Scalar)
  /// The text in the braces of `\p{…}`, for PCRE2.
  case property(String, isNegated: Bool)
}

/// The kind of a group, by what follows its parenthesis.
package enum PatternGroup: Equatable, Sendable {
  case capturing(name: String?)
  case plain
  case lookahead(isNegated: Bool)
  case lookbehind(isNegated: Bool)
  /// `(?i-s:`
  case flags(added: PatternFlags, removed: PatternFlags)
  /// Atomic groups, conditions and their like.
  case other
}

/// Options that a group of ECMA-262 sets for what is inside.
package struct PatternFlags: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let caseless = PatternFlags(rawValue: 1)
  package static let multiline = PatternFlags(rawValue: 2)
  package static let dotAll = PatternFlags(rawValue: 4)
}

/// How often an item is repeated: at least so many times, and at most; nil: any number.
package struct PatternQuantifier: Sendable {
  package var least: Int
  package var most: Int?
  package var isLazy = false
  package var isPossessive = false
}

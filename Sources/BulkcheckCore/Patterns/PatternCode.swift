/// A compiled pattern without its owner: trivial, for the hot path. Valid as long as the
/// ``Pattern`` it came from.
package struct PatternCode: BitwiseCopyable, Sendable {
  let plain: PCRE2Code
  /// Whether there is machine code that may be entered directly; else PCRE2 decides how to run the
  /// pattern.
  let takesFastEntry: Bool
  package let groupCount: Int
  let hasBackReferences: Bool
  /// The pattern in its fastest form, if it has one.
  let classPattern: ClassPattern?
  /// The pattern as an automaton, for patterns without the form above.
  let automaton: PatternAutomaton?
  /// For texts that may take long.
  let guarded: GuardedCode

  /// Whether there is a form that decides short texts by classes of characters.
  package var hasClassPattern: Bool { classPattern != nil }
  /// Whether there is an automaton, which decides texts of any length.
  package var hasAutomaton: Bool { automaton != nil }
}

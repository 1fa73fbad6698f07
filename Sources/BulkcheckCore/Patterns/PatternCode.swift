/// A compiled pattern without its owner: trivial, for the hot path. Valid as long as the
/// ``Pattern`` it came from.
package struct PatternCode: BitwiseCopyable, Sendable {
  let plain: PCRE2Code
  /// Whether there is machine code that may be entered directly; else PCRE2 decides how to run the
  /// pattern.
  let takesFastEntry: Bool
  package let groupCount: Int
  let hasBackReferences: Bool
  /// The pattern in its fast form, if it has one.
  let classPattern: ClassPattern?
  /// For texts that may take long.
  let guarded: GuardedCode

  /// Whether there is a fast form, which decides short texts.
  package var hasClassPattern: Bool { classPattern != nil }
}

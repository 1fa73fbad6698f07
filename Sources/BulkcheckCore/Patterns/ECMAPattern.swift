package import PatternSyntax

/// Regular expressions of ECMA-262 with the flag `u`, which JSON Schema has, as text for PCRE2.
///
/// The text is read once from left to right, without recursion. What means the same in both is
/// copied; all else is written out:
///
///     .          [^\x{a}\x{d}\x{2028}\x{2029}]
///     \s         the white space of ECMA-262, as a class
///     [^]  []    a class of everything, and `(?!)`
///     \cJ \u000A \x{a}
///     \1         (?(1)\1): a group that has no part in the match is matched by nothing
///     (?<=a+b)   (?<=a{1}b): a match may as well begin later
///
/// Some patterns have no counterpart: lookbehind of variable length, and references to groups that
/// ECMA-262 empties at each turn of a loop. Those are errors, never another meaning.
///
/// A pattern that is not valid with `u` is read by the rules without it (annex B of ECMA-262):
/// `\-`, `[\w-.]`, `{`. A character beyond U+FFFF is one character all the same. What `u` gives a
/// meaning that it does not have without (`\p{L}`, `\u{61}`) cannot be in such a pattern.
package enum ECMAPattern {
  /// Whether a text is a pattern with the flag `u`: the format `regex`. Punctuation may be escaped
  /// without need, as other validators have it: `\-`.
  package static func isPattern(_ text: ByteView) -> Bool {
    var translator = ECMATranslator(text.text, .ecmaWithNeedlessEscapes, translates: false)
    return (try? translator.read()) != nil
  }
}

extension PatternSource {
  /// The pattern that means what `text` means as a pattern of ECMA-262.
  ///
  /// - Returns: with it, whether the text is a pattern only by the rules without the flag `u`.
  package static func ecma(
    _ text: String
  ) throws(PatternError) -> (source: PatternSource, isLenient: Bool) {
    var strict = ECMATranslator(text, .ecma)
    do throws(PatternError) {
      try strict.read()
      return (try strict.source(), false)
    } catch {
      if error.isUntranslatable { throw error }
    }
    var lenient = ECMATranslator(text, .ecmaWithoutUnicode)
    try lenient.read()
    return (try lenient.source(), true)
  }
}

/// A mistake in a pattern, as PCRE2 words it.
package struct PatternError: Error, Hashable, Sendable {
  package let message: String
  /// The position at which it was noticed, in bytes from the start of the pattern.
  package let byteOffset: Int
}

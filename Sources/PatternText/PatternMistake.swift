/// A mistake in a pattern.
package struct PatternMistake: Equatable, Sendable {
  package let message: String
  /// In bytes from the start of the pattern.
  package let byteOffset: Int
}
